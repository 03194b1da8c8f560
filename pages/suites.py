"""Suites: the last run of a suite for every test set and system, and its history."""

import streamlit as st

from bleu_core.suite.rendering.document import cells, worst_first
from bleu_core.suite.results import SuiteResult
from pages.ui import state
from pages.ui.suites import board, run_view, saved_runs


def run(result: SuiteResult, runs: saved_runs.SavedRuns) -> None:
    """Draw the result of the run, the board, the failures, and the details of one cell."""
    metric, cell = saved_runs.current_metric(result), saved_runs.current_cell(result)
    with st.container(horizontal=True, vertical_alignment="bottom", key="suite-choosing"):
        saved_runs.choose_suite(titles, runs.title)
        saved_runs.choose_run(runs, result.made)
        saved_runs.choose_metric(result, metric)
        saved_runs.draw_deletion(runs)
    run_view.draw_headline(result)
    run_view.draw_legend(result, runs, metric)
    failed = [each for each in worst_first(cells(result)) if each.why]
    with run_view.side_by_side():
        with run_view.narrow_side():
            pressed = board.draw_board(result, runs.history, metric, cell)
        if failed:
            with run_view.wide_side():
                run_view.draw_failures(failed, cell)
    if pressed:
        run_view.follow_press(*pressed)
    if cell:
        with st.container(key="suite-cell"):
            run_view.draw_cell(cell, runs.history, metric, result.made)


titles = saved_runs.suite_titles()
wanted = state.current().suite
found = saved_runs.runs_of(wanted or next(iter(titles), ""))
shown = found.result(state.current().suite_run)
if shown is None:
    run_view.draw_no_runs(titles, wanted)
else:
    run(shown, found)
