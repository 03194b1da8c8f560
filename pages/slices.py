"""Slices: on which parts of the test set, and under which settings, the verdict holds."""

import streamlit as st

from pages.ui import state
from pages.ui.slices import parts, robustness

TABS = dict(
    zip(state.SLICES_TABS, ("Parts of the test set", "Does the verdict hold?"), strict=True)
)


def take() -> None:
    chosen = st.session_state["slices-tab"]
    state.change(slices_tab=next(name for name, label in TABS.items() if label == chosen))


# Tabs, unlike other controls, are told in every run what to show.
st.session_state["slices-tab"] = TABS[state.current().slices_tab]
first, second = st.tabs(list(TABS.values()), on_change=take, key="slices-tab")
if first.open:
    with first:
        parts.show()
if second.open:
    with second:
        robustness.show()
