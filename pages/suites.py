"""Suites: the last run of a suite for every test set and system, and its history."""

import streamlit as st

from bleu_core.suite.rendering.document import anchor
from bleu_core.suite.rendering.page import suite_with_report
from bleu_core.suite.results import SuiteResult
from pages.ui import state
from pages.ui.suites import first_run, run_history, saved_runs
from pages.ui.viewer.mount import draw_view, view_component


def draw_run(result: SuiteResult, runs: saved_runs.SavedRuns) -> None:
    """Draw the controls, the run, and the history below it."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="suite-choosing"):
        saved_runs.choose_suite(titles, runs.title)
        saved_runs.choose_run(runs, result.made)
        saved_runs.draw_deletion(runs)
    addresses = {
        anchor(of.name, one.name): f"./?{one.query}"
        for of in result.sets
        for one in of.systems
        if one.query
    }
    with st.container(key="suite-view"):
        shown = suite_with_report(result, addresses)
        draw_view(view_component("suites"), "suites", None, suite=shown)
    if any(of.systems for of in result.sets):
        with st.expander("Run history", key="suite-runs", on_change="rerun") as fold:
            if fold.open:
                run_history.draw_history(result, runs)


titles = saved_runs.suite_titles()
wanted = state.current().suite
found = saved_runs.runs_of(wanted or next(iter(titles), ""))
shown_result = found.result(state.current().suite_run)
if shown_result is None:
    first_run.draw_first_run(titles, wanted)
else:
    draw_run(shown_result, found)
