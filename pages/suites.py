"""Suites: the last run of a suite for every test set and system, and its history."""

import streamlit as st

from bleu_core.suite.rendering.document import anchor
from bleu_core.suite.rendering.page import suite_with_report
from bleu_core.suite.results import SuiteResult
from pages.ui import state, suites
from pages.ui.viewer.mount import draw_view


def draw_run(result: SuiteResult, runs: suites.SavedRuns) -> None:
    """Draw the controls, the run, and the history below it."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="suite-choosing"):
        suites.choose_suite(titles, runs.title)
        suites.choose_run(runs, result.made)
        suites.draw_deletion(runs)
    addresses = {
        anchor(test_set.name, system.name): f"./?{system.query}"
        for test_set in result.sets
        for system in test_set.systems
        if system.query
    }
    with st.container(key="suite-view"):
        shown = suite_with_report(result, addresses)
        draw_view("suites", None, suite=shown)
    if any(test_set.systems for test_set in result.sets):
        with st.expander("Run history", key="suite-runs", on_change="rerun") as fold:
            if fold.open:
                suites.draw_history(result, runs)


titles, view = suites.suite_titles(), state.current()
saved = suites.runs_of(view.suite or next(iter(titles), ""))
last = saved.result(view.suite_run)
if last is None:
    suites.draw_first_run(titles, view.suite)
else:
    draw_run(last, saved)
