"""What is around the view of a suite's run: its controls, its history, and the sample suite."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from bleu_core import InputError
from bleu_core.common.escaping import escape_markdown, one_line
from bleu_core.common.formatting import format_count, format_datetime, format_int
from bleu_core.present import run_figures
from bleu_core.suite.definition import read_suite
from bleu_core.suite.rendering.document import cells, worst_first
from bleu_core.suite.results import History, HistoryPoint, SuiteResult, from_json, history
from bleu_core.suite.running import run as run_suite
from bleu_core.workspace import Workspace, suite_runs
from bleu_core.workspace.suite_runs import SuiteRun, delete_suite
from pages.ui import state, user_workspace
from pages.ui.cache import result as cached
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_choice, follow_value
from pages.ui.widgets.figure import figure
from pages.ui.widgets.progress_bars import progress_bar

# Runs in a history: a hundred nights.
MOST = 100
SAMPLE = Path(__file__).parents[2] / "sample_data" / "suite" / "bleu.toml"
COMMAND = "bleuscope suite bleu.toml --keep"
ABOUT = (
    "A suite compares a new system with its baseline on many test sets in one run. Each test set "
    "passes or fails by gates that you write, such as “not more than 0.5 BLEU below the baseline”."
)


@dataclass(frozen=True)
class SavedRuns:
    """The last runs of a suite."""

    title: str
    number: int = 0  # how many are saved, including those too old to be here
    runs: Sequence[SuiteRun] = ()  # the last one first, without unreadable ones
    history: History = field(default_factory=dict)
    signs: Sequence[str] = ()  # of the results of `runs`

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
    runs, results = [], []
    for run in suite_runs.load_runs_of_suite(_space, title, MOST):
        with suppress(InputError):  # written by a later version
            results.append(_result(title, run))
            runs.append(run)
    return SavedRuns(title, number, runs, history(reversed(results)), [one.sign for one in results])


@cached(key=lambda title, run: (title, run.contents))
def _result(title: str, run: SuiteRun) -> SuiteResult:
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


def choose_run(saved: SavedRuns, made: float) -> None:
    """Draw a box to choose the run, the last one first."""
    signs = {run.made: sign for run, sign in zip(saved.runs, saved.signs, strict=True)}
    last = next(iter(signs))

    def name(time: float) -> str:
        return f"{signs[time]} {format_datetime(time)}{' (latest)' if time == last else ''}"

    def choose(time: float) -> None:
        # A link to the last run opens whichever run is the last at that time.
        state.change(suite_run=0.0 if time == last else time)

    control = follow_choice("suite-run", signs, made, choose)
    st.selectbox("Run", **control, format_func=name, width=260)


def draw_deletion(runs: SavedRuns) -> None:
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


def _choose_suite(title: str) -> None:
    state.change(suite=title, suite_run=0.0)


def draw_history(result: SuiteResult, saved: SavedRuns) -> None:
    """Draw the score of a system on a test set in each run, the worst first to choose from."""
    pairs = [(cell.of.name, cell.system) for cell in worst_first(cells(result)) if cell.system]
    with st.container(horizontal=True):
        test_set, system = st.selectbox(
            "Comparison",
            pairs,
            format_func=lambda pair: one_line(f"{pair[1].name} on {pair[0]}"),
            width=360,
        )
        metric = st.selectbox(
            "Metric", system.metrics, format_func=lambda one: one_line(one.label), width=140
        )
    points = saved.history.get((test_set, system.name, metric.key), [])
    if len(points) == 1:
        st.caption("One saved run. A chart appears here after the next run.")
        return
    plot = run_figures.suite_history(points, result.made, metric.label)
    figure(plot, "Run history", "run", "suite-history", partial(_history_rows, points))
    notes = []
    if saved.number > MOST:
        notes.append(f"The last {format_int(MOST)} of {format_count(saved.number, 'run')}.")
    if len({point.ground for point in points}) > 1:
        notes.append(
            "Vertical line: settings or test set changed; scores across it are not comparable."
        )
    if notes:
        st.caption(" ".join(notes))


def _history_rows(points: Sequence[HistoryPoint]) -> list[dict[str, Any]]:
    return [
        {
            "run": format_datetime(one.made),
            "score": one.score,
            "baseline": one.baseline,
            "Δ": one.score - one.baseline,
            "result": one.state,
        }
        for one in points
    ]


def draw_first_run(titles: list[str], wanted: str) -> None:
    """Draw how to get a run; `titles` are suites with runs where `wanted` has none."""
    if user_workspace.current() is None:
        why = user_workspace.nothing_saved_reason()
        draw_alert("info", "No saved suites.", [why], key="no-suite")
    elif wanted:
        title = f"No saved runs of suite “{one_line(wanted, 80)}”."
        why = "They were deleted, or saved on another machine."
        draw_alert("warning", title, [why], key="no-suite")
        for number, saved in enumerate(titles):
            label, key = f"Open “{escape_markdown(saved)}”", f"suite-{number}"
            st.button(label, key=key, on_click=_choose_suite, args=(saved,))
    if titles:
        return
    with st.container(key="suite-first"):
        text, file = st.columns(2, gap="large")
    with text:
        st.header("No suite run yet", anchor=False)
        st.write(ABOUT)
        is_saved = user_workspace.current() is not None
        if st.button("Open the sample suite", type="primary", disabled=not is_saved):
            _run_sample()
        st.caption("Your own suite: write a file like this one, and run")
        st.code(COMMAND, language=None)
        st.caption("Its result then appears here.")
    with file:
        st.caption("bleu.toml")
        contents = SAMPLE.read_text(encoding="utf-8")
        # Up to its second test set, without the comment at its top.
        defaults, first, *_ = contents[contents.index("title") :].split("[[set]]")
        st.code(f"{defaults}[[set]]{first}".rstrip(), language=None)


def _run_sample() -> None:
    suite = read_suite(SAMPLE.read_bytes(), SAMPLE.name, SAMPLE.parent)
    with progress_bar("Running the sample suite", shown=True) as progress:
        *_, not_kept = run_suite(suite, user_workspace.current(), progress, keeps=True)
    if not_kept:
        draw_alert("error", "The run was not saved.", [not_kept], key="not-kept")
        return
    state.change(suite=suite.title, suite_run=0.0)
    st.rerun()
