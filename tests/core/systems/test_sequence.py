"""Runs in their order: what each step lost for good, and the run that broke it."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from bleu_core import (
    BleuConfig,
    SegmentStatistics,
    attribute,
    paired_approximate_randomization,
    paired_bootstrap,
)
from bleu_core.common.stats import holm
from bleu_core.systems import (
    RunSequence,
    SequenceSignificance,
    breaking_step,
    follow_runs,
    run_step_tests,
    significant_falls,
)
from bleu_core.systems.sequence import breaking_steps, lasting_losses
from tests.core.random_statistics import random_pair
from tests.effort import examples

RUNS, SEGMENTS, WORDS = 12, 300, 25
BAD_RUN, DIPS = 7, 4  # as people count, from 1
FEW = {"trials": 999, "samples": 99}


def run_of(quality: np.ndarray) -> SegmentStatistics:
    """The output of a run that has so many per cent of the words of each segment right."""
    totals = WORDS - np.arange(4)
    counts = np.floor(totals * (quality[:, None] / 100) ** np.arange(1, 5)).astype(int)
    lengths = np.full((len(quality), 2), WORDS)
    shape = counts.shape
    return SegmentStatistics(np.hstack([lengths, counts, np.broadcast_to(totals, shape)]), CONFIG)


CONFIG = BleuConfig()


def qualities(noise: float = 6) -> np.ndarray:
    """(runs, segments): a common level for each segment, and noise around it."""
    rng = np.random.default_rng(7)
    return rng.uniform(60, 80, SEGMENTS) + rng.normal(0, noise, (RUNS, SEGMENTS))


def followed(quality: np.ndarray) -> tuple[RunSequence, SequenceSignificance]:
    statistics = [run_of(np.clip(run, 0, 100)) for run in quality]
    names = [f"run {k + 1}" for k in range(len(quality))]
    tests = run_step_tests(statistics, **FEW)
    assert tests is not None
    return follow_runs(statistics, names), tests


PLANTED = np.arange(SEGMENTS) % 7 == 3  # 43 of 300
PASSING = np.arange(SEGMENTS) % 7 == 5


def test_the_run_that_broke_segments_for_good_is_found_among_twelve() -> None:
    quality = qualities()
    quality[BAD_RUN - 1 :, PLANTED] -= 35
    sequence, tests = followed(quality)
    step = breaking_step(sequence, tests)
    assert step is sequence.worst
    assert (step.number, step.a, step.b) == (BAD_RUN, "run 6", "run 7")
    assert step.delta < 0
    found = np.isin(np.flatnonzero(PLANTED), step.broken)
    assert found.mean() > 0.9
    assert np.isin(step.broken[: found.sum() // 2], np.flatnonzero(PLANTED)).mean() > 0.8
    assert step.lasts > 0.5
    assert len(step.broken) > 2 * step.mended
    assert step.points < 0.8 * step.delta


def test_a_run_that_broke_segments_which_came_back_is_not_found_but_a_lasting_one() -> None:
    quality = qualities()
    quality[DIPS - 1, PASSING] -= 35
    sequence, tests = followed(quality)
    assert [step.number for step in significant_falls(sequence, tests)] == [DIPS]
    assert significant_falls(sequence, tests)[0].lasts < 0.4
    assert breaking_step(sequence, tests) is None
    quality = qualities()
    quality[DIPS - 1, PASSING] -= 50
    quality[BAD_RUN - 1 :, PLANTED] -= 35
    sequence, tests = followed(quality)
    assert {step.number for step in significant_falls(sequence, tests)} == {DIPS, BAD_RUN}
    assert min(sequence.steps, key=lambda step: step.delta).number == DIPS
    step = breaking_step(sequence, tests)
    assert step.number == BAD_RUN


@pytest.mark.parametrize("clusters", [None, np.arange(SEGMENTS) // 5])
def test_the_tests_of_a_step_are_those_of_its_two_runs_alone(clusters) -> None:
    runs = [run_of(np.clip(quality, 0, 100)) for quality in qualities()[:4]]
    tests = run_step_tests(runs, clusters=clusters, **FEW)
    alone = [
        paired_approximate_randomization(a, b, 999, clusters=clusters).p_value
        for a, b in pairwise(runs)
    ]
    assert [test.p_value for test in tests.tests] == alone
    assert [test.p_holm for test in tests.tests] == holm(alone)
    assert (tests.unit, tests.units) == (
        ("segment", SEGMENTS) if clusters is None else ("document", SEGMENTS // 5)
    )
    for (a, b), test in zip(pairwise(runs), tests.tests, strict=True):
        found = paired_bootstrap(a, b, 99, clusters=clusters)
        assert (test.ci_low, test.ci_high) == (found.ci_low, found.ci_high)


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_points_of_a_step_sum_to_its_difference(seed: int, pairs: int) -> None:
    runs = [one for k in range(pairs) for one in random_pair(seed + k, 12)]
    sequence = follow_runs(runs, [str(k) for k in range(len(runs))])
    assert len(sequence.steps) == len(runs) - 1
    broken = np.concatenate([step.broken for step in sequence.steps])
    assert len(set(broken.tolist())) == len(broken)
    for k, step in enumerate(sequence.steps):
        assert step.delta == sequence.scores[k + 1] - sequence.scores[k]
        ledger = attribute(runs[k], runs[k + 1])
        if not ledger.defined:
            assert (step.components, np.isnan(step.carried).all()) == ({}, True)
            continue
        assert sum(step.components.values()) == pytest.approx(step.delta)
        rest = np.delete(ledger.segments, step.broken).sum() + ledger.unattributed
        assert step.points + rest == pytest.approx(step.delta)
        assert (np.diff(step.carried) >= 0).all()
        assert 0 <= step.lasts <= 1 + 1e-9
        down = runs[k].effective_sentence_scores - runs[k + 1].effective_sentence_scores
        assert (step.losses <= down[step.broken] + 1e-9).all()


def slow(course: list[float]) -> tuple[list[float], int]:
    """The rule as it is said, for one segment: the losses of its steps, and where it broke."""
    losses = []
    for k in range(1, len(course)):
        before, later = course[k - 1], course[k:]
        is_back = any(score >= before for score in later)
        losses.append(0.0 if is_back else before - max(later))
    where = -1
    for k, loss in enumerate(losses):
        if loss > 0 and (where == -1 or loss > losses[where]):
            where = k
    return losses, where


# Few different scores, so that many are equal.
COURSES = arrays(
    float, array_shapes(min_dims=2, max_dims=2, max_side=9), elements=st.integers(0, 8).map(float)
)


@settings(max_examples=examples(400))
@given(COURSES)
def test_the_lasting_loss_is_what_its_rule_says(scores: np.ndarray) -> None:
    losses = lasting_losses(scores)
    assert (losses.sum(axis=0) == scores.max(axis=0) - scores[-1]).all()
    where = breaking_steps(losses)
    for i in range(scores.shape[1]):
        expected, step = slow(scores[:, i].tolist())
        assert (losses[:, i].tolist(), where[i]) == (expected, step)
