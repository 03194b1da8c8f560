"""Controls for the suite, its run, and the metric of the board."""

from __future__ import annotations

from functools import partial

import streamlit as st

from bleu_core.common.escaping import unmarked, visible
from bleu_core.common.numerals import counted, moment, whole
from bleu_core.suite.results import SuiteResult
from bleu_core.workspace.suite_runs import SuiteRun, delete_suite
from pages.ui import state, user_workspace
from pages.ui.suites import kept
from pages.ui.suites.kept import Runs
from pages.ui.widgets.controls import follow


def suite(titles: list[str], shown: str) -> None:
    """Draw a box to choose the suite."""
    st.selectbox(
        "Suite",
        titles,
        titles.index(shown) if shown in titles else 0,
        format_func=visible,
        **follow("suite-title", shown, _choose_suite),
        width=260,
    )


def others(titles: list[str]) -> None:
    """Draw buttons that open saved suites, if the requested one is not saved."""
    for number, title in enumerate(titles):
        st.button(
            f"Open “{unmarked(title)}”",
            key=f"suite-{number}",
            on_click=_choose_suite,
            args=(title,),
        )


def run(runs: Runs, made: float) -> None:
    """Draw a box to choose the run, the last one first."""
    found = {one.made: one for one in runs.runs}
    places = list(found)
    st.selectbox(
        "Run",
        places,
        places.index(made),
        format_func=lambda at: _name(found[at], at == places[0]),
        **follow("suite-run", made, partial(_choose_run, places[0])),
        width=260,
    )


def metric(result: SuiteResult, shown: str) -> None:
    """Draw a box to choose the board's metric; nothing if there is only BLEU."""
    known = metrics(result)
    if len(known) < 2:
        return
    st.selectbox(
        "Metric",
        list(known),
        list(known).index(shown),
        format_func=lambda key: visible(known[key]),
        **follow("suite-metric", shown, lambda key: state.change(suite_metric=key)),
        width=140,
    )


def metric_of(result: SuiteResult) -> str:
    """Return the key of the view's metric; BLEU if no system has that."""
    asked = state.current().suite_metric
    return asked if asked in metrics(result) else "bleu"


def metrics(result: SuiteResult) -> dict[str, str]:
    """Return the labels of all metrics of a run, by key, BLEU first."""
    return {said.key: said.label for of in result.sets for one in of.systems for said in one.said}


def deletion(runs: Runs) -> None:
    """Draw the controls to delete a suite's runs; nothing in another's workspace."""
    if not kept.are_own():
        return
    with st.popover("Delete", type="tertiary", width="content", key="suite-delete"):
        st.markdown(
            f"Delete {'the run' if runs.number == 1 else f'all {whole(runs.number)} runs'} of "
            f"“{unmarked(runs.title)}”? A system is then held against nothing until it has passed "
            "anew, where its baseline is the last run that passed. The comparisons stay."
        )
        if st.button(f"Delete {counted(runs.number, 'run')}", type="primary"):
            user_workspace.ask_command(partial(delete_suite, title=runs.title), None)
            state.change(suite="", suite_run=0.0, suite_set="", suite_system="")
            st.rerun()


def _name(one: SuiteRun, is_last: bool) -> str:
    return f"{'✓' if one.passed else '✗'} {moment(one.made)}{', the last' if is_last else ''}"


def _choose_suite(title: str) -> None:
    state.change(suite=title, suite_run=0.0, suite_set="", suite_system="")


def _choose_run(last: float, made: float) -> None:
    # A link to the last run opens whichever run is the last at that time.
    state.change(suite_run=0.0 if made == last else made)
