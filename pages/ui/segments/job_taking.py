"""Segments of a data set opened as a comparison, which has all that comparisons have."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core import InputError
from bleu_core.datasets import Job
from bleu_core.datasets.listing import Listed
from bleu_core.datasets.lookup import taken
from bleu_core.numerals import counted, percent
from bleu_core.progress import Progress
from pages.ui import background, state, store
from pages.ui.segments import job_list
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

TAKING = "segments to open"
_WAITED_FOR = "waits-for-segments"
# Seconds, as of the list.
UNSEEN, TICK = 0.5, 0.5
HELP = (
    "Their texts are read and held here: as a comparison these segments have n-grams, all "
    "metrics, judgements and reports. Its numbers are theirs alone."
)


class TakingJob(background.Job):
    """Texts that are being read; then the digest of the test set that they make, or problems."""

    def __init__(self, job: Job, found: Listed) -> None:
        self.problems: list[str] = []
        self.digest = ""
        super().__init__(partial(self._work, job, found))

    def _work(self, job: Job, found: Listed, progress: Progress) -> None:
        try:
            self.digest = store.put(taken(job, found.lines, progress))
        except InputError as error:
            self.problems = error.problems


def button(job: Job, found: Listed) -> None:
    """The way to them; while they are read, how far that is."""
    if not len(found.lines):
        return
    waits_for = state.current().data, job_list.asked(job)
    if st.session_state.get(_WAITED_FOR) == waits_for and not _arrived(job, found):
        return
    is_all = len(found.lines) == found.segments
    these = "these" if is_all else "the first"
    label = f"Open {these} {counted(len(found.lines), 'segment')} as a comparison"
    if st.button(label, key="take-segments", help=HELP):
        st.session_state[_WAITED_FOR] = waits_for
        _start(job, found)
        run_again()


def _start(job: Job, found: Listed) -> None:
    """Read them, unless they are being read, or have been and are still here."""
    what = TAKING, job_list.asked(job)
    former: TakingJob | None = store.find_job(what, job)
    is_here = former is not None and former.digest and store.evalset(former.digest) is not None
    holds = former is not None and (former.running or is_here)
    start = partial(TakingJob, job, found)
    store.start_job(what, job, start, instead_of=None if holds else former)


def _arrived(job: Job, found: Listed) -> bool:
    """Open them once they have been read; False while they are being read, which is drawn."""
    taking: TakingJob | None = store.find_job((TAKING, job_list.asked(job)), job)
    if taking is not None:
        taking.wait(UNSEEN)
        if taking.running:
            st.fragment(partial(_watch, found, taking), run_every=TICK)()
            return False
    del st.session_state[_WAITED_FOR]
    if taking is not None and taking.digest:
        state.change(data=taking.digest, config=job.plan.config, where="", segment=0)
        state.switch_to("segments.py")
    if taking is not None and not taking.stopped:
        problems = taking.problems or ["An error of BLEUscope ended it; its log has it."]
        notice("warning", "These segments cannot be opened.", problems, key="not-taken")
    return True


def _watch(found: Listed, taking: TakingJob) -> None:
    if not taking.running:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        text = f"Reading the texts of {counted(len(found.lines), 'segment')}"
        st.progress(taking.part, text=f"{text}: {percent(taking.part)}")
        if st.button("Stop", key="stop-taking"):
            taking.stopped = True
            run_again()
