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
    how = finding.current_search()
    if not 2 * MIN_SEGMENTS <= len(comparison) <= finding.QUICK:
        return
    if finding.slice_findings.ready(comparison, how) is not None:
        return
    task = finding.finder_task.ready(comparison, how)
    if task is None and not second_opinions.is_counting(comparison):
        task = finding.search_slices(comparison, how)
    if task is not None and task.running:
        st.fragment(partial(_look, how), run_every=TICK)()


def _look(how: finding.Search) -> None:
    task = finding.finder_task.ready(subset.shown(), how)
    if task is None or not task.running:
        run_again()
