"""A metric on two systems: their scores, and Δ of each segment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import ROUNDING
from bleu_core.metrics.additive import FloatArray, score_of
from bleu_core.metrics.metric import About, MetricStatistics


@dataclass(frozen=True, eq=False)
class Opinion:
    """Systems A and B by one metric; every Δ is B − A, whether higher or lower is better.

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
        """1 if B is better, -1 if it is worse, 0 if they are equal or have no score."""
        size = max(abs(self.score_a), abs(self.score_b))
        if not abs(self.delta) > ROUNDING * size:
            return 0
        return (1 if self.delta > 0 else -1) * self.sign

    @property
    def sign(self) -> int:
        """1 if higher is better, -1 if lower is."""
        return 1 if self.about.higher_is_better else -1

    @cached_property
    def sentences_a(self) -> FloatArray:
        """(S,) sentence scores of A."""
        return self.a.sentence_scores()

    @cached_property
    def sentences_b(self) -> FloatArray:
        """(S,) sentence scores of B."""
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
        """The number of segments that count."""
        return int(self.there.sum())

    @property
    def gains(self) -> FloatArray:
        """(S,) Δ of each segment, with its sign changed if lower is better."""
        return self.sign * self.sentence_deltas

    @property
    def nbytes(self) -> int:
        """Memory in bytes, including sentence scores."""
        return self.a.matrix.nbytes + self.b.matrix.nbytes + 24 * len(self.a)
