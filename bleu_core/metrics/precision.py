"""Modified precisions for display: as counted, as used by the score, or undefined.

Two numbers hide behind one precision. An order that the hypothesis is too short for has no
n-grams, so its precision is 0/0: undefined, and so is any difference to it. And an order without
a match is smoothed: the score uses another number than was counted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from bleu_core.common.numerals import NONE, delta, points
from bleu_core.metrics.bleu_score import SegmentStatistics
from bleu_core.metrics.formula import precisions


@dataclass(frozen=True)
class Precision:
    """The modified precision of one order.

    Attributes
    ----------
    count, total : float
        Clipped matches and n-grams, without the k of "add-k", which a `BleuScore` adds.
    taken : float
        Per cent, as used by the formula: smoothed if the settings say so.
    """

    count: float
    total: float
    taken: float

    @property
    def defined(self) -> bool:
        """Whether there is any n-gram of this order."""
        return self.total > 0

    @property
    def percent(self) -> float:
        """The counted precision, per cent; NaN if undefined."""
        return 100 * self.count / self.total if self.defined else math.nan

    @property
    def smoothed(self) -> bool:
        """Whether the score uses another number than was counted."""
        counted = self.percent if self.defined else 0.0
        return not math.isclose(self.taken, counted, rel_tol=1e-9)


def precisions_of(stats: SegmentStatistics) -> list[Precision]:
    """The N precisions of all segments of `stats` together."""
    row = stats.matrix.sum(axis=0)
    taken = precisions(row[None, :], stats.config)[0].tolist()
    counts, totals = (columns.sum(axis=0).tolist() for columns in (stats.counts, stats.totals))
    return [Precision(int(c), int(t), x) for c, t, x in zip(counts, totals, taken, strict=True)]


def difference(a: Precision, b: Precision) -> float:
    """B's precision minus A's as used by the scores, per cent; NaN if either is undefined."""
    return b.taken - a.taken if a.defined and b.defined else math.nan


def written(precision: Precision, digits: int = 1) -> str:
    """A precision in per cent: "58.8"; "0.0 → 6.2" if smoothed; "–" if undefined."""
    counted = points(precision.percent, digits) if precision.defined else NONE
    return f"{counted} → {points(precision.taken, digits)}" if precision.smoothed else counted


def written_difference(a: Precision, b: Precision, digits: int = 1) -> str:
    """`difference` with its sign; "–" if undefined."""
    change = difference(a, b)
    return NONE if math.isnan(change) else delta(change, digits)
