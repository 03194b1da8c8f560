"""Data: what is compared, and under which settings."""

import streamlit as st

from pages.ui import loading, settings, state, store
from pages.ui.notice import notice

files, options = st.columns([3, 2], gap="large")
with files:
    loading.show_current()
    st.subheader("Compare two systems")
    st.caption(
        "Plain text, UTF-8, one segment a line; the same number of lines in every file. "
        "Texts stay in this server's memory and reach nobody who does not have the link."
    )
    upload, paste = st.tabs(["Files", "Paste"])
    with upload:
        given = loading.upload_form()
    with paste:
        given = loading.paste_form() or given
    if given:
        evalset, problems = loading.read(given)
        if evalset is None:
            notice("error", "This cannot be compared yet:", problems, key="problems")
        else:
            state.change(data=store.keep(evalset))
            st.switch_page("overview.py")
with options:
    settings.show()
