"""Formats told apart by content, packed files, bytes of any kind, and parts put together."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet, InputError
from bleu_core.evalset import Misaligned
from bleu_core.readers import (
    ENCODINGS,
    FORMATS,
    File,
    Parts,
    ReadError,
    as_role,
    assemble,
    read,
    read_all,
    read_comparison,
    recognise,
)
from tests.core.test_read_markup import BROKEN, WMT

LINES = b"one\ntwo\n"


def zstd(data: bytes) -> bytes:
    out = pa.BufferOutputStream()
    with pa.CompressedOutputStream(out, "zstd") as stream:
        stream.write(data)
    return out.getvalue().to_pybytes()


def zipped(**files: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def tarred(**files: bytes) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def parquet() -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table({"src": ["a", "b"], "mt": ["c", "d"]}), out)
    return out.getvalue()


SAMPLES = {
    "text": LINES,
    "mteval": BROKEN,
    "wmt": WMT.encode(),
    "tmx": b'<tmx><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>a</seg></tuv>'
    b'<tuv xml:lang="de"><seg>b &amp; c</seg></tuv></tu></body></tmx>',
    "xliff": b"<xliff><file original='f'><unit><segment><source>a</source>"
    b"<target>b</target></segment></unit></file></xliff>",
    "csv": b'src,ref,mt\na,"b\nc",d\n',
    "tsv": b"src\tref\tmt\na\tb\tc\n",
    "json": b'[{"src": "a", "mt": "b", "refs": ["c", "d"]}]',
    "jsonl": b'{"src": "a", "mt": "b"}\n{"src": "c", "mt": null}\n',
    "parquet": parquet(),
}
PACKED = {
    "gzip": gzip.compress(LINES),
    "bzip2": bz2.compress(LINES),
    "xz": lzma.compress(LINES),
    "zstd": zstd(LINES),
    "zip": zipped(a=LINES, b=WMT.encode()),
    "tar": tarred(a=LINES, b=LINES),
}


@pytest.mark.parametrize("form", SAMPLES)
def test_formats_are_recognised_by_content_whatever_the_name(form: str) -> None:
    wanted = {"wmt": "mteval"}.get(form, form)
    for name in ("x", "x.txt", "x.xml", "x.en"):
        assert recognise(SAMPLES[form], name) == wanted
        assert read(SAMPLES[form], name).format == wanted


@pytest.mark.parametrize(
    "line",
    ["[]", "[{", '{"', '[{"Hello", he said', '{"yes": maybe', "{}", "<tmx", "<tmx> is a format",
     "<mteval>", "Source, reference", "<script>x</script>", "Rock, Roll", "{curly", "[1] a",
     "a\tb", "a,b", "source, and more",
     "# x", "<b>bold</b>", "PK", "BZh", "“x”", "", "{", "Source\tof all evil"],
)  # fmt: skip
def test_text_stays_text(line: str) -> None:
    data = f"{line}\nmore\n".encode()
    assert recognise(data, "x.txt") == "text"
    assert read(data, "x.txt").lines.to_pylist() == [line, "more"]


def test_a_guess_can_be_overridden() -> None:
    assert read(b"src,mt\na,b\n", "x", "text").lines.to_pylist() == ["src,mt", "a,b"]
    with pytest.raises(ReadError, match="no format 'doc'"):
        read(b"x", "x", "doc")


@pytest.mark.parametrize("how", ["gzip", "bzip2", "xz", "zstd"])
def test_compressed_files(how: str) -> None:
    assert read(PACKED[how], "x").lines.to_pylist() == ["one", "two"]
    half = PACKED[how][: len(PACKED[how]) // 2]
    with pytest.raises(ReadError, match="damaged or cut off"):
        read(half, "x")


@pytest.mark.parametrize("how", ["gzip", "bzip2", "xz", "zstd"])
def test_what_follows_a_compressed_file_is_no_part_of_it_and_told(how: str) -> None:
    with pytest.raises(ReadError, match="damaged or cut off"):
        read(PACKED[how] + b"and more", "x")
    assert read(PACKED[how] * 2, "x").lines.to_pylist() == ["one", "two"] * 2


@pytest.mark.parametrize("how", ["zip", "tar"])
def test_names_in_archives_that_are_no_utf8_can_be_written(how: str) -> None:
    data = (tarred if how == "tar" else zipped)(ab=LINES).replace(b"ab", b"\xe9b")
    if how == "tar":  # the sum over the header, where the name is
        data = data[:148] + b"%06o\0 " % (int(data[148:154], 8) + 0xE9 - 0x61) + data[156:]
    [part] = read_all(data, "x")
    part.name.encode()


def test_archives() -> None:
    assert [part.name for part in read_all(PACKED["zip"], "x")] == ["a", "b"]
    assert [part.name for part in read_all(gzip.compress(PACKED["tar"]), "x.tgz")] == ["a", "b"]
    with pytest.raises(ReadError, match="archive of 2 files"):
        read(PACKED["tar"], "x")
    assert read(zipped(a=LINES), "x").lines.to_pylist() == ["one", "two"]
    with pytest.raises(ReadError, match="itself packed"):
        read_all(zipped(a=PACKED["gzip"]), "x")


samples = st.sampled_from([*SAMPLES.values(), *PACKED.values()])
edits = st.lists(
    st.tuples(st.integers(0, 10**6), st.integers(0, 3), st.binary(max_size=3)), max_size=6
)


def mutated(data: bytes, changes: list[tuple[int, int, bytes]]) -> bytes:
    for place, removed, inserted in changes:
        at = place % (len(data) + 1)
        data = data[:at] + inserted + data[at + removed :]
    return data


def told(
    data: bytes, name: str, form: str | None, encoding: str | None = None
) -> tuple[list[Parts], list[str]]:
    """Parts, or why there are none; any other exception fails the test."""
    try:
        return read_all(data, name, form, encoding=encoding), []
    except ReadError as error:
        return [], error.problems


def read_or_refuse(data: bytes, name: str, form: str | None, encoding: str | None = None) -> None:
    """What holds for all bytes: parts whose columns are of one length, or sentences."""
    parts, problems = told(data, name, form, encoding)
    assert bool(parts) != bool(problems)
    assert all(sentence.endswith(".") for sentence in problems)
    for part in parts:
        held = [*part.systems.values(), *part.references.values(), *part.metadata.values()]
        held += [c for c in (part.source, part.documents, part.lines) if c is not None]
        assert {len(column) for column in held} <= {len(part)}
        for column in held:
            column.validate(full=True)


@settings(max_examples=400, deadline=None)
@given(data=samples, changes=edits, form=st.sampled_from([None, None, *FORMATS]))
def test_damaged_files_are_read_or_refused(data: bytes, changes: list, form: str | None) -> None:
    read_or_refuse(mutated(data, changes), "x", form)


pieces = st.sampled_from([
    b"<seg", b" id='1'", b">", b"</seg>", b"<doc docid='d'>", b"<tstset sysid='s'>", b"<refset>",
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<!DOCTYPE x [", b"]", b"<?x", b"?>", b"&amp;", b"&#1;",
    b"<tu>", b"<tuv>", b"<tmx>", b"<xliff>", b"<segment>", b"<source>", b"<target>", b"</source>",
    b"</target>", b"<ph>", b"</ph>", b"text ", b'"', b"'", b"<", b"\n", b"\t", b",", b"{", b"}",
    b"[", b"]", b'"mt":', b'"a"', b"\x00", b"\xff", b"PK\x03\x04", b"\x1f\x8b", b"src,mt\n",
])  # fmt: skip


@settings(max_examples=400, deadline=None)
@given(
    data=st.one_of(st.binary(max_size=200), st.lists(pieces, max_size=25).map(b"".join)),
    form=st.sampled_from([None, *FORMATS]),
)
@example(b"", None)
@example(b"<tstset>", "mteval")
@example(b"<" * 50, "tmx")
def test_any_bytes_are_read_or_refused(data: bytes, form: str | None) -> None:
    read_or_refuse(data, "x", form)


@settings(max_examples=400, deadline=None)
@given(
    data=st.one_of(st.binary(max_size=200), samples),
    changes=edits,
    form=st.sampled_from([None, *FORMATS]),
    encoding=st.sampled_from([*ENCODINGS, "utf-8", "utf-32", "hz", "cp037", "iso-2022-kr", "x"]),
)
@example(b"\x00\xd8", [], "text", "utf-16")  # half a surrogate pair
@example(b"~{\xff", [], None, "hz")
@example(b"", [], "xlsx", "utf-16")
def test_any_bytes_are_read_or_refused_in_any_encoding(
    data: bytes, changes: list, form: str | None, encoding: str
) -> None:
    read_or_refuse(mutated(data, changes), "x", form, encoding)


def part(name: str, role: str, data: bytes) -> Parts:
    return as_role(read(data, name), role)


def test_parts_are_put_together_by_line() -> None:
    made = assemble([
        part("r", "reference", b"a\nb\n"), part("one", "system", b"c\nd\n"),
        part("two", "system", b"e\nf\n"), part("three", "system", b"g\nh\n"),
        part("s", "source", b"i\nj\n"), part("d", "document", b"x\nx\n"),
    ], a="three")  # fmt: skip
    data = made.evalset
    assert list(data.systems) == ["three", "one", "two"]
    assert data.source.to_pylist() == ["i", "j"]
    assert data.documents.to_pylist() == ["x", "x"]


CSV_A = b"doc,seg,mt,ref\nd,1,a1,r1\nd,2,a2,r2\nd,3,a3,r3\n"
CSV_B = b"doc,seg,mt\nd,3,b3\nd,1,b1\nd,2,b2\n"


def test_parts_are_aligned_by_id_in_any_order() -> None:
    made = assemble([read(CSV_A, "a.csv"), read(CSV_B, "b.csv")])
    assert made.evalset.systems["mt"].to_pylist() == ["a1", "a2", "a3"]
    assert made.evalset.systems["mt (2)"].to_pylist() == ["b1", "b2", "b3"]
    by_line = assemble([read(CSV_A, "a.csv"), read(CSV_B, "b.csv")], by="lines").evalset
    assert by_line.systems["mt (2)"].to_pylist() == ["b3", "b1", "b2"]


def test_lines_whose_ids_differ_are_not_put_together_by_line() -> None:
    files = [read(CSV_A, "a.csv"), read(CSV_B, "b.csv"), part("r", "reference", b"a\nb\nc\n")]
    with pytest.raises(InputError, match=r"line 1 is d:1 in one and d:3 in the other\."):
        assemble(files)
    assert len(assemble(files, by="lines").evalset) == 3
    unlike = read(b"doc,seg,mt\ne,3,b3\ne,1,b1\ne,2,b2\n", "c.csv")
    assert len(assemble([files[0], unlike, files[2]]).evalset) == 3


def test_ids_that_a_file_lacks_are_named() -> None:
    with pytest.raises(InputError) as caught:
        assemble([read(CSV_A, "a.csv"), read(CSV_B[:-7] + b"e,9,b9\n", "b.csv")])
    assert caught.value.problems == [
        "mt (a.csv) lacks 1 segment that other parts have: e:9.",
        "mt (2) (b.csv) lacks 1 segment that other parts have: d:2.",
        "1 segment has no reference at all: e:9. Give one, or leave the segment out everywhere.",
    ]


def test_files_in_their_places_may_be_of_any_format() -> None:
    def system(name: bytes, *segments: tuple[bytes, bytes]) -> bytes:
        inside = b"".join(b"<seg id='%s'>%s</seg>" % pair for pair in segments)
        return b"<tstset sysid='%s'><doc docid='d'>%s</doc></tstset>" % (name, inside)

    one = system(b"one", (b"2", b"b"), (b"1", b"a"))
    two = system(b"two", (b"1", b"c"), (b"2", b"d"))
    ref = gzip.compress(system(b"r", (b"1", b"e"), (b"2", b"f")))
    made = read_comparison(File("1", one), File("2", two), [File("r", ref)])
    data = made.evalset
    assert {name: column.to_pylist() for name, column in data.systems.items()} == {
        "one": ["b", "a"], "two": ["d", "c"],
    }  # fmt: skip
    assert data.references[0].to_pylist() == ["f", "e"]
    assert "taken as the reference" in made.repairs[0]


def test_references_may_come_with_a_system() -> None:
    made = read_comparison(File("a.csv", CSV_A), File("b.csv", CSV_B), [])
    assert made.evalset.references[0].to_pylist() == ["r1", "r2", "r3"]
    other = File("r.txt", b"x\ny\nz\n")
    with pytest.raises(InputError, match="the same segments in different orders: line 1 is d:1"):
        read_comparison(File("a.csv", CSV_A), File("b.csv", CSV_B), [other])
    in_order = b"doc,seg,mt\nd,1,b1\nd,2,b2\nd,3,b3\n"
    made = read_comparison(File("a.csv", CSV_A), File("b.csv", in_order), [other])
    assert made.evalset.references[0].to_pylist() == ["x", "y", "z"]
    assert any("its references (ref) are left out" in sentence for sentence in made.repairs)
    assert any("aligned by line" in sentence for sentence in made.repairs)


def test_a_file_with_several_systems_asks_for_a_choice() -> None:
    with pytest.raises(InputError, match=r"A \(w.xml\) holds 2 systems \(x and y\)"):
        read_comparison(File("w.xml", WMT.encode()), File("b", LINES), [])
    data = assemble([read(WMT.encode(), "w.xml")], "y", "x").evalset
    assert list(data.systems) == ["y", "x"]
    assert data.references[1].to_pylist() == ["Eines", None, None]


def test_columns_that_differ_in_length_alone_come_with_the_complaint() -> None:
    a, b, reference = File("a", b"one\ntwo\n"), File("b", b"one\n"), File("r", b"1\n2\n")
    with pytest.raises(Misaligned) as raised:
        read_comparison(a, b, [reference], source=reference, names=("old", "new"))
    columns = raised.value.columns
    assert {n: len(c) for n, c in columns["systems"].items()} == {"old": 2, "new": 1}
    columns["systems"] = {"old": ["one", "two"], "new": ["one", ""]}
    assert EvalSet(**columns).references[0].to_pylist() == ["1", "2"]
    # Where more is wrong, there is nothing to align yet.
    for more in ({"names": ("same", "same")}, {"documents": File("d", b"\xff")}):
        with pytest.raises(InputError) as told:
            read_comparison(a, b, [reference], **more)  # type: ignore[arg-type]
        assert not isinstance(told.value, Misaligned)
        assert any("b (b)" in p or "B (b)" in p for p in told.value.problems)
