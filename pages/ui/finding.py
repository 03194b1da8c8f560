"""The slice finder on a comparison: a background task, and its cached result."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from bleu_core import Comparison
from bleu_core.common.progress import Progress
from bleu_core.segments.columns import Said
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.finder import SliceFindings, find_slices
from pages.ui import column_results, state
from pages.ui.cache import BackgroundTask, result

# On more segments slices are searched only on request.
QUICK = 5_000


class Search(NamedTuple):
    """Parameters of a search: the smallest number of segments, the largest of conditions."""

    least: int
    depth: int
    thresholds: Thresholds


def current_search() -> Search:
    """Return the search of the view."""
    view = state.current()
    return Search(view.find_least, view.find_depth, view.thresholds)


@result(size=lambda made: sum(s.rows.nbytes + 2_000 for s in (*made.slices, *made.described)))
def slice_findings(
    comparison: Comparison, search: Search, progress: Progress | None = None
) -> SliceFindings:
    """Return the slices that stand out."""
    table = column_results.table(comparison, search.thresholds, Said(), {})
    return find_slices(table, min_segments=search.least, depth=search.depth, progress=progress)


@result()
def finder_task(comparison: Comparison, search: Search) -> BackgroundTask:
    """Return the task that searches for slices."""
    return BackgroundTask(partial(slice_findings, comparison, search))


def search_slices(comparison: Comparison, search: Search) -> BackgroundTask:
    """Start to search; again where a task has ended and its result is gone."""
    former = finder_task.ready(comparison, search)
    ended = former if former is not None and not former.running else None
    return finder_task.renew(ended, comparison, search)
