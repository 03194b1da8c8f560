"""Files of scores, COMET's own output among them: the same numbers, and every fault by its line."""

import gzip
import json
import math
from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import EvalSet
from bleu_core.messages import codes
from bleu_core.readers import File
from bleu_core.readers.score_files import named_scores, propose_column, read_table, score_columns
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
        ("a.txt", b"", "scores.no_number"),
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


OLD, NEW = [0.5, 0.75, 0.25], [1.0, -0.5, 0.125]


def scores_of(*files: tuple[str, str], segments: int = 3) -> tuple[list[list[float]], list]:
    """The scores of the systems "old" and "new", and notes."""
    texts = ["a b"] * segments
    data = EvalSet({"old": texts, "new": texts}, [texts])
    read = [File(name, text.encode()) for name, text in files]
    found, notes = named_scores("COMET", True, read, ["old", "new"], data)
    return [found.values[system].tolist() for system in ("old", "new")], notes


def printed(*systems: tuple[str, list[float]], more: str = "") -> str:
    """What comet-score prints: the systems of each segment in turn, then their means."""
    lines = [
        f"{system}Segment {i}\tscore: {scores[i]:.4f}{more}\n"
        for i in range(3)
        for system, scores in systems
    ]
    return "".join(lines + [f"{system}score: {sum(s) / 3:.4f}\n" for system, s in systems])


def rows(scores: list[float]) -> list[dict]:
    return [{"src": "s", "mt": "m", "ref": "r", "COMET": score} for score in scores]


BOTH = printed(("old.en\t", OLD), ("new.en\t", NEW))
PRINTED_FORMS = {
    "two systems": [("s.txt", BOTH)],
    "in other names": [("s.tsv", printed(("exp/old/out.txt\t", OLD), ("exp/new/out.txt\t", NEW)))],
    "with the source": [("s.txt", printed(("s.de\told.en\t", OLD), ("s.de\tnew.en\t", NEW)))],
    "shuffled": [("s.txt", "".join(sorted(BOTH.splitlines(keepends=True), reverse=True)))],
    "a file each": [("old.comet", printed(("x\t", OLD))), ("new.comet", printed(("x\t", NEW)))],
    "without names": [
        ("old.log", printed(("", OLD), more="\tvariance: 0.1").replace("\nsc", "\nSystem sc")),
        ("new.log", "Using GPU 0\n" + printed(("", NEW)) + "Predictions saved in: x.json.\n"),
    ],
    "JSON": [("s.json", json.dumps({"old.en": rows(OLD), "new.en": rows(NEW)}, indent=4))],
    "JSON, a list": [("old.json", json.dumps(rows(OLD))), ("new.json", json.dumps(rows(NEW)))],
}  # fmt: skip


@pytest.mark.parametrize("form", PRINTED_FORMS)
def test_each_system_has_its_scores_in_the_order_of_the_segments(form: str) -> None:
    scores, notes = scores_of(*PRINTED_FORMS[form])
    assert scores == [OLD, NEW]
    assert set(codes(notes)) == {"scores.comet_lines"}


@pytest.mark.parametrize(
    ("text", "code"),
    {
        BOTH.replace("new.en\tSegment 1", "new.en\tSegment 2"): "scores.comet_segments",
        BOTH.replace("new.en\tSegment 2", "new.en\tSegment 9"): "scores.comet_segments",
        BOTH.partition("new.en\tSegment 2")[0]: "scores.comet_segments",
        BOTH * 2: "scores.comet_segments",
        "old.en\tscore: 0.5\nnew.en\tscore: 0.3\n": "scores.only_means",
        BOTH.replace("0.5000", "nan", 1): "scores.not_number",
        json.dumps({"old": rows(OLD), "new": rows(NEW[:2])}): "table.unequal_columns",
    }.items(),
)  # fmt: skip
def test_scores_that_would_be_misaligned_are_refused(text: str, code: str) -> None:
    with refused(code):
        scores_of(("s.txt", text))


def test_a_file_of_several_systems_with_one_name_is_not_guessed() -> None:
    with refused("scores.no_systems"):
        scores_of(("s.txt", printed(("a/old.en\t", OLD), ("b/old.en\t", OLD), ("new.en\t", NEW))))


def test_a_missing_score_of_json_is_missing() -> None:
    text = json.dumps({"old": rows(OLD), "new": rows(NEW)}).replace("0.75", "null")
    (old, _), _ = scores_of(("s.json", text))
    assert old[0] == 0.5
    assert math.isnan(old[1])
