"""The worklist as the view asks for it: its segments, the open one, and the way between them."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.judgements.annotations import Annotations
from bleu_core.worklist import FilterError, Filters, stepped
from pages.ui import results, state
from pages.ui.judgements import marked, saved
from pages.ui.query import to_params
from pages.ui.segments import metrics
from pages.ui.view import of_pair


def lines(comparison: Comparison, annotations: Annotations) -> tuple[NDArray[np.int64], list[str]]:
    """The worklist; and what is wrong with filters that cannot be used, which are left out."""
    view = state.current()
    found, problems = _filtered(comparison, *metrics.here(comparison))
    wanted = view.annotation_filter
    if wanted.active():
        marks = marked.kinds(comparison, wanted.mine) if wanted.marked else []
        found = found[wanted.mask(annotations, len(comparison), marks)[found]]
    return found, problems


def _filtered(
    comparison: Comparison, filters: Filters, sort: str
) -> tuple[NDArray[np.int64], list[str]]:
    try:
        said = metrics.asked_by_list(comparison)
        return results.worklist(comparison, filters, sort, said), []
    except FilterError as error:
        without = replace(filters, **{error.name: ""})
        found, problems = _filtered(comparison, without, sort)
        return found, [str(error), *problems]


def opened(comparison: Comparison, lines: NDArray[np.int64]) -> int | None:
    """Index of the segment to show: that of the view, or the first of the list."""
    number = state.current().segment
    if 1 <= number <= len(comparison):
        return number - 1
    return int(lines[0]) if len(lines) else None


def list_name() -> str:
    """What tells one list from another: what it is of, its filters and its order."""
    view = state.current()
    listed = replace(
        of_pair(view),
        sort=view.sort,
        filters=view.filters,
        annotation_filter=view.annotation_filter,
    )
    return urlencode(to_params(listed))


def step(comparison: Comparison, start: int, by: int) -> tuple[int, bool]:
    """The segment so many places on from another on the list, and whether the list goes so far."""
    found, _ = lines(comparison, saved.own(comparison))
    _, sort = metrics.here(comparison)
    everything = results.worklist(comparison, Filters(), sort, metrics.asked_by_list(comparison))
    return stepped(found, everything, start, by)


def position(lines: NDArray[np.int64], segment: int | None) -> int | None:
    """The index of a segment on the list, if it is there."""
    if segment is None:
        return None
    found = np.flatnonzero(lines == segment)
    return int(found[0]) if len(found) else None
