"""Three cards for a first visit, until they are dismissed or something else is opened."""

from __future__ import annotations

import streamlit as st

from bleu_core import EvalSet
from pages.ui import open_comparison, state
from pages.ui.store import is_sample
from pages.ui.widgets.components import component

COOKIE = "bleuscope-welcome"
# Screen, the path of its address, title and text.
_CARDS = (
    ("segments.py", "segments", "Open the sample", "Two systems, segment by segment"),
    ("data.py", "data", "Compare two files", "Your outputs and a reference"),
    ("learn.py", "learn", "Learn BLEU", "Lessons, and a bench for any sentence"),
)
_DISMISSED = "welcome-dismissed"
_mount_first_visit = component(__file__, '<nav class="first-visit" aria-label="Start here"></nav>')


def is_first_visit(data: EvalSet) -> bool:
    """Whether nothing but the sample has been opened or saved, and the cards not dismissed."""
    is_known = COOKIE in st.context.cookies or _DISMISSED in st.session_state
    return not is_known and is_sample(data) and not open_comparison.saved_comparisons(1)


def draw_cards() -> None:
    """Draw the cards, at most 90 px high."""
    cards = [
        {"screen": screen, "href": state.address(path), "title": title, "text": text}
        for screen, path, title, text in _CARDS
    ]
    result = _mount_first_visit(
        data={"cards": cards, "cookie": COOKIE},
        key="first-visit",
        on_go_change=lambda: None,
        on_dismiss_change=_dismiss,
    )
    screen = result.get("go")
    if screen in [screen for screen, *_ in _CARDS]:
        state.switch_to(screen)


def _dismiss() -> None:
    st.session_state[_DISMISSED] = True


def remember_visit(data: EvalSet) -> None:
    """Let the browser remember that something else was opened; draws nothing."""
    if COOKIE not in st.context.cookies and not is_sample(data):
        st.session_state[_DISMISSED] = True
        _mount_first_visit(data={"cards": [], "cookie": COOKIE}, key="first-visit-over")
