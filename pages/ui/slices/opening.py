"""Opening the segments of a slice."""

from __future__ import annotations

from typing import NoReturn

from bleu_core import Comparison
from bleu_core.segments.detectors import Thresholds
from pages.ui import state, subset


def open_where(
    comparison: Comparison, where: str, thresholds: Thresholds | None = None
) -> NoReturn:
    """Open the segments that an expression selects, those that carry most of Δ first."""
    sort = "-points" if comparison.delta > 0 else "points"
    thresholds = thresholds or state.current().thresholds
    state.change(
        where=subset.within(comparison, where), thresholds=thresholds, segment=0, sort=sort
    )
    state.switch_to("segments.py")
