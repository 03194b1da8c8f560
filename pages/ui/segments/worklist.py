"""The worklist of the view: its segments, the open one, and steps along it."""

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
    """Segments that match the view's expression, in its order."""
    everything = _everything(comparison)
    return everything[chosen.by(comparison, state.current().where).mask[everything]]


def _everything(comparison: Comparison) -> NDArray[np.int64]:
    """All segments, in the order of the view."""
    sort = metrics.sort_here(comparison)
    opinions, columns = metrics.asked_by_list(comparison), by_column.table(comparison, sort)
    return column_results.order(comparison, sort, opinions, columns)


def opened(comparison: Comparison, lines: NDArray[np.int64]) -> int | None:
    """Index of the open segment: that of the view, or the first of the list."""
    number = state.current().segment
    if 1 <= number <= len(comparison):
        return number - 1
    return int(lines[0]) if len(lines) else None


def list_name() -> str:
    """Identifies a list: its comparison, expression and order."""
    view = state.current()
    listed = replace(of_pair(view), sort=view.sort, where=view.where, thresholds=view.thresholds)
    return urlencode(to_params(listed))


def step(comparison: Comparison, start: int, by: int) -> tuple[int, bool]:
    """The segment a number of places after another on the list, and whether the list goes so
    far."""
    return stepped(lines(comparison), _everything(comparison), start, by)


def position(lines: NDArray[np.int64], segment: int | None) -> int | None:
    """The position of a segment on the list, if it is on it."""
    if segment is None:
        return None
    result = np.flatnonzero(lines == segment)
    return int(result[0]) if len(result) else None
