"""Overview: the two scores, what they are made of, and which segments moved."""

import streamlit as st

from bleu_core import figures
from pages.ui import opening, summary
from pages.ui.table import table

comparison = opening.comparison()
summary.headline(comparison)

left, right = st.columns([5, 6], gap="large")
with left:
    st.subheader("Precision by n-gram order", help=summary.HELP["precision"])
    st.plotly_chart(figures.precisions(comparison), key="precisions", config=summary.PLOT)
with right:
    st.subheader("The parts", help=summary.HELP["parts"])
    table(*summary.parts(comparison), key="parts", label="Parts of BLEU for A and B")

st.subheader("How the segments changed", help=summary.HELP["sentence"])
st.plotly_chart(
    figures.delta_histogram(comparison.sentence_deltas), key="deltas", config=summary.PLOT
)

for column, direction, title in zip(
    st.columns(2, gap="large"), (1, -1), ("Most for B", "Most against B"), strict=True
):
    with column:
        st.subheader(title, help=summary.HELP["movers"])
        columns, rows = summary.movers(comparison, direction)
        table(columns, rows, key=f"movers{direction}", label=title, empty="No segment moved so.")
