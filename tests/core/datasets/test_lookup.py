"""Segments of a data set by their lines are those of the ordinary comparison."""

import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core import InputError
from bleu_core.datasets import Columns, DatasetComparison, fragments, texts_of
from bleu_core.datasets.listing import ListedSegments
from bleu_core.datasets.texts import LINE_THERE, open_segment, segments_at, take_segments
from bleu_core.explain.comparison import score_edit
from bleu_core.messages import Message, codes
from tests.core.datasets.parquet_sets import Made, comparison, counted, made, write
from tests.core.refusing import refused

OLD = ["a b c", "d e", "f", "a c", "b b b", "the cat sat on the", "a"]
NEW = ["a b", "d e f", "f", "c a", "b", "the cat sat on a mat", "a a"]
REF = ["a b c d", "d e f", "g", "a c", "b b", "the cat sat on the mat", "a b"]
LINES = [6, 2, 7, 1]


@pytest.fixture
def job(tmp_path: Path) -> DatasetComparison:
    table = {"old": OLD, "new": NEW, "ref": REF, "doc": list("xxyyzzz"), "number": [*range(7)]}
    path = write(tmp_path / "set", table, files=2, group=2)
    return counted(path, tmp_path / "kept", Columns("old", "new", ("ref",), "doc"))


def test_what_is_kept_comes_in_the_order_that_is_asked_for(job: DatasetComparison) -> None:
    same = comparison(OLD, NEW, [REF])
    rows, indices = segments_at(job, LINES), np.array(LINES) - 1
    assert rows.evalset.lines.tolist() == LINES
    for ours, theirs in ((rows.stats_a, same.stats_a), (rows.stats_b, same.stats_b)):
        assert ours.matrix.tolist() == theirs.matrix[indices].tolist()
    assert rows.ledger.segments.tolist() == same.ledger.segments[indices].tolist()
    assert rows.sentence_deltas == pytest.approx(same.sentence_deltas[indices])
    assert rows.evalset.documents.to_pylist() == list("zxzx")
    assert rows.evalset.metadata["number"].to_pylist() == ["5", "1", "6", "0"]


def test_one_is_opened_with_its_texts_in_the_numbers_of_the_whole(job: DatasetComparison) -> None:
    same = comparison(OLD, NEW, [REF])
    one = open_segment(job, 2)
    assert one.evalset.systems["old"].to_pylist() == ["d e"]
    assert one.evalset.references[0].to_pylist() == ["d e f"]
    assert one.ledger.segments[0] == same.ledger.segments[1]
    assert (one.score_a, one.score_b, one.delta) == (same.score_a, same.score_b, same.delta)
    changes = [score_edit(c.stats_b, i, "d e f g", ["d e f"])[1] for c, i in ((one, 0), (same, 1))]
    assert changes[0] == changes[1]


def test_some_are_taken_with_their_texts_in_the_order_of_the_data_set(
    job: DatasetComparison,
) -> None:
    told: list[float] = []
    data = take_segments(job, LINES, told.append)
    lines = sorted(LINES)
    texts = (*data.systems.values(), *data.references)
    for column, whole in zip(texts, (OLD, NEW, REF), strict=True):
        assert column.to_pylist() == [whole[line - 1] for line in lines]
    assert data.metadata[LINE_THERE].to_pylist() == [str(line) for line in lines]
    assert data.metadata["number"].to_pylist() == [str(line - 1) for line in lines]
    assert told == sorted(told)
    assert told[-1] == 1


def test_statistics_that_are_gone_are_told(job: DatasetComparison) -> None:
    for path in (job.folder / "statistics").rglob("*.parquet"):
        path.unlink()
    with refused("dataset.statistics_gone", error=InputError):
        segments_at(job, [1])


def test_steps_walk_the_list() -> None:
    found = ListedSegments(3, np.zeros((2, 10), np.int64), 0.0, np.array([5, 3, 9]), np.zeros(3))
    steps = {
        (5, 1): (3, True), (3, 1): (9, True), (9, 1): (9, False), (9, -2): (5, True),
        (3, -2): (5, False), (5, 9): (9, False),
        # One that is not on the list.
        (7, 1): (5, True), (7, -1): (9, True), (7, 2): (3, True),
    }  # fmt: skip
    assert {step: found.step(*step) for step in steps} == steps
    assert (found.place(3), found.place(7)) == (2, None)


@given(lines=st.lists(st.integers(1, 600), min_size=1, max_size=20))
def test_lines_in_any_order_are_those_of_the_files(data: Made, lines: list[int]) -> None:
    found = texts_of(data.plan, lines)
    with pytest.MonkeyPatch.context() as patch:  # of a group of rows some at a time
        patch.setattr(fragments, "READ", 11)
        assert texts_of(data.plan, lines).systems["x"] == found.systems["x"]
    expected = data.table.take([line - 1 for line in lines]).to_pydict()
    assert found.lines.tolist() == lines
    expected["year"] = [str(year) for year in expected["year"]]
    there = {"r": found.references[0], "s": found.source, "doc": found.documents}
    there |= found.systems | found.metadata
    assert {name: column.to_pylist() for name, column in there.items()} == expected


def problem(data: Made, lines: list[int]) -> Message:
    with pytest.raises(InputError) as told:
        texts_of(data.plan, lines)
    return told.value.problems[0]


def test_what_is_not_there_is_told(data: Made) -> None:
    for lines, line in (([3, 601], 601), ([0], 0)):
        found = problem(data, lines)
        assert codes([found]) == ["dataset.no_such_line"]
        assert dict(found.values) == {"line": line, "last": 600}
    assert codes([problem(data, [])]) == ["dataset.no_line"]


def test_a_file_that_has_changed_or_is_gone_is_not_what_was_counted(tmp_path: Path) -> None:
    data = made(tmp_path, 40)
    path = tmp_path / "part-1.parquet"
    os.utime(path, ns=(0, 0))
    assert len(texts_of(data.plan, [20])) == 1  # of the other file
    found = problem(data, [20, 21]).values
    assert (found["file"], codes([found["problem"]])) == (str(path), ["dataset.file_changed"])
    path.unlink()
    assert codes([problem(data, [21]).values["problem"]]) == ["dataset.file_gone"]
