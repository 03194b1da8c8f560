"""The segment list of a data set for the view: made in the background, once."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core import InputError
from bleu_core.common.numerals import whole
from bleu_core.common.progress import Progress
from bleu_core.datasets import Job
from bleu_core.datasets.listing import Listed
from bleu_core.datasets.lookup import segments_at
from bleu_core.datasets.selection import Selection
from bleu_core.datasets.worklist import Asked, known_columns, listed, refusal
from bleu_core.messages import link
from bleu_core.segments.columns import Table
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import ExpressionError, check, described, parse
from bleu_core.segments.worklist import with_meaning
from pages.ui import job_passes, state
from pages.ui.cache import result
from pages.ui.view import View
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

LIST = "list of segments"


class Judged(NamedTuple):
    """Problems of an expression, and its valid conditions."""

    fault: ExpressionError | None
    rest: str


def is_there(job: Job) -> bool:
    """Whether the statistics exist; if not, draws what can be done."""
    try:
        columns(job)
    except InputError as error:
        again = "The command that has counted the data set counts anew what is gone of it."
        title = "The segments of this data set cannot be listed."
        notice("warning", title, [*error.problems, again], key="no-statistics")
        return False
    return True


def columns(job: Job) -> Table:
    """Columns of the segments, with the view's thresholds."""
    return _columns(job, state.current().thresholds)


_columns = result(size=lambda table: table.comparison.stats_a.matrix.nbytes)(known_columns)


def names(job: Job) -> list[dict[str, Any]]:
    """The columns, for completion in the filter line."""
    return _names(job, state.current().thresholds)


@result()
def _names(job: Job, thresholds: Thresholds) -> list[dict[str, Any]]:
    return [one._asdict() for one in described(_columns(job, thresholds))]


def judge(job: Job, where: str) -> Judged:
    """Problems of an expression."""
    if not where:
        return Judged(None, "")
    try:
        check(parse(where), columns(job))
    except ExpressionError as error:
        return Judged(error, with_meaning(where, columns(job)))
    return Judged(None, where)


def asked(job: Job) -> Asked:
    """The list that the view requests, in the default order if its own does not exist."""
    view = state.current()
    sort = View().sort if refusal(view.sort, columns(job)) else view.sort
    return Asked(judge(job, view.where).rest, sort, view.thresholds)


def say_if_order_is_missing(job: Job) -> None:
    """Draw a note if the link's order is not available for data sets."""
    if why := refusal(state.current().sort, columns(job)):
        notice("warning", link.refused_order(why), key="no-order")


def ready(job: Job) -> Listed | None:
    """The list, if finished."""
    return _listed.ready(job, asked(job))


@result(size=lambda made: made.lines.nbytes + made.values.nbytes)
def _listed(job: Job, wanted: Asked, progress: Progress | None = None) -> Listed:
    return listed(job, wanted, progress=progress)


def found_or_wait(job: Job) -> Listed | None:
    """The list; None while it is being made or impossible, which is drawn."""
    if (result := ready(job)) is not None:
        return result
    wanted = asked(job)
    former = job_passes.find(job, (LIST, wanted))
    # A finished list may have been evicted; a failed or stopped one is reported.
    again = former if former and former.came_to_its_end else None
    making = job_passes.start(job, (LIST, wanted), partial(_listed, job, wanted), again)
    making.wait(job_passes.UNSEEN)
    if making.running:
        job_passes.watch(making, "list", f"Going through {whole(len(job))} segments")
        return None
    result = ready(job)
    title = "The segments have not been gone through."
    if result is None and job_passes.say_why_not(making, "list", title):
        job_passes.start(job, (LIST, wanted), partial(_listed, job, wanted), making)
        run_again()
    return result


def page(job: Job, lines: NDArray[np.int64]) -> Selection:
    """Saved values of the segments of some lines."""
    return _page(job, lines.tobytes(), lines)


@result(size=lambda made: 500 * len(made))
def _page(job: Job, key: bytes, _lines: NDArray[np.int64]) -> Selection:
    return segments_at(job, _lines)
