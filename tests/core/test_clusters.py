"""Whole documents as the unit: against plain loops over them, and what follows for segments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import SegmentStatistics
from bleu_core.bleu import score_of_row
from bleu_core.significance import (
    paired_approximate_randomization,
    paired_bootstrap,
)
from tests.core.random_statistics import Pair, pairs, random_pair

BOTH = [paired_approximate_randomization, paired_bootstrap]


@st.composite
def clustered(draw: st.DrawFn) -> tuple[Pair, list[int]]:
    """Two systems, and which document each segment is of, in no order."""
    pair = draw(pairs())
    numbers = st.integers(-3, draw(st.sampled_from([1, 4, 60])))
    return pair, draw(st.lists(numbers, min_size=len(pair[0]), max_size=len(pair[0])))


def members(clusters: Sequence[int]) -> list[list[int]]:
    """The segments of each document, documents in the order of their first segments."""
    found: dict[int, list[int]] = {}
    for segment, document in enumerate(clusters):
        found.setdefault(document, []).append(segment)
    return list(found.values())


def score(rows: Any, stats: SegmentStatistics) -> float:
    """BLEU of some rows added up one by one."""
    total = sum(rows, np.zeros(stats.matrix.shape[1], stats.matrix.dtype))
    return score_of_row(total, stats.config, stats.num_refs).score


def reaches(size: float, delta: float) -> bool:
    return size > abs(delta) or math.isclose(size, abs(delta), abs_tol=1e-7)


@settings(max_examples=40, deadline=None)
@given(drawn=clustered(), seed=st.integers(0, 9))
def test_randomization_of_documents_written_out(drawn: tuple[Pair, list[int]], seed: int) -> None:
    (a, b), clusters = drawn
    documents = members(clusters)
    swap = np.random.default_rng(seed).integers(2, size=(20, len(documents)), dtype=bool)
    delta = b.corpus().score - a.corpus().score
    extreme = 0
    for mask in swap:
        first, second = [], []
        for exchanged, document in zip(mask, documents, strict=True):
            for i in document:
                one, other = (a, b) if exchanged else (b, a)
                first.append(one.matrix[i])
                second.append(other.matrix[i])
        extreme += reaches(abs(score(first, a) - score(second, b)), delta)
    result = paired_approximate_randomization(a, b, 20, seed, clusters=clusters)
    assert result.p_value == (extreme + 1) / 21
    assert (result.delta, result.units) == (pytest.approx(delta, abs=1e-9), len(documents))


@settings(max_examples=40, deadline=None)
@given(drawn=clustered(), seed=st.integers(0, 9))
def test_bootstrap_of_documents_written_out(drawn: tuple[Pair, list[int]], seed: int) -> None:
    (a, b), clusters = drawn
    documents = members(clusters)
    number = len(documents)
    draws = np.random.default_rng(seed).choice(number, size=(20, number), replace=True)
    delta = b.corpus().score - a.corpus().score
    deltas = []
    for draw in draws:
        rows = [i for document in draw for i in documents[document]]
        deltas.append(score(b.matrix[rows], b) - score(a.matrix[rows], a))
    if number == 1:
        with pytest.raises(ValueError, match="All segments are of one cluster"):
            paired_bootstrap(a, b, 20, seed, clusters=clusters)
        return
    result = paired_bootstrap(a, b, 20, seed, clusters=clusters)
    wider = math.sqrt(number / (number - 1)) * scipy.stats.t.ppf(0.975, number - 1)
    outside = scipy.stats.norm.cdf(-wider)
    wider /= scipy.stats.norm.ppf(0.975)
    ends = [scipy.stats.scoreatpercentile(deltas, 100 * x) for x in (outside, 1 - outside)]
    assert [result.ci_low, result.ci_high] == pytest.approx(ends, abs=1e-9)
    assert result.deltas == pytest.approx(deltas, abs=1e-9)
    assert result.p_value == (sum(reaches(wider * abs(x - delta), delta) for x in deltas) + 1) / 21
    assert result.units == number


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint8])
def test_documents_of_one_segment_are_segments(dtype: type) -> None:
    pair, clusters = random_pair(1, 40), np.arange(40, dtype=dtype)
    single, plain = results(pair, clusters), results(pair, None)
    # But for interval and p of the bootstrap, which are widened for the number of clusters.
    assert single.pop("p_value") >= plain.pop("p_value")
    ends = single.pop("ci_low"), single.pop("ci_high")
    inner = plain.pop("ci_low"), plain.pop("ci_high")
    assert single == plain
    assert ends[0] < inner[0] < inner[1] < ends[1]


def test_only_who_is_together_matters() -> None:
    pair = random_pair(2, 60)
    clusters = np.random.default_rng(0).integers(0, 9, 60)
    renamed = np.random.default_rng(1).permutation(9)[clusters] * 1_000 - 500
    assert results(pair, clusters) == results(pair, renamed)


def results(pair: Pair, clusters: Any) -> dict[str, Any]:
    """Everything that both tests find."""
    found = paired_bootstrap(*pair, 200, clusters=clusters)
    return {
        **vars(found),
        "deltas": found.deltas.tolist(),
        "randomization": paired_approximate_randomization(*pair, 200, clusters=clusters),
    }


@pytest.mark.parametrize("segments", [1, 2, 40])
def test_without_clusters_the_interval_is_the_plain_one(segments: int) -> None:
    found = paired_bootstrap(*random_pair(6, segments), 200)
    assert [found.ci_low, found.ci_high] == np.percentile(found.deltas, [2.5, 97.5]).tolist()


def test_exchanged_systems_mirror() -> None:
    a, b = random_pair(3, 60)
    clusters = np.arange(60) // 4
    there, back = (paired_bootstrap(*pair, 200, clusters=clusters) for pair in ((a, b), (b, a)))
    assert (-back.deltas).tolist() == there.deltas.tolist()
    assert (-back.ci_high, -back.ci_low) == pytest.approx((there.ci_low, there.ci_high))
    assert there.p_value == back.p_value
    p, q = (
        paired_approximate_randomization(*pair, 200, clusters=clusters) for pair in ((a, b), (b, a))
    )
    assert (p.p_value, p.delta) == (q.p_value, -q.delta)


def test_identical_outputs_do_not_differ() -> None:
    stats, _ = random_pair(4, 60)
    clusters = np.arange(60) // 4
    assert paired_approximate_randomization(stats, stats, 100, clusters=clusters).p_value == 1
    found = paired_bootstrap(stats, stats, 100, clusters=clusters)
    assert (found.ci_low, found.ci_high, found.p_value) == (0, 0, 1)


@pytest.mark.parametrize("test", BOTH)
@pytest.mark.parametrize(
    ("clusters", "message"),
    [
        ([0] * 39, r"shape \(39,\); it is to have one number a segment, the shape \(40,\)"),
        (np.zeros((40, 1), int), r"shape \(40, 1\)"),
        (3, r"shape \(\)"),
        ([0.0] * 40, "clusters is of float64; it is to be of whole numbers"),
        (["news"] * 40, "clusters is of <U4; it is to be of whole numbers"),
        ([True] * 40, "clusters is of bool"),
    ],
)
def test_what_cannot_be_clusters(test: Callable[..., Any], clusters: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        test(*random_pair(5, 40), 10, clusters=clusters)
