"""The columns that slices are chosen by, and the segments of one, opened on Segments."""

from __future__ import annotations

from typing import NoReturn

from bleu_core import Comparison
from bleu_core.columns import Table, table_of
from bleu_core.detectors import Thresholds
from pages.ui import state


def columns(comparison: Comparison, thresholds: Thresholds) -> Table:
    """The columns of a comparison under some thresholds."""
    return table_of(comparison, thresholds)


def open_where(
    comparison: Comparison, where: str, thresholds: Thresholds | None = None
) -> NoReturn:
    """The Segments screen on those that an expression chooses, what carries most of Δ first."""
    sort = "-points" if comparison.delta > 0 else "points"
    thresholds = thresholds or state.current().thresholds
    state.change(where=where, thresholds=thresholds, segment=0, sort=sort)
    state.switch_to("segments.py")
