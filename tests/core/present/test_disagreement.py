"""Where two metrics disagree, against scipy's ranks and a slow count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from bleu_core import Comparison, EvalSet
from bleu_core.metrics import (
    ImportedScores,
    MetricComparison,
    compare_imported,
    get_metric,
    percentile_ranks,
    rank_disagreement,
)
from bleu_core.significance.metric_tests import compare_with_metric

few = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=30)


def of(a: list[str], b: list[str], reference: list[str], name: str) -> MetricComparison:
    return compare_with_metric(
        Comparison.of(EvalSet({"a": a, "b": b}, [reference])), get_metric(name)
    )


@given(few)
def test_ranks_are_average_ranks_in_per_cent(gains: list[float]) -> None:
    size = len(gains)
    expected = (rankdata(gains, "average") - 0.5) / size * 100
    ranks = percentile_ranks(np.array(gains))
    np.testing.assert_allclose(ranks, expected)
    # They do not depend on how many segments there are.
    np.testing.assert_allclose(percentile_ranks(np.tile(gains, 3)), np.tile(ranks, 3))
    for gain, rank in zip(gains, ranks, strict=True):
        below, equal = sum(g < gain for g in gains), gains.count(gain)
        assert rank == pytest.approx(100 * (below + equal / 2) / size)


def test_rounding_errors_make_no_ranks_and_no_score_has_none() -> None:
    gains = np.array([0.1 + 0.2, np.nan, 0.3, -1.0])
    ranks = percentile_ranks(gains)
    assert ranks[0] == ranks[2]
    assert np.isnan(ranks[1])
    np.testing.assert_allclose(ranks[[0, 3]], percentile_ranks(gains[[0, 2, 3]])[[0, 2]])


def test_a_metric_agrees_with_itself_and_lower_is_turned() -> None:
    reference = ["a b c d e", "f g h i j", "k l m n o"]
    a = ["a b c x y", "f g h i j", "k l m n o"]
    b = ["a b c d e", "f g h i j", "k l x n y"]
    bleu, wer = (of(a, b, reference, name) for name in ("bleu", "wer"))
    assert not rank_disagreement(bleu, bleu).any()
    # Both say: the first is better, the second as it was, the third worse.
    assert wer.sentence_deltas[0] < 0 < bleu.sentence_deltas[0]
    assert not rank_disagreement(bleu, wer).any()


def scored(*gains: float, higher_is_better: bool = True) -> MetricComparison:
    b = np.array(gains) if higher_is_better else -np.array(gains)
    scores = ImportedScores("scores", higher_is_better, {"a": np.zeros(len(gains)), "b": b})
    return compare_imported(scores, "a", "b")


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_ranks_differ_as_far_the_other_way_and_without_a_score_not(higher_is_better: bool) -> None:
    one = scored(1, 2, -1, -2, 0, 3, 1e-12)
    other = scored(1, -2, -1, 2, 5, np.nan, -4, higher_is_better=higher_is_better)
    apart = rank_disagreement(one, other)
    np.testing.assert_array_equal(apart, -rank_disagreement(other, one))
    assert np.isnan(apart[5])
