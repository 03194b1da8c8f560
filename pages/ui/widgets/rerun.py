"""Running the page once more, without taking the place of what was pressed meanwhile."""

from __future__ import annotations

from typing import NoReturn

import streamlit as st


def run_again() -> NoReturn:
    """As `st.rerun()`; but a press that came while this run was on goes first.

    Streamlit folds the two requests into one, which goes to the page of the newer
    one: a link that was pressed during a long run would lead nowhere. Any output
    makes a run that was interrupted end there.
    """
    st.empty()
    st.rerun()
