"""Files of scores: every format gives the same numbers, and every fault is told by its line."""

from __future__ import annotations

import gzip
import io
import json
import math
from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.readers import File, ReadError, apart
from bleu_core.readers.score_columns import columns_of, only_column, proposed
from bleu_core.readers.scores import Table, Tables, numbers, read_table, read_tables
from tests.core.nasty_texts import files

A = [0.5, None, -1e-3, 7.0]
B = [1.0, 0.25, None, 2.5]
EMPTY = "where a segment has no score, leave it empty."


def told(name: str, data: bytes, segments: int = 3, column: int = 0) -> list[str]:
    """The problems of a column."""
    with pytest.raises(ReadError) as error:
        read_column(name, data, segments, column)
    return error.value.problems


def read_column(name: str, data: bytes, segments: int = 3, column: int = 0) -> np.ndarray:
    return columns_of([read_table(File(name, data))])[column].numbers(segments)


def delimited(delimiter: str) -> bytes:
    rows = [
        ["COMET a", "COMET b"],
        *([repr(x) if x else "" for x in row] for row in zip(A, B, strict=True)),
    ]
    return "".join(delimiter.join(row) + "\n" for row in rows).encode()


def parquet() -> bytes:
    sink = io.BytesIO()
    pq.write_table(pa.table({"COMET a": A, "COMET b": B}), sink)
    return sink.getvalue()


def objects() -> list[dict[str, float | None]]:
    return [{"COMET a": a, "COMET b": b} for a, b in zip(A, B, strict=True)]


FORMS: dict[str, Callable[[], bytes]] = {
    "s.tsv": lambda: delimited("\t"),
    "tabs.txt": lambda: delimited("\t"),
    "s.csv": lambda: delimited(","),
    "semicolons.csv": lambda: delimited(";"),
    "s.json": lambda: json.dumps(objects()).encode(),
    "lists.json": lambda: json.dumps({"COMET a": A, "COMET b": B}).encode(),
    "s.jsonl": lambda: "".join(json.dumps(one) + "\n" for one in objects()).encode(),
    "s.parquet": parquet,
    "s.tsv.gz": lambda: gzip.compress(delimited("\t")),
    "windows.csv": lambda: b"\xef\xbb\xbf" + delimited(",").replace(b"\n", b"\r\n"),
    "utf16.tsv": lambda: delimited("\t").decode().encode("utf-16"),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_format_gives_the_same_numbers(name: str) -> None:
    table = read_table(File(name, FORMS[name]()))
    assert list(table.columns) == ["COMET a", "COMET b"]
    for column, wanted in zip(columns_of([table]), (A, B), strict=True):
        np.testing.assert_array_equal(
            column.numbers(4), [math.nan if x is None else x for x in wanted]
        )


def test_plain_text_has_one_number_a_line_and_an_empty_line_is_no_score() -> None:
    found = read_column("a.txt", b"0.5\n\n +1e-3 \n")
    np.testing.assert_array_equal(found, [0.5, math.nan, 0.001])


def test_a_table_without_names_has_numbered_columns() -> None:
    table = read_table(File("s.tsv", b"0.5\t1\n0.25\t2\n"))
    assert list(table.columns) == ["column 1", "column 2"]
    assert table.repairs == ()


def test_a_table_of_one_column_may_have_a_heading_and_plain_text_has_none() -> None:
    assert list(read_table(File("s.csv", b"COMET\n0.5\n")).columns) == ["COMET"]
    assert told("s.txt", b"COMET\n0.5\n1\n1\n") == [
        "s.txt: line 1 is “COMET”, which seems a heading; plain text has one number a line and "
        "nothing else. Take it out."
    ]


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (["1", "x", "2"], f"“x” in line 2 is no number; {EMPTY}"),
        (["1", "0,53", "2,5"],
         "“0,53” in line 2 and “2,5” in line 3 have decimal commas; write them with points."),
        (["inf", "1", "NaN"],
         f"“inf” in line 1 and “NaN” in line 3 are no finite numbers; {EMPTY}"),
        (["1e999", "1", "1"], "“1e999” in line 1 is too large for a number."),
        (["", "", " "], "there is no number in it."),
        (["1", "1_000", "1"], f"“1_000” in line 2 is no number; {EMPTY}"),
        (["1", "٣", "1"], f"“٣” in line 2 is no number; {EMPTY}"),
        (["1", "<b>", "=1+1"], f"“<b>” in line 2 and “=1+1” in line 3 are no numbers; {EMPTY}"),
        (["1", "a\x1b[31m", "1"], f"“a␛[31m” in line 2 is no number; {EMPTY}"),
    ],
)  # fmt: skip
def test_what_is_no_number_is_told_by_its_line(cells: list[str], problem: str) -> None:
    assert told("a.txt", "\n".join([*cells, ""]).encode()) == [f"a.txt: {problem}"]


