"""Scores of A and B on each saved slice, corrected for their number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, part_of
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message
from bleu_core.messages import slice as messages
from bleu_core.metrics.bleu_score import SegmentStatistics
from bleu_core.segments.columns import Table
from bleu_core.segments.expressions import ExpressionError, is_exchangeable, mask, parse
from bleu_core.segments.saved_slices.saved_slice import SavedSlice
from bleu_core.significance import (
    LEVEL,
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    TRIALS,
    clusters_of,
    jackknife_interval,
    paired_approximate_randomization,
)
from bleu_core.significance.holm import holm

NOT_EXCHANGEABLE = messages.not_exchangeable()
# The explanation, shown once beside all of them.
ABOUT_CHOSEN = messages.about_not_exchangeable()


@dataclass(frozen=True, eq=False)
class ScoredSlice:
    """Scores of a saved slice on a comparison.

    Attributes
    ----------
    saved : SavedSlice
    rows : (n,) array
        Indices of its segments, in file order.
    score_a, score_b : float or None
        Corpus BLEU of these segments; None if the slice does not apply here or is empty.
    points : float or None
        Points that they contribute to Δ, in the ledger of all segments; None also if that is
        undefined.
    ci_low, ci_high : float or None
        The interval of `delta`, simultaneous over all slices tested.
    p_value : float or None
        Test by exchanging A and B in the slice, corrected for the number tested (Holm).
    unit : str
        The unit of exchange: "segment" or "document"; "" without a test.
    why_not : str
        Why it does not apply to this comparison, messages of expressions; ''.
    skip_reason : str
        Why it was not tested, a message; ''.
    """

    saved: SavedSlice
    rows: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    score_a: float | None = None
    score_b: float | None = None
    points: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None
    p_value: float | None = None
    unit: str = ""
    why_not: str = ""
    skip_reason: str = ""

    @property
    def delta(self) -> float | None:
        """The score of B minus that of A on the slice."""
        if self.score_a is None or self.score_b is None:
            return None
        return self.score_b - self.score_a


def score_saved(
    slices: Sequence[SavedSlice],
    table_of: Callable[[SavedSlice], Table],
    progress: Progress | None = None,
    trials: int = TRIALS,
) -> list[ScoredSlice]:
    """Score saved slices on a comparison.

    Parameters
    ----------
    slices : sequence of SavedSlice
    table_of : function
        Returns the columns of the comparison under the thresholds of a slice.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.
    trials : int
        Trials per test.

    Notes
    -----
    Slices may overlap. P-values are corrected by Holm's procedure and the jackknife intervals by
    Bonferroni's inequality; both hold for overlapping slices. The unit is the document in slices of
    `MIN_DOCUMENTS` or more, else the segment.
    """
    result = [_scored(each, table_of(each)) for each in slices]
    tested = [i for i, one in enumerate(result) if not (one.skip_reason or one.why_not)]
    p_values = []
    for done, i in enumerate(tested):
        table = table_of(result[i].saved)
        part = part_of(progress, done / len(tested), (done + 1) / len(tested))
        result[i] = _tested(result[i], table, 1 - LEVEL / len(tested), trials, part)
        p_values.append(result[i].p_value or 0.0)
    for i, p in zip(tested, holm(p_values) if p_values else [], strict=True):
        result[i] = replace(result[i], p_value=p)
    return result


def about_saved(found: Sequence[ScoredSlice]) -> Message:
    """The note beside the intervals and p-values of saved slices."""
    tested = [result for result in found if result.p_value is not None]
    if not tested:
        return messages.none_tested()
    return messages.tested_together(len(tested), sorted({scored.unit for scored in tested}))


def _scored(saved: SavedSlice, table: Table) -> ScoredSlice:
    try:
        node = parse(saved.expression)
        rows = np.flatnonzero(mask(node, table))
        may_be_tested = is_exchangeable(node, table)
    except ExpressionError as error:
        problem, *more = error.problems
        return ScoredSlice(saved, why_not=error.problem if more else problem)
    if not len(rows):
        return ScoredSlice(saved, skip_reason=messages.no_segment())
    comparison = table.comparison
    a, b = _statistics(comparison, rows)
    skip_reason: Message | str = "" if may_be_tested else NOT_EXCHANGEABLE
    if len(rows) < MIN_SEGMENTS:
        skip_reason = messages.too_few_segments(MIN_SEGMENTS)
    return ScoredSlice(
        saved,
        rows,
        a.corpus().score,
        b.corpus().score,
        comparison.ledger.of(rows) if comparison.ledger.defined else None,
        skip_reason=skip_reason,
    )


def _statistics(
    comparison: Comparison, rows: NDArray[np.int64]
) -> tuple[SegmentStatistics, SegmentStatistics]:
    return comparison.stats_a.subset(rows), comparison.stats_b.subset(rows)


def _tested(
    one: ScoredSlice, table: Table, coverage: float, trials: int, progress: Progress | None
) -> ScoredSlice:
    stats = _statistics(table.comparison, one.rows)
    documents = clusters_of(table.comparison.evalset)
    clusters = None if documents is None else documents[one.rows]
    if clusters is not None and len(np.unique(clusters)) < MIN_DOCUMENTS:
        clusters = None
    low, high = jackknife_interval(*stats, coverage, clusters)
    test = paired_approximate_randomization(*stats, trials, progress=progress, clusters=clusters)
    unit = "segment" if clusters is None else "document"
    return replace(one, ci_low=low, ci_high=high, p_value=test.p_value, unit=unit)
