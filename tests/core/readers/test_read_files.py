"""Formats told apart by content, packed files, bytes of any kind, and parts put together."""

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bleu_core import EvalSet, InputError
from bleu_core.messages import codes
from bleu_core.readers import File, Parts, assemble, read, read_all, read_comparison, read_system
from bleu_core.readers.assemble import as_role
from bleu_core.readers.detect import recognise
from bleu_core.text.evalset import MisalignedColumns
from tests.core.readers.test_read_markup import BROKEN, WMT
from tests.core.refusing import refused

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


def parquet(columns: object, compression: str = "snappy") -> bytes:
    out = io.BytesIO()
    pq.write_table(
        columns if isinstance(columns, pa.Table) else pa.table(columns),
        out,
        compression=compression,
    )
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
    "parquet": parquet({"src": ["a", "b"], "mt": ["c", "d"]}),
}
PACKED = {
    "gzip": gzip.compress(LINES), "bzip2": bz2.compress(LINES), "xz": lzma.compress(LINES),
    "zstd": zstd(LINES), "zip": zipped(a=LINES, b=WMT.encode()), "tar": tarred(a=LINES, b=LINES),
}  # fmt: skip


def test_formats_are_recognised_by_content_whatever_the_name() -> None:
    for form, data in SAMPLES.items():
        wanted = {"wmt": "mteval"}.get(form, form)
        for name in ("x", "x.txt", "x.xml", "x.en"):
            assert recognise(data, name) == wanted
            assert read(data, name).format == wanted


def test_a_name_decides_where_the_content_does_not_and_a_choice_over_both() -> None:
    forms = {
        (b"a,b\n1,2\n", "x.csv"): "csv", (b"a,b\n1,2\n", "x.txt"): "text",
        (b"a\tb\n1\t2\n", "x.tsv"): "tsv", (b"one column\n1\n", "x.csv"): "text",
        (b'[{"a": 1}]', "x.jsonl"): "json", (b'{"a": 1}', "x.jsonl"): "jsonl",
        (b'{"a": 1}', "x"): "json", (b'{"a": 1}\n{"a": 2}\n', "x"): "jsonl",
        (b"{a: 1}", "x.json"): "json", (b"{a: 1}", "x.txt"): "text",
        (b"src,mt\na b\nc d\ne f\n", "x.txt"): "text", (b"src,mt\na b\nc,d\n", "x.csv"): "csv",
        (b"src,mt\na,b\nc,d\n", "x.txt"): "csv", (b"src,mt\na,b\nc d\n", "x.txt"): "csv",
        (b"src,mt\na,b\nc d\ne f\n", "x.txt"): "text", (b"\n<TMX>\n<x/>", "x"): "tmx",
        (b"<!-- c --><!DOCTYPE xliff>", "x"): "xliff",
    }  # fmt: skip
    assert {given: recognise(*given) for given in forms} == forms
    assert read(b"src,mt\na,b\n", "x", "text").lines.to_pylist() == ["src,mt", "a,b"]
    with refused("file.unknown_format"):
        read(b"x", "x", "doc")


def test_text_stays_text() -> None:
    for line in (
        "[]", "[{", '{"', '[{"Hello", he said', '{"yes": maybe', "{}", "<tmx", "<tmx> is a format",
        "<mteval>", "Source, reference", "<script>x</script>", "Rock, Roll", "{curly", "[1] a",
        "a\tb", "a,b", "source, and more", "# x", "<b>bold</b>", "PK", "BZh", "“x”", "", "{",
        "Source\tof all evil",
    ):  # fmt: skip
        data = f"{line}\nmore\n".encode()
        assert recognise(data, "x.txt") == "text", line
        assert read(data, "x.txt").lines.to_pylist() == [line, "more"]


