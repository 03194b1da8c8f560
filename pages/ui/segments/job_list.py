"""The list of a data set's segments as the view asks for it: made in the background, once."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import InputError
from bleu_core.columns import Table
from bleu_core.datasets import Job
from bleu_core.datasets.listing import Listed
from bleu_core.datasets.lookup import segments_at
from bleu_core.datasets.selection import Selection
from bleu_core.datasets.worklist import Asked, known_columns, listed, refusal
from bleu_core.expressions import ExpressionError, check, described, parse
from bleu_core.numerals import percent, whole
from bleu_core.progress import Progress
from bleu_core.worklist import with_meaning
from pages.ui import background, state, store
from pages.ui.view import View
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

LIST = "list of segments"
# Seconds: a list that comes within them comes without a bar; and from one look at it to the next.
UNSEEN, TICK = 0.5, 0.5


class Judged(NamedTuple):
    """What is wrong with an expression, and what of it holds all the same."""

    fault: ExpressionError | None
    rest: str


class ListJob(background.Job):
    """A list that is being made; `problems` say why it could not be."""

    def __init__(self, job: Job, asked: Asked) -> None:
        self.problems: list[str] = []
        super().__init__(partial(self._work, job, asked))

    def _work(self, job: Job, asked: Asked, progress: Progress) -> None:
        try:
            found = listed(job, asked, progress=progress)
        except InputError as error:
            self.problems = error.problems
        else:
            size = found.lines.nbytes + found.values.nbytes
            store.put_result(LIST, job, asked, found, size)


def is_there(job: Job) -> bool:
    """Whether its statistics are there; else it is told what can be done."""
    try:
        columns(job)
    except InputError as error:
        again = "The command that has counted the data set counts anew what is gone of it."
        title = "The segments of this data set cannot be listed."
        notice("warning", title, [*error.problems, again], key="no-statistics")
        return False
    return True


def columns(job: Job) -> Table:
    """What can be said of its segments, under the thresholds of the view."""
    thresholds = state.current().thresholds
    found: Table = store.result(
        "columns",
        job,
        thresholds,
        partial(known_columns, job, thresholds),
        lambda table: table.comparison.stats_a.matrix.nbytes,
    )
    return found


def names(job: Job) -> list[dict[str, Any]]:
    """The same, as the line of the filter completes them."""

    def make() -> list[dict[str, Any]]:
        return [one._asdict() for one in described(columns(job))]

    found: list[dict[str, Any]] = store.result(
        "names of columns", job, state.current().thresholds, make, lambda made: 400 * len(made)
    )
    return found


def judge(job: Job, where: str) -> Judged:
    """What is wrong with an expression."""
    if not where:
        return Judged(None, "")
    try:
        check(parse(where), columns(job))
    except ExpressionError as error:
        return Judged(error, with_meaning(where, columns(job)))
    return Judged(None, where)


def asked(job: Job) -> Asked:
    """What the view asks for; the usual order where it is in one that there is not."""
    view = state.current()
    sort = View().sort if refusal(view.sort, columns(job)) else view.sort
    return Asked(judge(job, view.where).rest, sort, view.thresholds)


def say_if_order_is_missing(job: Job) -> None:
    """A link may be in an order that a data set cannot have."""
    if why := refusal(state.current().sort, columns(job)):
        notice("warning", f"{why} The order by it is left out.", key="no-order")


def ready(job: Job) -> Listed | None:
    """The list, if it has been made."""
    found: Listed | None = store.ready_result(LIST, job, asked(job))
    return found


def found_or_wait(job: Job) -> Listed | None:
    """The list; None where it is being made, or cannot be, which is drawn."""
    if (found := ready(job)) is not None:
        return found
    wanted = asked(job)
    former: ListJob | None = store.find_job((LIST, wanted), job)
    has_ended = former is not None and not former.running
    # One that was made may have been dropped since; one that failed or was stopped is told of.
    again = former if has_ended and former and _came_to_its_end(former) else None
    start = partial(ListJob, job, wanted)
    making: ListJob = store.start_job((LIST, wanted), job, start, instead_of=again)
    making.wait(UNSEEN)
    if making.running:
        st.fragment(partial(_watch, job, making), run_every=TICK)()
        return None
    return ready(job) or _say_why_not(job, making)


def page(job: Job, lines: NDArray[np.int64]) -> Selection:
    """What is kept of the segments of some lines."""
    key = lines.tobytes()
    found: Selection = store.result(
        "segments", job, key, partial(segments_at, job, lines), lambda _: 500 * len(lines)
    )
    return found


def _came_to_its_end(former: ListJob) -> bool:
    return not (former.problems or former.failed or former.stopped)


def _watch(job: Job, making: ListJob) -> None:
    if not making.running:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        text = f"Going through {whole(len(job))} segments: {percent(making.part)}"
        st.progress(making.part, text=text)
        if st.button("Stop", key="stop-list"):
            making.stopped = True
            run_again()


def _say_why_not(job: Job, making: ListJob) -> None:
    """Why there is no list, and the way to another try."""
    what = (
        making.problems
        or (["An error of BLEUscope ended it; its log has it."] if making.failed else [])
        or ["It was stopped."]
    )
    notice("warning", "The segments have not been gone through.", what, key="no-list")
    if st.button("Try again" if making.problems else "Go through them now", key="list-again"):
        wanted = asked(job)
        start = partial(ListJob, job, wanted)
        store.start_job((LIST, wanted), job, start, instead_of=making)
        run_again()
