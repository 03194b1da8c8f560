"""A comparison over the saved runs of its suite."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_count, format_datetime, format_int
from bleu_core.present import figures
from bleu_core.suite.rendering.document import cells, worst_first
from bleu_core.suite.results import HistoryPoint, SuiteResult
from pages.ui.suites.saved_runs import MOST, SavedRuns
from pages.ui.widgets.figure import figure


def draw_history(result: SuiteResult, runs: SavedRuns) -> None:
    """Draw the score of a system on a test set in each run, the worst first to choose from."""
    found = [(cell.of.name, cell.system) for cell in worst_first(cells(result)) if cell.system]
    with st.container(horizontal=True):
        of, system = st.selectbox(
            "Comparison",
            found,
            format_func=lambda one: one_line(f"{one[1].name} on {one[0]}"),
            width=360,
        )
        said = st.selectbox(
            "Metric", system.metrics, format_func=lambda one: one_line(one.label), width=140
        )
    points = runs.history.get((of, system.name, said.key), [])
    if len(points) == 1:
        st.caption("One saved run. A chart appears here after the next run.")
        return
    made = figures.suite_history(points, result.made, said.label)
    figure(made, "Run history", "run", "suite-history", partial(_frame, points))
    notes = []
    if runs.number > MOST:
        notes.append(f"The last {format_int(MOST)} of {format_count(runs.number, 'run')}.")
    if len({one.ground for one in points}) > 1:
        notes.append(
            "Vertical line: settings or test set changed; scores across it are not comparable."
        )
    if notes:
        st.caption(" ".join(notes))


def _frame(points: Sequence[HistoryPoint]) -> pd.DataFrame:
    """Return the table behind the figure."""
    return pd.DataFrame(
        [
            {
                "run": format_datetime(one.made),
                "score": one.score,
                "baseline": one.baseline,
                "Δ": one.score - one.baseline,
                "passed": one.passed,
            }
            for one in points
        ]
    )
