"""Files of scores: every format gives the same numbers, and every fault is told by its line."""

import gzip
import json
import math
from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.readers import File
from bleu_core.readers.score_files import propose_column, read_table, score_columns
from bleu_core.readers.score_tables import ScoreTable
from tests.core.readers.test_read_files import parquet, zipped
from tests.core.refusing import refused

A = [0.5, None, -1e-3, 7.0]
B = [1.0, 0.25, None, 2.5]


def read_column(name: str, data: bytes, segments: int = 3, column: int = 0) -> np.ndarray:
    return score_columns([read_table(File(name, data))])[column].numbers(segments)


def delimited(delimiter: str) -> bytes:
    rows = [
        ["COMET a", "COMET b"],
        *([repr(x) if x else "" for x in row] for row in zip(A, B, strict=True)),
    ]
    return "".join(delimiter.join(row) + "\n" for row in rows).encode()


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
    "s.parquet": lambda: parquet({"COMET a": A, "COMET b": B}),
    "s.tsv.gz": lambda: gzip.compress(delimited("\t")),
    "windows.csv": lambda: b"\xef\xbb\xbf" + delimited(",").replace(b"\n", b"\r\n"),
    "utf16.tsv": lambda: delimited("\t").decode().encode("utf-16"),
}


@pytest.mark.parametrize("name", FORMS)
def test_every_format_gives_the_same_numbers(name: str) -> None:
    table = read_table(File(name, FORMS[name]()))
    assert list(table.columns) == ["COMET a", "COMET b"]
    for column, wanted in zip(score_columns([table]), (A, B), strict=True):
        np.testing.assert_array_equal(
            column.numbers(4), [math.nan if x is None else x for x in wanted]
        )


def test_headings_are_those_of_tables_and_an_empty_line_of_plain_text_is_no_score() -> None:
    assert list(read_table(File("s.csv", b"COMET\n0.5\n")).columns) == ["COMET"]
    with refused("scores.heading") as told:
        read_column("s.txt", b"COMET\n0.5\n1\n1\n")
    assert told[0].values == {"file": "s.txt", "column": "", "text": "COMET"}
    found = read_column("a.txt", b"0.5\n\n +1e-3 \n")
    np.testing.assert_array_equal(found, [0.5, math.nan, 0.001])
    table = read_table(File("s.tsv", b"0.5\t1\n0.25\t2\n"))
    assert list(table.columns) == ["column 1", "column 2"]
    assert table.repairs == ()


@pytest.mark.parametrize(
    ("cells", "lines", "shown"),
    [
        (["1", "x", "2"], [2], None),
        (["1", "0,53", "2,5"], [2, 3], None),
        (["inf", "1", "NaN"], [1, 3], None),
        (["1e999", "1", "1"], [1], None),
        (["1", "1_000", "1"], [2], None),
        (["1", "٣", "1"], [2], None),
        (["1", "<b>", "=1+1"], [2, 3], None),
        (["1", "a\x1b[31m", "1"], [2], ["a␛[31m"]),
    ],
)
def test_what_is_no_number_is_told_by_its_line(cells, lines, shown) -> None:
    with refused("scores.not_number") as told:
        read_column("a.txt", "\n".join([*cells, ""]).encode())
    found = told[0].values
    assert found["places"] == [f"line {line}" for line in lines]
    assert found["cells"] == (shown or [cells[line - 1] for line in lines])
    assert found["count"] == len(lines)


def test_a_file_that_is_no_table_is_told() -> None:
    for name, data, code in (
        ("a.txt", b"", "scores.empty"),
        ("a.tsv", b"A\tB\n1\n", "table.ragged"),
        ("a.parquet", b"PAR1 and nothing more", "file.unreadable"),
        ("a.xml", b"<mteval></mteval>", "scores.wrong_format"),
        ("a.zip", zipped(a=b"1\n", b=b"2\n"), "archive.several_files"),
        ("a.txt", b"0.5\n\xff\xe9\n", "encoding.invalid"),
    ):
        with refused(code) as told:
            read_table(File(name, data))
        assert told[0].values["file"] == name


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_numbers_come_back_as_they_were_written(values: list[float]) -> None:
    data = "".join(f"{value!r}\n" for value in values).encode()
    assert read_column("a.txt", data, len(values)).tolist() == values


def columns(*names: str) -> list:
    return score_columns([ScoreTable("scores.tsv", dict.fromkeys(names, pa.array(["1"])), 2)])


def test_the_column_of_a_systems_name_is_proposed_and_none_where_two_are() -> None:
    assert propose_column(columns("id", "old", "new"), "new") == 2
    assert propose_column(columns("comet_old", "comet_new", "newest"), "New") == 1
    assert propose_column(columns("comet new", "bleurt new"), "new") is None
    assert propose_column(columns("comet"), "a.b") is None
    files = [
        ScoreTable(name, {"x": pa.array(["1"])}, 1) for name in ("old.comet.txt", "new.comet.txt")
    ]
    assert propose_column(score_columns(files), "old") == 0
    assert propose_column(score_columns(files), "comet") is None
