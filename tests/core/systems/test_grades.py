"""Grades of systems among all pairs."""

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet, ScoredSystems, rank_systems
from bleu_core.significance import run_tests
from bleu_core.significance.grade import grade_difference
from bleu_core.significance.other_settings import try_other_settings
from bleu_core.systems.grades import grade_systems, p_among_all

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
