"""The open lesson: its text, its question, and its buttons."""

from __future__ import annotations

import streamlit as st

from bleu_core.teaching import exercise
from bleu_core.teaching.lessons import Lesson
from pages.ui import state
from pages.ui.learn import lesson_list, predictions
from pages.ui.learn.lesson_view import lesson_data, lesson_view


def show(lesson: Lesson, seen: bool) -> None:
    """Draw the lesson, with its answer if that may be seen."""
    current = state.current().bench
    lesson_view(
        lesson_data(lesson, current.lessons, exercise.contents(current), seen),
        on_predict=_predict,
        on_variant=_lay_out_variant,
        on_go=lambda: lesson_list.open_lesson(st.session_state["lesson"]["go"]),
        on_wall=lambda: state.change(wall=not state.current().wall),
    )


def _predict() -> None:
    prediction = st.session_state["lesson"]["predict"]
    if prediction is not None:
        predictions.make(exercise.lesson(state.current().bench), str(prediction))


def _lay_out_variant() -> None:
    current = state.current().bench
    wanted = exercise.lesson(current).variants.get(st.session_state["lesson"]["variant"])
    if wanted:
        state.change(bench=exercise.own(current, wanted[1]))
