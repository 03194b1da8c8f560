"""Slices: where the difference lies, robustness, and the explanation of a difference."""

import streamlit as st

from pages.ui import filter_line, open_comparison, state, subset
from pages.ui.slices import degenerate, found, parts, robustness, saved, why
from pages.ui.view import SLICES_TABS

# Label and function of each tab.
DRAWN = {
    "parts": ("Parts of the test set", parts.show),
    "found": ("What stands out", found.show),
    "saved": ("Saved slices", saved.show),
    "degenerate": ("Degenerate output", degenerate.show),
    "settings": ("Does the verdict hold?", robustness.show),
    "why": ("Why do these two numbers differ?", why.show),
}

# These use columns of all segments.
OF_ALL = ("saved", "degenerate")


def note_tab() -> None:
    chosen = st.session_state["slices-tab"]
    state.change(slices_tab=next(name for name, (label, _) in DRAWN.items() if label == chosen))


filter_line.show(open_comparison.get())
# Tabs, unlike other controls, need their value in every run.
st.session_state["slices-tab"] = DRAWN[state.current().slices_tab][0]
tabs = st.tabs([DRAWN[name][0] for name in SLICES_TABS], on_change=note_tab, key="slices-tab")
for name, tab in zip(SLICES_TABS, tabs, strict=True):
    if tab.open:
        with tab:
            if name in OF_ALL and subset.shown() is not open_comparison.get():
                st.caption("This tab is of all segments of the test set, and not only of those.")
            DRAWN[name][1]()
