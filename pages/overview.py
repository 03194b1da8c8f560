"""Overview: the verdict, what carries it, where it lies in the test set, which segments moved."""

import streamlit as st

from bleu_core import figures
from pages.ui import across, opening, significance, summary
from pages.ui.figure import figure
from pages.ui.table import table

comparison = opening.comparison()
verdict = st.empty()
significance.draw_verdict(verdict, comparison)

left, right = st.columns([5, 6], gap="large")
with left:
    if comparison.ledger.defined:
        figure(
            figures.waterfall(comparison),
            "Where the points come from",
            summary.HELP["waterfall"],
            "waterfall",
            lambda: summary.components_frame(comparison),
        )
    else:
        figure(
            figures.precisions(comparison),
            "Precision by n-gram order",
            summary.HELP["precision"],
            "precisions",
            lambda: summary.parts_frame(comparison),
        )
with right:
    st.subheader("The parts", help=summary.HELP["parts"])
    table(*summary.parts(comparison), key="parts", label="Parts of BLEU for A and B")
    significance.details(comparison)

across.strips(comparison)

left, right = st.columns(2, gap="large")
with left:
    figure(
        figures.delta_histogram(comparison.sentence_deltas),
        "How the segments changed",
        summary.HELP["sentence"],
        "deltas",
        lambda: summary.histogram_frame(comparison),
    )
with right:
    if comparison.ledger.defined:
        figure(
            figures.concentration_curve(comparison.ledger.segments),
            "How few segments carry it",
            summary.HELP["concentration"],
            "concentration",
            lambda: summary.points_frame(comparison),
        )

for column, direction, title in zip(
    st.columns(2, gap="large"), (1, -1), ("Most for B", "Most against B"), strict=True
):
    with column:
        summary.movers_table(comparison, direction, title)

significance.complete_verdict(verdict, comparison)
