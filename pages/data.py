"""Data: input and settings, imported scores and annotations, saved comparisons, runs."""

import streamlit as st

from bleu_core.readers import sandbox
from pages.ui import kept_comparisons, state
from pages.ui.data import (
    health,
    history,
    inputs,
    job_table,
    kept_table,
    marks,
    near_misses,
    preview,
    refusal,
    scores,
    settings,
    shared_table,
    uploads,
    where_kept,
)
from pages.ui.widgets import instead

sandbox.start_ahead()  # while files are chosen
compare, imported, marked, kept, sets, runs = st.tabs(
    ["Compare", scores.TAB, marks.TAB, kept_comparisons.TAB, job_table.TAB, history.TAB],
    key="data-tab",
    on_change="rerun",
)
# Always drawn, so that chosen files are not lost.
with compare:
    health.show()
    near_misses.show()
    files, options = st.columns([3, 2], gap="large")
with files:
    inputs.show_open()
    st.subheader("Compare systems", anchor=False)
    st.caption(
        "Plain text, one segment a line, or any format that the field uses. "
        + where_kept.what_becomes_of_texts()
    )
    upload, paste, others = st.tabs(["Files", "Paste", preview.TAB])
    with upload:
        given = inputs.upload_form()
    with paste:
        given = inputs.paste_form() or given
    with others:
        made = preview.form()
    if given:
        made = inputs.read(given)
    if made:
        inputs.open_new(made)
    # Below the form, near its button.
    inputs.say_if_stopped()
    uploads.say_if_refused()
    refusal.show_repairs()
with options:
    if state.current().job:
        st.caption("A data set keeps the settings that it was counted under.")
    else:
        settings.show()
# A data set has no rows for imported scores or annotations here.
is_job = bool(state.current().job)
with imported:
    (instead.of_scores if is_job else scores.show)()
with marked:
    (instead.of_marks if is_job else marks.show)()
for tab, draw in ((kept, kept_table.show), (sets, job_table.show), (runs, history.show)):
    if tab.open:
        with tab:
            draw()
if kept.open:
    with kept:
        shared_table.show()
