"""The student's strip: the question, one's own answer, and the way out and back.

Messages to Python: "answer" ({"lesson", "activity", "answer"}: a choice, or what was typed),
"alone" ("yes" or "no") and "behind" (a version of the room with another stage than the one drawn).
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core.messages import press
from bleu_core.teaching.classroom.room import Room, Stage
from bleu_core.teaching.lessons import Lesson, lesson_set, prediction
from pages.ui.classroom import following, shown, who
from pages.ui.classroom.turns import turn
from pages.ui.widgets.mounting import component
from pages.ui.widgets.rerun import run_again

UNKNOWN = "I don’t know"
_mount = component(
    "classroom/strip/strip.js", '<section class="strip" aria-label="The class"></section>'
)


@st.fragment
def strip(here: Room) -> None:
    """Draw the strip. An answer runs it alone; another stage, and leaving, the whole page."""
    if st.session_state.pop("class-moved", False):
        run_again()
    with turn():
        data = _data(here)
    _mount(
        data=data,
        key="strip",
        on_answer_change=_take_answer,
        on_alone_change=_take_alone,
        on_behind_change=_take_behind,
    )


def _data(here: Room) -> dict[str, Any]:
    now = here.stage
    lesson = following.lesson_of(here)
    mine = here.answers(now.lesson, now.activity).get(who.student())
    right = None
    is_again = (now.activity, now.phase) == ("question", "open") and here.was_revealed(lesson.name)
    has_seen = mine is None and (is_again or here.has_seen(who.student(), lesson.name))
    told = now.phase == "revealed" and now.activity == "question"
    if told and mine not in (None, prediction.DONT_KNOW):
        right = prediction.is_right(lesson, str(mine), shown.facts(lesson))
    return shown.data(here) | {
        "alone": following.is_alone(),
        "titles": {each.name: each.title for each in lesson_set(here.lessons).lessons.values()},
        "dont_know": [prediction.DONT_KNOW, UNKNOWN] if now.activity == "question" else None,
        "longest": prediction.LONGEST,
        "mine": None if mine is None else _said(now, lesson, mine),
        "right": right,
        "has_seen": has_seen and now.activity != "challenge",
        "problem": st.session_state.pop("class-problem", ""),
    }


def _said(now: Stage, lesson: Lesson, answer: str) -> str:
    """Return an answer as its button has it, or as it was typed."""
    return {prediction.DONT_KNOW: UNKNOWN, **dict(shown.choices(now, lesson))}.get(answer, answer)


def _take_answer() -> None:
    here, sent = who.room(), st.session_state["strip"]["answer"]
    if here is None or not sent:
        return
    now, answer = here.stage, str(sent.get("answer"))
    if (sent.get("lesson"), sent.get("activity")) != (now.lesson, now.activity):
        return  # to an activity that is over
    if shown.can_be_read(now, following.lesson_of(here), answer):
        here.answer(who.student(), answer)
    else:
        st.session_state["class-problem"] = press.no_number(answer)


def _take_alone() -> None:
    following.go_alone(st.session_state["strip"]["alone"] == "yes")
    st.session_state["class-moved"] = True


def _take_behind() -> None:
    st.session_state["class-moved"] = True
