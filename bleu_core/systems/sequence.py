"""Systems as runs over time: the change at each step, and the one with the largest lasting loss."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.progress import Progress
from bleu_core.common.rounding import rounded
from bleu_core.common.stats import holm
from bleu_core.explain.ledger import attribute
from bleu_core.metrics.additive import FloatArray, score_of
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.significance import LEVEL, MIN_SEGMENTS, SAMPLES, SEED, TRIALS
from bleu_core.significance.shared_draws import resample_every_pair


def lasting_losses(scores: FloatArray) -> FloatArray:
    """(K − 1, S) lasting losses of each segment in each step; `scores` are (K, S) of ordered runs.

    The lasting loss of the step from run k − 1 to run k is s_{k−1} − max(s_k, …, s_K), or 0 if that
    is negative: the score before, minus the best score from then on. All steps of a segment sum to
    its best score minus that of the last run.

    40 falls to 10 and recovers to 30: a lasting loss of 10. Then it falls to 25: 5 more.

    >>> lasting_losses(np.array([[40.0], [10.0], [30.0], [25.0]]))[:, 0].tolist()
    [10.0, 0.0, 5.0]
    """
    best_from_then = np.maximum.accumulate(scores[::-1], axis=0)[::-1]
    return np.maximum(rounded(scores[:-1] - best_from_then[1:]), 0.0)


def breaking_steps(losses: FloatArray) -> NDArray[np.int64]:
    """(S,) the step of each segment's largest lasting loss, from 0; −1 without a loss.

    The earliest of equal losses. `losses` is (K − 1, S), from `lasting_losses`.

    >>> breaking_steps(np.array([[10.0, 5.0, 0.0], [0.0, 5.0, 0.0], [20.0, 0.0, 0.0]])).tolist()
    [2, 0, -1]
    """
    if not len(losses):  # a single run
        return np.full(losses.shape[1], -1)
    return np.where(losses.any(axis=0), losses.argmax(axis=0), -1)


# A step breaks something only if at least this share of its losses is not recovered by the end.
MIN_LASTING_SHARE = 0.5


@dataclass(frozen=True, eq=False)
class RunStep:
    """A step from one run to the next; every Δ is the later score minus the earlier one."""

    number: int  # The number of the later run in the sequence, from 2
    # The runs before and after.
    a: str
    b: str
    score: float  # BLEU after
    delta: float
    # The points of Δ by "p1" … "pN" and "bp", which sum to it; empty if the ledger is undefined.
    components: Mapping[str, float]
    # The number of segments whose sentence BLEU rose, and fell.
    won: int
    lost: int
    # (n,) the segments that broke here: their largest lasting loss is in this step (see
    # `lasting_losses`). Those with most points of loss first.
    broken: NDArray[np.int64]
    losses: FloatArray  # (n,) their lasting losses here, in sentence BLEU
    # (n,) their points of Δ, from the ledger of this step. NaN if that is undefined.
    carried: FloatArray
    mended: int  # The number of segments whose largest lasting gain is in this step
    # The share of the sentence BLEU lost in this step that is never recovered, 0 to 1; 1 for the
    # last step, after which nothing can recover.
    lasts: float

    @property
    def points(self) -> float:
        """The points of Δ of the segments that broke here; the rest of Δ is that of all others."""
        return float(self.carried.sum())


@dataclass(frozen=True, eq=False)
class RunSequence:
    """K runs in their order, and the K − 1 steps between them."""

    names: tuple[str, ...]
    scores: tuple[float, ...]
    steps: tuple[RunStep, ...]
    segments: int

    @property
    def nbytes(self) -> int:
        """Memory; a segment breaks in at most one step."""
        return 24 * self.segments + 1_000 * len(self.names)

    @property
    def worst(self) -> RunStep | None:
        """The step whose broken segments lost most points there; None if none broke."""
        return most_broken(self.steps)


@dataclass(frozen=True)
class StepSignificance:
    """The significance of Δ of a step."""

    p_value: float  # By paired approximate randomization of the two runs
    p_holm: float  # Corrected for all steps of the sequence
    # The 95% bootstrap interval of Δ, not corrected.
    ci_low: float
    ci_high: float


@dataclass(frozen=True)
class SequenceSignificance:
    """The tests of all steps of a sequence, from the same draws."""

    tests: tuple[StepSignificance, ...]  # K − 1
    unit: str  # The unit exchanged and drawn: "segment" or "document"
    units: int
    trials: int
    samples: int
    seed: int


def follow_runs(
    statistics: Sequence[SegmentStatistics], names: Sequence[str], progress: Progress | None = None
) -> RunSequence:
    """Compute the effect of each step of a sequence of runs, and the segments that broke there.

    The statistics are on the same segments under the same settings, in the order of the runs.
    Memory: 40 bytes per segment and run.
    """
    report = progress or (lambda part: None)
    scores = [score_of(stats) for stats in statistics]
    sentences = np.empty((len(statistics), len(statistics[0])))
    for k, stats in enumerate(statistics):
        sentences[k] = stats.effective_sentence_scores
        report((k + 1) / (2 * len(statistics)))
    losses = lasting_losses(sentences)
    breaks, mends = (breaking_steps(x) for x in (losses, lasting_losses(-sentences)))
    steps = []
    for k, lasting in enumerate(losses):
        changes = rounded(sentences[k + 1] - sentences[k])
        fallen = -changes[changes < 0].sum()
        ledger = attribute(statistics[k], statistics[k + 1])
        broken = np.flatnonzero(breaks == k)
        keys = ledger.segments[broken] if ledger.defined else -lasting[broken]
        broken = broken[np.argsort(keys, kind="stable")]
        steps.append(
            RunStep(
                number=k + 2,
                a=names[k],
                b=names[k + 1],
                score=scores[k + 1],
                delta=scores[k + 1] - scores[k],
                components=ledger.components if ledger.defined else {},
                won=int((changes > 0).sum()),
                lost=int((changes < 0).sum()),
                broken=broken,
                losses=lasting[broken],
                carried=ledger.segments[broken],
                mended=int((mends == k).sum()),
                lasts=float(lasting.sum() / fallen) if fallen else 0.0,
            )
        )
        report((1 + (k + 1) / len(losses)) / 2)
    return RunSequence(tuple(names), tuple(scores), tuple(steps), len(statistics[0]))


def run_step_tests(
    statistics: Sequence[SegmentStatistics],
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    clusters: ArrayLike | None = None,
    progress: Progress | None = None,
    unit: str = "document",
) -> SequenceSignificance | None:
    """Test whether each step from run to run is significant.

    Returns None below `MIN_SEGMENTS` segments, and for a single run. See `resample_every_pair`;
    `unit` is the kind of clusters, "document" or "block".
    """
    if len(statistics) < 2 or len(statistics[0]) < MIN_SEGMENTS:
        return None
    steps = [(k, k + 1) for k in range(len(statistics) - 1)]
    by_pair, _ = resample_every_pair(statistics, trials, samples, seed, clusters, progress, steps)
    tests = [by_pair[step] for step in steps]
    corrected = holm([randomization.p_value for randomization, _ in tests])
    return SequenceSignificance(
        tests=tuple(
            StepSignificance(test.p_value, p, bootstrap.ci_low, bootstrap.ci_high)
            for (test, bootstrap), p in zip(tests, corrected, strict=True)
        ),
        unit="segment" if clusters is None else unit,
        units=tests[0][0].units,
        trials=trials,
        samples=samples,
        seed=seed,
    )


def significant_falls(sequence: RunSequence, tests: SequenceSignificance) -> list[RunStep]:
    """The steps in which BLEU fell significantly: p below 0.05 after correction."""
    tested = zip(sequence.steps, tests.tests, strict=True)
    return [step for step, test in tested if step.delta < 0 and test.p_holm < LEVEL]


def breaking_step(sequence: RunSequence, tests: SequenceSignificance) -> RunStep | None:
    """The step with most lasting losses, by `significant_falls` and `MIN_LASTING_SHARE`.

    A fall that was mostly recovered broke nothing.
    """
    falls = significant_falls(sequence, tests)
    return most_broken([step for step in falls if step.lasts >= MIN_LASTING_SHARE])


def most_broken(steps: Sequence[RunStep]) -> RunStep | None:
    """The step whose broken segments lost most points; if any step has no points, the one whose
    broken segments lost most sentence BLEU. The earliest of equals; None if none broke.
    """
    broken = [step for step in steps if len(step.broken) and not step.points >= 0]
    if any(np.isnan(step.points) for step in broken):
        return max(broken, key=lambda step: step.losses.sum(), default=None)
    return min(broken, key=lambda step: step.points, default=None)
