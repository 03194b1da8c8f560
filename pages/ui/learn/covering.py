"""Whether a lesson's answer may be seen: its reveal, and everything on the bench that shows it."""

from __future__ import annotations

import streamlit as st

from bleu_core.teaching.lessons import Lesson
from pages.ui import state
from pages.ui.classroom import following
from pages.ui.learn import predictions

TEACHER = "teacher"


def may_see(lesson: Lesson) -> bool:
    """Whether this visitor may see the answer now.

    A student in a class sees it once the teacher reveals it. Otherwise visitors see it once they
    have predicted it, and a teacher always; but not on the wall, in front of a class.
    """
    if following.is_leading() and teachers_mode():
        return True
    revealed = following.reveals(lesson)
    if revealed is not None:
        return revealed
    return predictions.of(lesson) is not None or (teachers_mode() and not state.current().wall)


def teachers_mode() -> bool:
    """Draw the switch that shows answers without a prediction; it survives a reload."""
    chosen: bool = st.session_state.setdefault(TEACHER, TEACHER in predictions.in_cookie())
    return chosen
