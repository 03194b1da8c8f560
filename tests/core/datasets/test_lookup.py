"""Segments of a data set by their lines are those of the ordinary comparison."""

from pathlib import Path

import numpy as np
import pytest

from bleu_core import InputError
from bleu_core.datasets import Columns, Job
from bleu_core.datasets.listing import Listed
from bleu_core.datasets.lookup import LINE_THERE, opened, segments_at, taken
from bleu_core.messages import codes
from bleu_core.whatif import edited

from .parquet_sets import comparison, counted, write

OLD = ["a b c", "d e", "f", "a c", "b b b", "the cat sat on the", "a"]
NEW = ["a b", "d e f", "f", "c a", "b", "the cat sat on a mat", "a a"]
REF = ["a b c d", "d e f", "g", "a c", "b b", "the cat sat on the mat", "a b"]
LINES = [6, 2, 7, 1]


@pytest.fixture
def job(tmp_path: Path) -> Job:
    table = {"old": OLD, "new": NEW, "ref": REF, "doc": list("xxyyzzz"), "number": [*range(7)]}
    path = write(tmp_path / "set", table, files=2, group=2)
    return counted(path, tmp_path / "kept", Columns("old", "new", ("ref",), "doc"))


def test_what_is_kept_comes_in_the_order_that_is_asked_for(job: Job) -> None:
    same = comparison(OLD, NEW, [REF])
    rows, indices = segments_at(job, LINES), np.array(LINES) - 1
    assert rows.evalset.lines.tolist() == LINES
    assert rows.stats_a.matrix.tolist() == same.stats_a.matrix[indices].tolist()
    assert rows.stats_b.matrix.tolist() == same.stats_b.matrix[indices].tolist()
    assert rows.ledger.segments.tolist() == same.ledger.segments[indices].tolist()
    assert rows.sentence_deltas == pytest.approx(same.sentence_deltas[indices])
    assert rows.evalset.documents is not None
    assert rows.evalset.documents.to_pylist() == list("zxzx")
    assert rows.evalset.metadata["number"].to_pylist() == ["5", "1", "6", "0"]


def test_one_is_opened_with_its_texts_in_the_numbers_of_the_whole(job: Job) -> None:
    same = comparison(OLD, NEW, [REF])
    one = opened(job, 2)
    assert one.evalset.systems["old"].to_pylist() == ["d e"]
    assert one.evalset.references[0].to_pylist() == ["d e f"]
    assert one.ledger.segments[0] == same.ledger.segments[1]
    assert (one.score_a, one.score_b) == (same.score_a, same.score_b)
    assert one.delta == same.delta
    changes = [edited(c.stats_b, i, "d e f g", ["d e f"])[1] for c, i in ((one, 0), (same, 1))]
    assert changes[0] == changes[1]


def test_some_are_taken_with_their_texts_in_the_order_of_the_data_set(job: Job) -> None:
    told: list[float] = []
    data = taken(job, LINES, told.append)
    lines = sorted(LINES)
    assert {name: column.to_pylist() for name, column in data.systems.items()} == {
        "old": [OLD[line - 1] for line in lines],
        "new": [NEW[line - 1] for line in lines],
    }
    assert data.references[0].to_pylist() == [REF[line - 1] for line in lines]
    assert data.metadata[LINE_THERE].to_pylist() == [str(line) for line in lines]
    assert data.metadata["number"].to_pylist() == [str(line - 1) for line in lines]
    assert told == sorted(told)
    assert told[-1] == 1


def test_statistics_that_are_gone_are_told(job: Job) -> None:
    for path in (job.folder / "statistics").rglob("*.parquet"):
        path.unlink()
    with pytest.raises(InputError) as error:
        segments_at(job, [1])
    assert codes(error.value.problems) == ["dataset.statistics_gone"]


def test_steps_walk_the_list() -> None:
    found = Listed(3, np.zeros((2, 10), np.int64), 0.0, np.array([5, 3, 9]), np.zeros(3))
    steps = {
        (5, 1): (3, True), (3, 1): (9, True), (9, 1): (9, False), (9, -2): (5, True),
        (3, -2): (5, False), (5, 9): (9, False),
        # One that is not on the list.
        (7, 1): (5, True), (7, -1): (9, True), (7, 2): (3, True),
    }  # fmt: skip
    assert {step: found.step(*step) for step in steps} == steps
    assert (found.place(3), found.place(7)) == (2, None)
