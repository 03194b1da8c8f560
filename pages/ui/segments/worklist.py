"""The worklist as the view asks for it: its segments, the open one, and the way between them."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.segments.worklist import stepped
from pages.ui import chosen, column_results, state
from pages.ui.query import to_params
from pages.ui.segments import by_column, metrics
from pages.ui.view import of_pair


def lines(comparison: Comparison) -> NDArray[np.int64]:
    """The worklist: the segments that the view's expression chooses, in its order."""
    everything = _everything(comparison)
    return everything[chosen.by(comparison, state.current().where).mask[everything]]


def _everything(comparison: Comparison) -> NDArray[np.int64]:
    """All segments, in the order of the view."""
    sort = metrics.sort_here(comparison)
    asked, columns = metrics.asked_by_list(comparison), by_column.table(comparison, sort)
    return column_results.order(comparison, sort, asked, columns)


def opened(comparison: Comparison, lines: NDArray[np.int64]) -> int | None:
    """Index of the segment to show: that of the view, or the first of the list."""
    number = state.current().segment
    if 1 <= number <= len(comparison):
        return number - 1
    return int(lines[0]) if len(lines) else None


def list_name() -> str:
    """What tells one list from another: what it is of, its expression and its order."""
    view = state.current()
    listed = replace(of_pair(view), sort=view.sort, where=view.where, thresholds=view.thresholds)
    return urlencode(to_params(listed))


def step(comparison: Comparison, start: int, by: int) -> tuple[int, bool]:
    """The segment so many places on from another on the list, and whether the list goes so far."""
    return stepped(lines(comparison), _everything(comparison), start, by)


def position(lines: NDArray[np.int64], segment: int | None) -> int | None:
    """The index of a segment on the list, if it is there."""
    if segment is None:
        return None
    found = np.flatnonzero(lines == segment)
    return int(found[0]) if len(found) else None
