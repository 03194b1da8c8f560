"""Files to an EvalSet: what is a line, and what is told when something is wrong."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bleu_core import EvalSet
from bleu_core.readers import File, read_comparison, read_lines
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


def test_what_is_not_utf8_is_named() -> None:
    for data, line, byte in (
        (b"a\nb\n\xff\n", 3, 0xFF),
        (b"caf\xe9", 1, 0xE9),
        (BOM + b"a\r\n\xc3", 2, 0xC3),
        (b"\xed\xa0\x80", 1, 0xED),  # half a surrogate pair
    ):
        with refused("encoding.invalid") as told:
            read_lines(data, "a.txt")
        values = [told[0].values[name] for name in ("file", "line", "byte", "encoding")]
        assert values == ["a.txt", line, byte, "UTF-8"]


A, B, REF = File("out/base.en", b"a\nb\n"), File("new.en", b"a\nc\n"), File("ref.en", b"a\nd\n")


def test_files_become_an_evalset() -> None:
    evalset = read_comparison(
        A, B, [REF, REF], File("s.es", b"x\ny\n"), File("d", b"d1\nd1\n")
    ).evalset
    assert isinstance(evalset, EvalSet)
    assert {name: column.to_pylist() for name, column in evalset.systems.items()} == {
        "base": ["a", "b"],
        "new": ["a", "c"],
    }
    assert [column.to_pylist() for column in evalset.references] == [["a", "d"]] * 2
    assert evalset.source.to_pylist() == ["x", "y"]
    assert evalset.documents.to_pylist() == ["d1", "d1"]


def test_source_and_documents_may_be_missing() -> None:
    evalset = read_comparison(A, B, [REF]).evalset
    assert (evalset.source, evalset.documents) == (None, None)


def test_names_may_be_given() -> None:
    evalset = read_comparison(A, B, [REF], names=(" old ", "newer")).evalset
    assert list(evalset.systems) == ["old", "newer"]
    assert list(read_comparison(A, B, [REF], names=("", "newer")).evalset.systems) == [
        "base",
        "newer",
    ]


@pytest.mark.parametrize(
    ("files_", "names"),
    [
        (("base.en", "new.en"), ["base", "new"]),
        (("a/out.txt", "b/out.txt"), ["out A", "out B"]),
        (("out.en", "out.de"), ["out A", "out B"]),
        (("x", "y"), ["x", "y"]),
        ((".en", "b.tar.gz"), [".en", "b.tar"]),
    ],
)
def test_names_come_from_files(files_: tuple[str, str], names: list[str]) -> None:
    a, b = (File(name, b"a\n") for name in files_)
    assert list(read_comparison(a, b, [a]).evalset.systems) == names


def test_references_separated_by_tabs() -> None:
    references = File("refs.tsv", b"a\tb\tc\n\t\td\n")
    columns = read_comparison(A, B, [references], tab_separated=True).evalset.references
    assert [column.to_pylist() for column in columns] == [["a", ""], ["b", ""], ["c", "d"]]


def test_a_line_with_fewer_references_lacks_the_last_ones() -> None:
    references = File("refs.tsv", b"a\nb\tc\td\n")
    columns = read_comparison(A, B, [references], tab_separated=True).evalset.references
    assert [column.to_pylist() for column in columns] == [["a", "b"], [None, "c"], [None, "d"]]


def test_a_tab_is_part_of_a_reference_unless_it_is_to_separate() -> None:
    references = File("refs.txt", b"a\tx\nb\tc\n")
    columns = read_comparison(A, B, [references]).evalset.references
    assert [column.to_pylist() for column in columns] == [["a\tx", "b\tc"]]


def test_no_reference_file() -> None:
    with refused("file.no_reference"):
        read_comparison(A, B, [])


def test_no_output() -> None:
    with refused("file.no_output") as told:
        read_comparison(A, None, [REF])
    assert told[0].values["system"] == "B"
    with refused("file.no_output"):
        read_comparison(None, B, [REF])


def test_of_a_file_with_many_systems_the_first_two_are_compared_and_told() -> None:
    three = File("t.csv", b"mt_a,mt_b,mt_c,ref\n1,2,3,4\n")
    made = read_comparison(three, None, [])
    assert list(made.evalset.systems) == ["mt_a", "mt_b", "mt_c"]
    [told] = made.repairs
    assert (told.code, told.values["a"], told.values["b"]) == ("systems.first_two", "mt_a", "mt_b")
    made = read_comparison(three, None, [], systems=("mt_c", "mt_a"))
    assert list(made.evalset.systems) == ["mt_c", "mt_a", "mt_b"]
    assert made.repairs == []


def test_a_shorter_file_is_named_with_its_line() -> None:
    with refused("lines.unequal") as told:
        read_comparison(A, B, [REF, File("ref2.en", b"a\n")])
    assert told[0].values == {
        "name": "reference 2 (ref2.en)", "count": 1, "first": "A (out/base.en)", "expected": 2,
    }  # fmt: skip


def test_empty_files() -> None:
    nothing = File("e", b"")
    with refused("lines.no_segments") as told:
        read_comparison(nothing, nothing, [nothing])
    assert told[0].values == {"name": "A (e)"}
    with refused("lines.unequal") as told:
        read_comparison(A, B, [nothing])
    assert (told[0].values["name"], told[0].values["count"]) == ("reference 1 (e)", 0)


def test_systems_need_names_that_differ() -> None:
    for names in (("new", "new"), ("new", "")):
        with refused("systems.name_twice") as told:
            read_comparison(A, B, [REF], names=names)
        assert told[0].values["name"] == "new"
    three = File("t.csv", b"mt_a,mt_b,mt_c,ref\n1,2,3,4\n")
    with refused("systems.name_taken"):
        read_comparison(three, None, [], names=("", "mt_c"), systems=("mt_a", "mt_b"))


def test_all_problems_of_all_files_at_once() -> None:
    invalid, unequal = "encoding.invalid", "lines.unequal"
    with refused(invalid, invalid, invalid, unequal, unequal, "systems.name_twice") as told:
        read_comparison(
            File("a", b"ok\n\xff\n"),
            File("b", b"one\ntwo\n"),
            [File("r1", b"one\n"), File("r2", b"\xe9")],
            File("s", b"1\n2\n3\n"),
            File("d", b"\x80"),
            names=("x", "x"),
        )
    assert [one.values["file"] for one in told[:3]] == ["a", "r2", "d"]
    assert [(one.values["name"], one.values["first"]) for one in told[3:5]] == [
        ("reference 1 (r1)", "B (b)"), ("source (s)", "B (b)"),
    ]  # fmt: skip


def test_names_of_files_that_are_no_utf8_can_be_written() -> None:
    names = [f"caf\udce9-{letter}.txt" for letter in "abr"]
    made = read_comparison(File(names[0], b"x\n"), File(names[1], b"y\n"), [File(names[2], b"z\n")])
    assert list(made.evalset.systems) == ["caf�-a", "caf�-b"]
    with refused("encoding.invalid") as told:
        read_comparison(File(names[0], b"\xff"), B, [REF])
    told[0].encode()
