"""Slices: where the difference lies, robustness, and the explanation of a difference."""

from collections.abc import Callable

import streamlit as st

from pages.ui import open_comparison, segment_filter
from pages.ui.slices import degenerate, parts, robustness, slice_tables, why
from pages.ui.widgets.controls import draw_tabs


def of_all(draw: Callable[[], None]) -> Callable[[], None]:
    """Note above a tab that it uses columns of all segments."""

    def draw_with_note() -> None:
        if segment_filter.comparison_or_part() is not open_comparison.current_comparison():
            st.caption("This tab is of all segments of the test set, and not only of those.")
        draw()

    return draw_with_note


segment_filter.draw_filter(open_comparison.current_comparison())
draw_tabs(
    "slices_tab",
    {
        "parts": ("Parts of the test set", parts.draw_parts),
        "found": ("What stands out", slice_tables.draw_found),
        "saved": ("Saved slices", of_all(slice_tables.draw_saved)),
        "degenerate": ("Degenerate output", of_all(degenerate.draw_degenerate)),
        "settings": ("Does the verdict hold?", robustness.draw_robustness),
        "why": ("Why do these two numbers differ?", why.draw_explanation),
    },
)
