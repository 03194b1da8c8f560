"""Run history of a test set: one score per run; any two can be compared, or all opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from bleu_core import InputError, workspace
from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_datetime,
    format_delta,
    format_int,
    format_score,
)
from bleu_core.common.pair import SIDES, A, B
from bleu_core.messages import screen
from bleu_core.metrics import METRIC_KEYS, get_metric
from bleu_core.present.document import Column, Span, build_table, signed
from bleu_core.text.evalset import column_digest
from bleu_core.text.tokenizers import TokenizerUnavailable
from bleu_core.workspace import HistoryStep, Run, SavedComparison, Workspace
from pages.ui import open_comparison, results, state, store, user_workspace
from pages.ui.open_comparison import MOST_RUNS
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert, error_sentences, workspace_or_explain
from pages.ui.widgets.controls import follow_choice
from pages.ui.widgets.table import draw_document_table, draw_paging

TAB = "Run history"
RUN_A, RUN_B = "run-a", "run-b"  # widget keys
NO_RUNS = "Each output that you compare is listed here as a run on its test set."
LAST = "Score of the run minus the score of the previous run."
FIRST = "Score of the run minus the score of the first run."


def draw_history() -> None:
    """Draw two runs to compare, and the table of all."""
    space = workspace_or_explain("No run history.", key="no-history")
    if space is None:
        return
    sets = _test_sets()
    if not sets:
        draw_alert("info", "No runs yet.", [NO_RUNS], key="no-history")
    else:
        test_set = _choose_set(sets)
        history: list[Run] = user_workspace.ask(lambda _: workspace.runs(space, test_set), [])
        if scores := _scores(space, test_set, history, sets[test_set].segments):
            steps = workspace.run_steps(history, scores)
            _compare(test_set, steps)
            _table(steps)


def _test_sets() -> dict[str, SavedComparison]:
    """Return the test sets, each with its comparison opened last; the open one first."""
    found = open_comparison.saved_comparisons()
    found.sort(key=lambda one: one.digest != open_comparison.open_digest())
    sets: dict[str, SavedComparison] = {}
    for comparison in found:
        if not comparison.is_data_set:
            sets.setdefault(comparison.test_set, comparison)
    return sets


def _choose_set(sets: dict[str, SavedComparison]) -> str:
    names = {
        test_set: f"{open_comparison.title_of(one)}, {open_comparison.segment_count(one)} "
        f"(references {test_set[:8]})"
        for test_set, one in sets.items()
    }
    if len(sets) == 1:
        return next(iter(sets))
    # Opening another comparison selects its test set.
    chosen: str = st.selectbox(
        "Test set",
        list(sets),
        format_func=names.__getitem__,
        key=f"history-set-{state.current().data}",
        help="Comparisons with the same references share a test set.",
        width=560,
    )
    return chosen


def _scores(space: Workspace, test_set: str, history: Sequence[Run], segments: int) -> list[float]:
    """Return BLEU of each run, with a progress bar; or draw why there is none."""
    metric = get_metric(METRIC_KEYS[0], state.current().config)
    title, segments = f"Scoring {format_count(len(history), 'run')}", segments * len(history)
    problems: list[str] = [screen.runs_deleted()]
    try:
        with progress_bars.progress_bar(title, segments=segments) as scoring:
            score = partial(
                results.run_scores,
                test_set=test_set, history=history, metric=metric, progress=scoring,
            )  # fmt: skip
            if found := user_workspace.ask(score, []):
                return found
    except (InputError, TokenizerUnavailable) as error:
        problems = error_sentences(error)
    draw_alert("warning", "These runs cannot be scored.", problems, key="unscored")
    return []


def _table(steps: Sequence[HistoryStep]) -> None:
    """Draw the runs, the latest first; a row selects its run and the one before it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.subheader(format_count(len(steps), "run"), anchor=False)
        page = draw_paging(len(steps), key="runs-page")
    shown, outputs = steps[::-1][page], _open_outputs()

    def name(step: HistoryStep) -> Span:
        sides = [side for side, output in outputs if output == step.run.output]
        tone = sides[0] if len(sides) == 1 else "muted" if sides else ""
        return Span(" · ".join([*(SIDES[side] for side in sides), one_line(step.run.name)]), tone)

    def moved(step: HistoryStep, delta: float) -> Span:
        return Span(NO_VALUE, "muted") if step.number == 1 else signed(format_delta(delta))

    table = build_table(
        "Runs on the test set",
        shown,
        (Column("#", "muted", "run"), lambda step: format_int(step.number)),
        (Column("run", is_text=True), name),
        (Column("first saved", "", "run", True), lambda step: format_datetime(step.run.made)),
        (Column("BLEU", "", "bleu"), lambda step: format_score(step.score)),
        (Column("Δ to previous", "", "delta", help=LAST), lambda step: moved(step, step.to_last)),
        (Column("Δ to first", "", "delta", help=FIRST), lambda step: moved(step, step.to_first)),
    )
    draw_document_table(
        table,
        ids=[step.run.output for step in shown],
        selected=st.session_state.get(RUN_B),
        key="runs",
        on_open=lambda: _choose_row([step.run.output for step in steps]),
    )


