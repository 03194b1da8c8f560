"""A chart of Δ by two metrics, with the number of segments on which they differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.numerals import whole
from bleu_core.metrics import Opinion, tally
from bleu_core.present import figures
from pages.ui import state
from pages.ui.segments import metrics
from pages.ui.widgets.figure import PLOTLY
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.rerun import run_again
from pages.ui.widgets.table import table

# Rows of the tally that select segments: those on which the metrics are opposed.
OPPOSED = ("first", "second")
HELP = "How many segments. Click a row where the two are opposed to see its segments."


def show(comparison: Comparison, drawn: int, change: Callable[..., None]) -> Any | None:
    """Draw the metrics, their figure and tally; return the box drawn on the figure.

    `change` gets the filters of a selected row, by field name of `Filters`.
    """
    left, right = st.columns(2, gap="large")
    with right:
        metrics.pickers(comparison, "chart")
        pair = state.current().metrics
        missing = metrics.missing(comparison, pair)
        metrics.say_missing(comparison, missing, "chart")
    if missing:
        return None
    opinions = metrics.of(comparison, pair)
    one, other = (opinions[key] for key in pair)
    with left:
        st.caption(
            "Δ of each segment by two metrics: draw a box to choose segments.",
            help=help_of("metric"),
        )
        event = st.container(key="metric-scatter").plotly_chart(
            figures.metric_scatter(one, other),
            key=f"metric-scatter-{pair}-{drawn}",
            on_select="rerun",
            selection_mode="box",
            config=PLOTLY,
        )
    with right:
        _show_tally(comparison, one, other, change)
    boxes = event["selection"]["box"]
    return boxes[0] if boxes else None


def filters_of(box: Any | None) -> dict[str, Any]:
    """The filters of a box."""
    if box is None:
        return {"delta_1": None, "delta_2": None}
    (left, right), (low, high) = (sorted(map(float, box[axis])) for axis in ("x", "y"))
    return {"delta_1": (left, right), "delta_2": (low, high)}


def _show_tally(
    comparison: Comparison, one: Opinion, other: Opinion, change: Callable[..., None]
) -> None:
    first, second = (metrics.label(comparison, o.about.key) for o in (one, other))
    texts = {
        "both": "both: B is better",
        "first": f"{first}: better, {second}: worse",
        "second": f"{first}: worse, {second}: better",
        "neither": "both: worse",
        "same": "unchanged by either",
    }
    counts = tally(one, other)
    opened = table(
        [
            {"label": "they say of B", "help": HELP},
            {"label": "segments", "align": "right", "term": "segment"},
        ],
        [[text, whole(counts[name])] for name, text in texts.items()],
        ids=[name if name in OPPOSED and counts[name] else None for name in texts],
        key="metric-tally",
        label="What two metrics say",
    )
    if opened:
        change(opposed=opened)
        run_again()
