"""The details of a cell: why it did not pass, its metrics, slices, and history."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, moment
from bleu_core.present import figures
from bleu_core.present.account.spans import Span
from bleu_core.suite.history import History, Point
from bleu_core.suite.rendering.told import Cell
from bleu_core.suite.results import OfSystem
from bleu_core.suite.tables import metrics_table, slices_table
from pages.ui.suites import opening
from pages.ui.widgets.account_table import draw
from pages.ui.widgets.figure import figure
from pages.ui.widgets.notice import notice, safe
from pages.ui.widgets.prose import prose

TITLES = {
    "not compared": "It could not be compared:",
    "no verdict": "It has no verdict:",
    "failed": "It failed:",
}


def show(cell: Cell, history: History, metric: str, made: float) -> None:
    """Draw the details; of a test set without systems, its errors."""
    with st.container(horizontal=True, vertical_alignment="center", key="suite-cell-heading"):
        prose(_heading(cell), key="suite-cell-name")
        if cell.system and cell.system.query and st.button("Open the comparison", type="primary"):
            opening.open_comparison(cell.system)
    if cell.why:
        tone = "error" if cell.state in ("failed", "not compared") else "warning"
        notice(tone, TITLES[cell.state], safe(cell.why), key="suite-cell-why")
    if cell.system is None:
        return
    prose(_about(cell, cell.system), key="suite-cell-about", small=True)
    numbers, runs = st.columns(2, gap="large")
    with numbers:
        draw(metrics_table(cell.system), key="suite-metrics", narrow=True)
        if cell.system.slices:
            draw(slices_table(cell.system), key="suite-slices", narrow=True)
    with runs:
        _history(cell, cell.system, history, metric, made)


def _history(cell: Cell, one: OfSystem, history: History, metric: str, made: float) -> None:
    """Draw the history; nothing if the system is not counted by the metric."""
    points = history.get((cell.of.name, one.name, metric), [])
    label = next((said.label for said in one.said if said.key == metric), "")
    if len(points) == 1:
        prose(
            [Span("One run is kept. From the next one on, a line of them stands here.", "muted")],
            key="suite-one-run",
            small=True,
        )
    elif points and label:
        figure(
            figures.suite_history(points, made, label),
            "Run after run",
            "run",
            "suite-history",
            partial(_frame, points),
        )
        if len({one.ground for one in points}) > 1:
            st.caption(
                "An upright line: there the settings or the test set changed, and the scores on "
                "its two sides cannot be compared."
            )


def _heading(cell: Cell) -> list[Span]:
    name = Span(visible(cell.of.name), "strong")
    if cell.system is None:
        return [name]
    return [Span(visible(cell.system.name), "strong"), Span(" on "), name]


def _about(cell: Cell, one: OfSystem) -> list[Span]:
    held = [Span("Held against "), Span(visible(one.baseline), "strong")]
    nothing = [Span("Held against nothing, so no gate of a difference could be judged")]
    return [
        *(held if one.baseline else nothing),
        Span(". "),
        Span(counted(cell.of.segments, "segment"), "", "segment"),
        Span(", signature "),
        Span(cell.of.signature, "signature", "signature"),
        *(Span(f". {visible(note)}") for note in one.notes),
    ]


def _frame(points: Sequence[Point]) -> pd.DataFrame:
    """Return the table behind the figure."""
    return pd.DataFrame(
        [
            {
                "run": moment(one.made),
                "score": one.score,
                "baseline": one.baseline,
                "Δ": one.score - one.baseline,
                "passed": one.passed,
            }
            for one in points
        ]
    )
