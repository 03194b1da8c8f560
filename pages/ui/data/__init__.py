"""The parts of the Data screen.

- `zone`: the drop zone, with the role of each column of the chosen files in `file_roles`
- `test_sets`: a test set of sacreBLEU, so that only outputs are chosen
- `reading`: how files are read, each once
- `ahead`: the comparison of the chosen files, made and counted in the background
- `opening`: opens what was read, or says why it cannot be compared
- `inputs`: pasted text, and the comparison that is open
- `health`: input warnings, which the Overview also shows
- `scores`: imported scores
- `marks`: imported error annotations
- `history`: run history of a test set
- `saved_lists`: saved comparisons, shares and data sets
"""

from __future__ import annotations

import weakref

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core.messages import screen
from pages.door.uploads import UPLOAD_BUDGET
from pages.ui.data import ahead
from pages.ui.widgets.alert import draw_alert


class _Visitor:
    """Lives in the session's state, so that it ends with the session."""


def drop_when_left(on_data: bool) -> None:
    """Drop uploads once the visitor is on another screen; called in each run."""
    if "visitor" not in st.session_state:
        st.session_state["visitor"] = visitor = _Visitor()
        weakref.finalize(visitor, UPLOAD_BUDGET.ended, _session())
    if on_data:
        st.session_state["was-on-data"] = True
    elif st.session_state.pop("was-on-data", False):
        UPLOAD_BUDGET.drop(_session())
        ahead.stop()


def draw_if_refused() -> None:
    """Draw why a file was refused, because its uploader does not."""
    if UPLOAD_BUDGET.was_refused(_session()):
        why = [screen.uploads_full(UPLOAD_BUDGET.limit)]
        draw_alert("error", "The file was not uploaded.", why, key="no-room")


def _session() -> str:
    context = get_script_run_ctx()
    return context.session_id if context else ""
