"""Suites: the last run of a suite for every test set and system, and its history."""

import streamlit as st

from bleu_core.suite.results import SuiteResult
from bleu_core.suite.tables import not_passed as all_not_passed
from pages.ui import state
from pages.ui.suites import (
    beside,
    board,
    choosing,
    chosen,
    empty,
    kept,
    not_passed,
    one_cell,
    opening,
    overall,
)


def run(result: SuiteResult, runs: kept.Runs) -> None:
    """Draw how the run ended, the board, what did not pass, and the details of one cell."""
    metric, cell = choosing.metric_of(result), chosen.cell_of(result)
    with st.container(horizontal=True, vertical_alignment="bottom", key="suite-choosing"):
        choosing.suite(titles, runs.title)
        choosing.run(runs, result.made)
        choosing.metric(result, metric)
        choosing.deletion(runs)
    overall.show(result, runs)
    overall.legend(result, runs, metric)
    failed = all_not_passed(result)
    with beside.two():
        with beside.first():
            pressed = board.board(result, runs.history, metric, cell)
        if failed:
            with beside.second():
                not_passed.show(failed, cell)
    if pressed:
        opening.follow(*pressed)
    if cell:
        with st.container(key="suite-cell"):
            one_cell.show(cell, runs.history, metric, result.made)


titles = kept.titles()
wanted = state.current().suite
found = kept.runs_of(wanted or next(iter(titles), ""))
shown = found.result(state.current().suite_run)
if shown is None:
    empty.show(titles, wanted, found)
else:
    run(shown, found)
