"""Worksheet and answer key of the open set of lessons, to print."""

from __future__ import annotations

import streamlit as st

from bleu_core.present.report.worksheet import file_name, worksheet
from bleu_core.teaching.lessons import lesson_set
from pages.ui import state
from pages.ui.classroom import who
from pages.ui.sample import load_sample


def menu() -> None:
    """Draw a button for each; a file is made when pressed. A class gets no key."""
    if who.room() and not who.is_teacher():
        return
    panel = st.popover("On paper", icon=":material/print:", key="on-paper", on_change="rerun")
    if not panel.open:
        return
    lessons = lesson_set(state.current().bench.lessons)
    with panel:
        st.caption("The lessons of this list as one HTML file to print.")
        for key, label in ((False, "Worksheet"), (True, "Key, with the answers")):
            st.download_button(
                label,
                lambda key=key: worksheet(lessons, load_sample(), key),
                file_name(key),
                "text/html",
                key=f"worksheet-{key}",
                on_click="ignore",
                width="stretch",
            )
