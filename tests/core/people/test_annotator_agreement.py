"""Agreement against statsmodels (κ), the package krippendorff (α) and Krippendorff's examples."""

from __future__ import annotations

import math
from itertools import combinations
from statistics import NormalDist

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bleu_core.people.agreement import Level, cohens_kappa, krippendorffs_alpha, raw_agreement
from bleu_core.significance import SAMPLES, SEED
from bleu_core.significance.paired_tests import interval_widening

N = math.nan
# Krippendorff (2011), section C: four observers, twelve units, five values, some missing.
OBSERVERS = np.array([
    [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
    [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
])  # fmt: skip
LEVELS: tuple[Level, ...] = ("nominal", "ordinal")


def each(table: np.ndarray) -> np.ndarray:
    """A segment an item."""
    return np.arange(len(table))


def of_package(table: np.ndarray, level: Level) -> float:
    return krippendorff.alpha(reliability_data=table.T, level_of_measurement=level)


def tables(*values: float) -> st.SearchStrategy[np.ndarray]:
    shapes = st.tuples(st.integers(1, 8), st.integers(2, 4))
    return arrays(float, shapes, elements=st.sampled_from([N, *values]))


def drawn(seed: int, items: int, annotators: int, values: int, missing: float) -> np.ndarray:
    """Answers at random, each leaning to the item's own, some missing."""
    rng = np.random.default_rng(seed)
    own, size = rng.integers(values, size=(items, 1)), (items, annotators)
    table = np.where(rng.random(size) < 0.6, own, rng.integers(values, size=size)).astype(float)
    table[rng.random(size) < missing] = N
    return table


def test_alpha_is_that_of_the_package_krippendorff_and_of_his_own_example() -> None:
    for level, alpha in zip(LEVELS, (0.743, 0.815), strict=True):
        found = krippendorffs_alpha(OBSERVERS.T, each(OBSERVERS.T), level)
        assert round(found.value, 3) == alpha
        assert (found.items, found.answers, found.segments) == (11, 40, 11)
    for seed in range(8):
        table = drawn(seed, 20 + 10 * seed, annotators=2 + seed % 4, values=2 + seed, missing=0.3)
        for level in LEVELS:
            for one in (table, table[::-1, ::-1]):
                found = krippendorffs_alpha(one, each(table), level)
                assert found.value == pytest.approx(of_package(table, level), abs=1e-12)


def test_kappa_is_that_of_statsmodels() -> None:
    from statsmodels.stats.inter_rater import cohens_kappa as statsmodels_kappa

    for seed in range(8):
        table = drawn(seed, items=30, annotators=2, values=4, missing=0.2)
        found = cohens_kappa(table, each(table))
        there = table[np.isfinite(table).all(axis=1)].astype(int)
        counts = np.zeros((4, 4))
        np.add.at(counts, (there[:, 0], there[:, 1]), 1)
        assert found.value == pytest.approx(statsmodels_kappa(counts).kappa, abs=1e-12)
        assert found.items == len(there)
        assert 1 - found.observed == pytest.approx(np.trace(counts) / counts.sum())
    table = np.ones((10, 2))
    assert cohens_kappa(table, each(table)).undefined == "all the same"
    assert raw_agreement(table, each(table)).value == 1
    with pytest.raises(ValueError, match="3"):  # it is of two
        cohens_kappa(np.ones((4, 3)), np.arange(4))


@given(tables(0.0, 10.0, 55.0))
def test_raw_agreement_is_over_all_pairs_of_answers(table: np.ndarray) -> None:
    answers = [row[np.isfinite(row)].tolist() for row in table]
    pairs = [pair for row in answers for pair in combinations(row, 2)]
    equal = raw_agreement(table, each(table))
    if not pairs:
        assert equal.undefined == "nothing shared"
        assert math.isnan(equal.value)
        return
    assert equal.value == pytest.approx(np.mean([one == other for one, other in pairs]))


@given(tables(1.0, 2.0, 3.0), st.sampled_from(LEVELS))
def test_alpha_of_any_table_is_the_oracles_or_says_why_not(table: np.ndarray, level: Level) -> None:
    found = krippendorffs_alpha(table, each(table), level)
    shared = table[np.isfinite(table).sum(axis=1) >= 2]
    values = np.unique(shared[np.isfinite(shared)])
    if len(values) < 2:
        assert found.undefined == ("all the same" if len(values) else "nothing shared")
        assert math.isnan(found.value)
        assert found.low is found.high is None
    else:
        assert found.value == pytest.approx(of_package(shared, level), abs=1e-9)


def test_the_interval_is_that_of_whole_segments_drawn_again_one_by_one() -> None:
    table = drawn(3, items=40, annotators=3, values=3, missing=0.1)
    segments = np.repeat(np.arange(20), 2)
    found = krippendorffs_alpha(table, segments, "ordinal")
    shared = np.isfinite(table).sum(axis=1) >= 2
    numbers = np.unique(segments[shared])
    values = []
    for chosen in np.random.default_rng(SEED).choice(len(numbers), size=(SAMPLES, len(numbers))):
        rows = np.concatenate([np.flatnonzero(shared & (segments == numbers[i])) for i in chosen])
        values.append(of_package(table[rows], "ordinal"))
    normal = NormalDist()
    outside = 100 * normal.cdf(normal.inv_cdf(0.025) * interval_widening(len(numbers)))
    expected = np.percentile(values, [outside, 100 - outside])
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-9)


def test_where_nobody_disagreed_and_of_one_segment_there_is_no_interval() -> None:
    table = np.repeat([[1.0, 1.0], [2.0, 2.0]], 20, axis=0)
    for level in LEVELS:
        found = krippendorffs_alpha(table, each(table), level)
        assert (found.value, found.low, found.high) == (1, None, None)
    alone = raw_agreement(drawn(1, items=10, annotators=2, values=3, missing=0), np.zeros(10, int))
    assert (alone.segments, alone.low) == (1, None)
