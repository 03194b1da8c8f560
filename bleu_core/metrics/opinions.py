"""Second opinions: what other metrics say of a comparison, and whether it may be chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bleu_core.additive import FloatArray, score_of
from bleu_core.comparison import Comparison
from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.metric import About, MetricStatistics, TextMetric, measure
from bleu_core.progress import Progress
from bleu_core.significance import (
    LEVEL,
    MIN_SEGMENTS,
    ROUNDING,
    SAMPLES,
    SEED,
    TRIALS,
    Bootstrap,
    Randomization,
    resample_together,
)


@dataclass(frozen=True, eq=False)
class Opinion:
    """What one metric says of systems A and B; every Δ is B − A, whichever way is better.

    Attributes
    ----------
    a, b : MetricStatistics
    """

    a: MetricStatistics
    b: MetricStatistics

    @property
    def about(self) -> About:
        return self.a.metric.about

    @cached_property
    def score_a(self) -> float:
        return score_of(self.a)

    @cached_property
    def score_b(self) -> float:
        return score_of(self.b)

    @property
    def delta(self) -> float:
        return self.score_b - self.score_a

    @property
    def better(self) -> int:
        """1 where B is better, -1 where it is worse, 0 where they are alike or have no score."""
        size = max(abs(self.score_a), abs(self.score_b))
        if not abs(self.delta) > ROUNDING * size:
            return 0
        return (1 if self.delta > 0 else -1) * self.sign

    @property
    def sign(self) -> int:
        """1 where higher is better, -1 where lower is."""
        return 1 if self.about.higher_is_better else -1

    @cached_property
    def sentences_a(self) -> FloatArray:
        """(S,) the score of each segment of A alone."""
        return self.a.sentence_scores()

    @cached_property
    def sentences_b(self) -> FloatArray:
        """(S,) the score of each segment of B alone."""
        return self.b.sentence_scores()

    @cached_property
    def sentence_deltas(self) -> FloatArray:
        """(S,) B − A of each segment."""
        return self.sentences_b - self.sentences_a

    @property
    def there(self) -> NDArray[np.bool_]:
        """(S,) whether a segment counts: its rows are not all 0 in both systems."""
        return np.count_nonzero(np.hstack([self.a.matrix, self.b.matrix]), axis=1) > 0

    @property
    def counted(self) -> int:
        """How many segments count."""
        return int(self.there.sum())

    @property
    def gains(self) -> FloatArray:
        """(S,) Δ of each segment, turned so that above 0 is better."""
        return self.sign * self.sentence_deltas

    @property
    def nbytes(self) -> int:
        """Bytes of memory held, with sentence scores once asked for."""
        return self.a.matrix.nbytes + self.b.matrix.nbytes + 24 * len(self.a)


@dataclass(frozen=True, eq=False)
class Judged:
    """An opinion with its tests; None where fewer than `MIN_SEGMENTS` segments count."""

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
    """What a metric says of a comparison's two systems; BLEU's is the one already counted.

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
    """Randomization and bootstrap of opinions on the same segments, from the same draws.

    Parameters
    ----------
    opinions : list of Opinion
    clusters : (S,) array or None
        `significance.clusters_of` the test set: the unit is then that of BLEU's test.
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
    enough = [one for one in opinions if one.counted >= MIN_SEGMENTS]
    if not enough:
        return [Judged(one) for one in opinions]
    pairs = [(one.a, one.b) for one in enough]
    resampled = resample_together(pairs, trials, samples, seed, clusters, progress)
    tests = {id(one): draws.tests() for one, draws in zip(enough, resampled, strict=True)}
    return [Judged(one, *tests.get(id(one), ())) for one in opinions]
