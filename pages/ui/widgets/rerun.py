"""Rerun the page without losing presses made meanwhile."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st


def run_again() -> NoReturn:
    """Like `st.rerun()`, but a press made during this run goes first.

    Streamlit merges the two requests into one, which goes to the page of the newer one: a link
    pressed during a long run would lead nowhere. Any output ends an interrupted run at that point.
    """
    st.empty()
    st.rerun()