def _open_outputs() -> list[tuple[str, str]]:
    """The sides of the open comparison, each with the hash of its output."""
    data = store.evalset(state.current().data)
    if data is None:
        return []
    pair = open_comparison.pair_names(state.current(), data)
    digests = [column_digest(data.systems[name]) for name in pair]
    return list(zip(SIDES, digests, strict=True))


def _compare(test_set: str, steps: Sequence[HistoryStep]) -> None:
    """Draw two runs with a button to compare them, and one to open all runs."""
    a, b = _choose_two({step.run.output: step for step in steps})
    is_many = len(steps) > MOST_RUNS
    label = f"Open the latest {MOST_RUNS} runs" if is_many else "Open all runs"
    limit = f" At most {MOST_RUNS} can be open at once." if is_many else ""
    help_text = f"Opens them as the systems of one test set, oldest first.{limit}"
    with st.container(horizontal=True):
        two = st.button("Compare runs", type="primary", disabled=a == b)
        all_of_them = st.button(label, help=help_text, disabled=len(steps) < 2)
    if two and _open(test_set, [a, b]):
        state.switch_to("overview.py")
    if all_of_them and _open(test_set, [step.run for step in steps[-MOST_RUNS:]]):
        state.open_screen("systems.py", systems_tab="time")


def _open(test_set: str, runs: Sequence[Run]) -> bool:
    """Open runs as one test set, as last seen if it is saved; False if a run was deleted."""
    there = user_workspace.ask(lambda own: workspace.find_comparison_of(own, test_set, *runs), "")
    if there and open_comparison.open_as_left(there):
        state.change(a="", b="")
        return True

    made = open_comparison.load_runs(test_set, runs)
    if made is None:
        draw_alert("warning", "One of these runs was deleted in another window.", key="run-gone")
        return False
    user_workspace.keep(made, state.current().config)
    open_comparison.open_fresh(store.put(made), state.current().config)
    return True


def _choose_two(runs: Mapping[str, HistoryStep]) -> tuple[Run, Run]:
    """Draw the choice of A and B; default: the last two. `runs` has them by id."""
    ids = list(runs)
    left, right = st.columns(2)
    for column, key, label, usual in (
        (left, RUN_A, f"{A}, the baseline", ids[-2:][0]),
        (right, RUN_B, f"{B}, the candidate", ids[-1]),
    ):
        if st.session_state.get(key) not in runs:
            st.session_state[key] = usual
        chosen = st.session_state[key]
        column.selectbox(
            label,
            **follow_choice(
                f"choose-{key}", ids, chosen, partial(st.session_state.__setitem__, key)
            ),
            format_func=lambda run: f"{runs[run].number} · {one_line(runs[run].run.name)}",
        )
    return runs[st.session_state[RUN_A]].run, runs[st.session_state[RUN_B]].run


def _choose_row(ids: Sequence[str]) -> None:
    """Make the clicked run B, and the one before it A."""
    number = ids.index(st.session_state["runs"]["open"])
    st.session_state[RUN_A], st.session_state[RUN_B] = ids[max(number - 1, 0)], ids[number]
