"""Systems: the ranking and every pair, where systems disagree, and runs over time."""

import streamlit as st

from pages.ui import state
from pages.ui.systems import disagreement, over_time, ranking
from pages.ui.view import SYSTEMS_TABS

LABELS = ("Ranking and pairs", "Where they disagree", "Over time")
TABS = dict(zip(SYSTEMS_TABS, LABELS, strict=True))


def note_tab() -> None:
    chosen = st.session_state["systems-tab"]
    state.change(systems_tab=next(name for name, label in TABS.items() if label == chosen))


# Tabs, unlike other controls, need their value in every run.
st.session_state["systems-tab"] = TABS[state.current().systems_tab]
tabs = st.tabs(list(TABS.values()), on_change=note_tab, key="systems-tab")
for tab, draw in zip(
    tabs,
    (ranking.draw_ranking, disagreement.draw_disagreement, over_time.draw_over_time),
    strict=True,
):
    if tab.open:
        with tab:
            draw()
