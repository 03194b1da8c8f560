"""Data: input and settings, imported scores and annotations, saved comparisons, runs."""

import streamlit as st

from bleu_core.readers import sandbox
from pages.ui import data, open_comparison, state
from pages.ui.data import health, history, inputs, marks, preview, saved_lists, scores
from pages.ui.widgets import alert

sandbox.start_ahead()  # while files are chosen
compare, imported, marked, kept, sets, runs = st.tabs(
    ["Compare", scores.TAB, marks.TAB, open_comparison.SAVED_TAB, saved_lists.TAB, history.TAB],
    key="data-tab",
    on_change="rerun",
)
# Always drawn, so that chosen files are not lost.
with compare:
    health.draw_findings()
    health.draw_near_misses()
    files, options = st.columns([3, 2], gap="large")
with files:
    inputs.draw_open()
    st.subheader("Compare systems", anchor=False)
    st.caption(
        "Plain text, one segment a line, or any format that the field uses. "
        + saved_lists.storage_note()
    )
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
with options:
    if state.current().job:
        st.caption("A data set keeps the settings that it was counted under.")
    else:
        inputs.draw_settings()
# A data set has no rows for imported scores or annotations here.
is_job = bool(state.current().job)
with imported:
    (alert.draw_no_imported_scores if is_job else scores.draw_scores)()
with marked:
    (alert.draw_no_marks if is_job else marks.draw_marks)()
for tab, draw in (
    (kept, saved_lists.draw_saved_comparisons),
    (sets, saved_lists.draw_data_sets),
    (runs, history.draw_history),
):
    if tab.open:
        with tab:
            draw()
if kept.open:
    with kept:
        saved_lists.draw_shared()