def test_all_faults_are_told_at_once_and_many_of_one_kind_once() -> None:
    cells = ["x"] * 9 + ["0,5", "nan", "1"]
    assert told("a.txt", "\n".join(["1", *cells]).encode(), 12) == [
        "a.txt has 13 lines of scores, and the test set 12 segments: give one for each segment in "
        "the order of the test set, an empty one where there is no score.",
        "a.txt: “0,5” in line 11 has a decimal comma; write it with a point.",
        "a.txt: “nan” in line 12 is no finite number; where a segment has no score, leave it "
        "empty.",
        "a.txt: “x” in line 2, “x” in line 3, “x” in line 4, “x” in line 5, “x” in line 6 and "
        "4 more are no numbers; where a segment has no score, leave it empty.",
    ]


def test_lines_of_a_table_are_those_of_its_file() -> None:
    problem = "s.csv, column 'B': “x” in line 3 is no number; {}".format
    rest = "where a segment has no score, leave it empty."
    assert told("s.csv", b"A,B\n1,1\n1,x\n1,1\n", column=1) == [problem(rest)]
    # Where a cell goes over two lines, rows are counted instead.
    over_two = told("s.csv", b'A,B,C\n1,1,"a\nb"\n1,x,c\n1,1,d\n', column=1)
    assert over_two == [problem(rest).replace("line 3", "row 2")]


def test_a_second_column_of_one_name_is_told() -> None:
    table = read_table(File("s.tsv", b"A\tA\n1\t2\n"))
    assert list(table.columns) == ["A", "A (2)"]
    assert table.repairs == ("s.tsv: a second column 'A' is called 'A (2)'.",)
    with pytest.raises(ReadError, match="has the key 'A' twice"):
        read_table(File("s.jsonl", b'{"A": 1, "A": 2}\n'))


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.txt", b"", "a.txt is empty: there is no score to read."),
        ("a.tsv", b"A\tB\n", "a.tsv has no rows"),
        ("a.tsv", b"A\tB\n1\n", "a.tsv: the first row has 2 cells, but row 1 has 1 cell."),
        ("a.parquet", b"PAR1 and nothing more", "a.parquet is no Parquet file that can be read"),
        ("a.json", b'[{"A": 1}', "a.json, line 1: "),
        ("a.xml", b"<mteval></mteval>", "a.xml is NIST/mteval or WMT XML; scores are read from"),
        ("a.txt", b"0.5\n\xff\xe9\n", "a.txt, line 2: byte 0xff is not UTF-8 text."),
    ],
)
def test_a_file_that_is_no_table_is_told(name: str, data: bytes, problem: str) -> None:
    with pytest.raises(ReadError) as error:
        read_table(File(name, data))
    assert error.value.problems[0].startswith(problem)


def test_all_files_that_cannot_be_read_are_told() -> None:
    found = read_tables([File("a.txt", b""), File("b.txt", b"1\n"), File("c.txt", b"")])
    assert [table.file for table in found.tables] == ["b.txt"]
    assert len(found.problems) == 2


def test_files_are_read_in_a_process_of_their_own() -> None:
    found = apart.call(read_tables, [File("s.tsv", delimited("\t"))])
    assert isinstance(found, Tables)
    [table] = found.tables
    assert isinstance(table, Table)
    np.testing.assert_array_equal(numbers(table, "COMET b", 4), [1.0, 0.25, math.nan, 2.5])


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_numbers_come_back_as_they_were_written(values: list[float]) -> None:
    data = "".join(f"{value!r}\n" for value in values).encode()
    assert read_column("a.txt", data, len(values)).tolist() == values


@given(
    st.lists(files, min_size=1, max_size=5), st.sampled_from(["a.txt", "a.csv", "a.tsv", "a.json"])
)
def test_whatever_is_in_a_file_it_is_numbers_or_sentences(lines: list[str], name: str) -> None:
    try:
        found = read_column(name, "\n".join(lines).encode("utf-8", "replace"), len(lines))
    except ReadError as error:
        problems = error.problems
    else:
        assert np.isfinite(found).any()
        return
    assert problems
    assert all(problem.endswith(".") for problem in problems)


def columns(*names: str) -> list:
    return columns_of([Table("scores.tsv", dict.fromkeys(names, pa.array(["1"])), 2)])


def test_the_column_of_a_systems_name_is_proposed_and_none_where_two_are() -> None:
    assert proposed(columns("id", "old", "new"), "new") == 2
    assert proposed(columns("comet_old", "comet_new", "newest"), "New") == 1
    assert proposed(columns("comet new", "bleurt new"), "new") is None
    assert proposed(columns("comet"), "a.b") is None
    files = [Table(name, {"x": pa.array(["1"])}, 1) for name in ("old.comet.txt", "new.comet.txt")]
    assert proposed(columns_of(files), "old") == 0
    assert proposed(columns_of(files), "comet") is None


def test_the_only_column_of_numbers_is_taken_and_none_of_several() -> None:
    table = read_table(File("s.tsv", b"seg_id\tsrc\tcomet\n1\tein\t0.5\n2\tzwei\t\n"))
    assert only_column(table).name == "comet"
    for data, problem in (
        (b"a\tb\n1\t2\n", r"several columns of numbers \(a and b\); give a file with one of them"),
        (b"src\tmt\nein\tone\n", "no column of numbers among src and mt"),
    ):
        with pytest.raises(ReadError, match=problem):
            only_column(read_table(File("s.tsv", data)))
