"""Files to an EvalSet: what is a line, what is told when something is wrong, readers of plugins."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bleu_core.messages import codes
from bleu_core.readers import (
    File,
    Parts,
    Reader,
    ReadError,
    read_comparison,
    read_system,
    read_systems,
)
from bleu_core.readers.detect import check_reader, read_with_plugin
from bleu_core.readers.text_files import read_lines
from bleu_core.text.plugins import Plugin
from tests.core.nasty_texts import files
from tests.core.refusing import refused

BOM = b"\xef\xbb\xbf"


def test_lines_end_at_line_feeds_alone() -> None:
    separators = "a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\x1dh\x1ei"
    lines = {
        b"": [], b"\n": [""], b"a": ["a"], b"a\n": ["a"], b"a\n\n": ["a", ""],
        b"a\r\nb\r\n": ["a", "b"], b"a\nb\r\nc": ["a", "b", "c"], b"\r\n": [""],
        b"a\rb\n": ["a\rb"], b"\ra\n": ["\ra"], b"a\r\r\n": ["a\r"], b"a\r": ["a\r"],
        BOM: [], BOM + b"a\n": ["a"], BOM + BOM + b"a\n": ["\ufeffa"],
        b"a\n" + BOM + b"b\n": ["a", "\ufeffb"], b" a \t\n": [" a \t"],
        f"{separators}\n".encode(): [separators], b"a\x00b\n\x00\n": ["a\x00b", "\x00"],
        "你好 💩\n".encode(): ["你好 💩"],
    }  # fmt: skip
    assert {data: read_lines(data, "a.txt") for data in lines} == lines


segments = files.map(lambda text: text.replace("\n", " "))


@given(lines=st.lists(segments, max_size=6), bom=st.booleans())
@example(lines=[""], bom=False)
@example(lines=["\ufeff"], bom=True)
@example(lines=["a", "", "\u2028"], bom=False)
def test_what_is_written_is_read_back(lines: list[str], bom: bool) -> None:
    if not bom and lines:
        lines = [lines[0].lstrip("\ufeff"), *lines[1:]]
    unix = [line.removesuffix("\r") for line in lines]
    while any(line.endswith("\r") for line in unix):
        unix = [line.removesuffix("\r") for line in unix]
    mark = BOM if bom else b""
    for end in ("\n", "\r\n"):
        data = mark + "".join(line + end for line in unix).encode()
        assert read_lines(data, "a.txt") == unix
    data = mark + "".join(line + "\r\n" for line in lines).encode()
    assert read_lines(data, "a.txt") == lines


A, B, REF = File("out/base.en", b"a\nb\n"), File("new.en", b"a\nc\n"), File("ref.en", b"a\nd\n")
REF1 = File("r", b"a\n")


THREE = File("t.csv", b"mt_a,mt_b,mt_c,ref\n1,2,3,4\n")


def test_files_become_an_evalset() -> None:
    data = read_comparison(A, B, [REF, REF], File("s.es", b"x\ny\n"), File("d", b"d\nd\n")).evalset
    systems = {name: column.to_pylist() for name, column in data.systems.items()}
    assert systems == {"base": ["a", "b"], "new": ["a", "c"]}
    assert [column.to_pylist() for column in data.references] == [["a", "d"]] * 2
    assert (data.source.to_pylist(), data.documents.to_pylist()) == (["x", "y"], ["d", "d"])
    data = read_comparison(A, B, [REF]).evalset
    assert (data.source, data.documents) == (None, None)
    by_tabs = "tab-separated"
    for data, form, expected in (
        (b"a\tb\tc\n\t\td\n", by_tabs, [["a", None], ["b", None], ["c", "d"]]),
        (b"a\nb\tc\td\n", by_tabs, [["a", "b"], [None, "c"], [None, "d"]]),  # lacks the last ones
        (b"a\tx\nb\tc\n", None, [["a\tx", "b\tc"]]),
    ):
        for others, more in ([], []), ([REF], [["a", "d"]]):
            made = read_comparison(A, B, [File("refs.txt", data, form), *others])
            found = [column.to_pylist() for column in made.evalset.references]
            assert found == expected + more


LONG = b"id,system,mt,refA,refB\n1,x,,a,b\n1,y,,a,b\n2,x,,c,\n2,y,,c,\n"
R1, R2 = b"r1,r2\na,b\nc,\n", b'{"r1": "a", "r2": "b"}\n{"r1": "c", "r2": ""}\n'


@pytest.mark.parametrize(
    "references",
    [
        [File("t.csv", R1, column="r1"), File("t.csv", R1, column="r2")],
        [File("t.jsonl", R2, column="r1"), File("t.jsonl", R2, column="r2")],
        [File("r", b"a\nc\n"), File("t.csv", R1, column="r2")],
        [File("r.tsv", b"ref\na\nc\n"), File("s.csv", b"ref,x\nb,\n,1\n")],
        [
            File(
                "l.csv",
                b"doc,id,system,mt,refA,refB\nd,1,x,,a,b\nd,1,y,,a,b\nd,2,x,,c,\nd,2,y,,c,\n",
            )
        ],
    ],
)
def test_an_empty_cell_is_no_reference_however_its_column_is_chosen(references) -> None:
    made = read_comparison(A, B, references)
    assert [c.to_pylist() for c in made.evalset.references] == [["a", "c"], ["b", None]]
    assert codes(made.repairs).count("table.empty_references") == 1
    only = read_comparison(A, B, [File("t.csv", R1, column="r2")])
    assert [c.to_pylist() for c in only.evalset.references] == [["b", ""]]
    assert "table.empty_references" not in codes(only.repairs)


def test_names_are_given_or_come_from_files() -> None:
    for a, b, names, expected in (
        ("base.en", "new.en", (" old ", "newer"), ["old", "newer"]),
        ("base.en", "new.en", ("", "newer"), ["base", "newer"]),
        ("base.en", "new.en", ("", ""), ["base", "new"]),
        ("x/a/out.txt", "x/b/out.txt", ("", ""), ["a", "b"]),
        ("x/a/out.en.txt", "x/a/new.en.txt", ("", ""), ["out", "new"]),
        ("x/out.en", "./x/out.en", ("", ""), ["out A", "out B"]),
        ("news.sysA", "news.sysB", ("", ""), ["sysA", "sysB"]),
        ("r1/out.en.detok", "r2/out.en.detok", ("", ""), ["r1", "r2"]),
        ("w19.en-de.hyp.a.0.txt", "w19.en-de.hyp.b.0.txt", ("", ""), ["a", "b"]),
        ("out.1.txt", "out.2.txt", ("", ""), ["out.1", "out.2"]),
        ("1/out.txt", "2/out.txt", ("", ""), ["1/out", "2/out"]),
        ("a/out", "out", ("", ""), ["a/out", "out"]),
        ("base.txt", "base.v2.txt", ("", ""), ["base", "base.v2"]),
        ("\u202e" * 90, "new.en", ("", ""), ["<U+202E>" * 9 + "<U+202E…", "new"]),
        (".en", "b.tar.gz", ("", ""), [".en", "b.tar"]),
    ):
        files = File(a, b"a\n"), File(b, b"a\n")
        assert list(read_comparison(*files, [REF1], names=names).evalset.systems) == expected


def test_a_chosen_column_names_its_system_and_contradicts_another_one() -> None:
    def column(name: str, file: str = "t.csv") -> File:
        return File(file, b"mt_a,old,hyp,ref\n1,2,3,4\n", column=name)

    for a, b, expected in (
        (column("mt_a"), column("old"), ["mt_a", "old"]),
        (column("old"), REF1, ["old", "r"]),
        (column("hyp"), REF1, ["t", "r"]),
        (column("old"), column("old", "u.csv"), ["t", "u"]),
    ):
        assert list(read_comparison(a, b, [REF1]).evalset.systems) == expected
        assert list(read_systems([a, b], [REF1]).evalset.systems) == expected
    assert list(read_system(column("old"), [REF1], system="old").evalset.systems) == ["old"]
    with refused("systems.other_column") as told:
        read_system(column("old"), [REF1], system="mt_a")
    assert (told[0].values["column"], told[0].values["system"]) == ("old", "mt_a")
    with refused("systems.other_column"):
        read_comparison(REF1, column("old"), [REF1], systems=("", "mt_a"))
    with refused("systems.too_few", "systems.unknown"):
        read_systems([column("old"), REF1], [REF1], systems=["mt_a", "r"])
    for a, systems in ((column(""), ("old", "old")), (column("old"), ("", "old"))):
        with refused("systems.same_twice"):
            read_comparison(a, None, [REF1], systems=systems)


def test_what_is_not_given_and_names_that_do_not_differ_are_told() -> None:
    with refused("file.no_reference"):
        read_comparison(A, B, [])
    with refused("file.no_output") as told:
        read_comparison(A, None, [REF])
    assert told[0].values["system"] == "B"
    with refused("file.no_output"):
        read_comparison(None, B, [REF])
    for names in (("new", "new"), ("new", "")):
        with refused("systems.name_twice") as told:
            read_comparison(A, B, [REF], names=names)
        assert told[0].values["name"] == "new"
    with refused("toml.named_twice"):
        read_comparison(THREE, None, [], names=("", "mt_c"), systems=("mt_a", "mt_b"))


def test_files_of_other_lengths_and_empty_ones_are_named() -> None:
    nothing = File("e", b"")
    for references, expected in (
        ([REF, File("ref2.en", b"a\n")], ("reference 2 (ref2.en)", 1, "A (out/base.en)", 2)),
        ([nothing], ("reference 1 (e)", 0, "A (out/base.en)", 2)),
    ):
        with refused("lines.unequal") as told:
            read_comparison(A, B, references)
        assert tuple(told[0].values.values()) == expected
    with refused("lines.no_segments") as told:
        read_comparison(nothing, nothing, [nothing])
    assert told[0].values == {"name": "A (e)"}


def test_all_problems_of_all_files_at_once() -> None:
    invalid, unequal = "encoding.invalid", "lines.unequal"
    with refused(invalid, invalid, invalid, unequal, unequal, "systems.name_twice") as told:
        read_comparison(
            File("a", b"ok\n\xff\n"), File("b", b"one\ntwo\n"),
            [File("r1", b"one\n"), File("r2", b"\xe9")], File("s", b"1\n2\n3\n"),
            File("d", b"\x80"), names=("x", "x"),
        )  # fmt: skip
    assert [one.values["file"] for one in told[:3]] == ["a", "r2", "d"]
    assert [(one.values["name"], one.values["first"]) for one in told[3:5]] == [
        ("reference 1 (r1)", "B (b)"), ("source (s)", "B (b)"),
    ]  # fmt: skip
    names = [f"caf\udce9-{letter}.txt" for letter in "abr"]
    made = read_comparison(File(names[0], b"x\n"), File(names[1], b"y\n"), [File(names[2], b"z\n")])
    assert list(made.evalset.systems) == ["caf�-a", "caf�-b"]
    with refused("encoding.invalid") as told:
        read_comparison(File(names[0], b"\xff"), B, [REF])
    told[0].encode()


PARTS = Parts("", "", {"": ["one", None]}, {"1": ["two", ""]}, ["three", "3"], repairs=("Cut.",))


def plugin(read: Any = lambda data, name: PARTS) -> Plugin:
    reader = Reader("outputs", lambda data, name: len(data) < 100_000, read)
    return Plugin("reader", "some", "pack", "1.2", reader)


def test_lists_become_columns_of_the_file_and_changes_are_kept() -> None:
    found = read_with_plugin(plugin(), b"", "a.txt")
    assert (found.name, found.format, found.repairs, found.reading) == (
        "a.txt",
        "some",
        ("Cut.",),
        1,
    )
    assert found.systems[""].to_pylist() == ["one", None]
    assert found.source is not None
    assert found.source.to_pylist() == ["three", "3"]
    assert found.documents is None


@pytest.mark.parametrize(
    "parts",
    [
        [],
        replace(PARTS, source=["one"]),
        replace(PARTS, metadata={"kind": ["x"] * 3}),
        replace(PARTS, systems={"": [1, 2]}),
        Parts("", "", {"": []}),
        Parts("", ""),
    ],
)
def test_what_is_no_parts_of_one_length_names_plugin_and_file(parts: Any) -> None:
    with refused("plugin.failed", error=ReadError) as told:
        read_with_plugin(plugin(lambda data, name: parts), b"", "a.txt")
    assert (told[0].values["name"], told[0].values["file"]) == ("some", "a.txt")


@pytest.mark.parametrize("part", ["outputs", Reader, replace(plugin().part, about=" ")])
def test_what_is_no_reader_with_a_name_is_refused(part: Any) -> None:
    with pytest.raises(TypeError):
        check_reader(part)
