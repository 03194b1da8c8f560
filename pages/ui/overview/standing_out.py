"""The slice finder behind the Overview: its best slice joins the verdict."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core import Comparison
from bleu_core.significance import MIN_SEGMENTS
from pages.ui import finding, subset
from pages.ui.overview import second_opinions
from pages.ui.widgets.rerun import run_again

# Seconds between looks at the task.
TICK = 1.0


def watch(comparison: Comparison) -> None:
    """Search for slices once the rest is counted; the page is drawn again with them."""
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
