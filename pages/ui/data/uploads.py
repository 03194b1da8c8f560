"""Fields for files, and what became of files that were chosen."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core.messages import screen
from pages.ui.data import reading
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import run_again

FILES = "file-any"  # the field for the files of a comparison
GONE = "The chosen files are no longer on the server."


def draw_uploader(label: str, key: str, help: str) -> list[Any]:
    """Draw a field for files; return those that are there.

    If the server has let go of files that the page still lists, it asks for them again.
    """
    renewed, gone = f"{key}-renewed", f"{key}-gone"
    number = st.session_state.get(renewed, 0)
    field = f"{key}-{number}" if number else key
    found: list[Any] = st.file_uploader(label, accept_multiple_files=True, key=field, help=help)
    if len(st.session_state[field]) > len(found):
        st.session_state.update({renewed: number + 1, gone: True})
        run_again()
    if found:
        st.session_state.pop(gone, None)
    elif gone in st.session_state:
        draw_alert("warning", GONE, [screen.files_gone()], key=gone)
    return found


def remove_all(key: str) -> None:
    """Empty a field for files."""
    st.session_state[f"{key}-renewed"] = st.session_state.get(f"{key}-renewed", 0) + 1


def drop_when_left(on_data: bool) -> None:
    """Drop uploads once the visitor is on another screen; called in each run.

    Streamlit keeps them as long as the session.
    """
    if on_data:
        st.session_state["was-on-data"] = True
    elif st.session_state.pop("was-on-data", False):
        if context := get_script_run_ctx():
            context.uploaded_file_mgr.remove_session_files(context.session_id)
        reading.forget()
