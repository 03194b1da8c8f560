"""Charts that choose segments: A against B, and the histogram of Δ. Drawn when opened."""

from __future__ import annotations

import streamlit as st

from bleu_core import figures
from pages.ui import finding, opening


@st.fragment
def charts() -> None:
    """Two figures whose selections become filters. Neither depends on its selection."""
    panel = st.expander("Choose segments on a chart", on_change="rerun", key="charts")
    if not panel.open:
        return
    comparison = opening.comparison()
    with panel:
        left, right = st.columns(2, gap="large")
        with left:
            st.caption("Sentence BLEU of A and B: draw a box to choose segments.")
            st.plotly_chart(
                figures.score_scatter(comparison),
                key="scatter",
                on_select=_take_box,
                selection_mode="box",
                config={"displayModeBar": False},
            )
        with right:
            st.caption("Δ sentence BLEU: click a bar to choose its segments.")
            st.plotly_chart(
                figures.delta_histogram(comparison.sentence_deltas),
                key="bars",
                on_select=_take_bar,
                selection_mode="points",
                config={"displayModeBar": False},
            )


def _take_box() -> None:
    boxes = st.session_state["scatter"]["selection"]["box"]
    if boxes:
        x, y = (sorted(map(float, boxes[0][axis])) for axis in ("x", "y"))
        finding.set_filters(score_a=(x[0], x[1]), score_b=(y[0], y[1]))
    else:
        finding.set_filters(score_a=None, score_b=None)


def _take_bar() -> None:
    points = st.session_state["bars"]["selection"]["points"]
    if points:
        low, high = points[0]["customdata"]
        finding.set_filters(delta=(float(low), float(high)))
    else:
        finding.set_filters(delta=None)
