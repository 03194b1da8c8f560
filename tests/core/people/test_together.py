"""Pairs of systems resampled together: each as if it were alone, and as sacreBLEU has it."""

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core.common.stats import holm
from bleu_core.metrics.additive import score_of
from bleu_core.significance import resample_together
from bleu_core.significance.paired_tests import bootstrap_interval
from bleu_core.significance.shared_draws import resample_every_pair
from tests.core.random_statistics import configs, random_pair
from tests.core.reference_significance import assert_as_alone
from tests.core.refusing import refused
from tests.core.watching import check_progress
from tests.effort import examples

SIZE = 40
DRAWS = {"seed": st.integers(0, 2**32), "by_document": st.booleans()}


@settings(max_examples=examples(40))
@given(number=st.integers(1, 4), **DRAWS)
def test_each_pair_is_tested_as_if_it_were_alone(seed: int, number: int, by_document: bool) -> None:
    some = [random_pair(seed + i, SIZE) for i in range(number)]
    clusters = np.arange(SIZE) // 3 if by_document else None
    found = resample_together(some, 30, 20, 5, clusters)
    for pair, resampled in zip(some, found, strict=True):
        for method in ("exp", "add-k", "none"):
            pair = [stats.rescored(smooth_method=method) for stats in pair]
            units = [s.rescored(smooth_method=method) for s in (resampled.a, resampled.b)]
            tests = replace(resampled, a=units[0], b=units[1]).tests()
            assert_as_alone(tests, *pair, 30, 20, 5, clusters)


@settings(max_examples=examples(40))
@given(
    config=configs().filter(lambda one: one.reference_length == "closest"),
    number=st.integers(1, 3),
    **DRAWS,
)
def test_of_all_pairs_each_is_tested_as_if_it_were_alone(seed, config, number, by_document) -> None:
    systems = [one for k in range(number) for one in random_pair(seed + k, SIZE, config)]
    clusters = np.arange(SIZE) // 3 if by_document else None
    found, _ = resample_every_pair(systems, 30, 20, 5, clusters)
    assert [*found] == list(combinations(range(len(systems)), 2))
    for (i, j), tests in found.items():
        assert_as_alone(tests, systems[i], systems[j], 30, 20, 5, clusters)
        assert tests[0].units == (14 if by_document else SIZE)


def test_intervals_are_those_of_the_samples_of_each_system() -> None:
    systems = [*random_pair(1, SIZE), *random_pair(2, SIZE)]
    _, intervals = resample_every_pair(systems, 10, 50, 5)
    drawn = np.random.default_rng(5).choice(SIZE, size=(50, SIZE), replace=True)
    for one, ends in zip(systems, intervals, strict=True):
        scores = [score_of(one.subset(rows)) for rows in drawn]
        assert ends == pytest.approx(bootstrap_interval(np.array(scores), SIZE, False), abs=1e-9)


def test_progress_rises_to_one_and_what_cannot_be_resampled_is_told() -> None:
    some = [random_pair(1, SIZE), random_pair(2, SIZE)]
    check_progress(lambda tell: resample_together(some, 50, 20, progress=tell))
    systems = [*some[0], *some[1]]
    check_progress(
        lambda tell: resample_every_pair(systems, 50, 20, progress=tell), limits=(0, 0.4, 0.7)
    )
    a, b = random_pair(1, SIZE)
    with refused("comparison.unequal_segments"):
        resample_every_pair([a, b, b.subset(range(5))])
    with refused("settings.must_be"):
        resample_every_pair([a, b], clusters=[1, 2, 3])
    with refused("significance.one_cluster"):
        resample_every_pair([a, b], 10, 10, clusters=[1] * SIZE)


P_VALUES = st.lists(st.integers(1, 10_001).map(lambda n: n / 10_001), min_size=1, max_size=30)


def rejected(p_values: list[float], level: float) -> set[int]:
    """Holm (1979), section 3: the smallest p against α/m, the next against α/(m − 1), …

    The first that is above its limit ends the procedure: it and all after it are accepted.
    """
    found: set[int] = set()
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for place, i in enumerate(order):
        if p_values[i] > level / (len(p_values) - place):
            break
        found.add(i)
    return found


@settings(max_examples=examples(400))
@given(P_VALUES, st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.5]), st.randoms())
def test_holms_correction_rejects_what_his_procedure_rejects(p_values, level, rng) -> None:
    found = holm(p_values)
    below = {i for i, p in enumerate(found) if p <= level}
    # Nudged off the limits, where p · m and α / m round apart.
    assert rejected(p_values, level * (1 - 1e-9)) <= below <= rejected(p_values, level * (1 + 1e-9))
    for p, corrected in zip(p_values, found, strict=True):
        assert p <= corrected <= min(1.0, p * len(p_values))
    by_p = sorted(range(len(p_values)), key=p_values.__getitem__)
    assert [found[i] for i in by_p] == sorted(found)
    shuffled = list(range(len(p_values)))
    rng.shuffle(shuffled)
    assert holm([p_values[i] for i in shuffled]) == [found[i] for i in shuffled]


def test_a_worked_example_one_p_none() -> None:
    # m = 4: 4 · 0.005, 3 · 0.01, 2 · 0.03 and 0.04, which is no smaller than the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert (holm([0.2]), holm([]), holm([0.6, 0.6])) == ([0.2], [], [1.0, 1.0])
