"""Whether a lesson's answer may be seen: its reveal, and all on the bench that gives it away."""

from __future__ import annotations

import streamlit as st

from bleu_core.teaching.lessons import Lesson
from pages.ui import state
from pages.ui.classroom import following
from pages.ui.learn import predictions

TEACHER = "teacher"


def may_see(lesson: Lesson) -> bool:
    """Whether this visitor may see the answer now.

    Who follows a teacher sees it when that reveals it. Else everybody sees what they have
    predicted, and a teacher what nobody has; but on the wall there is a class before it.
    """
    if following.is_leading() and teachers_mode():
        return True
    revealed = following.reveals(lesson)
    if revealed is not None:
        return revealed
    return predictions.of(lesson) is not None or (teachers_mode() and not state.current().wall)


def teachers_mode() -> bool:
    """Whether answers are shown without a prediction; a reload leaves it."""
    chosen: bool = st.session_state.setdefault(TEACHER, TEACHER in predictions.in_cookie())
    return chosen
