"""Controls that show what the view says, wherever it was changed."""

from __future__ import annotations

from typing import Any

import streamlit as st

_NOTHING = object()


def follow(key: str, value: Any) -> str:
    """Make the control of that key show a value; answer the key.

    Called right before the control is drawn. The key stays the same whatever
    the value, so that a control keeps the focus when it is changed; a control
    whose default is given anew would ignore it.
    """
    if st.session_state.get(key, _NOTHING) != value:
        st.session_state[key] = value
    return key
