"""Data: any files and their roles, what is open, saved comparisons, runs."""

import streamlit as st

from bleu_core.readers import sandbox
from pages.ui import open_comparison
from pages.ui.data import health, history, marks, opening, saved_lists, scores, zone

sandbox.start_ahead()  # while files are chosen
left, right = st.columns([5, 2], gap="large")
with left:
    is_choosing, made = zone.draw_zone()
    if not is_choosing:
        made = opening.draw_paste_form() or made
with right:
    if is_choosing:
        opening.draw_way_back()
    open_comparison.draw_recent_comparisons("Recent", 3)
    where, who = saved_lists.storage_note()
    st.caption(where, help=who)
if made:
    opening.open_new(made)
with left:  # near the button
    opening.draw_outcome()
# The open comparison steps back while another one is made.
if not is_choosing:
    present, imported, marked, kept, runs = st.tabs(
        [opening.TAB, scores.TAB, marks.TAB, open_comparison.SAVED_TAB, history.TAB],
        key="data-tab",
        on_change="rerun",
    )
    if present.open:
        with present:
            opening.draw_open()
            health.draw_findings()
    # Always drawn, so that chosen files are not lost.
    with imported:
        scores.draw_scores()
    with marked:
        marks.draw_marks()
    for tab, draw in ((kept, saved_lists.draw_saved_comparisons), (runs, history.draw_history)):
        if tab.open:
            with tab:
                draw()
