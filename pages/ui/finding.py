"""The slice finder on a comparison: a job in the background, whose result is in the store."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from bleu_core import Comparison
from bleu_core.common.progress import Progress
from bleu_core.segments.columns import Said, Table
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.finder import SliceFindings, find_slices
from pages.ui import column_results, state, store
from pages.ui.background import Job

# On more segments slices are looked for only when asked.
QUICK = 5_000
_FOUND = "found slices"


class Search(NamedTuple):
    """How it is searched: at least so many segments, at most so many conditions."""

    least: int
    depth: int
    thresholds: Thresholds


class FinderJob(Job):
    """The search for slices of one comparison."""

    def __init__(self, table: Table, search: Search) -> None:
        super().__init__(partial(self._find, table, search))

    def _find(self, table: Table, search: Search, progress: Progress) -> None:
        found = find_slices(table, min_segments=search.least, depth=search.depth, progress=progress)
        slices = [*found.slices, *found.described]
        size = sum(one.rows.nbytes + 2_000 for one in slices)
        store.put_result(_FOUND, table.comparison, search, found, size)


def search() -> Search:
    """That of the view."""
    view = state.current()
    return Search(view.find_least, view.find_depth, view.thresholds)


def ready(comparison: Comparison, how: Search) -> SliceFindings | None:
    """What was found, if it was looked for."""
    found: SliceFindings | None = store.ready_result(_FOUND, comparison, how)
    return found


def job(comparison: Comparison, how: Search) -> FinderJob | None:
    """The job that looks, or looked, for slices."""
    found: FinderJob | None = store.find_job((_FOUND, how), comparison)
    return found


def start(comparison: Comparison, how: Search) -> FinderJob:
    """Look for slices, once whoever asks; anew where a job has ended and its result is gone."""
    former = job(comparison, how)
    make = partial(FinderJob, column_results.table(comparison, how.thresholds, Said(), {}), how)
    instead_of = former if former is not None and not former.running else None
    started: FinderJob = store.start_job((_FOUND, how), comparison, make, instead_of=instead_of)
    return started
