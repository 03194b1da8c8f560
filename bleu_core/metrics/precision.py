"""The precision of each order, as counted and as the score uses it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from bleu_core.common.formatting import NO_VALUE, format_delta, format_score
from bleu_core.metrics.bleu import BleuScore, SegmentStatistics
from bleu_core.metrics.formula import precisions


@dataclass(frozen=True)
class Precision:
    """The modified precision of one order."""

    # Clipped matches and n-grams, without the k of "add-k", which a `BleuScore` adds.
    count: float
    total: float
    taken: float  # Per cent, as used by the formula: smoothed if the settings say so

    @property
    def defined(self) -> bool:
        """Whether there is any n-gram of this order."""
        return self.total > 0

    @property
    def percent(self) -> float:
        """The raw precision in percent; NaN if undefined."""
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


def why_zero(score: BleuScore) -> str:
    """Why BLEU is 0, as a clause such as "the output is empty"; '' if it is not."""
    if score.score:
        return ""
    if not score.sys_len:
        return "the output is empty"
    for order, (total, percent) in enumerate(zip(score.totals, score.precisions, strict=True), 1):
        ngram = f"{order}-gram" if order > 1 else "token"
        if not total and score.bp:  # else the length alone makes it 0, with effective order too
            return f"the output has no {ngram}, and effective order is off"
        if total and not percent:
            return f"no {ngram} of the output is in the references"
    return "the output is far shorter than the references"


def precision_difference(a: Precision, b: Precision) -> float:
    """B's precision minus A's as used by the scores, in percent; NaN if either is undefined."""
    return b.taken - a.taken if a.defined and b.defined else math.nan


def format_precision(precision: Precision, digits: int = 1) -> str:
    """A precision in percent: "58.8"; "0.0 → 6.2" if smoothed; "–" if undefined."""
    counted = format_score(precision.percent, digits) if precision.defined else NO_VALUE
    return f"{counted} → {format_score(precision.taken, digits)}" if precision.smoothed else counted


def format_precision_difference(a: Precision, b: Precision, digits: int = 1) -> str:
    """`precision_difference` with its sign; "–" if undefined."""
    change = precision_difference(a, b)
    return NO_VALUE if math.isnan(change) else format_delta(change, digits)
