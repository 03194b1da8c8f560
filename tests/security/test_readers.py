"""Files that are made to harm: read as plain data or refused, soon and in little memory."""

import gzip
import io
import struct
import tarfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core import InputError
from bleu_core.messages import codes
from bleu_core.readers import (
    File,
    ReadError,
    archives,
    delimited,
    json_parquet,
    markup,
    mteval,
    read,
    read_all,
    read_comparison,
)
from bleu_core.readers import parts as limits
from tests.core.refusing import refused

SECRET = "the content of a file of this machine"


LAUGHS = b"""<?xml version="1.0"?>
<!DOCTYPE mteval [ <!ENTITY a0 "ha">
%s
]>
<tstset sysid="s"><doc docid="d"><seg id="1">&a30;</seg></doc></tstset>""" % b"\n".join(
    b'<!ENTITY a%d "&a%d;&a%d;">' % (i, i - 1, i - 1) for i in range(1, 31)
)


def test_billion_laughs_are_not_laughed() -> None:
    parts = read(LAUGHS, "a.xml")
    assert parts.systems["s"].to_pylist() == ["&a30;"]
    assert parts.repairs[0].values["what"] == "declarations"


def test_external_entities_are_not_opened(tmp_path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    bodies = {
        "mteval": "<tstset sysid='s'><seg id='1'>&x;%x;</seg></tstset>",
        "tmx": "<tmx><tu><tuv lang='a'><seg>&x;</seg></tuv><tuv lang='b'><seg>b</seg></tuv></tu>",
        "xliff": "<xliff><trans-unit><source>&x;</source><target>b</target></trans-unit>",
    }
    for root, body in bodies.items():
        for kind in ("SYSTEM 'file://%s'", "PUBLIC 'x' 'file://%s'", "SYSTEM '%s'"):
            place = kind % (tmp_path / "secret")
            text = f"<!DOCTYPE {root} [<!ENTITY x {place}><!ENTITY % x {place}>]>\n{body}"
            parts = read(text.encode(), "a.xml")
            held = [*parts.systems.values(), *parts.references.values(), parts.source, parts.lines]
            texts = [text for column in held if column is not None for text in column.to_pylist()]
            assert not any(SECRET in text for text in texts)
            assert any("&x;" in text for text in texts)


def bomb(zeros: int) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in "abc":
            archive.writestr(name, bytes(zeros))
    return out.getvalue()


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: bomb(len(data) // 3)])
def test_bombs_are_refused_before_they_burst(pack) -> None:
    data = pack(bytes(60_000_000))
    tracemalloc.start()
    with refused("archive.too_large"):
        read_all(data, "x")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * limits.HARMLESS


def test_each_limit_is_asked_by_each_reader(monkeypatch) -> None:
    units = b"<tu><tuv lang='a'><seg>x</seg></tuv><tuv lang='b'><seg/></tuv></tu>" * 3
    book = workbook([[1, 2]] * 9)
    cases = {
        (limits, "MAX_EXPANDED", 10): {"archive.too_large": [gzip.compress(b"x" * 11), bomb(4)]},
        (archives, "MAX_ENTRIES", 2): {
            "file.too_many": [bomb(1), tarred("a", "b", "c")]
        },
        (limits, "_FREE_SEGMENTS", -20): {
            "file.too_many": [
                b"<tstset>" + b"<seg>" * 9, b"<tmx>" + units,
                b"<xliff>" + b"<segment><source/>" * 9,
            ]
        },
        (limits, "_FREE", -1_000_000): {
            "table.too_sparse": [
                b'[{"a":1,"b":2}]', parquet(), book, b"<tstset sysid='s'><seg>a</seg></tstset>",
                b"<tmx>" + units,
            ]
        },
        (delimited, "MAX_COLUMNS", 2): {"file.too_many": [b"src\tmt\tx\na\tb\tc\n"]},
        (json_parquet, "MAX_COLUMNS", 1): {"file.too_many": [b'[{"a":1,"b":2}]']},
        (delimited, "MAX_IN_A_ROW", 1): {"file.too_many": [book]},
        (delimited, "MAX_OTHERS", 1): {"file.too_many": [book]},
        (mteval, "MAX_NAMESAKES", 2): {
            "file.too_many": [b"<tstset sysid='s'><seg id='1'>a</seg></tstset>" * 4]
        },
    }  # fmt: skip
    for (module, name, limit), expected in cases.items():
        with monkeypatch.context() as patch:
            patch.setattr(module, name, limit)
            for code, files in expected.items():
                for data in files:
                    with pytest.raises(ReadError) as caught:
                        read_all(data, "x")
                    assert codes(caught.value.problems)[0] == code, data[:60]
    left = limits.UnpackBudget(1_000)
    left.spend(limits.HARMLESS + 1_000 * limits.MAX_RATIO, "x")
    with refused("archive.too_large"):
        left.spend(1, "x")
    with refused("table.too_sparse"):
        limits.check_columns(1_000, 1_000_000, 1_000, "x")
    limits.check_columns(1_000, 1_000, 1_000, "x")
    with refused("file.too_many"):
        limits.check_segments(200_000, 1_000, "x")
    limits.check_segments(100_000, 1_000, "x")
    about = " ".join(f"a{i}='{i}'" for i in range(200))
    parts = read(f"<tstset><doc {about}><seg id='1'>x</seg></doc></tstset>".encode(), "x")
    assert len(parts.metadata) == markup.MAX_ATTRIBUTES
    assert "many_attributes" in [note.values["what"] for note in parts.repairs]


def test_archives_that_lie_about_sizes_are_nested_or_encrypted_are_refused() -> None:
    data = bytearray(bomb(1000))
    place = data.find(b"PK\x01\x02")
    data[place + 24 : place + 28] = struct.pack("<I", 1)
    with refused("file.unreadable") as told:
        read_all(bytes(data), "x")
    assert told[0].values["kind"] == "zip archive"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("inner.zip", bomb(1))
    with refused("archive.packed") as told:
        read_all(out.getvalue(), "x")
    assert (told[0].values["how"], told[0].values["entry"]) == ("packed too (zip)", "inner.zip")
    with refused("archive.packed"):
        read_all(gzip.compress(gzip.compress(b"x")), "x")
    data = bytearray(bomb(1))
    data[data.find(b"PK\x01\x02") + 8] |= 1
    with refused("archive.packed"):
        read_all(bytes(data), "x")


def tarred(*names: str, kinds: Sequence[bytes] = ()) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for number, kind in enumerate(kinds):
            info = tarfile.TarInfo(f"link{number}")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = 5
            archive.addfile(info, io.BytesIO(b"text\n"))
    return out.getvalue()


def test_names_in_archives_are_labels(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("../../evil", "/etc/evil", "C:\\evil", "a/../../evil", "\\\\s\\evil"):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr(name, b"text\n")
        for data in (out.getvalue(), tarred(name)):
            [part] = read_all(data, "x")
            assert part.lines.to_pylist() == ["text"]
    assert list(tmp_path.iterdir()) == []


def test_links_and_devices_in_a_tar_are_left_out_and_told() -> None:
    kinds = tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE
    [part] = read_all(tarred("good", kinds=kinds), "x")
    assert part.lines.to_pylist() == ["text"]
    assert codes(part.repairs) == ["archive.skipped"]
    assert len(part.repairs[0].values["entries"]) == 5


HARD: dict[str, Callable[[int], bytes]] = {
    "open tags": lambda n: b"<seg " * n,
    "open comments": lambda n: b"<tstset>" + b"<!--" * n,
    "quotes": lambda n: b"<tstset " + b"\"'" * n,
    "attributes": lambda n: b"<tstset " + b"a=1 " * n + b">",
    "nested": lambda n: b"<tmx>" + b"<tu><tuv><seg>" * (n // 2),
    "ampersands": lambda n: b"<tstset><seg id='1'>" + b"&#" * n + b"</seg></tstset>",
    "doctypes": lambda n: b"<!DOCTYPE mteval " * (n // 2),
    "sections": lambda n: b"<tstset><seg id='1'>" + b"<![CDATA[" * (n // 2) + b"]]></seg></tstset>",
    "white space": lambda n: b"<tstset><seg id='1'>a" + b" \n" * n + b"a</seg></tstset>",
    "brackets": lambda n: b"[" * n,
    "braces": lambda n: b'{"a":' * (n // 2),
    "json brackets": lambda n: b'[{"a": ' + b"[" * n,
    "cells": lambda n: b"src,mt" + b"," * n,
    "spaces": lambda n: b"[" + b" " * 2 * n,
    "only spaces": lambda n: b" " * n,
    "times": lambda n: b"00:00.000 --> " * n + b"\n" + b" " * n + b"x",
    "log": lambda n: b"[a] PRED 1: " * n + b"[" * n,
    "items": lambda n: b"0 ||| " * n + b" " * n + b"x",
    "records": lambda n: b"H-0\t-1\tx\n" + b"H-0\t" * n + b"1" * n,
    "examples": lambda n: b"\tReference: " * n + b"\n" + b"\tHypothesis: " * n,
    "messages": lambda n: b'msgid "a"\n"' * n + b'msgid "a"\n' * n,
    "columns": lambda n: b"[{" + b",".join(b'"k%d":1' % i for i in range(n // 2)) + b"}]",
}


@pytest.mark.parametrize("number", [50_000, pytest.param(200_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "form", [None, "mteval", "xliff", "tmx", "fairseq", "opennmt", "nbest", "opusmt", "subtitles"]
)
def test_nothing_takes_quadratic_time(form, number) -> None:
    for name, make in HARD.items():
        data = make(number)
        started = time.process_time()
        with suppress(ReadError):
            read(data, "x", form)
        assert time.process_time() - started < 8, name


def test_hostile_names_and_columns_stay_text() -> None:
    evil = "<script>alert(1)</script> **b** =cmd|'/c calc'!A0 ../../x"
    data = f'"{evil}",src,mt\n"{evil}",a,b\n'.encode()
    parts = read(data, evil + ".csv")
    assert parts.metadata[evil].to_pylist() == [evil]
    with pytest.raises(InputError) as caught:
        read_comparison(File(evil, b"a\n"), File(evil, b"a\nb\n"), [File(evil, b"a\n")])
    assert evil in caught.value.problems[0]  # as it is; the app shows it as text


def workbook(
    rows: Iterable[Sequence[object]] = [("src", "mt"), *[("a", "c"), ("b", "d")] * 50],
) -> bytes:
    book = pytest.importorskip("openpyxl").Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet() -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"src": ["a", "b"] * 50, "mt": ["c", "d"] * 50}), out)
    return out.getvalue()


def test_statistics_of_a_damaged_parquet_file_do_not_end_the_process() -> None:
    optional, required = b"\x25\x02\x18\x02mt", b"\x25\x00\x18\x02mt"  # in Thrift, with the name
    data = parquet()
    assert data.count(optional) == 1
    with pytest.raises(ReadError) as caught:
        read(data.replace(optional, required), "x")
    assert codes(caught.value.problems) == ["file.unreadable"]
