"""The saved runs of a suite, and the controls for suite and run."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import format_count, format_datetime, format_int
from bleu_core.suite.results import History, SuiteResult, from_json, history
from bleu_core.workspace import Workspace, suite_runs
from bleu_core.workspace.suite_runs import SuiteRun, delete_suite
from pages.ui import state, user_workspace
from pages.ui.cache import result as cached
from pages.ui.widgets import progress_bars
from pages.ui.widgets.controls import follow_choice, follow_value

# Runs in a history: a hundred nights.
MOST = 100
# More characters than this need a progress bar.
SLOW = 5_000_000


@dataclass(frozen=True)
class SavedRuns:
    """The last runs of a suite."""

    title: str
    number: int = 0  # how many are saved, including those too old to be here
    runs: Sequence[SuiteRun] = ()  # the last one first, without unreadable ones
    history: History = field(default_factory=dict)

    def result(self, made: float) -> SuiteResult | None:
        """Return the result of the run made at that time, or of the last; None if unreadable."""
        if not self.runs:
            return None
        run = next((run for run in self.runs if run.made == made), self.runs[0])
        return _result(self.title, run)


def suite_titles() -> list[str]:
    """Return the suites with saved runs, the one that ran last first."""
    return user_workspace.ask(suite_runs.suite_titles, [])


def runs_of(title: str) -> SavedRuns:
    """Return the last runs of a suite; none if it is not saved."""

    def read(space: Workspace) -> SavedRuns:
        version = suite_runs.runs_version(space, title)
        return _read_runs(space.folder, title, version, space)

    return user_workspace.ask(read, SavedRuns(title))


@cached(size=lambda made: sum(2 * len(run.contents) for run in made.runs))
def _read_runs(
    folder: Path, title: str, version: tuple[int, int, float], _space: Workspace
) -> SavedRuns:
    number, *_ = version
    found = suite_runs.load_runs_of_suite(_space, title, MOST)
    runs, results = [], []
    size = sum(len(run.contents) for run in found)
    with progress_bars.progress_bar(
        f"Reading {format_count(len(found), 'run')}", shown=size > SLOW
    ) as reading:
        for run in found:
            reading((len(runs) + 1) / len(found))
            try:
                results.append(_read(run))
            except InputError:  # written by a later version
                continue
            runs.append(run)
    return SavedRuns(title, number, runs, history(reversed(results)))


@cached(key=lambda title, run: (title, run.contents))
def _result(title: str, run: SuiteRun) -> SuiteResult:
    return _read(run)


def _read(run: SuiteRun) -> SuiteResult:
    return from_json(json.loads(run.contents))


def choose_suite(titles: list[str], shown: str) -> None:
    st.selectbox(
        "Suite",
        titles,
        titles.index(shown) if shown in titles else 0,
        format_func=one_line,
        **follow_value("suite-title", shown, _choose_suite),
        width=260,
    )


def offer_suites(titles: list[str]) -> None:
    """Draw buttons that open saved suites, if the requested one is not saved."""
    for number, title in enumerate(titles):
        st.button(
            f"Open “{escape_markdown(title)}”",
            key=f"suite-{number}",
            on_click=_choose_suite,
            args=(title,),
        )


def choose_run(runs: SavedRuns, made: float) -> None:
    """Draw a box to choose the run, the last one first."""
    found = {one.made: one for one in runs.runs}
    places = list(found)
    st.selectbox(
        "Run",
        **follow_choice("suite-run", places, made, partial(_choose_run, places[0])),
        format_func=lambda at: _name(found[at], at == places[0]),
        width=260,
    )


def draw_deletion(runs: SavedRuns) -> None:
    """Draw the controls to delete a suite's runs."""
    with st.popover("Delete", type="tertiary", width="content", key="suite-delete"):
        st.markdown(
            f"Delete {'the run' if runs.number == 1 else f'all {format_int(runs.number)} runs'} of "
            f"“{escape_markdown(runs.title)}”? Where the baseline is the last run that passed, a "
            "system then has no baseline until it passes again. The comparisons are not deleted."
        )
        if st.button(f"Delete {format_count(runs.number, 'run')}", type="primary"):
            user_workspace.ask(partial(delete_suite, title=runs.title), None)
            state.change(suite="", suite_run=0.0)
            st.rerun()


def _name(one: SuiteRun, is_last: bool) -> str:
    return (
        f"{'✓' if one.passed else '✗'} {format_datetime(one.made)}{' (latest)' if is_last else ''}"
    )


def _choose_suite(title: str) -> None:
    state.change(suite=title, suite_run=0.0)


def _choose_run(last: float, made: float) -> None:
    # A link to the last run opens whichever run is the last at that time.
    state.change(suite_run=0.0 if made == last else made)
