"""All pairs at once: each pair as if it were alone, and as sacreBLEU has it."""

from __future__ import annotations

import random
from dataclasses import fields
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

from bleu_core import BleuConfig, EvalSet, ScoredSystems
from bleu_core.additive import Additive, score_of
from bleu_core.metrics import known, measure
from bleu_core.significance import (
    Bootstrap,
    Randomization,
    paired_approximate_randomization,
    paired_bootstrap,
)
from bleu_core.significance.bootstrap import interval
from bleu_core.significance.every_pair import EveryPair, resample_every_pair
from tests.core.random_statistics import configs, random_pair

SIZE = 40


def texts(systems: int, segments: int = 120) -> EvalSet:
    """Outputs of which each has somewhat more words wrong or missing than the one before it."""
    rng = random.Random(systems)
    references = [rng.choices("abcdefgh", k=rng.randint(4, 20)) for _ in range(segments)]

    def output(noise: float) -> list[str]:
        garbled = [
            [word if rng.random() > noise else rng.choice(["", "x", "a"]) for word in reference]
            for reference in references
        ]
        return [" ".join(filter(None, words)) for words in garbled]

    outputs = {f"system {k}": output(0.3 + 0.015 * k) for k in range(systems)}
    return EvalSet(outputs, [[" ".join(reference) for reference in references]])


def alike(found: tuple[Randomization, Bootstrap], alone: tuple[Randomization, Bootstrap]) -> bool:
    """Whether two results are equal in every field, to the last digit."""
    return found[0] == alone[0] and all(
        np.array_equal(getattr(found[1], field.name), getattr(alone[1], field.name))
        for field in fields(Bootstrap)
    )


def assert_each_as_if_alone(
    systems: list[Additive], found: EveryPair, clusters: np.ndarray | None
) -> None:
    for i, j in combinations(range(len(systems)), 2):
        a, b = systems[i], systems[j]
        alone = (
            paired_approximate_randomization(a, b, 30, 5, clusters=clusters),
            paired_bootstrap(a, b, 20, 5, clusters=clusters),
        )
        assert alike(found.tests[i, j], alone)
    assert len(found.tests) == len(systems) * (len(systems) - 1) // 2


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    config=configs().filter(lambda one: one.reference_length == "closest"),
    number=st.integers(1, 3),
    by_document=st.booleans(),
)
def test_each_pair_is_tested_as_if_it_were_alone(
    seed: int, config: BleuConfig, number: int, by_document: bool
) -> None:
    systems = [one for k in range(number) for one in random_pair(seed + k, SIZE, config)]
    clusters = np.arange(SIZE) // 3 if by_document else None
    found = resample_every_pair(systems, 30, 20, 5, clusters)
    assert_each_as_if_alone(systems, found, clusters)
    assert found.units == (14 if by_document else SIZE)


def test_so_it_is_in_other_metrics() -> None:
    data = texts(4)
    clusters = np.arange(120) // 7
    for key in ("chrf", "ter", "rouge-l", "nist"):
        systems = measure(known(key), list(data.systems.values()), data.references)
        found = resample_every_pair(systems, 30, 20, 5, clusters)
        for (i, j), (randomization, bootstrap) in found.tests.items():
            pair = systems[i], systems[j]
            alone = paired_approximate_randomization(*pair, 30, 5, clusters=clusters)
            # Fractions, of which rows are then, are summed in another order.
            assert randomization.p_value == alone.p_value
            assert randomization.delta == alone.delta
            expected = paired_bootstrap(*pair, 20, 5, clusters=clusters)
            assert bootstrap.deltas == pytest.approx(expected.deltas, abs=1e-9)
            assert bootstrap.p_value == expected.p_value
            assert bootstrap.ci_low == pytest.approx(expected.ci_low, abs=1e-9)


@pytest.mark.parametrize("seed", [12345, 7])
def test_p_of_every_pair_is_that_of_sacrebleu(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SACREBLEU_SEED", str(seed))
    data = texts(5)
    counted = ScoredSystems.of(data)
    found = resample_every_pair(list(counted.statistics.values()), 400, 20, seed)
    outputs = [(name, data.systems[name].to_pylist()) for name in counted.names]
    references = [data.references[0].to_pylist()]
    p_values = []
    for i, j in combinations(range(5), 2):
        pair = [outputs[i], outputs[j]]
        _, scores = PairedTest(pair, {"BLEU": BLEU()}, references, "ar", 400)()
        p_values.append(scores["BLEU"][1].p_value)
        assert found.tests[i, j][0].p_value == p_values[-1]
    assert len(p_values) == 10
    assert len(set(p_values)) > 5  # and not all of them the same


def test_intervals_are_those_of_the_samples_of_each_system() -> None:
    systems = [*random_pair(1, SIZE), *random_pair(2, SIZE)]
    found = resample_every_pair(systems, 10, 50, 5)
    drawn = np.random.default_rng(5).choice(SIZE, size=(50, SIZE), replace=True)
    for one, ends in zip(systems, found.intervals, strict=True):
        scores = [score_of(one.subset(rows)) for rows in drawn]
        assert ends == pytest.approx(interval(np.array(scores), SIZE, False), abs=1e-9)


def test_systems_that_differ_in_one_segment_or_none_are_alike() -> None:
    one, other = random_pair(3, SIZE)
    matrix = one.matrix.copy()
    matrix[7] = other.matrix[7]
    systems = [one, one.with_rows(one.matrix.copy()), one.with_rows(matrix), other]
    found = resample_every_pair(systems, 200, 20)
    assert [found.tests[pair][0].p_value for pair in [(0, 1), (0, 2), (1, 2)]] == [1, 1, 1]
    assert found.tests[0, 1][0].ties == 200
    assert found.tests[0, 3][0] == found.tests[1, 3][0]


def test_progress_rises_to_one_and_can_stop() -> None:
    systems = [*random_pair(1, SIZE), *random_pair(2, SIZE)]
    parts: list[float] = []
    resample_every_pair(systems, 50, 20, progress=parts.append)
    assert parts == sorted(parts)
    assert parts[-1] == 1

    for limit in (0, 0.4, 0.7):

        def stop(part: float, limit: float = limit) -> None:
            if part >= limit:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            resample_every_pair(systems, 50, 20, progress=stop)


def test_what_cannot_be_resampled_is_told() -> None:
    a, b = random_pair(1, SIZE)
    with pytest.raises(ValueError, match="only outputs for the same segments"):
        resample_every_pair([a, b, b.subset(range(5))])
    with pytest.raises(ValueError, match=r"clusters has the shape \(3,\)"):
        resample_every_pair([a, b], clusters=[1, 2, 3])
    with pytest.raises(ValueError, match="All segments are of one cluster"):
        resample_every_pair([a, b], 10, 10, clusters=[1] * SIZE)
