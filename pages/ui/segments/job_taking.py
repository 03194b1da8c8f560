"""Open segments of a data set as a comparison, with all features of comparisons."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

import streamlit as st

from bleu_core.common.numerals import counted
from bleu_core.common.progress import Progress
from bleu_core.datasets import Job
from bleu_core.datasets.listing import Listed
from bleu_core.datasets.lookup import taken
from pages.ui import job_passes, state, store, user_workspace
from pages.ui.cache import result
from pages.ui.segments import job_list
from pages.ui.widgets.notice import notice
from pages.ui.widgets.rerun import run_again

TAKING = "segments to open"
_WAITED_FOR = "waits-for-segments"
HELP = (
    "Their texts are read and held here: as a comparison these segments have n-grams, all "
    "metrics, judgements and reports. Its numbers are theirs alone."
)


def button(job: Job, found: Listed) -> None:
    """Draw the button; while the segments are read, the progress."""
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
    """Start reading them, unless this is running or done and still here."""
    what = _what(job)
    former = job_passes.find(job, what)
    digest = _taken.ready(job, what, found)
    is_here = digest is not None and store.evalset(digest) is not None
    instead_of = None if former is None or former.running or is_here else former
    job_passes.start(job, what, partial(_take, job, what, found), instead_of)


def _what(job: Job) -> Hashable:
    # Separate for each visitor.
    return TAKING, job_list.asked(job), user_workspace.who()


def _take(job: Job, what: Hashable, found: Listed, progress: Progress) -> None:
    """Read the texts; the result is the digest of their test set."""
    _taken.put(_taken.make(job, what, found, progress), job, what, found)


@result()
def _taken(job: Job, what: Hashable, _found: Listed, progress: Progress | None = None) -> str:
    return store.put(taken(job, _found.lines, progress))


def _arrived(job: Job, found: Listed) -> bool:
    """Open them once they are read; False while they are being read, which is drawn."""
    what = _what(job)
    taking = job_passes.find(job, what)
    if taking is not None:
        taking.wait(job_passes.UNSEEN)
        if taking.running:
            number = counted(len(found.lines), "segment")
            job_passes.watch(taking, "taking", f"Reading the texts of {number}")
            return False
    del st.session_state[_WAITED_FOR]
    if taking is not None and taking.came_to_its_end:
        digest = _taken.ready(job, what, found)
        state.change(data=digest, config=job.plan.config, where="", segment=0)
        state.switch_to("segments.py")
    if taking is not None and not taking.stopped:
        why = job_passes.why_not(taking)
        notice("warning", "These segments cannot be opened.", why, key="not-taken")
    return True
