"""Slices: where the difference lies, and robustness."""

from collections.abc import Callable

import streamlit as st

from pages.ui import open_comparison, segment_filter
from pages.ui.slices import degenerate, parts, robustness, slice_tables
from pages.ui.widgets.controls import draw_tabs


def of_all(draw: Callable[[], None]) -> Callable[[], None]:
    """Note above a tab that it uses columns of all segments."""

    def draw_with_note() -> None:
        if segment_filter.comparison_or_part() is not open_comparison.current_comparison():
            st.caption("This tab covers all segments of the test set, not only the filtered ones.")
        draw()

    return draw_with_note


segment_filter.draw_filter(open_comparison.current_comparison())
draw_tabs(
    "slices_tab",
    {
        "parts": ("Slices", parts.draw_parts),
        "found": ("Slice finder", slice_tables.draw_found),
        "saved": ("Saved slices", of_all(slice_tables.draw_saved)),
        "degenerate": ("Degenerate output", of_all(degenerate.draw_degenerate)),
        "settings": ("Robustness", robustness.draw_robustness),
    },
)
