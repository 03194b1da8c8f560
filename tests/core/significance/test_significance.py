"""Resampling against sacreBLEU, draw for draw, and plain loops; the t-test against scipy."""

import math
import tracemalloc
from itertools import pairwise, product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, SegmentStatistics, segment_statistics
from bleu_core.common.stats import student_coverage, student_limit
from bleu_core.significance import (
    paired_approximate_randomization,
    paired_bootstrap,
    resample_counts,
    resampling,
    sacrebleu_bootstrap_p,
    swap_masks,
)
from bleu_core.significance.comparison_tests import block_t_test
from tests.core import reference_significance as reference
from tests.core import sample
from tests.core.random_statistics import Pair, pairs, random_pair
from tests.core.refusing import refused
from tests.effort import examples

BOTH = [paired_approximate_randomization, paired_bootstrap]
TESTS = [*BOTH, sacrebleu_bootstrap_p, block_t_test]


@pytest.mark.parametrize(
    ("segments", "worse_by", "number", "seed"),
    [
        (61, 0.02, 500, 12345),
        (333, 0.0, 500, 1),
        (None, 0, 500, 12345),
        pytest.param(200, 0.03, 500, 1, marks=pytest.mark.slow),
        pytest.param(None, 0, 500, 1, marks=pytest.mark.slow),
        pytest.param(2500, 0.01, 200, 12345, marks=pytest.mark.slow),
    ],
)
def test_p_values_are_those_of_sacrebleu(segments, worse_by, number, seed, monkeypatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    (a, b), references = sample.SYSTEMS, sample.REFERENCES
    if segments:
        (a, b), references = reference.made_up(2, segments, 0.3, worse_by)
    pair = segment_statistics(a, references), segment_statistics(b, references)
    found = paired_approximate_randomization(*pair, trials=number, seed=seed)
    assert found.p_value == reference.p_of_sacrebleu(a, b, references, "ar", number)
    assert (found.trials, found.seed) == (number, seed)
    expected = reference.p_of_sacrebleu(a, b, references, "bs", number)
    assert sacrebleu_bootstrap_p(*pair, samples=number, seed=seed) == expected


@st.composite
def clustered(draw: st.DrawFn) -> tuple[Pair, list[int] | None]:
    """Two systems, and which document each segment is of, in no order; or no documents."""
    pair = draw(pairs())
    numbers = st.integers(-3, draw(st.sampled_from([1, 4, 60])))
    return pair, draw(st.none() | st.lists(numbers, min_size=len(pair[0]), max_size=len(pair[0])))


@settings(max_examples=examples(160))
@given(drawn=clustered(), seed=st.integers(0, 9))
def test_resampling_written_out(drawn: tuple[Pair, list[int] | None], seed: int) -> None:
    (a, b), clusters = drawn
    delta, units = b.corpus().score - a.corpus().score, len(set(clusters or range(len(a))))
    result = paired_approximate_randomization(a, b, 20, seed, clusters=clusters)
    assert result.p_value == reference.randomization_p(a, b, 20, seed, clusters)
    assert (result.delta, result.units) == (pytest.approx(delta, abs=1e-9), units)
    assert clusters or result.delta == delta
    if clusters and units == 1:
        with refused("significance.one_cluster"):
            paired_bootstrap(a, b, 20, seed, clusters=clusters)
        return
    drawn_ = paired_bootstrap(a, b, 20, seed, clusters=clusters)
    deltas, ends, p_value = reference.bootstrap(a, b, 20, seed, clusters)
    assert drawn_.deltas == pytest.approx(deltas, abs=1e-9)
    assert [drawn_.ci_low, drawn_.ci_high] == pytest.approx(ends, abs=1e-9)
    assert (drawn_.p_value, drawn_.seed, drawn_.units) == (p_value, seed, units)
    if clusters is None:
        assert drawn_.delta == delta
        assert [drawn_.ci_low, drawn_.ci_high] == np.percentile(drawn_.deltas, [2.5, 97.5]).tolist()


# Blocks of one resample, of a few, of all; products in one piece and in many.
BLOCKS = [(1, 1, 1), (1, 1, 40), (1, 3, 300), (300, 1, 1 << 18), (1 << 20, 16, 1 << 18)]


@pytest.mark.parametrize(("segments", "seed"), [(1, 0), (2, 12345), (31, 0), (64, 12345), (77, 0)])
def test_draws_do_not_depend_on_blocks(segments, seed, monkeypatch) -> None:
    pair = random_pair(seed, segments)
    whole = [test(*pair, 50, seed) for test in BOTH]
    for block, many in product(BLOCKS, (1, resampling.MANY)):
        names = ("DRAWS", "ROWS", "MULTIPLICATIONS", "MANY")
        for name, value in zip(names, (*block, many), strict=True):
            monkeypatch.setattr(resampling, name, value)
        masks = np.vstack(list(swap_masks(segments, 50, seed)))
        rng = np.random.default_rng(seed)
        assert (masks == rng.integers(2, size=(50, segments), dtype=bool)).all()
        counts = np.vstack(list(resample_counts(segments, 50, seed)))
        drawn = np.random.default_rng(seed).choice(segments, size=(50, segments), replace=True)
        assert counts.tolist() == [np.bincount(row, minlength=segments).tolist() for row in drawn]
        randomization, bootstrap = (test(*pair, 50, seed) for test in BOTH)
        assert randomization == whole[0]
        assert bootstrap.deltas.tolist() == whole[1].deltas.tolist()


@pytest.mark.parametrize("most", [3, 1 << 16, 1 << 30])
def test_products_are_exact_however_large_the_numbers(most: int) -> None:
    rng = np.random.default_rng(1)
    matrix = rng.integers(most // 2, most + 1, (500, 3))
    counts = rng.integers(0, 9, (7, 500))
    assert (resampling.multiply_blocks(iter([counts]), matrix, 7, None) == counts @ matrix).all()


def test_memory_does_not_grow_with_trials() -> None:
    pair = tuple(stats.subset(np.arange(100_000) % 50) for stats in random_pair(1, 50))
    tracemalloc.start()
    try:
        paired_approximate_randomization(*pair, trials=400)
        paired_bootstrap(*pair, samples=100)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 100e6  # the draws of the bootstrap alone are 80 MB, those of 10,000 trials 1 GB


@pytest.mark.parametrize("clusters", [None, np.arange(100) // 4])
def test_identical_outputs_do_not_differ(clusters: np.ndarray | None) -> None:
    stats, _ = random_pair(2, 100)
    found = paired_approximate_randomization(stats, stats, trials=100, clusters=clusters)
    assert found.p_value == 1
    bootstrap = paired_bootstrap(stats, stats, samples=100, clusters=clusters)
    assert (bootstrap.ci_low, bootstrap.ci_high, bootstrap.p_value) == (0, 0, 1)
    # What sacreBLEU finds: its comparison is strict.
    assert bootstrap.sacrebleu_p_value == pytest.approx(1 / 101)
    assert block_t_test(stats, stats) == (0, 1)


def test_ties_are_told_to_the_last_digit() -> None:
    # Every trial gives Δ or −Δ: all are ties, however the logarithm is rounded.
    row = np.array([9, 9, 7, 5, 3, 2, 9, 8, 7, 6])
    fewer = row - [0, 0, 1, 1, 0, 0, 0, 0, 0, 0]
    stats = random_pair(1, 40)[0]
    a, b = (stats.with_rows(np.stack([first] + [0 * row] * 39)) for first in (row, fewer))
    found = paired_approximate_randomization(a, b, 200)
    assert (found.p_value, found.ties) == (1, 200)
    # Whatever is exchanged, |Δ*| = |Δ|; fractions make that true but for rounding.
    stats, other = random_pair(3, 100)
    matrix = stats.matrix + np.array([0, 1 / 3, *[0] * 8])
    changed = matrix.copy()
    changed[7] = other.matrix[7]
    pair = SegmentStatistics(matrix, stats.config), SegmentStatistics(changed, stats.config)
    assert pair[0].corpus().score != pair[1].corpus().score
    assert paired_approximate_randomization(*pair, trials=100).p_value == 1


@pytest.mark.parametrize("dtype", [np.int32, np.uint8])
def test_documents_may_have_any_whole_numbers(dtype: type) -> None:
    pair, clusters = random_pair(1, 40), np.arange(40) // 3
    numbers = clusters, clusters.astype(dtype)
    first, second = ([test(*pair, 50, clusters=c) for test in BOTH] for c in numbers)
    assert first[0] == second[0]
    assert first[1].deltas.tolist() == second[1].deltas.tolist()


@pytest.mark.parametrize("test", TESTS)
def test_only_like_is_compared_with_like(test) -> None:
    a, b = random_pair(5, 40)
    for other, code in (
        (b.subset(range(39)), "comparison.unequal_segments"),
        (b.rescored(smooth_method="none"), "comparison.unequal_settings"),
    ):
        with refused(code):
            test(a, other)


@pytest.mark.parametrize("test", BOTH)
def test_what_cannot_be_resampled(test) -> None:
    a, b = random_pair(5, 40)
    must_be = "settings.must_be"
    for arguments, code, found in (
        ([a.subset([]), b.subset([])], "lines.no_segments", None),
        ([a, b, 0], must_be, "0"),
        ([[0] * 39], must_be, "of shape (39,)"),
        ([np.zeros((40, 1), int)], must_be, "of shape (40, 1)"),
        ([[0.0] * 40], must_be, "of type float64"),
        ([["news"] * 40], must_be, "of type <U4"),
    ):
        named = {"clusters": arguments.pop()} if len(arguments) == 1 else {}
        with refused(code) as messages:
            test(*(arguments or (a, b, 10)), **named)
        assert messages[0].values.get("given") == found


@pytest.mark.parametrize("segments", [20, 39, 507])
def test_blocks_and_their_t_test(segments: int) -> None:
    a, b = random_pair(segments, segments)
    starts = [block * segments // 20 for block in range(21)]
    of_a, of_b = (
        [stats.subset(range(x, y)).corpus().score for x, y in pairwise(starts)] for stats in (a, b)
    )
    assert block_t_test(a, b) == pytest.approx(tuple(scipy.stats.ttest_rel(of_b, of_a)))


def test_blocks_with_the_same_difference_up_to_rounding_have_an_infinite_t() -> None:
    """Half of the blocks have precisions with the same product, whose mean rounds differently."""
    better, worse = (
        SegmentStatistics(
            np.array([[20, 20, 12, n, *last, *[20] * 4] for last in ([6, 2], [4, 3])] * 10),
            BleuConfig(),
        )
        for n in (10, 9)
    )
    assert block_t_test(better, worse) == (-math.inf, 0)
    assert block_t_test(worse, better) == (math.inf, 0)


@given(t=st.floats(0.01, 1e3), coverage=st.floats(0.01, 0.999), degrees=st.integers(1, 200))
def test_student_distribution(t: float, coverage: float, degrees: int) -> None:
    expected = 1 - 2 * scipy.stats.t.sf(t, degrees)
    assert student_coverage(t, degrees) == pytest.approx(expected, abs=1e-12)
    expected = scipy.stats.t.ppf((1 + coverage) / 2, degrees)
    assert student_limit(coverage, degrees) == pytest.approx(expected, rel=1e-9)
