"""Overview: the verdict, its components, where Δ arises, and the largest contributions."""

import streamlit as st

from bleu_core.present.account import ComparisonAccount
from pages.ui import open_comparison, results, segment_filter, state
from pages.ui.data import health
from pages.ui.overview import charts, other_metrics, verdict
from pages.ui.overview.scorecard import draw_scorecard
from pages.ui.store import is_sample
from pages.ui.widgets.rich_text import glossary_help

everything, comparison = open_comparison.current_comparison(), segment_filter.comparison_or_part()
if not state.current().data:
    open_comparison.draw_recent_comparisons()
if is_sample(everything.evalset):
    st.page_link("data.py", label="Compare your own outputs", icon=":material/upload:")
warned = st.container()
if is_examined := health.is_examined(everything):
    with warned:
        health.draw_warning(everything)
account = ComparisonAccount(
    comparison,
    results.significance.ready(comparison),
    results.ngram_families.ready(comparison),
    slices=results.slice_findings.ready(comparison, results.current_search()),
    other_settings=verdict.known_other_settings(comparison),
)
draw_scorecard(account)
with st.container(horizontal=True, key="verdict-and-report"):
    sentences = st.empty()
    verdict.draw_report_menu(comparison)
verdict.draw_verdict(sentences, account)
other_metrics.draw_opposition(comparison)

with st.container(key="at-a-glance"):
    score, families = st.columns([11, 5], gap="medium")
with score:
    parts, steps = st.columns([6, 5], gap="medium")
    with parts:
        st.subheader("Score components", help=glossary_help("bleu"), anchor=False)
        charts.parts_table(account.parts)
    with steps:
        charts.draw_contributions(account)
    charts.draw_worst_segments(account)
with families:
    verdict.draw_families(account)

references_tab = {}
if len(comparison.evalset.references) > 1:
    references_tab["References"] = lambda: verdict.draw_reference_points(comparison)
tabs = {
    "Other metrics": lambda: other_metrics.draw_other_metrics(comparison),
    "Significance": lambda: verdict.draw_tests(account),
    **references_tab,
    charts.strip_title(comparison): lambda: charts.draw_strips(comparison),
    "Segment differences": lambda: charts.draw_distributions(comparison),
    "Largest changes": lambda: charts.draw_movers(account),
}
for tab, draw in zip(
    st.tabs(list(tabs), on_change="rerun", key="overview-tabs"), tabs.values(), strict=True
):
    if tab.open:
        with tab:
            draw()

verdict.complete_verdict(account)
if not is_examined:
    health.examine(everything)
    with warned:
        health.draw_warning(everything)
verdict.watch_slice_finder(comparison)
