"""Slices: where the difference lies, robustness, and the explanation of a difference."""

import streamlit as st

from pages.ui import open_comparison, segment_filter, state
from pages.ui.slices import degenerate, parts, robustness, slice_tables, why
from pages.ui.view import SLICES_TABS

# Label and function of each tab.
DRAWN = {
    "parts": ("Parts of the test set", parts.draw_parts),
    "found": ("What stands out", slice_tables.draw_found),
    "saved": ("Saved slices", slice_tables.draw_saved),
    "degenerate": ("Degenerate output", degenerate.draw_degenerate),
    "settings": ("Does the verdict hold?", robustness.draw_robustness),
    "why": ("Why do these two numbers differ?", why.draw_explanation),
}

# These use columns of all segments.
OF_ALL = ("saved", "degenerate")


def note_tab() -> None:
    chosen = st.session_state["slices-tab"]
    state.change(slices_tab=next(name for name, (label, _) in DRAWN.items() if label == chosen))


segment_filter.draw_comparison_filter(open_comparison.current_comparison())
# Tabs, unlike other controls, need their value in every run.
st.session_state["slices-tab"] = DRAWN[state.current().slices_tab][0]
tabs = st.tabs([DRAWN[name][0] for name in SLICES_TABS], on_change=note_tab, key="slices-tab")
for name, tab in zip(SLICES_TABS, tabs, strict=True):
    if tab.open:
        with tab:
            if (
                name in OF_ALL
                and segment_filter.comparison_or_part() is not open_comparison.current_comparison()
            ):
                st.caption("This tab is of all segments of the test set, and not only of those.")
            DRAWN[name][1]()
