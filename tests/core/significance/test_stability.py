"""On how many units a result hangs: checked by removing them."""

import numpy as np
import scipy.stats
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, SegmentStatistics
from bleu_core.significance import paired_approximate_randomization, stability_of
from tests.effort import examples

UNIGRAMS = BleuConfig(max_ngram_order=1)


def pair_of(differences: list[int]) -> tuple[SegmentStatistics, SegmentStatistics]:
    a, b = (
        SegmentStatistics(np.array([[100, 100, 50 + d, 100] for d in found]), UNIGRAMS)
        for found in ([0] * len(differences), differences)
    )
    return a, b


@given(st.lists(st.integers(-20, 40), min_size=4, max_size=40))
@settings(max_examples=examples(100))
def test_the_sign_changes_with_the_last_unit_that_is_removed(differences: list[int]) -> None:
    a, b = pair_of(differences)
    found = stability_of(a, b)
    if sum(differences) == 0:
        assert found is None
        return
    assert found
    if found.reversed is None:
        return
    sign = np.sign(sum(differences))
    for removed, expected in ((found.reversed - 1, False), (found.reversed, True)):
        rest = np.delete(differences, found.rows[:removed])
        assert (sign * rest.sum() < 0) == expected
    # Of numbers that are simply added, no smaller set does it.
    largest = np.sort(sign * np.array(differences))[::-1][: found.reversed - 1]
    assert sign * sum(differences) - largest.sum() >= 0


def p_without(a: SegmentStatistics, b: SegmentStatistics, removed: np.ndarray) -> float:
    """Randomization's p on the other segments."""
    rest = np.setdiff1d(np.arange(len(a)), removed)
    return paired_approximate_randomization(a.subset(rest), b.subset(rest), 2_000).p_value


def test_significance_ends_where_randomization_says_so() -> None:
    rng = np.random.default_rng(3)
    a, b = pair_of(rng.integers(-15, 26, 200).tolist())
    found = stability_of(a, b)
    assert found
    assert found.insignificant
    assert p_without(a, b, found.rows[: found.insignificant - 3]) < 0.05
    assert p_without(a, b, found.rows[: found.insignificant + 3]) > 0.05


def test_what_is_left_is_tested_anew_if_few_segments_have_the_difference() -> None:
    """B equals A but for each fourth segment, where it is perfect: as with leaked test data."""
    rng = np.random.default_rng(4)
    rows = np.array([[30, 32, c, 30, c // 2, 29] for c in rng.integers(10, 25, 240)])
    better = np.where(np.arange(240)[:, None] % 4 == 0, [32, 32, 32, 32, 31, 31], rows)
    config = BleuConfig(max_ngram_order=2)
    a, b = SegmentStatistics(rows, config), SegmentStatistics(better, config)
    found = stability_of(a, b)
    assert found
    assert found.insignificant
    assert p_without(a, b, found.rows[: found.insignificant - 4]) < 0.05
    assert p_without(a, b, found.rows[: found.insignificant + 2]) > 0.05


@given(st.lists(st.integers(-20, 40), min_size=4, max_size=12))
@example([19, 11, 8, 37, 14])  # without 37, which varies most, the rest is significant
@settings(max_examples=examples(200))
def test_whether_one_unit_is_enough_is_exact(differences: list[int]) -> None:
    found, sign = stability_of(*pair_of(differences)), np.sign(sum(differences))
    if found is None:
        return
    rests = [sign * np.delete(differences, i) for i in range(len(differences))]
    assert (found.reversed == 1) == any(rest.sum() < 0 for rest in rests)
    limit = scipy.stats.t.ppf(0.975, len(differences) - 2)
    margins = [rest.mean() - limit * scipy.stats.sem(rest) for rest in rests]
    assume(all(abs(margin) > 1e-6 for margin in margins))
    every = sign * np.array(differences)
    limit = scipy.stats.t.ppf(0.975, len(differences) - 1)
    of_all = every.mean() - limit * scipy.stats.sem(every)
    assume(abs(of_all) > 1e-6)
    assert (found.insignificant == 0) == (of_all < 0)
    if found.insignificant:
        assert (found.insignificant == 1) == any(margin < 0 for margin in margins)
    if found.insignificant == 1:
        assert margins[found.rows[0]] < 0


def test_documents_are_removed_whole() -> None:
    a, b = pair_of([-1, 0, -1, -1, 30, 10, 0, -2, -1, -1])
    found = stability_of(a, b, clusters=[0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    assert found
    assert (found.units, found.rows[0]) == (5, 4)
