"""Runs over time: what each step changed, and the run with the regression."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_component, format_count, format_int
from bleu_core.common.pair import A, B
from bleu_core.common.progress import Progress
from bleu_core.present import run_figures
from bleu_core.present.tables import steps as tables
from bleu_core.present.tables.segments import segment_of
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, TRIALS, clusters_of, unit_of
from bleu_core.systems import (
    RunSequence,
    RunStep,
    ScoredSystems,
    SequenceSignificance,
    breaking_step,
    follow_runs,
    run_step_tests,
)
from bleu_core.text.evalset import EvalSet
from bleu_core.workspace import Run, test_set_digest
from pages.ui import open_comparison, state, store, user_workspace
from pages.ui.cache import result
from pages.ui.open_comparison import MOST_RUNS
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_value, run_again
from pages.ui.widgets.figure import figure
from pages.ui.widgets.progress_bars import SLOW_SEGMENTS, draw_result, progress_bar
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import draw_document_table, draw_paging


@result()
def step_tests(
    systems: ScoredSystems, progress: Progress | None = None
) -> SequenceSignificance | None:
    statistics, data = list(systems.statistics.values()), systems.evalset
    return run_step_tests(
        statistics, clusters=clusters_of(data), unit=unit_of(data), progress=progress
    )


def draw_broken_segments(systems: ScoredSystems, runs: RunSequence, usual: RunStep | None) -> None:
    """Draw the broken segments of a step; default: that of `usual`."""
    steps = [step for step in runs.steps if len(step.broken)]
    if not steps:
        return
    usual = usual or runs.worst or steps[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.subheader("Broken segments", help=glossary_help("lasting-loss"), anchor=False)
        step: RunStep = st.selectbox(
            "Step to run",
            steps,
            steps.index(usual),
            format_func=lambda step: (
                f"{format_int(step.number)} · {one_line(step.b, 60)} · "
                f"{format_count(len(step.broken), 'segment')}"
            ),
            key=f"broken-in-{systems.evalset.digest}-{usual.number}",
            width=480,
        )
    draw_rich_text(tables.step_sums(step), key="broken-sums", small=True)
    page = draw_paging(len(step.broken), key=f"broken-page-{step.number}")
    comparison = store.comparison(systems.evalset, systems.config, step.a, step.b)
    segments = [segment_of(comparison, i) for i in step.broken[page].tolist()]
    table = tables.broken_segments_table(segments, step.losses[page].tolist())
    if opened := draw_document_table(table, key="broken", narrow=True):
        _choose_step(systems.evalset, step)
        state.open_screen("segments.py", segment=int(opened), sort="points", where="")


# Seconds between looks for new runs.
LOOK = 5.0


def draw_over_time() -> None:
    data = _with_saved_runs(open_comparison.current_comparison().evalset)
    systems = store.systems(data, state.current().config)
    if len(systems) < 2:
        draw_alert(
            "info",
            "There is only one run.",
            [
                "To see what changed from run to run, open several outputs of one test set in "
                "their order, or all saved runs, on the Data screen."
            ],
            key="one-run",
        )
        return
    sequence = _sequence(systems)
    can_test = len(systems.evalset) >= MIN_SEGMENTS
    tests = step_tests.ready(systems) if can_test else None
    if can_test and tests is None and step_tests.task(systems) is None:
        step_tests.start(systems)
    draw_rich_text(tables.headline(sequence, tests), key="sequence-told")
    if can_test and tests is None:
        draw_result(
            step_tests,
            (systems,),
            lambda _: run_again(),  # the headline is above
            what=f"Testing each step with {format_int(TRIALS)} randomization trials and "
            f"{format_int(SAMPLES)} bootstrap samples",
            start="Test the steps",
            key="steps",
        )
    broke = breaking_step(sequence, tests) if tests else None
    plot = run_figures.run_steps(sequence, broke)
    figure(plot, "BLEU by run", "component", "run-steps", partial(_rows, sequence))
    opened = draw_document_table(tables.run_steps_table(sequence, tests), key="steps")
    st.caption(f"A row opens its run as {B} and the previous one as {A}.", help=tables.RULE)
    if opened:
        step = sequence.steps[int(opened.removeprefix("step:")) - 2]
        _choose_step(systems.evalset, step)
        state.switch_to("overview.py")
    draw_broken_segments(systems, sequence, broke)


def _with_saved_runs(data: EvalSet) -> EvalSet:
    """Draw whether to show all saved runs, and look for new ones; return what to show."""
    test_set = _test_set(data)
    runs = [] if data.origin else open_comparison.saved_runs(test_set)
    is_on = state.current().all_runs
    if len(runs) < 2 and not is_on:
        return data
    st.toggle(
        "All saved runs",
        is_on,
        help="Shows all saved runs of this test set, the oldest first, and new ones as they are "
        f"saved. Of more than {MOST_RUNS}, the latest are shown.",
        **follow_value("all-runs", is_on, "all_runs"),
    )
    if not is_on:
        return data
    st.fragment(partial(_follow, test_set, runs), run_every=LOOK)()
    return _load(test_set, runs) or data


@result()
def _test_set(data: EvalSet) -> str:
    """Return the digest of the references, which the page needs again and again."""
    return test_set_digest(data)


def _load(test_set: str, runs: list[Run]) -> EvalSet | None:
    """Return runs as a test set, which the session remembers; None if there is none."""
    loaded, digest = st.session_state.get("saved-runs", (None, ""))
    known = store.evalset(digest) if loaded == (test_set, runs) else None
    made = known or (open_comparison.load_runs(test_set, runs) if runs else None)
    if made is not None:
        st.session_state["saved-runs"] = (test_set, runs), store.put(made)
    return made


def _follow(test_set: str, runs: list[Run]) -> None:
    """Run the page again if there are other runs now."""
    if open_comparison.saved_runs(test_set) != runs:
        run_again()


def _choose_step(data: EvalSet, step: RunStep) -> None:
    """Compare the runs of a step; open the runs first if they are not open."""
    if data.digest != open_comparison.open_digest():
        config = state.current().config
        user_workspace.keep(data, config)
        open_comparison.open_fresh(data.digest, config)
        state.change(systems_tab="time", all_runs=True)
    open_comparison.choose_pair(data, step.a, step.b)


@result()
def _sequence(systems: ScoredSystems) -> RunSequence:
    size, segments = len(systems), len(systems.evalset)
    with progress_bar(
        f"Comparing {format_count(segments, 'segment')} over {format_int(size)} runs",
        shown=size * segments >= 5 * SLOW_SEGMENTS,
        on_stop=partial(state.change, systems_tab=""),
    ) as following:
        return follow_runs(list(systems.statistics.values()), systems.names, following)


def _rows(sequence: RunSequence) -> list[dict[str, Any]]:
    first = {"run": 1, "name": sequence.names[0], "BLEU": sequence.scores[0]}
    return [
        first,
        *(
            {"run": step.number, "name": step.b, "BLEU": step.score, "Δ": step.delta}
            | {format_component(name): value for name, value in step.components.items()}
            for step in sequence.steps
        ),
    ]
