"""Predictions by lesson, saved in the browser, and whether an answer may be seen."""

from __future__ import annotations

import hashlib
from urllib.parse import parse_qsl

import streamlit as st

from bleu_core.common.formatting import truncate
from bleu_core.teaching.lessons import Lesson, answers, prediction
from pages.ui import classroom, state
from pages.ui.store import load_sample

COOKIE = "bleuscope-learn"
# Most predictions accepted from a cookie; this app writes no more.
MAX_PREDICTIONS = 200


def cookie_data() -> dict[str, str]:
    """The data that the browser has saved for Learn: predictions by `lesson_key`, and "teacher"."""
    text = st.context.cookies.get(COOKIE, "")
    try:
        return dict(parse_qsl(text, max_num_fields=MAX_PREDICTIONS))
    except ValueError:
        return {}


def lesson_key(lesson: Lesson) -> str:
    """The browser's id of a lesson; differs for another lesson of the same name."""
    identity = (lesson.name, lesson.question, lesson.answer, lesson.choices, lesson.prepared)
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:8]


def prediction_of(lesson: Lesson) -> str | None:
    """The first prediction for a lesson, maybe `prediction.DONT_KNOW`; None before."""
    here = classroom.current_room()
    if here:
        return here.answers(lesson.name).get(classroom.visitor())
    given = _predictions_made().get(lesson_key(lesson))
    return given if given and prediction.can_be_read(lesson, given) else None


def make_prediction(lesson: Lesson, text: str) -> None:
    """Save a prediction for a lesson, if it is valid and the first one."""
    can_be_read = prediction.can_be_read(lesson, text)
    unreadable = None if can_be_read else (lesson_key(lesson), truncate(text))
    st.session_state["unreadable"] = unreadable
    here = classroom.current_room()
    if can_be_read and here:
        here.answer(classroom.visitor(), lesson.name, text)
    elif can_be_read and prediction_of(lesson) is None:
        _predictions_made()[lesson_key(lesson)] = text


def unreadable_prediction(lesson: Lesson) -> str:
    """The last input for this lesson if it is not a number; else ''."""
    of_lesson, text = st.session_state.get("unreadable") or ("", "")
    return text if of_lesson == lesson_key(lesson) else ""


def is_right_prediction(lesson: Lesson) -> bool | None:
    """Whether a prediction was right; None before, and for "I don't know"."""
    given = prediction_of(lesson)
    if given in (None, prediction.DONT_KNOW):
        return None
    return prediction.is_right(lesson, str(given), answers.facts(lesson, load_sample()))


def _predictions_made() -> dict[str, str]:
    is_wall = state.current().wall
    key, start = ("predictions-of-the-class", {}) if is_wall else ("predictions", cookie_data())
    made: dict[str, str] = st.session_state.setdefault(key, start)
    return made


TEACHER = "teacher"


def may_see(lesson: Lesson) -> bool:
    """Whether the answer is revealed or predicted, or seen by a teacher (not on the wall)."""
    here = classroom.current_room()
    is_known = here.is_revealed(lesson.name) if here else prediction_of(lesson) is not None
    may_switch = not classroom.is_student() and not state.current().wall
    return is_known or (may_switch and is_teacher_mode())


def is_teacher_mode() -> bool:
    """Whether the switch is on that shows answers without a prediction; it survives a reload."""
    chosen: bool = st.session_state.setdefault(TEACHER, TEACHER in cookie_data())
    return chosen
