"""Data: input and settings, imported scores and annotations, saved comparisons, runs."""

import streamlit as st

from bleu_core.readers import sandbox
from pages.ui import data, open_comparison
from pages.ui.data import health, history, inputs, marks, preview, saved_lists, scores

sandbox.start_ahead()  # while files are chosen
compare, imported, marked, kept, runs = st.tabs(
    ["Compare", scores.TAB, marks.TAB, open_comparison.SAVED_TAB, history.TAB],
    key="data-tab",
    on_change="rerun",
)
# Always drawn, so that chosen files are not lost.
with compare:
    health.draw_findings()
    health.draw_near_misses()
    inputs.draw_open()
    st.subheader("Compare systems", anchor=False, help=inputs.FORMATS)
    where, who = saved_lists.storage_note()
    st.caption(where, help=who)
    upload, paste, others = st.tabs(["Files", "Paste", preview.TAB])
    with upload:
        given = inputs.upload_form()
    with paste:
        given = inputs.paste_form() or given
    with others:
        made = preview.draw_any_files_form()
    if given:
        made = inputs.read_submitted(given)
    if made:
        inputs.open_new(made)
    # Below the form, near its button.
    inputs.draw_if_stopped()
    data.draw_if_refused()
    preview.draw_repairs()
with imported:
    scores.draw_scores()
with marked:
    marks.draw_marks()
for tab, draw in (
    (kept, saved_lists.draw_saved_comparisons),
    (runs, history.draw_history),
):
    if tab.open:
        with tab:
            draw()
if kept.open:
    with kept:
        saved_lists.draw_shared()
