"""Charts that select segments: A against B, Δ, and two metrics. Drawn when opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from bleu_core.present import figures
from pages.ui import open_comparison
from pages.ui.segments import filter_controls, metric_chart
from pages.ui.widgets.figure import PLOTLY
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.rerun import run_again


@st.fragment
def show() -> None:
    """Draw three figures whose selections become filters; no figure depends on its selection."""
    panel = st.expander("Choose segments on a chart", on_change="rerun", key="charts")
    if not panel.open:
        # A selection outlives its chart.
        st.session_state.pop("chart-filters", None)
        return
    comparison = open_comparison.get()
    drawn = st.session_state.get("charts-drawn", 0)
    with panel:
        left, right = st.columns(2, gap="large")
        with left:
            st.caption(
                "Sentence BLEU of A and B: draw a box to choose segments.",
                help=help_of("sentence-bleu"),
            )
            box = st.container(key="scatter").plotly_chart(
                figures.score_scatter(comparison),
                key=f"scatter-{drawn}",
                on_select="rerun",
                selection_mode="box",
                config=PLOTLY,
            )
            _apply("scatter", box["selection"]["box"], _box_filters)
        with right:
            st.caption(
                "Δ sentence BLEU: click a bar to choose its segments.",
                help=help_of("sentence-delta"),
            )
            bar = st.container(key="bars").plotly_chart(
                figures.delta_histogram(comparison.sentence_deltas),
                key=f"bars-{drawn}",
                on_select="rerun",
                selection_mode="points",
                config=PLOTLY,
            )
            _apply("bars", bar["selection"]["points"], _bar_filters)
        chosen = metric_chart.show(comparison, drawn, filter_controls.set_boxes)
        _apply("metric-scatter", [chosen] if chosen else [], metric_chart.filters_of)


def _apply(chart: str, selected: list[Any], filters: Callable[[Any], dict[str, Any]]) -> None:
    """Turn a new selection into filters, once, and rerun the whole page."""
    wanted = filters(selected[0] if selected else None)
    seen = st.session_state.setdefault("chart-filters", {})
    if seen.get(chart, filters(None)) != wanted:
        seen[chart] = wanted
        filter_controls.set_boxes(**wanted)
        run_again()


def _box_filters(box: Any) -> dict[str, Any]:
    if box is None:
        return {"score_a": None, "score_b": None}
    (left, right), (low, high) = (sorted(map(float, box[axis])) for axis in ("x", "y"))
    return {"score_a": (left, right), "score_b": (low, high)}


def _bar_filters(bar: Any) -> dict[str, Any]:
    # Unchanged segments are in no bar.
    if bar is None:
        return {"delta": None, "sign": "any"}
    low, high = bar["customdata"]
    return {"delta": (float(low), float(high)), "sign": "changed"}
