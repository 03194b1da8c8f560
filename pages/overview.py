"""Overview: the verdict, what carries it, where it lies in the test set, which segments moved."""

import streamlit as st

from bleu_core import figures
from bleu_core.worklist import Filters
from pages.ui import kept_comparisons, open_comparison, state
from pages.ui.data import health
from pages.ui.overview import families, report_menu, significance, strips, summary, verdict
from pages.ui.sample import SAMPLE_IS, is_sample
from pages.ui.widgets.figure import figure
from pages.ui.widgets.glossary_tip import help_of

comparison = open_comparison.get()
if not state.current().data:
    kept_comparisons.show_recent()
if is_sample(comparison.evalset):
    st.caption(f"Sample: {SAMPLE_IS}. Compare outputs of your own on the Data screen.")
health.warning(comparison)
sentences = st.empty()
verdict.draw(sentences, comparison)
report_menu.menu(comparison)

left, right = st.columns([5, 6], gap="large")
with left:
    if comparison.ledger.defined:
        step = figure(
            figures.waterfall(comparison),
            "Where the points come from",
            "component",
            "waterfall",
            lambda: summary.components_frame(comparison),
            selects=True,
        )
        if step:
            strips.open_component(comparison, step[0].get("customdata", ""))
    else:
        figure(
            figures.precisions(comparison),
            "Precision by n-gram order",
            "modified-precision",
            "precisions",
            lambda: summary.parts_frame(comparison),
        )
    families.show(comparison)
with right:
    st.subheader("The parts", help=help_of("bleu"), anchor=False)
    summary.parts_table(comparison)
    significance.details(comparison)

strips.strips(comparison)

left, right = st.columns(2, gap="large")
with left:
    bar = figure(
        figures.delta_histogram(comparison.sentence_deltas),
        "How the segments changed",
        "sentence-delta",
        "deltas",
        lambda: summary.histogram_frame(comparison),
        selects=True,
    )
    if bar:
        low, high = bar[0]["customdata"]
        # Segments that did not change are in no bar.
        strips.open_segments(comparison, Filters(delta=(float(low), float(high)), sign="changed"))
with right:
    if comparison.ledger.defined:
        point = figure(
            figures.concentration_curve(comparison.ledger.segments),
            "How few segments carry it",
            "concentration",
            "concentration",
            lambda: summary.points_frame(comparison),
            selects=True,
        )
        if point:
            strips.open_segments(comparison, Filters(), sort=point[0]["customdata"])

for column, direction, title in zip(
    st.columns(2, gap="large"), (1, -1), ("Most for B", "Most against B"), strict=True
):
    with column:
        summary.movers_table(comparison, direction, title)

verdict.complete(comparison)
