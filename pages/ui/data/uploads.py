"""The uploads of this visitor: counted, dropped when Data is left, and refused beyond a limit."""

from __future__ import annotations

import weakref

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from bleu_core.messages import screen
from pages.door.uploads import HELD
from pages.ui.widgets.notice import notice


class _Visitor:
    """Lives in the session's state, and as long as that: the session's end is its end."""


def drop_when_left(on_data: bool) -> None:
    """Run at each run: what was uploaded on Data is needed as long as the visitor is there."""
    if "visitor" not in st.session_state:
        st.session_state["visitor"] = visitor = _Visitor()
        weakref.finalize(visitor, HELD.ended, _session())
    if on_data:
        st.session_state["was-on-data"] = True
    elif st.session_state.pop("was-on-data", False):
        HELD.drop(_session())


def say_if_refused() -> None:
    """That a file was not taken, which its uploader says without a reason."""
    if HELD.was_refused(_session()):
        notice(
            "error",
            "A file was not taken.",
            [screen.uploads_full(HELD.limit)],
            key="no-room",
        )


def _session() -> str:
    context = get_script_run_ctx()
    return context.session_id if context else ""
