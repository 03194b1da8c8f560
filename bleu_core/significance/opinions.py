"""Other metrics on a comparison: their Δ, and whether it is significant."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.metric import MetricStatistics, TextMetric, measure
from bleu_core.metrics.two_systems import Opinion
from bleu_core.significance import (
    LEVEL,
    MIN_SEGMENTS,
    SAMPLES,
    SEED,
    TRIALS,
    Bootstrap,
    Randomization,
    resample_together,
)


@dataclass(frozen=True, eq=False)
class Judged:
    """A metric's comparison with its tests; None below `MIN_SEGMENTS` segments."""

    opinion: Opinion
    randomization: Randomization | None = None
    bootstrap: Bootstrap | None = None

    @property
    def p(self) -> float | None:
        return None if self.randomization is None else self.randomization.p_value

    @property
    def significant(self) -> bool:
        """p < 0.05."""
        return self.p is not None and self.p < LEVEL


def opinion(
    comparison: Comparison, metric: TextMetric, progress: Progress | None = None
) -> Opinion:
    """Compare the two systems by a metric; BLEU's counts are reused.

    >>> from bleu_core import EvalSet
    >>> from bleu_core.metrics import Wer
    >>> outputs = {"old": ["a cat sat", "it rains"], "new": ["the cat sat", "it rained"]}
    >>> comparison = Comparison.of(EvalSet(outputs, [["the cat sat", "it rains"]]))
    >>> wer = opinion(comparison, Wer())
    >>> wer.score_a, wer.score_b, wer.delta
    (20.0, 20.0, 0.0)
    """
    if metric == Bleu(comparison.config):
        pair = comparison.stats_a, comparison.stats_b
        return Opinion(*(MetricStatistics(s.matrix, metric, s.num_refs) for s in pair))
    evalset = comparison.evalset
    systems = [evalset.systems[name] for name in (comparison.a, comparison.b)]
    return Opinion(*measure(metric, systems, evalset.references, progress))


def judge_opinions(
    opinions: Sequence[Opinion],
    clusters: NDArray[np.int64] | None,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> list[Judged]:
    """Randomization and bootstrap of several metrics on the same segments, from the same draws.

    Parameters
    ----------
    opinions : list of Opinion
    clusters : (S,) array or None
        `significance.clusters_of` the test set, so that the unit is that of BLEU's test.
    trials, samples, seed, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> from bleu_core.metrics import Wer
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> outputs = {"old": [line.replace("home", "back") for line in reference], "new": reference}
    >>> comparison = Comparison.of(EvalSet(outputs, [reference]))
    >>> (judged,) = judge_opinions([opinion(comparison, Wer())], clusters=None, trials=1000)
    >>> round(judged.opinion.delta, 2), judged.significant
    (-16.67, True)
    """
    enough = [pair for pair in opinions if pair.counted >= MIN_SEGMENTS]
    if not enough:
        return [Judged(pair) for pair in opinions]
    statistics = [(pair.a, pair.b) for pair in enough]
    resampled = resample_together(statistics, trials, samples, seed, clusters, progress)
    tests = {id(pair): draws.tests() for pair, draws in zip(enough, resampled, strict=True)}
    return [Judged(pair, *tests.get(id(pair), ())) for pair in opinions]
