"""N-grams: which phrases a system wins, over-produces or misses, and where."""

import streamlit as st

from pages.ui.ngrams import evidence

left, right = st.columns([11, 9], gap="large")
with left:
    chosen = evidence.evidence_table()
with right, st.container(key="opened"):
    evidence.concordance_of(chosen)
