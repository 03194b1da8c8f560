"""N-grams: which phrases a system wins, over-produces or misses, and where."""

import streamlit as st

from pages.ui import phrases

left, right = st.columns([11, 9], gap="large")
with left:
    chosen = phrases.evidence_table()
with right, st.container(key="opened"):
    phrases.concordance_of(chosen)