@pytest.mark.parametrize("how", ["gzip", "bzip2", "xz", "zstd"])
def test_compressed_files(how: str) -> None:
    data = PACKED[how]
    assert read(data, "x").lines.to_pylist() == ["one", "two"]
    assert read(data * 2, "x").lines.to_pylist() == ["one", "two"] * 2
    for damaged in (data[: len(data) // 2], data + b"and more"):
        with refused("file.unreadable") as told:
            read(damaged, "x")
        assert told[0].values["kind"] == f"{how} file"


def test_archives() -> None:
    assert [part.name for part in read_all(PACKED["zip"], "x")] == ["a", "b"]
    assert [part.name for part in read_all(gzip.compress(PACKED["tar"]), "x.tgz")] == ["a", "b"]
    assert read(zipped(a=LINES), "x").lines.to_pylist() == ["one", "two"]
    with refused("archive.several_files") as told:
        read(PACKED["tar"], "x")
    assert told[0].values["files"] == ["a", "b"]
    with refused("archive.packed"):
        read_all(zipped(a=PACKED["gzip"]), "x")
    with refused("file.nothing", "archive.skipped"):
        read_all(zipped(**{"__MACOSX/a": LINES}), "x")


def test_settings_and_documentation_in_archives_are_skipped_by_name_and_reported() -> None:
    others = {
        "config.neon": LINES, "a/config.neon": LINES, "README": LINES, "a/readme.txt": LINES,
        "args.yaml": LINES, "x.png": b"\x89PNG", "a/.gitignore": LINES, "model_config.json": b"{",
        "bleu.json": b'{"name": "BLEU", "score": 36.6, "precisions": [60.1, 30.2]}',
    }  # fmt: skip
    texts = {"a/out.md5.txt": LINES, "readmes.en": LINES, "a/run.log": LINES, "short": b"x\n",
             "t.json": b'{"src": ["a"], "mt": ["b"]}'}  # fmt: skip
    parts = read_all(zipped(**others, **texts), "x.zip")
    assert [part.name for part in parts] == list(texts)
    [note] = [one for part in parts for one in part.repairs if one.code == "archive.skipped"]
    assert note.values == {"file": "x.zip", "entries": list(others), "why": "no text"}
    with refused("file.nothing", "archive.skipped"):
        read_all(zipped(**others), "x.zip")
    assert read(LINES, "README").lines.to_pylist() == ["one", "two"]


def part(name: str, role: str, data: bytes) -> Parts:
    return as_role(read(data, name), role)


def test_systems_and_ids_that_are_not_there_are_told() -> None:
    own = [part("r", "reference", b"a\nb\n"), part("one", "system", b"c\nd\n")]
    with refused("systems.unknown", "systems.too_few"):
        assemble(own, a="two")
    with refused("lines.no_ids") as told:
        assemble([*own, read(b"seg,mt\n1,e\n2,f\n", "two.csv")], by="ids")
    assert told[0].values["files"] == ["r", "one"]
    with refused("file.unknown_role", "systems.too_few", "file.no_reference"):
        assemble([own[1], read(LINES, "plain")])
    with refused("systems.same_twice"):
        assemble([*own, part("two", "system", b"e\nf\n")], a="one", b="one")


CSV_A = b"doc,seg,mt,ref\nd,1,a1,r1\nd,2,a2,r2\nd,3,a3,r3\n"
CSV_B = b"doc,seg,mt\nd,3,b3\nd,1,b1\nd,2,b2\n"


def test_parts_are_aligned_by_id_in_any_order() -> None:
    made = assemble([read(CSV_A, "a.csv"), read(CSV_B, "b.csv")])
    assert made.evalset.systems["mt"].to_pylist() == ["a1", "a2", "a3"]
    assert made.evalset.systems["mt (2)"].to_pylist() == ["b1", "b2", "b3"]
    note, told = made.repairs
    assert (note.code, *note.values.values()) == (
        "lines.aligned_by_key", "segment id", "a.csv", ["b.csv"]
    )  # fmt: skip
    renamed = told.code, told.values["file"], told.values["called"]
    assert renamed == ("file.renamed", "b.csv", "mt (2)")
    by_line = assemble([read(CSV_A, "a.csv"), read(CSV_B, "b.csv")], by="lines").evalset
    assert by_line.systems["mt (2)"].to_pylist() == ["b3", "b1", "b2"]


@pytest.mark.parametrize(
    ("ids", "code"),
    [
        ([("d", 0), ("d", 1), ("e", 0)], "lines.no_common_ids"),
        ([("d", 11), ("d", 12), ("e", 11)], "lines.no_common_ids"),
        ([("d", 0), ("d", 1), ("e", 2)], "lines.missing"),
        ([("d", 0), ("e", 1), ("e", 0)], "lines.missing"),
        ([("d", 0), ("d", "2b"), ("e", 0)], "lines.no_common_ids"),
    ],
)
def test_ids_that_differ_by_one_number_are_the_cause(
    ids: list[tuple[str, object]], code: str
) -> None:
    def sgm(element: str, ids: list[tuple[str, object]]) -> bytes:
        rows = (f"<doc docid='{d}'><seg id='{number}'>a</seg></doc>" for d, number in ids)
        return f"<{element}set sysid='s'>{''.join(rows)}</{element}set>".encode()

    reference = File("r.sgm", sgm("ref", [("d", 1), ("d", 2), ("e", 1)]))
    with pytest.raises(InputError) as error:
        read_system(File("a.sgm", sgm("tst", ids)), [reference])
    told = error.value.problems
    assert told[0].code == code
    if code == "lines.no_common_ids":
        assert len(told) == 1
        assert (told[0].values["id"], told[0].values["other_id"]) == (f"d:{ids[0][1]}", "d:1")


def test_a_repeated_id_of_one_file_is_refused_unless_its_ids_are_no_keys() -> None:
    first = read(b"id,mt,ref\n1,a,r\n2,b,s\n3,c,t\n4,d,u\n", "a.csv")
    with refused("lines.repeated_ids") as told:
        assemble([first, read(b"id,mt\n1,e\n2,f\n2,g\n4,h\n", "b.csv")])
    assert told[0].values == {
        "file": "b.csv",
        "column": "id",
        "id": "2",
        "rows": [2, 3],
        "count": 1,
    }
    made = assemble([first, read(b"id,mt\n1,e\n1,f\n2,g\n2,h\n", "b.csv")])
    assert codes(made.repairs)[:2] == ["table.repeated_ids", "lines.aligned_by_line"]
    assert made.evalset.systems["mt (2)"].to_pylist() == ["e", "f", "g", "h"]


def test_lines_whose_ids_differ_are_not_put_together_by_line() -> None:
    files = [read(CSV_A, "a.csv"), read(CSV_B, "b.csv"), part("r", "reference", b"a\nb\nc\n")]
    with refused("lines.different_orders") as told:
        assemble(files)
    assert told[0].values == {
        "file": "a.csv", "other": "b.csv", "line": 1, "id": "d:1", "other_id": "d:3",
        "without_ids": ["r"],
    }  # fmt: skip
    made = assemble(files, by="lines")
    assert len(made.evalset) == 3
    assert "lines.aligned_by_line" in codes(made.repairs)
    unlike = read(b"doc,seg,mt\ne,z,b3\ne,x,b1\ne,y,b2\n", "c.csv")
    assert len(assemble([files[0], unlike, files[2]]).evalset) == 3
    with refused("lines.missing", "lines.missing", "lines.without_reference") as told:
        assemble([read(CSV_A, "a.csv"), read(CSV_B[:-7] + b"e,9,b9\n", "b.csv")])
    assert [one.values["segments"] for one in told] == [["e:9"], ["d:2"], ["e:9"]]
    assert [one.values.get("name") for one in told] == ["mt (a.csv)", "mt (2) (b.csv)", None]


def test_two_columns_of_one_name_fill_each_other_or_the_first_is_used() -> None:
    one, two, other = (
        read(f"seg,mt,domain\n1,a,{x}\n2,b,{y}\n".encode(), f"{x}{y}.csv")
        for x, y in (("x", ""), ("x", "y"), ("z", "y"))
    )
    references = read(b"seg,ref\n1,r\n2,s\n", "r.csv")
    made = assemble([two, one, references])
    assert made.evalset.metadata["domain"].to_pylist() == ["x", "y"]
    made = assemble([two, other, references])
    assert made.evalset.metadata["domain"].to_pylist() == ["x", "y"]
    [told] = [one for one in made.repairs if one.code == "lines.conflicting"]
    assert dict(told.values) == {"name": "domain (zy.csv)", "first": "domain (xy.csv)"}


def test_files_in_their_places_may_be_of_any_format() -> None:
    def xml(opened: str, closes: str, *segments: tuple[str, str]) -> bytes:
        inside = "".join(f"<seg id='{number}'>{text}</seg>" for number, text in segments)
        return f"<{opened}><doc docid='d'>{inside}</doc></{closes}>".encode()

    one = xml("tstset sysid='one'", "tstset", ("2", "b"), ("1", "a"))
    two = xml("tstset sysid='two'", "tstset", ("1", "c"), ("2", "d"))
    ref = gzip.compress(xml("tstset sysid='r'", "tstset", ("1", "e"), ("2", "f")))
    both = b"".join(xml(f"refset refid='{x}'", "refset", ("1", x), ("2", x * 2)) for x in "xy")
    made = read_comparison(File("1", one), File("2", two), [File("r", ref), File("xy", both)])
    systems = {name: column.to_pylist() for name, column in made.evalset.systems.items()}
    assert systems == {"one": ["a", "b"], "two": ["c", "d"]}
    references = [column.to_pylist() for column in made.evalset.references]
    assert references == [["e", "f"], ["x", "xx"], ["y", "yy"]]
    assert codes(made.repairs) == ["file.taken_as_reference", "lines.aligned_by_key"]


def test_columns_that_sacrebleu_prints_are_read_if_they_are_named() -> None:
    output, printed = File("a.txt", b"x\ny\nz\n"), b"s1\tr1\tq1\td\ns2\tr2\tq2\td\ns3\tr3\tq3\te\n"
    made = read_system(output, [File("wmt.txt", printed)])
    assert codes(made.repairs) == ["file.columns_in_reference"]
    assert made.repairs[0].values["columns"] == 4
    named = File("wmt.txt", b"src\tref:A\tref:B\tdocid\n" + printed)
    evalset = read_system(output, [named]).evalset
    references = [one.to_pylist() for one in evalset.references]
    assert references == [["r1", "r2", "r3"], ["q1", "q2", "q3"]]
    assert evalset.source.to_pylist() == ["s1", "s2", "s3"]
    assert evalset.documents.to_pylist() == ["d", "d", "e"]


def test_references_may_come_with_a_system() -> None:
    made = read_comparison(File("a.csv", CSV_A), File("b.csv", CSV_B), [])
    assert made.evalset.references[0].to_pylist() == ["r1", "r2", "r3"]
    other = File("r.txt", b"x\ny\nz\n")
    with refused("lines.different_orders"):
        read_comparison(File("a.csv", CSV_A), File("b.csv", CSV_B), [other])
    in_order = b"doc,seg,mt\nd,1,b1\nd,2,b2\nd,3,b3\n"
    made = read_comparison(File("a.csv", CSV_A), File("b.csv", in_order), [other])
    assert made.evalset.references[0].to_pylist() == ["x", "y", "z"]
    assert codes(made.repairs) == ["file.left_out", "lines.aligned_by_line"]
    assert made.repairs[0].values["names"] == ["ref"]


def test_columns_of_a_file_that_is_given_for_several_roles_are_not_skipped() -> None:
    table = File("t.csv", b"src,ref,mt\nx,r,a\ny,q,b\n")
    made = read_comparison(table, File("b", b"a\nc\n"), [table], table)
    assert codes(made.repairs) == []


def test_a_file_that_is_not_what_belongs_in_its_place_says_what_to_choose() -> None:
    lines, wmt = File("b", LINES), File("w.xml", WMT.encode())
    table = File("t.csv", b"src,score\na,1\nb,2\n")
    for code, advice, a, reference, source in (
        ("systems.not_chosen", ["system"], wmt, [lines], None),
        ("file.holds_no_output", ["system", "format"], table, [lines], None),
        ("file.holds_no_reference", ["column", "several_per_line", "format"], lines, [table], None),
        (
            "file.holds_no_column",
            ["column", "format"],
            lines,
            [lines],
            File("u.csv", b"mt,ref\nx,y\nv,w\n"),
        ),
    ):
        with refused(code) as told:
            read_comparison(a, lines, reference, source)
        assert told[0].advice == advice
    data = assemble([read(WMT.encode(), "w.xml")], "y", "x").evalset
    assert list(data.systems) == ["y", "x"]
    assert data.references[1].to_pylist() == ["Eines", None, None]


def test_columns_that_differ_in_length_alone_come_with_the_complaint() -> None:
    a, b, reference = File("a", b"one\ntwo\n"), File("b", b"one\n"), File("r", b"1\n2\n")
    with pytest.raises(MisalignedColumns) as raised:
        read_comparison(a, b, [reference], source=reference, names=("old", "new"))
    columns = raised.value.columns
    assert {n: len(c) for n, c in columns["systems"].items()} == {"old": 2, "new": 1}
    columns["systems"] = {"old": ["one", "two"], "new": ["one", ""]}
    assert EvalSet(**columns).references[0].to_pylist() == ["1", "2"]
    # Where more is wrong, there is nothing to align yet.
    for more, code in (
        ({"names": ("same", "same")}, "systems.name_twice"),
        ({"documents": File("d", b"\xff")}, "encoding.invalid"),
    ):
        with pytest.raises(InputError) as told:
            read_comparison(a, b, [reference], **more)  # type: ignore[arg-type]
        assert not isinstance(told.value, MisalignedColumns)
        assert {code, "lines.unequal"} == set(codes(told.value.problems))
