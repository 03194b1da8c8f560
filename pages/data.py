"""Data: what is compared and under which settings, what is kept, and the runs on a test set."""

import streamlit as st

from bleu_core.readers import apart
from pages.ui import kept_comparisons
from pages.ui.data import health, history, inputs, kept_table, preview, refusal, settings, uploads

apart.ahead()  # while files are chosen
new, old, runs = st.tabs(
    ["Compare", kept_comparisons.TAB, history.TAB], key="data-tab", on_change="rerun"
)
# Drawn in any case, so that files that were chosen are not forgotten.
with new:
    health.panel()
    files, options = st.columns([3, 2], gap="large")
with files:
    inputs.show_current()
    st.subheader("Compare two systems", anchor=False)
    st.caption(
        "Plain text, one segment a line, or any format that the field uses. "
        + kept_comparisons.where_texts_go()
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
        inputs.show(made)
    # Below the form, where whoever pressed its button looks.
    inputs.tell_if_stopped()
    uploads.tell_if_refused()
    refusal.show_repairs()
with options:
    settings.show()
for tab, draw in ((old, kept_table.show), (runs, history.show)):
    if tab.open:
        with tab:
            draw()
