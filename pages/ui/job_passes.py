"""Going through a data set once more, in the background: how far it is, a stop, and another try."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

import streamlit as st

from bleu_core import InputError
from bleu_core.common.numerals import percent
from bleu_core.common.progress import Progress
from bleu_core.datasets import FolderError, Job
from bleu_core.messages import screen
from pages.ui.cache import BackgroundTask, result
from pages.ui.widgets.notice import notice, reasons
from pages.ui.widgets.rerun import run_again

# Seconds: what is done within them comes without a bar, which would only flicker.
UNSEEN = 0.5
# Seconds from one look at how far it is to the next.
TICK = 0.5


class Pass(BackgroundTask):
    """`problems` say why the work could not be done."""

    def __init__(self, work: Callable[[Progress], object]) -> None:
        self.problems: list[str] = []
        super().__init__(partial(self._work, work))

    @property
    def came_to_its_end(self) -> bool:
        """Whether it has found what it was to find."""
        return not (self.running or self.problems or self.failed or self.stopped)

    def _work(self, work: Callable[[Progress], object], progress: Progress) -> None:
        try:
            work(progress)
        except (InputError, FolderError) as error:
            self.problems = reasons(error)


def find(job: Job, what: Hashable) -> Pass | None:
    """Return the pass that computes something of a data set, if one was started."""
    return _pass.ready(job, what)


def start(
    job: Job, what: Hashable, work: Callable[[Progress], object], instead_of: Pass | None = None
) -> Pass:
    """Return the pass that computes something, started once; `instead_of` is started again."""
    return _pass.renew(instead_of, job, what, work)


def _nothing(progress: Progress) -> None:
    """Compute nothing."""


@result()
def _pass(job: Job, what: Hashable, _work: Callable[[Progress], object] = _nothing) -> Pass:
    return Pass(_work)


def watch(going: Pass, key: str, told: str) -> None:
    """A bar for a pass that is going on, and a stop; the page is drawn anew when it is done."""
    st.fragment(partial(_look, going, key, told), run_every=TICK)()


def _look(going: Pass, key: str, told: str) -> None:
    if not going.running:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(going.part, text=f"{told}: {percent(going.part)}")
        if st.button("Stop", key=f"stop-{key}"):
            going.stopped = True
            run_again()


def why_not(ended: Pass) -> list[str]:
    """Why a pass that has ended has found nothing."""
    if ended.problems:
        return ended.problems
    return [screen.work_failed() if ended.failed else screen.work_stopped()]


def say_why_not(ended: Pass, key: str, title: str, rest: str = "") -> bool:
    """Why there is nothing, and the way to another try; whether that was pressed.

    `rest` is what holds all the same.
    """
    notice("warning", title, [*why_not(ended), *filter(None, [rest])], key=f"no-{key}")
    return st.button("Try again", key=f"{key}-again")
