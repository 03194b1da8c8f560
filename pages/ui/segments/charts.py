"""Charts that select segments: A against B, Δ, and two metrics. Drawn when opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.formatting import format_int
from bleu_core.metrics import MetricComparison, count_agreement
from bleu_core.present import figures
from pages.ui import open_comparison, state
from pages.ui.segments import filter_controls, worklist
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.figure import PLOTLY
from pages.ui.widgets.rich_text import glossary_help
from pages.ui.widgets.table import draw_table

# Rows of the tally that select segments: those where the metrics disagree.
OPPOSED_TEXTS = ("first", "second")
METRIC_CHART_HELP = "Number of segments. Click a row where the metrics disagree to filter by it."


def draw_metric_chart(comparison: Comparison, turn: str, change: Callable[..., None]) -> Any | None:
    """Draw the metrics, their figure and tally; return the box drawn on the figure.

    `change` gets the filters of a selected row, by field name of `Filters`.
    """
    left, right = st.columns(2, gap="large")
    with right:
        worklist.draw_metric_pickers(comparison, "chart")
        pair = state.current().metrics
        missing = worklist.missing_metrics(comparison, pair)
        worklist.draw_missing_reasons(comparison, missing, "chart")
    if missing:
        return None
    opinions = worklist.opinions_of(comparison, pair)
    one, other = (opinions[key] for key in pair)
    with left:
        st.caption(
            "Segment Δ by two metrics. Draw a box to filter.",
            help=glossary_help("metric"),
        )
        plot = figures.metric_scatter(one, other)
        boxes = _draw_chart(plot, "metric-scatter", f"{pair}-{turn}", "box")
    with right:
        _draw_tally(comparison, (one, other), change)
    return boxes[0] if boxes else None


def _draw_chart(plot: Any, name: str, version: str, mode: Literal["box", "points"]) -> list[Any]:
    """Draw a chart; return its selection, boxes or points. A new version clears it."""
    event = st.container(key=name).plotly_chart(
        plot, key=f"{name}-{version}", on_select="rerun", selection_mode=mode, config=PLOTLY
    )
    return event["selection"][mode]


def _draw_tally(
    comparison: Comparison, opinions: Sequence[MetricComparison], change: Callable[..., None]
) -> None:
    first, second = (worklist.metric_label(comparison, o.about.key) for o in opinions)
    texts = {
        "both": "both: B better",
        "first": f"{first}: B better, {second}: B worse",
        "second": f"{first}: B worse, {second}: B better",
        "neither": "both: B worse",
        "same": "unchanged or no score",
    }
    counts = count_agreement(*opinions)
    opened = draw_table(
        [
            {"label": "agreement", "help": METRIC_CHART_HELP},
            {"label": "segments", "align": "right", "term": "segment"},
        ],
        [[text, format_int(counts[name])] for name, text in texts.items()],
        ids=[name if name in OPPOSED_TEXTS and counts[name] else None for name in texts],
        key="metric-tally",
        label="Agreement of two metrics",
    )
    if opened:
        change(opposed=opened)
        run_again()


@st.fragment
def draw_charts() -> None:
    """Draw three figures whose selections become filters; no figure depends on its selection."""
    panel = st.expander("Select on a chart", on_change="rerun", key="charts")
    if not panel.open:
        # A selection outlives its chart.
        st.session_state.pop("chart-filters", None)
        return
    comparison = open_comparison.current_comparison()
    drawn = str(st.session_state.get("charts-drawn", 0))
    with panel:
        left, right = st.columns(2, gap="large")
        with left:
            st.caption(
                "Sentence BLEU of A and B. Draw a box to filter.",
                help=glossary_help("sentence-bleu"),
            )
            boxes = _draw_chart(figures.score_scatter(comparison), "scatter", drawn, "box")
            _apply_filters("scatter", boxes, partial(_box_filters, "score_a", "score_b"))
        with right:
            st.caption(
                "Segment Δ, sentence BLEU. Click a bar to filter.",
                help=glossary_help("sentence-delta"),
            )
            plot = figures.delta_histogram(comparison.sentence_deltas)
            _apply_filters("bars", _draw_chart(plot, "bars", drawn, "points"), _bar_filters)
        chosen = draw_metric_chart(comparison, drawn, filter_controls.set_boxes)
        box_filters = partial(_box_filters, "delta_1", "delta_2")
        _apply_filters("metric-scatter", [chosen] if chosen else [], box_filters)


def _apply_filters(chart: str, chosen: list[Any], filters: Callable[[Any], dict[str, Any]]) -> None:
    """Turn a new selection into filters, once, and rerun the whole page."""
    wanted = filters(chosen[0] if chosen else None)
    seen = st.session_state.setdefault("chart-filters", {})
    if seen.get(chart, filters(None)) != wanted:
        seen[chart] = wanted
        filter_controls.set_boxes(**wanted)
        run_again()


def _box_filters(x: str, y: str, box: Any) -> dict[str, Any]:
    """The filters named x and y of a box; None without one."""
    if box is None:
        return {x: None, y: None}
    return {name: tuple(sorted(map(float, box[axis]))) for name, axis in ((x, "x"), (y, "y"))}


def _bar_filters(bar: Any) -> dict[str, Any]:
    # Unchanged segments are in no bar.
    if bar is None:
        return {"delta": None, "sign": "any"}
    low, high = bar["customdata"]
    return {"delta": (float(low), float(high)), "sign": "changed"}
