"""What was predicted, by lesson: the first prediction counts, and a reload leaves it.

The session has it, and a cookie of the browser, which kept.js writes: it comes with the
first request, so that nothing is covered for a moment that had been seen. On the wall it is the
class that predicts: that is neither the reader's own nor kept.
"""

from __future__ import annotations

import hashlib
from urllib.parse import parse_qsl

import streamlit as st

from bleu_core.teaching.lessons import Lesson, LessonSet, answers, prediction
from pages.ui import state
from pages.ui.sample import load_sample

COOKIE = "bleuscope-learn"
# Of predictions that a browser is taken to have kept: more were not written here.
MOST = 200


def in_cookie() -> dict[str, str]:
    """What the browser has kept of Learn: predictions by `key`, and "teacher"."""
    text = st.context.cookies.get(COOKIE, "")
    try:
        return dict(parse_qsl(text, max_num_fields=MOST))
    except ValueError:
        return {}


def key(lesson: Lesson) -> str:
    """What names a lesson in the browser: another lesson of the same name is another."""
    asked = (lesson.name, lesson.question, lesson.answer, lesson.choices, lesson.prepared)
    return hashlib.sha256(repr(asked).encode()).hexdigest()[:8]


def of(lesson: Lesson) -> str | None:
    """The first prediction for a lesson, which may be `prediction.DONT_KNOW`; None before."""
    given = _made().get(key(lesson))
    return given if given and prediction.can_be_read(lesson, given) else None


def make(lesson: Lesson, text: str) -> None:
    """Predict the answer of a lesson, if that can be read and nothing was predicted before."""
    text = text[: prediction.LONGEST]
    can_be_read = prediction.can_be_read(lesson, text)
    st.session_state["unreadable"] = None if can_be_read else (key(lesson), text)
    if can_be_read and of(lesson) is None:
        _made()[key(lesson)] = text


def unreadable(lesson: Lesson) -> str:
    """What was typed last for this lesson and is no number; '' if it is one."""
    of_lesson, text = st.session_state.get("unreadable") or ("", "")
    return text if of_lesson == key(lesson) else ""


def is_right(lesson: Lesson) -> bool | None:
    """Whether a lesson was predicted rightly; None before, and where somebody did not know."""
    given = of(lesson)
    if given in (None, prediction.DONT_KNOW):
        return None
    return prediction.is_right(lesson, str(given), answers.facts(lesson, load_sample()))


def right(lessons: LessonSet) -> dict[str, bool | None]:
    """Of each lesson that was predicted, by its name, what `is_right` says."""
    return {name: is_right(each) for name, each in lessons.lessons.items() if of(each) is not None}


def forget() -> None:
    """Forget all predictions; the browser forgets its own."""
    _made().clear()


def _made() -> dict[str, str]:
    """By the lesson's `key`."""
    if state.current().wall:
        found: dict[str, str] = st.session_state.setdefault("predictions-of-the-class", {})
    else:
        found = st.session_state.setdefault("predictions", in_cookie())
    return found
