"""Brackets and grades of a ranking."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import Comparison, EvalSet, ScoredSystems, rank_systems
from bleu_core.significance import run_tests
from bleu_core.significance.grade import grade_difference
from bleu_core.significance.other_settings import try_other_settings
from bleu_core.systems import RankedSystem, Ranking, SystemPair
from bleu_core.systems.grades import grade_systems, p_among_all
from tests.effort import examples

# p after Holm of a pair; None if it was not tested.
P_HOLM = st.sampled_from([0.001, 0.049, 0.05, 0.3, 1.0, None])


def ranking_of(p_holm: dict[str, float | None], size: int) -> Ranking:
    """Systems of one letter, the best first; pairs are given as "ab", or turned as "ba"."""
    names = "abcdefg"[:size]
    systems = tuple(RankedSystem(name, 50 - i, 49, 51, 1, size) for i, name in enumerate(names))
    pairs = tuple(SystemPair(*pair, -1.0, p, p) for pair, p in p_holm.items())
    return Ranking(systems, pairs, names[-1], unit="segment")


@settings(max_examples=examples(300))
@given(data=st.data(), size=st.integers(1, 7))
def test_brackets_are_the_longest_runs_without_a_significant_pair(data, size: int) -> None:
    pairs = ["".join(pair) for pair in combinations("abcdefg"[:size], 2)]
    p_holm = {pair: data.draw(P_HOLM, label=pair) for pair in pairs}
    turned = {pair[::-1] if data.draw(st.booleans()) else pair: p for pair, p in p_holm.items()}
    found = ranking_of(turned, size)
    alike = {pair for pair, p in p_holm.items() if p is not None and p >= 0.05}
    runs = [
        (first, last)
        for first, last in combinations(range(size), 2)
        if {"".join(pair) for pair in combinations("abcdefg"[first : last + 1], 2)} <= alike
    ]
    longest = [
        run
        for run in runs
        if not any(run != other and other[0] <= run[0] and run[1] <= other[1] for other in runs)
    ]
    assert found.brackets == tuple(sorted(longest))
    joined = {
        "".join(pair)
        for first, last in longest
        for pair in combinations("abcdefg"[first : last + 1], 2)
    }
    outside = {pair.a + pair.b for pair in found.outside_brackets}
    assert outside == alike - joined


REFERENCE = [f"they came home on the {i % 17}th day - and stayed till {i}" for i in range(120)]


def worse(share: float, seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    return [line.replace("home", "?") if rng.random() < share else line for line in REFERENCE]


@pytest.fixture(scope="module")
def scored() -> ScoredSystems:
    outputs = {
        "base": worse(0.3, 1), "worse": worse(0.8, 2), "near": worse(0.35, 3),
        "closed": [line.replace(" - ", "-") for line in worse(0.3, 1)], "better": worse(0.05, 4),
    }  # fmt: skip
    return ScoredSystems.of(EvalSet(outputs, [REFERENCE]))


def test_each_is_graded_as_a_pair_with_its_p_among_all(scored: ScoredSystems) -> None:
    statistics = list(scored.statistics.values())
    ranking = rank_systems(statistics, scored.names, trials=2000)
    grades = grade_systems(ranking, scored, statistics)
    assert {name: found.grade for name, found in grades.items()} == {
        "worse": "worse", "near": "no_difference", "closed": "worse_barely", "better": "better"
    }  # fmt: skip
    assert grades["closed"].reasons == ("not with tok:intl",)
    for name, found in grades.items():
        comparison = Comparison.of(scored.evalset, a="base", b=name)
        tests = run_tests(comparison, 2000)
        p_holm = p_among_all(comparison, 2000)
        assert p_holm == ranking.pair("base", name).p_holm
        others = [one.setting for one in try_other_settings(comparison) if one.is_less]
        p = tests.randomization.p_value
        more = {"p_holm": p_holm, "systems": 5, "not_with": others}
        assert found == grade_difference(comparison.delta, p, tests.stability, **more)
