"""Slices: on which parts, and under which settings, the verdict holds; why numbers differ."""

import streamlit as st

from pages.ui import open_comparison, opinions, results, state
from pages.ui.slices import parts, robustness, why
from pages.ui.view import SLICES_TABS
from pages.ui.widgets.unattributed import unattributed

LABELS = ("Parts of the test set", "Does the verdict hold?", "Why do these two numbers differ?")
TABS = dict(zip(SLICES_TABS, LABELS, strict=True))


def note_tab() -> None:
    chosen = st.session_state["slices-tab"]
    state.change(slices_tab=next(name for name, label in TABS.items() if label == chosen))


# Tabs, unlike other controls, are told in every run what to show.
st.session_state["slices-tab"] = TABS[state.current().slices_tab]
first, second, third = st.tabs(list(TABS.values()), on_change=note_tab, key="slices-tab")
if first.open:
    with first:
        comparison = open_comparison.get()
        by, metric = parts.choose(comparison)
        about = opinions.about(comparison, metric)
        found = results.slices(comparison, by, parts.opinion_of(comparison, metric))
        parts.explain(comparison, by, found, about)
        clicked = parts.show_figure(found, about)
        opened = parts.show_table(found, about)
        unattributed(comparison)
        for part in (clicked, opened):
            if part is not None:
                parts.open_segments(comparison, by, part)
if second.open:
    with second:
        robustness.explain()
        robustness.show()
if third.open:
    with third:
        why.show()
