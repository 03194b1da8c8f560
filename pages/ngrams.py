"""N-grams: those that a system wins, over-produces or misses, and their segments."""

import streamlit as st

from pages.ui import open_comparison, segment_filter
from pages.ui.ngrams import context, evidence_table
from pages.ui.widgets.alert import draw_alert

segment_filter.draw_filter(open_comparison.current_comparison())
comparison = segment_filter.comparison_or_part()
left, right = st.columns([12, 8], gap="large")
with left:
    if not comparison.ledger.defined:
        draw_alert(
            "info",
            "BLEU is 0 for A or B, so BLEU points are undefined. Counts are shown.",
            key="zero",
        )
    evidence = evidence_table.evidence_of(comparison)
    kind, text, sort = evidence_table.draw_controls()
    opened = evidence_table.draw_evidence(comparison, evidence, kind, text, sort)
with right, st.container(key="opened"):
    context.draw_concordance(comparison, evidence, opened)
