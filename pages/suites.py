"""Suites: the last run of a suite for every test set and system, and its history."""

import streamlit as st

from bleu_core.suite.rendering.document import anchor
from bleu_core.suite.rendering.interactive import suite_with_report
from bleu_core.suite.results import SuiteResult
from pages.ui import state, suites
from pages.ui.viewer.mount import draw_view, view_component


def draw_run(result: SuiteResult, runs: suites.SavedRuns) -> None:
    """Draw the controls, the run, and the history below it."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="suite-choosing"):
        suites.choose_suite(titles, runs.title)
        suites.choose_run(runs, result.made)
        suites.draw_deletion(runs)
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
                suites.draw_history(result, runs)


titles = suites.suite_titles()
wanted = state.current().suite
found = suites.runs_of(wanted or next(iter(titles), ""))
shown_result = found.result(state.current().suite_run)
if shown_result is None:
    suites.draw_first_run(titles, wanted)
else:
    draw_run(shown_result, found)
