"""Files to an EvalSet: what is a line, and what is told when something is wrong."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bleu_core import EvalSet, InputError
from bleu_core.readers import File, ReadError, read_comparison, read_lines
from tests.core.nasty_texts import files

BOM = b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\nb\r\nc", ["a", "b", "c"]),
        (b"\r\n", [""]),
        (b"a\rb\n", ["a\rb"]),
        (b"\ra\n", ["\ra"]),
        (b"a\r\r\n", ["a\r"]),
        (b"a\r", ["a\r"]),
        (BOM, []),
        (BOM + b"a\n", ["a"]),
        (BOM + BOM + b"a\n", ["\ufeffa"]),
        (b"a\n" + BOM + b"b\n", ["a", "\ufeffb"]),
        (b" a \t\n", [" a \t"]),
        ("a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\x1dh\x1ei\n".encode(),
         ["a\u2028b\u2029c\x85d\x0be\x0cf\x1cg\x1dh\x1ei"]),
        (b"a\x00b\n\x00\n", ["a\x00b", "\x00"]),
        ("你好 💩\n".encode(), ["你好 💩"]),
    ],
)  # fmt: skip
def test_lines_end_at_line_feeds_alone(data: bytes, lines: list[str]) -> None:
    assert read_lines(data, "a.txt") == lines


segments = files.map(lambda text: text.replace("\n", " "))


@settings(max_examples=150, deadline=None)
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


@pytest.mark.parametrize(
    ("data", "where"),
    [
        (b"a\nb\n\xff\n", "a.txt, line 3: byte 0xff"),
        (b"caf\xe9", "a.txt, line 1: byte 0xe9"),
        (BOM + b"a\r\n\xc3", "a.txt, line 2: byte 0xc3"),
        (b"\xed\xa0\x80", "a.txt, line 1: byte 0xed"),  # half a surrogate pair
    ],
)
def test_what_is_not_utf8_is_named(data: bytes, where: str) -> None:
    with pytest.raises(ReadError) as caught:
        read_lines(data, "a.txt")
    (problem,) = caught.value.problems
    assert problem.startswith(f"{where} is not UTF-8 text. Save the file as UTF-8")


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


def refused(*args: object, **options: object) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_comparison(*args, **options)  # type: ignore[arg-type]
    return caught.value.problems


def test_no_reference_file() -> None:
    assert refused(A, B, []) == ["There is no reference file; give at least one."]


def test_a_shorter_file_is_named_with_its_line() -> None:
    assert refused(A, B, [REF, File("ref2.en", b"a\n")]) == [
        "reference 2 (ref2.en) has 1 segment, A (out/base.en) has 2: "
        "from line 2 on reference 2 (ref2.en) has nothing to go with."
    ]


def test_empty_files() -> None:
    nothing = File("e", b"")
    assert refused(nothing, nothing, [nothing]) == ["A (e) is empty: there is no segment to score."]
    assert refused(A, B, [nothing]) == [
        "reference 1 (e) has 0 segments, A (out/base.en) has 2: "
        "from line 1 on reference 1 (e) has nothing to go with."
    ]


def test_systems_need_names_that_differ() -> None:
    both = "Both systems are called 'new'; give them different names."
    assert refused(A, B, [REF], names=("new", "new")) == [both]
    assert refused(A, B, [REF], names=("new", "")) == [both]


def test_all_problems_of_all_files_at_once() -> None:
    found = refused(
        File("a", b"ok\n\xff\n"),
        File("b", b"one\ntwo\n"),
        [File("r1", b"one\n"), File("r2", b"\xe9")],
        File("s", b"1\n2\n3\n"),
        File("d", b"\x80"),
        names=("x", "x"),
    )
    starts = [
        "a, line 2: byte 0xff is not UTF-8 text. ",
        "r2, line 1: byte 0xe9 is not UTF-8 text. ",
        "d, line 1: byte 0x80 is not UTF-8 text. ",
        "reference 1 (r1) has 1 segment, B (b) has 2: "
        "from line 2 on reference 1 (r1) has nothing to go with.",
        "source (s) has 3 segments, B (b) has 2: from line 3 on B (b) has nothing to go with.",
        "Both systems are called 'x'; give them different names.",
    ]
    assert len(found) == len(starts)
    for problem, start in zip(found, starts, strict=True):
        assert problem.startswith(start)


def test_names_of_files_that_are_no_utf8_can_be_written() -> None:
    names = [f"caf\udce9-{letter}.txt" for letter in "abr"]
    made = read_comparison(File(names[0], b"x\n"), File(names[1], b"y\n"), [File(names[2], b"z\n")])
    assert list(made.evalset.systems) == ["caf�-a", "caf�-b"]
    (told,) = refused(File(names[0], b"\xff"), B, [REF])[:1]
    told.encode()
