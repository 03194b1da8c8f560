"""Overview: the verdict, its components, where Δ arises, and the largest contributions."""

import streamlit as st

from bleu_core.present import figures
from bleu_core.present.account import ComparisonAccount
from bleu_core.segments import filter_boxes
from bleu_core.segments.filter_boxes import Filters
from pages.ui import open_comparison, results, segment_filter, state
from pages.ui.data import health
from pages.ui.overview import charts, other_metrics, verdict
from pages.ui.overview.scorecard import draw_scorecard
from pages.ui.store import is_sample
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import glossary_help

everything, comparison = open_comparison.current_comparison(), segment_filter.comparison_or_part()
if not state.current().data:
    open_comparison.draw_recent_comparisons()
if is_sample(everything.evalset):
    st.page_link("data.py", label="Compare your own outputs", icon=":material/upload:")
health.draw_left_out(everything.evalset)
warned = st.container()
if is_examined := health.is_examined(everything):
    with warned:
        health.draw_warning(everything)
account = ComparisonAccount(
    comparison,
    results.significance.ready(comparison),
    results.ngram_families.ready(comparison),
    slices=results.slice_findings.ready(comparison, results.current_search()),
)
draw_scorecard(comparison, account.significance)
sentences = st.empty()
verdict.draw_verdict(sentences, account)
verdict.draw_report_menu(comparison)

left, right = st.columns([5, 6], gap="large")
with left:
    if comparison.ledger.defined:
        step = figure(
            figures.waterfall(comparison),
            "Contributions to Δ",
            "component",
            "waterfall",
            lambda: charts.components_frame(account.parts),
            selects=True,
        )
        if step:
            charts.open_component(comparison, step[0].get("customdata", ""))
    else:
        figure(
            figures.precisions(comparison),
            "Precision by n-gram order",
            "modified-precision",
            "precisions",
            lambda: charts.parts_frame(account.parts),
        )
    verdict.draw_families(account)
with right:
    st.subheader("Score components", help=glossary_help("bleu"), anchor=False)
    charts.parts_table(account.parts)
    verdict.draw_tests(account)
    other_metrics.draw_other_metrics(comparison)

charts.draw_strips(comparison)

left, right = st.columns(2, gap="large")
with left:
    bar = figure(
        figures.delta_histogram(comparison.sentence_deltas),
        "Segment differences",
        "sentence-delta",
        "deltas",
        lambda: charts.histogram_frame(comparison),
        selects=True,
    )
    if bar:
        low, high = bar[0]["customdata"]
        # Segments that did not change are in no bar.
        wanted = Filters(delta=(float(low), float(high)), sign="changed")
        charts.open_segments(comparison, filter_boxes.filters_expression(wanted))
with right:
    if comparison.ledger.defined:
        point = figure(
            figures.concentration_curve(comparison.ledger.segments),
            "Concentration of Δ",
            "concentration",
            "concentration",
            lambda: charts.points_frame(comparison),
            selects=True,
        )
        if point:
            charts.open_segments(comparison, sort=point[0]["customdata"])

for column, direction, title in zip(
    st.columns(2, gap="large"), (1, -1), ("Largest gains", "Largest losses"), strict=True
):
    with column:
        charts.movers_table(account, direction, title)

verdict.complete_verdict(comparison)
if not is_examined:
    health.examine(everything)
    with warned:
        health.draw_warning(everything)
verdict.watch_slice_finder(comparison)
