"""Overview: the result, what happened in words, where the evidence is, and folded what else is."""

import streamlit as st

from pages.ui import open_comparison, report_menu, segment_filter, state
from pages.ui.data import health
from pages.ui.overview.details import draw_details
from pages.ui.store import is_sample
from pages.ui.viewer.mount import draw_view

everything, comparison = open_comparison.current_comparison(), segment_filter.comparison_or_part()
if not state.current().data:
    open_comparison.draw_recent_comparisons()
if is_sample(everything.evalset):
    st.page_link("data.py", label="Compare your own outputs", icon=":material/upload:")
with st.container(key="overview"):
    draw_view("overview", comparison)
    report_menu.draw_report_menu(comparison)
draw_details(comparison)
health.examine(everything)
