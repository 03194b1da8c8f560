"""Going through a data set once more, in the background: how far it is, a stop, and another try."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from bleu_core import InputError
from bleu_core.datasets import FolderError, Job
from bleu_core.numerals import percent
from bleu_core.progress import Progress
from pages.ui import background, store
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

# Seconds: what is done within them comes without a bar, which would only flicker.
UNSEEN = 0.5
# Seconds from one look at how far it is to the next.
TICK = 0.5


class Pass(background.Job):
    """`problems` say why the work could not be done."""

    def __init__(self, work: Callable[[Progress], None]) -> None:
        self.problems: list[str] = []
        super().__init__(partial(self._work, work))

    def _work(self, work: Callable[[Progress], None], progress: Progress) -> None:
        try:
            work(progress)
        except InputError as error:
            self.problems = error.problems
        except FolderError as error:
            self.problems = [str(error)]


def find(job: Job, what: str) -> Pass | None:
    """The pass that finds something of a data set, if one was started."""
    found: Pass | None = store.find_job(what, job)
    return found


def start(
    job: Job, what: str, work: Callable[[Progress], None], instead_of: Pass | None = None
) -> Pass:
    """The pass that finds something, started once; one that ended is replaced by another try."""
    started: Pass = store.start_job(what, job, partial(Pass, work), instead_of)
    return started


def watch(job: Job, what: str, told: str) -> None:
    """A bar for a pass that is going on, and a stop; the page is drawn anew when it is done."""
    st.fragment(partial(_look, job, what, told), run_every=TICK)()


def _look(job: Job, what: str, told: str) -> None:
    going = find(job, what)
    if going is None or not going.running:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(going.part, text=f"{told}: {percent(going.part)}")
        if st.button("Stop", key=f"stop-{what}"):
            going.stopped = True
            run_again()


def say_why_not(ended: Pass, what: str, title: str, rest: str) -> bool:
    """Why there is nothing, and the way to another try; whether that was pressed.

    `rest` is what holds all the same.
    """
    why = ended.problems or (
        ["An error of BLEUscope ended it; its log has it."] if ended.failed else ["It was stopped."]
    )
    notice("warning", title, [*why, rest], key=f"no-{what}")
    return st.button("Try again", key=f"{what}-again")
