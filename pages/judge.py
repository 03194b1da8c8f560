"""Judge: blind sessions, their results, and metrics vs. people."""

import streamlit as st

from pages.ui import state
from pages.ui.judge import blind, people, results, sessions
from pages.ui.view import JUDGE_TABS

LABELS = ("Sessions", "Results", "BLEU against people")
TABS = dict(zip(JUDGE_TABS, LABELS, strict=True))


def note_tab() -> None:
    chosen = st.session_state["judge-tab"]
    state.change(judge_tab=next(name for name, label in TABS.items() if label == chosen))


def tabs() -> None:
    # Tabs, unlike other controls, need their value in every run.
    st.session_state["judge-tab"] = TABS[state.current().judge_tab]
    drawn = st.tabs(list(TABS.values()), on_change=note_tab, key="judge-tab")
    for tab, draw in zip(
        drawn,
        (sessions.draw_sessions, results.draw_results, people.draw_metrics_vs_people),
        strict=True,
    ):
        if tab.open:
            with tab:
                draw()


if state.current().task:
    blind.draw_blind_session()
else:
    tabs()
