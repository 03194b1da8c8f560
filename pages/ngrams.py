"""N-grams: the phrases that a system wins, over-produces or misses, and where."""

import streamlit as st

from pages.ui import filter_line, open_comparison, subset
from pages.ui.ngrams import concordance, evidence_controls, evidence_table
from pages.ui.widgets.notice import notice

filter_line.show(open_comparison.get())
comparison = subset.shown()
left, right = st.columns([11, 9], gap="large")
with left:
    if not comparison.ledger.defined:
        notice("info", "A BLEU is 0, so no points can be given; counts are shown.", key="zero")
    evidence = evidence_table.evidence_of(comparison)
    kind, text, sort = evidence_controls.show()
    opened = evidence_table.show(comparison, evidence, kind, text, sort)
with right, st.container(key="opened"):
    concordance.show(comparison, evidence, opened)
