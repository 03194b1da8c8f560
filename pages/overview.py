"""Overview: the verdict, its parts, where in the test set Δ lies, and the segments that moved."""

import streamlit as st

from bleu_core.present import figures
from bleu_core.present.account import Account
from bleu_core.segments.worklist import Filters, boxes
from pages.ui import finding, kept_comparisons, open_comparison, results, state, subset
from pages.ui.data import health
from pages.ui.overview import (
    families,
    frames,
    report_menu,
    second_opinions,
    significance,
    standing_out,
    strips,
    tables,
    verdict,
)
from pages.ui.sample import SAMPLE_IS, is_sample
from pages.ui.widgets.figure import figure
from pages.ui.widgets.glossary_tip import help_of

everything, comparison = open_comparison.get(), subset.shown()
if not state.current().data:
    kept_comparisons.show_recent()
if is_sample(everything.evalset):
    st.caption(f"Sample: {SAMPLE_IS}. Compare outputs of your own on the Data screen.")
warned = st.container()
if is_examined := health.is_known(everything):
    with warned:
        health.warning(everything)
account = Account(
    comparison,
    results.significance.ready(comparison),
    results.causes.ready(comparison),
    slices=finding.slice_findings.ready(comparison, finding.current_search()),
)
sentences = st.empty()
verdict.draw(sentences, account)
report_menu.menu(comparison)

left, right = st.columns([5, 6], gap="large")
with left:
    if comparison.ledger.defined:
        step = figure(
            figures.waterfall(comparison),
            "Where the points come from",
            "component",
            "waterfall",
            lambda: frames.components_frame(account.parts),
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
            lambda: frames.parts_frame(account.parts),
        )
    families.show(account)
with right:
    st.subheader("The parts", help=help_of("bleu"), anchor=False)
    tables.parts_table(account.parts)
    significance.details(account)
    second_opinions.show(comparison)

strips.strips(comparison)

left, right = st.columns(2, gap="large")
with left:
    bar = figure(
        figures.delta_histogram(comparison.sentence_deltas),
        "How the segments changed",
        "sentence-delta",
        "deltas",
        lambda: frames.histogram_frame(comparison),
        selects=True,
    )
    if bar:
        low, high = bar[0]["customdata"]
        # Segments that did not change are in no bar.
        wanted = Filters(delta=(float(low), float(high)), sign="changed")
        strips.open_segments(comparison, boxes.written(wanted))
with right:
    if comparison.ledger.defined:
        point = figure(
            figures.concentration_curve(comparison.ledger.segments),
            "How few segments carry it",
            "concentration",
            "concentration",
            lambda: frames.points_frame(comparison),
            selects=True,
        )
        if point:
            strips.open_segments(comparison, sort=point[0]["customdata"])

for column, direction, title in zip(
    st.columns(2, gap="large"), (1, -1), ("Most for B", "Most against B"), strict=True
):
    with column:
        tables.movers_table(account, direction, title)

verdict.complete(comparison)
if not is_examined:
    health.find(everything)
    with warned:
        health.warning(everything)
standing_out.watch(comparison)
