"""What to do where a screen would need all texts of a data set."""

from __future__ import annotations

import streamlit as st

from pages.ui import state
from pages.ui.widgets.notice import notice

WAY = (
    "Choose some segments by a filter on the Segments screen, and open these as a comparison: it "
    "has all that comparisons have."
)


def of_systems() -> None:
    """Draw it in place of the ranking and all pairs."""
    _tell(
        "Of a data set two systems are counted.",
        "To compare others, count it again with other columns: the command bleuscope compare "
        "--data takes any two.",
    )


def of_judging() -> None:
    """Draw it in place of blind sessions and metrics vs. people."""
    _tell(
        "Outputs of a whole data set cannot be judged here.",
        "A blind session needs the texts of all its segments.",
    )


def of_scores() -> None:
    """Draw it in place of imported scores."""
    _tell("Scores cannot be imported for a whole data set.", "They are kept with texts.", "scores")


def of_marks() -> None:
    """Draw it in place of error marks."""
    _tell("Marks cannot be imported for a whole data set.", "They are laid onto texts.", "marks")


def _tell(what: str, why: str, key: str = "screen") -> None:
    notice("info", what, [why, WAY], key=f"instead-of-{key}")
    if st.button("Choose segments", type="primary", key=f"choose-segments-{key}"):
        state.switch_to("segments.py")
