"""Imported scores: means against plain Python, segments without a score, and their tests."""

import math
from statistics import fmean

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.messages import codes
from bleu_core.metrics import compare_imported
from bleu_core.metrics.imported import ImportedMetric, ImportedScores, count_missing, name_problem
from bleu_core.readers import File
from bleu_core.readers.score_files import (
    ScoreColumn,
    read_tables,
    score_columns,
    score_notes,
    scores_of_systems,
)
from bleu_core.segments.slices import slice_by
from bleu_core.significance import jackknife_interval
from bleu_core.significance.metric_tests import compare_metrics
from bleu_core.text import glossary
from tests.core.refusing import refused

SIZE = 60
RNG = np.random.default_rng(7)
A = RNG.normal(0.8, 0.1, SIZE)
B = A + RNG.normal(0.02, 0.05, SIZE)
HOLES = A.copy()
HOLES[[3, 30]] = math.nan
OTHER_HOLES = B.copy()
OTHER_HOLES[[4, 30]] = math.nan


def scores(a: np.ndarray, b: np.ndarray, higher: bool = True) -> ImportedScores:
    return ImportedScores("COMET", higher, {"old": a, "new": b})


def test_a_score_is_the_mean_of_the_numbers_and_where_lower_is_better_a_rise_is_worse() -> None:
    found = compare_imported(scores(A, B), "old", "new")
    assert found.score_a == pytest.approx(fmean(A), rel=1e-14)
    assert found.score_b == pytest.approx(fmean(B), rel=1e-14)
    np.testing.assert_array_equal(found.sentences_a, A)
    assert found.better == 1
    assert np.isnan(ImportedMetric("x", True).scores(np.zeros((1, 2)))).all()
    assert math.isnan(compare_imported(scores(A, np.full(SIZE, math.nan)), "old", "new").delta)
    found = compare_imported(scores(A, B, higher=False), "old", "new")
    assert found.delta > 0
    assert found.better == -1
    np.testing.assert_array_equal(found.gains, A - B)


def test_a_segment_without_a_number_in_one_system_counts_in_neither() -> None:
    there = [i for i in range(SIZE) if i not in (3, 4, 30)]
    found = compare_imported(scores(HOLES, OTHER_HOLES), "old", "new")
    assert found.score_a == pytest.approx(fmean(A[there]), rel=1e-14)
    assert found.score_b == pytest.approx(fmean(B[there]), rel=1e-14)
    assert np.isnan(found.sentence_deltas[[3, 4, 30]]).all()
    assert np.isfinite(found.sentence_deltas[there]).all()
    assert found.counted == SIZE - 3
    assert count_missing(scores(HOLES, OTHER_HOLES), "old", "new") == 3
    assert not found.a.matrix[[3, 4, 30]].any()
    assert not found.b.matrix[[3, 4, 30]].any()


def test_no_claim_is_made_on_fewer_than_thirty_scores() -> None:
    few = np.where(np.arange(SIZE) < 29, A, math.nan)
    enough = np.where(np.arange(SIZE) < 30, A, math.nan)
    metric_pairs = [
        compare_imported(scores(values, B), "old", "new") for values in (few, A, enough)
    ]
    judged = compare_metrics(metric_pairs, None, trials=100, samples=100)
    assert [one.p is None for one in judged] == [True, False, False]
    [alone] = compare_metrics(metric_pairs[1:2], None, trials=100, samples=100)
    assert judged[1].p == alone.p
    assert judged[1].bootstrap.ci_low == pytest.approx(alone.bootstrap.ci_low, rel=1e-12)


def test_what_cannot_be_a_name_is_told() -> None:
    assert name_problem("COMET-22") is None
    assert name_problem("<b>*x*</b>") is None
    for name in ("", " x", "x" * 61, "a\x1b[31m", "a\u202eb"):
        assert name_problem(name).code == "systems.bad_name"
    for name in ("bleu", "WER"):
        assert name_problem(name).code == "toml.named_twice"
    assert glossary.find_entry(ImportedMetric("x", True).about.glossary_key)


def lines(*values: object) -> bytes:
    return "".join(f"{value}\n" for value in values).encode()


def columns_of(*files: File) -> dict[str, ScoreColumn]:
    tables, _ = read_tables(files)
    columns = [score_columns([table])[-1] for table in tables]
    return dict(zip(("old", "new"), columns, strict=True))


def test_two_files_become_scores() -> None:
    columns = columns_of(
        File("a.txt", lines(1, "", 3)), File("b.tsv", b"id\tsrc\tx\n1\ta\t2\n2\tb\t3\n3\tc\t4\n")
    )
    found = scores_of_systems("COMET", True, columns, 3)
    np.testing.assert_array_equal(found.values["old"], [1, math.nan, 3])
    np.testing.assert_array_equal(found.values["new"], [2, 3, 4])
    assert found.origins == {"old": "a.txt", "new": "b.tsv, column “x”"}
    [told] = score_notes(found, "old", "new")
    assert (told.code, told.values["count"]) == ("scores.missing", 1)


def test_one_file_twice_is_refused_and_problems_of_both_files_are_told_at_once() -> None:
    file = File("a.txt", lines(1, 2, 3))
    with refused("scores.same_column") as told:
        scores_of_systems("COMET", True, columns_of(file, file), 3, {"old": "A", "new": "B"})
    assert told[0].values["systems"] == ["A", "B"]
    columns = columns_of(file, file._replace(name="b.txt"))
    found = scores_of_systems("COMET", True, columns, 3)
    assert codes(score_notes(found, "old", "new")) == ["scores.identical"]
    columns = columns_of(File("a.txt", lines(1, "x", 3)), File("b.txt", lines(1, 2)))
    with refused("toml.named_twice", "scores.not_number", "scores.unequal") as told:
        scores_of_systems("bleu", True, columns, 3)
    assert [message.values["file"] for message in told[1:]] == ["a.txt", "b.txt"]


def test_a_part_of_the_set_is_judged_by_its_segments_that_have_a_score() -> None:
    texts = [f"a b c d {i}" for i in range(SIZE)]
    kinds = ["one"] * 28 + ["two"] * 32
    data = EvalSet({"old": texts, "new": texts}, [texts], metadata={"kind": kinds})
    some = np.where(np.arange(SIZE) < 28, math.nan, B)
    some[[40, 41]] = math.nan
    comparison = Comparison.of(data)
    said = compare_imported(scores(A, some), "old", "new")
    one, two = slice_by(comparison, "kind", metric_pair=said)
    assert (one.counted, one.judged, one.ci_low) == (0, False, None)
    assert math.isnan(one.delta)
    assert (two.n, two.counted, two.judged) == (32, 30, True)
    there = [i for i in range(28, SIZE) if i not in (40, 41)]
    assert two.delta == pytest.approx(fmean(B[there]) - fmean(A[there]))
    # As if the segments without a score were not there.
    low, high = jackknife_interval(
        *(side.with_rows(side.matrix[there]) for side in (said.a, said.b))
    )
    assert (two.ci_low, two.ci_high) == pytest.approx((low, high))
