"""The slice finder behind the Overview: its best slice comes into the verdict when it is found."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.significance import MIN_SEGMENTS
from pages.ui import finding, subset
from pages.ui.overview import second_opinions
from pages.ui.widgets.rerun import run_again

# Seconds from one look at whether it is done to the next.
TICK = 1.0


def watch(comparison: Comparison) -> None:
    """Look for slices once the rest is counted; the page is drawn anew when they are found."""
    how = finding.search()
    few = len(comparison) < 2 * MIN_SEGMENTS
    if few or len(comparison) > finding.QUICK or finding.ready(comparison, how) is not None:
        return
    job = finding.job(comparison, how)
    if job is None and not second_opinions.is_counting(comparison):
        job = finding.start(comparison, how)
    if job is not None and job.running:
        st.fragment(partial(_look, how), run_every=TICK)()


def _look(how: finding.Search) -> None:
    job = finding.job(subset.shown(), how)
    if job is None or not job.running:
        run_again()
