"""Runs over time: what each step changed, and the run with the regression."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import (
    format_component,
    format_count,
    format_delta,
    format_int,
    format_percent,
    format_score,
    format_small_delta,
)
from bleu_core.common.progress import Progress
from bleu_core.present import figures
from bleu_core.present.account import steps as account
from bleu_core.present.account.segments import segment_of
from bleu_core.present.document import Segment
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
from pages.ui import open_comparison, state, store
from pages.ui.cache import BackgroundTask, result
from pages.ui.view import SYSTEMS_TABS
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import draw_rich_text, glossary_help
from pages.ui.widgets.table import (
    Cell,
    draw_account_table,
    draw_paging,
    draw_table,
    outputs_cell,
    signed_cell,
)


class StepsTask(BackgroundTask):
    """Tests the steps from run to run; `tests` has the result."""

    def __init__(self, systems: ScoredSystems) -> None:
        self.tests: SequenceSignificance | None = None
        super().__init__(partial(self._judge, systems))

    def _judge(self, systems: ScoredSystems, progress: Progress) -> None:
        statistics = list(systems.statistics.values())
        data = systems.evalset
        self.tests = run_step_tests(
            statistics, clusters=clusters_of(data), unit=unit_of(data), progress=progress
        )


@result()
def steps_task(systems: ScoredSystems) -> StepsTask:
    """Return the task that tests the steps; the first caller starts it."""
    return StepsTask(systems)


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
            format_func=_step_name,
            key=f"broken-in-{systems.evalset.digest}-{usual.number}",
            width=480,
        )
    draw_rich_text(account.step_sums(step), key="broken-sums", small=True)
    page = draw_paging(len(step.broken), key=f"broken-page-{step.number}")
    comparison = store.comparison(systems.evalset, systems.config, step.a, step.b)
    shown = step.broken[page].tolist()
    segments = [segment_of(comparison, i) for i in shown]
    opened = draw_table(
        [
            {"label": "#", "align": "right", "tone": "muted", "narrow": True},
            {"label": "points", "align": "right", "narrow": True, "term": "points"},
            {"label": "before", "align": "right", "narrow": True, "term": "sentence-bleu"},
            {"label": "after", "align": "right", "narrow": True, "term": "sentence-bleu"},
            {"label": "lasting loss", "align": "right", "narrow": True, "term": "lasting-loss"},
            {"label": "output before (A), after (B)"},
        ],
        [_row(one, loss) for one, loss in zip(segments, step.losses[page], strict=True)],
        ids=[one.line for one in segments],
        key="broken",
        label="Segments broken in this step",
    )
    if opened:
        open_comparison.choose_pair(systems.evalset, step.a, step.b)
        state.open_screen("segments.py", segment=int(opened), sort="points", where="")


def _step_name(step: RunStep) -> str:
    return (
        f"{format_int(step.number)} · {one_line(step.b, 60)} · "
        f"{format_count(len(step.broken), 'segment')}"
    )


def _row(segment: Segment, loss: float) -> list[Cell]:
    return [
        format_int(segment.line),
        signed_cell(segment.points, format_small_delta),
        format_score(segment.score_a),
        format_score(segment.score_b),
        signed_cell(-loss, format_delta),
        outputs_cell(segment.a, segment.b),
    ]


# Seconds between refreshes while the tests are running.
TICK = 0.5


def draw_over_time() -> None:
    """Draw the tab."""
    data = open_comparison.current_comparison().evalset
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
    task = steps_task(systems) if len(systems.evalset) >= MIN_SEGMENTS else None
    tests = task.tests if task else None
    draw_rich_text(account.headline(sequence, tests), key="sequence-told")
    if task and tests is None:
        st.fragment(partial(_testing, systems), run_every=TICK if task.running else None)()
    broke = breaking_step(sequence, tests) if tests else None
    figure(
        figures.run_steps(sequence, broke),
        "BLEU by run",
        "component",
        "run-steps",
        partial(_frame, sequence),
    )
    opened = draw_account_table(account.run_steps_table(sequence, tests), key="steps")
    st.caption("A row opens its run as B and the previous one as A.", help=account.RULE)
    if opened:
        step = sequence.steps[int(opened.removeprefix("step:")) - 2]
        open_comparison.choose_pair(systems.evalset, step.a, step.b)
        state.switch_to("overview.py")
    draw_broken_segments(systems, sequence, broke)


@result()
def _sequence(systems: ScoredSystems) -> RunSequence:
    size, segments = len(systems), len(systems.evalset)
    with progress_bars.progress_bar(
        f"Comparing {format_count(segments, 'segment')} over {format_int(size)} runs",
        shown=size * segments >= 5 * progress_bars.SLOW_SECONDS,
        on_stop=partial(state.change, systems_tab=SYSTEMS_TABS[0]),
    ) as following:
        return follow_runs(list(systems.statistics.values()), systems.names, following)


def _testing(systems: ScoredSystems) -> None:
    """Draw the progress of the tests, with a button to stop or restart them."""
    task = steps_task.ready(systems) or run_again()
    if task.tests is not None:
        run_again()
    with st.container(horizontal=True, vertical_alignment="center"):
        if task.running:
            trials, samples = format_int(TRIALS), format_int(SAMPLES)
            what = f"{trials} randomization trials and {samples} bootstrap samples"
            share = format_percent(task.part)
            progress_bars.task_progress(
                task, f"Testing each step with {what}: {share}", "stop-steps"
            )
        elif st.button("Test the steps"):
            steps_task.renew(task, systems)
            run_again()


def _frame(sequence: RunSequence) -> pd.DataFrame:
    """Return the table behind the figure."""
    first = {"run": 1, "name": sequence.names[0], "BLEU": sequence.scores[0]}
    return pd.DataFrame(
        [
            first,
            *(
                {"run": step.number, "name": step.b, "BLEU": step.score, "Δ": step.delta}
                | {format_component(name): value for name, value in step.components.items()}
                for step in sequence.steps
            ),
        ]
    )
