"""Predictions by lesson: the first one counts, and survives a reload.

They are in the session and in a cookie of the browser, which prediction_cookie.js writes. The
cookie comes with the first request, so that an answer seen before is never covered for a moment. On
the wall the class predicts: these predictions are neither the visitor's nor saved.
"""

from __future__ import annotations

import hashlib
from urllib.parse import parse_qsl

import streamlit as st

from bleu_core.teaching.lessons import Lesson, LessonSet, answers, prediction
from pages.ui import state
from pages.ui.sample import load_sample

COOKIE = "bleuscope-learn"
# Most predictions accepted from a cookie; this app writes no more.
MOST = 200


def in_cookie() -> dict[str, str]:
    """The data that the browser has saved for Learn: predictions by `key`, and "teacher"."""
    text = st.context.cookies.get(COOKIE, "")
    try:
        return dict(parse_qsl(text, max_num_fields=MOST))
    except ValueError:
        return {}


def key(lesson: Lesson) -> str:
    """The browser's id of a lesson; differs for another lesson of the same name."""
    identity = (lesson.name, lesson.question, lesson.answer, lesson.choices, lesson.prepared)
    return hashlib.sha256(repr(identity).encode()).hexdigest()[:8]


def of(lesson: Lesson) -> str | None:
    """The first prediction for a lesson, maybe `prediction.DONT_KNOW`; None before."""
    given = _made().get(key(lesson))
    return given if given and prediction.can_be_read(lesson, given) else None


def make(lesson: Lesson, text: str) -> None:
    """Save a prediction for a lesson, if it is valid and the first one."""
    text = text[: prediction.LONGEST]
    can_be_read = prediction.can_be_read(lesson, text)
    st.session_state["unreadable"] = None if can_be_read else (key(lesson), text)
    if can_be_read and of(lesson) is None:
        _made()[key(lesson)] = text


def unreadable(lesson: Lesson) -> str:
    """The last input for this lesson if it is not a number; else ''."""
    of_lesson, text = st.session_state.get("unreadable") or ("", "")
    return text if of_lesson == key(lesson) else ""


def is_right(lesson: Lesson) -> bool | None:
    """Whether a prediction was right; None before, and for "I don't know"."""
    given = of(lesson)
    if given in (None, prediction.DONT_KNOW):
        return None
    return prediction.is_right(lesson, str(given), answers.facts(lesson, load_sample()))


def right(lessons: LessonSet) -> dict[str, bool | None]:
    """`is_right` for each predicted lesson, by name."""
    return {name: is_right(each) for name, each in lessons.lessons.items() if of(each) is not None}


def forget() -> None:
    """Delete all predictions; the browser deletes its own."""
    _made().clear()


def _made() -> dict[str, str]:
    """Predictions by the lesson's `key`."""
    if state.current().wall:
        result: dict[str, str] = st.session_state.setdefault("predictions-of-the-class", {})
    else:
        result = st.session_state.setdefault("predictions", in_cookie())
    return result
