"""Files that are made to harm: read as plain data or refused, soon and in little memory."""

from __future__ import annotations

import gzip
import io
import random
import struct
import tarfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core import InputError
from bleu_core.readers import File, ReadError, limits, packed, read, read_all, read_comparison

SECRET = "the content of a file of this machine"


def refused(data: bytes, name: str = "x", form: str | None = None) -> str:
    with pytest.raises(ReadError) as caught:
        read_all(data, name, form)
    return "\n".join(caught.value.problems)


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
    assert "entities not expanded" in parts.repairs[0]


@pytest.mark.parametrize("kind", ["SYSTEM 'file://%s'", "PUBLIC 'x' 'file://%s'", "SYSTEM '%s'"])
@pytest.mark.parametrize("root", ["mteval", "tmx", "xliff"])
def test_external_entities_are_not_opened(tmp_path, kind: str, root: str) -> None:
    (tmp_path / "secret").write_text(SECRET)
    body = {
        "mteval": "<tstset sysid='s'><seg id='1'>&x;%x;</seg></tstset>",
        "tmx": "<tmx><tu><tuv lang='a'><seg>&x;</seg></tuv><tuv lang='b'><seg>b</seg></tuv></tu>",
        "xliff": "<xliff><trans-unit><source>&x;</source><target>b</target></trans-unit>",
    }[root]
    place = kind % (tmp_path / "secret")
    text = f"<!DOCTYPE {root} [<!ENTITY x {place}><!ENTITY % x {place}>]>\n{body}"
    parts = read(text.encode(), "a.xml")
    held = [*parts.systems.values(), *parts.references.values(), parts.source]
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
def test_bombs_are_refused_before_they_burst(pack: Callable[[bytes], bytes]) -> None:
    data = pack(bytes(60_000_000))
    tracemalloc.start()
    told = refused(data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert "unpacks to more than" in told
    assert peak < 3 * limits.HARMLESS


def test_the_limits_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_EXPANDED", 10)
    assert "more than 10 bytes" in refused(gzip.compress(b"x" * 11))
    monkeypatch.setattr(packed, "MAX_ENTRIES", 2)
    assert "more than 2 entries" in refused(bomb(1))


def test_a_zip_that_lies_about_sizes_is_refused() -> None:
    data = bytearray(bomb(1000))
    place = data.find(b"PK\x01\x02")
    data[place + 24 : place + 28] = struct.pack("<I", 1)
    assert "damaged zip" in refused(bytes(data))


def test_nested_archives_are_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("inner.zip", bomb(1))
    assert "itself packed (zip)" in refused(out.getvalue())
    assert "is not unpacked" in refused(gzip.compress(gzip.compress(b"x")))


@pytest.mark.parametrize(
    "name", ["../../evil", "/etc/evil", "C:\\evil", "a/../../evil", "\\\\s\\evil"]
)
def test_names_in_archives_are_labels(tmp_path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, b"text\n")
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        info = tarfile.TarInfo(name)
        info.size = 5
        archive.addfile(info, io.BytesIO(b"text\n"))
    for data in (out.getvalue(), tar.getvalue()):
        [part] = read_all(data, "x")
        assert part.lines.to_pylist() == ["text"]
    assert list(tmp_path.iterdir()) == []


def test_links_and_devices_in_a_tar_are_left_out_and_told() -> None:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for number, kind in enumerate((tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE,
                                       tarfile.BLKTYPE, tarfile.FIFOTYPE)):  # fmt: skip
            info = tarfile.TarInfo(f"link{number}")
            info.type, info.linkname = kind, "/etc/passwd"
            archive.addfile(info)
        info = tarfile.TarInfo("good")
        info.size = 5
        archive.addfile(info, io.BytesIO(b"text\n"))
    [part] = read_all(out.getvalue(), "x")
    assert part.lines.to_pylist() == ["text"]
    assert len(part.repairs) == 5
    assert all("left out" in sentence for sentence in part.repairs)


def test_a_workbook_with_declarations_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/workbook.xml", LAUGHS)
    pytest.importorskip("openpyxl")
    assert "XML declarations" in refused(out.getvalue())


SIZE = 40_000_000


@pytest.mark.parametrize(
    "line",
    [
        b"x" * SIZE,
        b"\0" * SIZE,
        b"\xff\xfe" + b"x\0" * (SIZE // 2),
        b"<tstset sysid='s'><seg id='1'>" + b"x" * SIZE,
        b"<tstset sysid='" + b"x" * SIZE,
        b'src,mt\na,"' + b"x" * SIZE + b'"\n',
        b'[{"src": "' + b"x" * SIZE + b'"}]',
    ],
    ids=["text", "nul", "utf-16", "segment", "attribute", "csv", "json"],
)
def test_a_line_as_long_as_the_file_costs_a_few_times_its_size(line: bytes) -> None:
    tracemalloc.start()
    started = time.process_time()
    with suppress(ReadError):
        read(line, "x")
    took, peak = time.process_time() - started, tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 10 * SIZE  # the csv module has 4 bytes a character
    assert took < 20  # linear: a few tenths of a second; a quadratic reader takes hours


HARD = {
    "open tags": b"<seg " * 200_000,
    "open comments": b"<tstset>" + b"<!--" * 200_000,
    "quotes": b"<tstset " + b"\"'" * 200_000,
    "attributes": b"<tstset " + b"a=1 " * 200_000 + b">",
    "nested": b"<tmx>" + b"<tu><tuv><seg>" * 100_000,
    "ampersands": b"<tstset><seg id='1'>" + b"&#" * 200_000 + b"</seg></tstset>",
    "doctypes": b"<!DOCTYPE mteval " * 100_000,
    "sections": b"<tstset><seg id='1'>" + b"<![CDATA[" * 100_000 + b"]]></seg></tstset>",
    "white space": b"<tstset><seg id='1'>a" + b" \n" * 200_000 + b"a</seg></tstset>",
    "brackets": b"[" * 200_000,
    "braces": b'{"a":' * 100_000,
    "json brackets": b'[{"a": ' + b"[" * 200_000,
    "cells": b"src,mt" + b"," * 200_000,
    "spaces": b"[" + b" " * 400_000,
    "columns": b"[{" + b",".join(b'"k%d":1' % i for i in range(100_000)) + b"}]",
}


@pytest.mark.parametrize("name", HARD)
@pytest.mark.parametrize("form", [None, "mteval", "tmx", "xliff"])
def test_nothing_takes_quadratic_time(name: str, form: str | None) -> None:
    started = time.process_time()
    with suppress(ReadError):
        read(HARD[name], "x", form)
    assert time.process_time() - started < 8


def test_hostile_names_and_columns_stay_text() -> None:
    evil = "<script>alert(1)</script> **b** =cmd|'/c calc'!A0 ../../x"
    data = f'"{evil}",src,mt\n"{evil}",a,b\n'.encode()
    parts = read(data, evil + ".csv")
    assert parts.metadata[evil].to_pylist() == [evil]
    with pytest.raises(InputError) as caught:
        read_comparison(File(evil, b"a\n"), File(evil, b"a\nb\n"), [File(evil, b"a\n")])
    assert evil in caught.value.problems[0]  # as it is; the app shows it as text


def test_messages_are_short_whatever_the_file_says() -> None:
    long = b"k" * 100_000
    for data, form in (
        (b'[{"%s": 1, "%s": 2}]' % (long, long), "json"),
        (b"<tstset><doc docid='%s'><seg id='1'>a</seg><seg id='1'>b</seg>" % long, "mteval"),
        (b"%s,src\na\n" % long, "csv"),
        (b"PAR1" + long, "parquet"),
    ):  # fmt: skip
        try:
            told = list(read(data, "x", form).repairs)
        except ReadError as error:
            told = error.problems
        assert all(len(sentence) < 1_000 for sentence in told)


def workbook() -> bytes:
    book = pytest.importorskip("openpyxl").Workbook()
    for row in [("src", "mt"), *[("a", "c"), ("b", "d")] * 50]:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def parquet() -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"src": ["a", "b"] * 50, "mt": ["c", "d"] * 50}), out)
    return out.getvalue()


@pytest.mark.parametrize(("form", "make"), [("parquet", parquet), ("xlsx", workbook)])
@pytest.mark.parametrize("chosen", [True, False])
def test_random_parquet_and_workbooks_are_read_or_refused(
    form: str, make: Callable[[], bytes], chosen: bool
) -> None:
    whole = make()
    generator = random.Random(7)
    told: list[str] = []
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(generator.randint(1, 8)):
            data[generator.randrange(4, len(data))] = generator.randrange(256)
        try:
            [part] = read_all(bytes(data), "x", form if chosen else None)
        except ReadError as error:
            told += error.problems
            continue
        assert part.format == form
        for column in part.columns.values():
            column.validate(full=True)
            assert len(column) == len(part)
    assert told
    assert all(sentence.startswith("x") and sentence.endswith(".") for sentence in told)
    assert read(whole, "x", form if chosen else None).systems["mt"].to_pylist() == ["c", "d"] * 50
