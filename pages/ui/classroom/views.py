"""What a class adds to Learn: the teacher's desk, the students' strip, the projector's wall.

Messages to Python: "lead" ({"lesson", "activity", "phase"}, what the class is shown next),
"answer" ({"lesson", "activity", "answer"}: a choice, or what was typed), "alone" ("yes" or "no")
and "behind" (a version of the room with another stage than the one drawn).
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core.messages import screen
from bleu_core.teaching.classroom.answer_counts import VOTES, answers_csv
from bleu_core.teaching.classroom.room import ClassStage, Room
from bleu_core.teaching.lessons import Lesson, lesson_set, prediction
from pages.ui import classroom, state
from pages.ui.classroom import turn
from pages.ui.widgets.components import component
from pages.ui.widgets.controls import run_again
from pages.ui.widgets.download import draw_download

UNKNOWN = "I don’t know"
_mount_strip = component(
    "classroom/strip/strip.js", '<section class="strip" aria-label="The class"></section>'
)


@st.fragment
def draw_strip(here: Room) -> None:
    """Draw the strip. An answer runs it alone; another stage, and leaving, the whole page."""
    if st.session_state.pop("class-moved", False):
        run_again()
    with turn():
        data = _strip_data(here)
    _mount_strip(
        data=data,
        key="strip",
        on_answer_change=_take_answer,
        on_alone_change=_take_alone,
        on_behind_change=lambda: st.session_state.update({"class-moved": True}),
    )


def _strip_data(here: Room) -> dict[str, Any]:
    now = here.stage
    lesson = classroom.lesson_of(here)
    mine = here.answers(now.lesson, now.activity).get(classroom.current_student())
    right = None
    is_again = (now.activity, now.phase) == ("question", "open") and here.was_revealed(lesson.name)
    student = classroom.current_student()
    has_seen = mine is None and (is_again or here.has_seen(student, lesson.name))
    told = now.phase == "revealed" and now.activity == "question"
    if told and mine not in (None, prediction.DONT_KNOW):
        right = prediction.is_right(lesson, str(mine), classroom.lesson_facts(lesson))
    return classroom.stage_data(here) | {
        "alone": classroom.is_alone(),
        "titles": {each.name: each.title for each in lesson_set(here.lessons).lessons.values()},
        "dont_know": [prediction.DONT_KNOW, UNKNOWN] if now.activity == "question" else None,
        "mine": None if mine is None else _answer_text(now, lesson, mine),
        "right": right,
        "has_seen": has_seen and now.activity != "challenge",
        "problem": st.session_state.pop("class-problem", ""),
    }


def _answer_text(now: ClassStage, lesson: Lesson, answer: str) -> str:
    """Return an answer as its button has it, or as it was typed."""
    if now.activity == "vote":
        return VOTES.get(answer, answer)
    text = lesson.answer_text(answer)
    return UNKNOWN if text == answer == prediction.DONT_KNOW else text


def _take_answer() -> None:
    here, sent = classroom.current_room(), st.session_state["strip"]["answer"]
    if here is None or not sent:
        return
    now, answer = here.stage, str(sent.get("answer"))
    if (sent.get("lesson"), sent.get("activity")) != (now.lesson, now.activity):
        return  # to an activity that is over
    if classroom.is_valid_answer(now, classroom.lesson_of(here), answer):
        here.answer(classroom.current_student(), answer)
    else:
        st.session_state["class-problem"] = screen.no_number(answer)


def _take_alone() -> None:
    classroom.go_alone(st.session_state["strip"]["alone"] == "yes")
    st.session_state["class-moved"] = True


STAGE = ("lesson", "activity", "phase")
_mount_desk = component(
    "classroom/desk/desk.js", '<section class="desk" aria-label="The class"></section>'
)


def draw_desk(here: Room) -> None:
    _mount_desk(
        data=(
            classroom.stage_data(here)
            | neighbours(here)
            | {
                "answer": classroom.answer_text(here),
                "join": classroom.join_data(here),
                "wall": state.address("learn", wall="yes"),
            }
        ),
        key="desk",
        on_lead_change=lambda: lead_class(st.session_state["desk"]["lead"]),
        on_behind_change=lambda: None,
    )
    draw_download(
        "Download answers (CSV)",
        lambda: answers_csv(here, classroom.lesson_facts),
        "answers.csv",
        "text/csv",
        key="desk-answers",
    )


def neighbours(here: Room) -> dict[str, Any]:
    """Return the names of the lessons before and after that of the class."""
    names = list(lesson_set(here.lessons).lessons)
    at = names.index(classroom.lesson_of(here).name)
    return {
        "previous": names[at - 1] if at else None,
        "next": names[at + 1] if at + 1 < len(names) else None,
    }


def lead_class(wanted: dict[str, Any] | None) -> None:
    """Show the class what the teacher's page requests, if it exists."""
    here = classroom.current_room()
    if here is None or not classroom.is_teacher() or not wanted:
        return
    try:
        here.lead(**{name: str(wanted[name]) for name in STAGE if name in wanted})
    except (KeyError, ValueError):
        return  # none of our pages requests that


_mount_wall = component(
    "classroom/wall/wall.js", '<section class="wall" aria-label="The class"></section>'
)


def draw_wall(here: Room) -> None:
    _mount_wall(
        data=classroom.stage_data(here)
        | classroom.prose(here)
        | neighbours(here)
        | {"join": classroom.join_data(here), "leads": classroom.is_teacher(), "forClass": True},
        key="wall",
        on_lead_change=lambda: lead_class(st.session_state["wall"]["lead"]),
        on_behind_change=lambda: None,
    )


def draw_class() -> None:
    """Draw the part, and open the lesson of the class; nothing without a room."""
    here = classroom.current_room()
    if here is None:
        return
    classroom.keep_in_step()
    if state.current().wall:
        draw_wall(here)
    elif classroom.is_leading():
        draw_desk(here)
    else:
        draw_strip(here)
