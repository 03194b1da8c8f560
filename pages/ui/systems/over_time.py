"""Runs over time: what each step changed, and the run that broke it."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from bleu_core.common.numerals import component_name, counted, percent, whole
from bleu_core.present import figures
from bleu_core.present.account import sequence as account
from bleu_core.significance import MIN_SEGMENTS, SAMPLES, TRIALS
from bleu_core.systems import RunSequence, ScoredSystems, breaking_step, follow_runs
from pages.ui import open_comparison, pair, state, store
from pages.ui.cache import result
from pages.ui.systems.over_time_job import steps_task
from pages.ui.systems.over_time_segments import broken_segments
from pages.ui.view import SYSTEMS_TABS
from pages.ui.widgets import progress
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.figure import figure
from pages.ui.widgets.notice import notice
from pages.ui.widgets.prose import prose
from pages.ui.widgets.rerun import run_again

# Seconds between refreshes while the tests are running.
TICK = 0.5


def show() -> None:
    """Draw the tab."""
    data = open_comparison.get().evalset
    systems = store.systems(data, state.current().config)
    if len(systems) < 2:
        notice(
            "info",
            "One run has no history yet.",
            [
                "Here stands what changed from run to run: open several outputs on one test set, "
                "in their order, or all runs that are kept, on the Data screen."
            ],
            key="one-run",
        )
        return
    sequence = _sequence(systems)
    task = steps_task(systems) if len(systems.evalset) >= MIN_SEGMENTS else None
    tests = task.tests if task else None
    prose(account.headline(sequence, tests), key="sequence-told")
    if task and tests is None:
        st.fragment(partial(_testing, systems), run_every=TICK if task.running else None)()
    broke = breaking_step(sequence, tests) if tests else None
    figure(
        figures.run_steps(sequence, broke),
        "BLEU from run to run, and what each step is made of",
        "component",
        "run-steps",
        partial(_frame, sequence),
    )
    opened = draw(account.steps_table(sequence, tests), key="steps")
    st.caption(f"A row opens its run as B and the one before as A. {account.RULE}")
    if opened:
        step = sequence.steps[int(opened.removeprefix("step:")) - 2]
        pair.choose(systems.evalset, step.a, step.b)
        state.switch_to("overview.py")
    broken_segments(systems, sequence, broke)


@result()
def _sequence(systems: ScoredSystems) -> RunSequence:
    size, segments = len(systems), len(systems.evalset)
    with progress.bar(
        f"Following {counted(segments, 'segment')} over {whole(size)} runs",
        shown=size * segments >= 5 * progress.SLOW,
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
            what = f"{whole(TRIALS)} randomization trials and {whole(SAMPLES)} bootstrap samples"
            st.progress(task.part, text=f"Testing each step by {what}: {percent(task.part)}")
            if st.button("Stop", key="stop-steps"):
                task.stopped = True
                run_again()
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
                | {component_name(name): value for name, value in step.components.items()}
                for step in sequence.steps
            ),
        ]
    )
