"""Data: what is compared, and under which settings."""

import streamlit as st

from pages.ui import health, loading, preview, settings
from pages.ui.notice import notice

health.panel()
files, options = st.columns([3, 2], gap="large")
with files:
    loading.show_repairs()
    loading.show_current()
    st.subheader("Compare two systems")
    st.caption(
        "Plain text, one segment a line, or any format that the field uses. "
        "Texts stay in this server's memory and reach nobody who does not have the link."
    )
    upload, paste, others = st.tabs(["Files", "Paste", preview.TAB])
    with upload:
        given = loading.upload_form()
    with paste:
        given = loading.paste_form() or given
    with others:
        made = preview.form()
    problems: list[str] = []
    if given:
        made, problems = loading.read(given)
    if problems:
        notice("error", "This cannot be compared yet:", problems, key="problems")
    elif made:
        loading.show(made)
with options:
    settings.show()
