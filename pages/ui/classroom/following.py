"""Who follows the class: the teacher, the wall, and each student who has not left its lesson."""

from __future__ import annotations

import streamlit as st

from bleu_core.teaching import exercise
from bleu_core.teaching.classroom.room import Room, Stage
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import Lesson
from pages.ui import state
from pages.ui.classroom import who


def stage() -> Stage | None:
    """Return what the class is shown; None for those who do not follow it, or without a room."""
    here = who.room()
    return here.stage if here and not is_alone() else None


def is_alone() -> bool:
    """Whether a student left the class's lesson for one of their own."""
    alone: bool = st.session_state.get("class-alone", False)
    return alone and not who.is_teacher()


def go_alone(alone: bool) -> None:
    """Leave the class's lesson, or return to it."""
    st.session_state["class-alone"] = alone


def is_following() -> bool:
    """Whether this is the page of a student who follows the class."""
    return stage() is not None and not who.is_teacher()


def is_leading() -> bool:
    """Whether this page leads the class: the teacher's pages do, except the wall."""
    return who.is_teacher() and not state.current().wall


def keep_in_step() -> None:
    """Open the lesson of the class.

    If the teacher opened another one on a leading page, it becomes that of the class.
    """
    here, now = who.room(), stage()
    if here is None:
        return
    if now is None:  # alone
        if state.current().bench.lessons != here.lessons:
            state.change(bench=Bench(lessons=here.lessons))
        return
    bench, shown = state.current().bench, now.lesson
    is_of_room, opened = bench.lessons == here.lessons, exercise.lesson(bench).name
    if is_leading() and is_of_room and st.session_state.get("class-lesson") == shown != opened:
        here.lead(lesson=opened, activity="question", phase="waiting")
        shown = opened
    elif not is_of_room or opened != shown:
        state.change(bench=Bench(lessons=here.lessons, lesson=shown))
    st.session_state["class-lesson"] = shown


def lesson_of(here: Room) -> Lesson:
    """Return the lesson of the class."""
    return here.lesson(here.stage.lesson)


def reveals(lesson: Lesson) -> bool | None:
    """Whether a lesson's answer is revealed to a visitor who follows the class, or else None.

    For a challenge the bench is the workplace. The reveal of a vote shows BLEU's opinion alone: the
    question is left for afterwards.
    """
    here, now = who.room(), stage()
    if here is None or now is None or lesson.name != now.lesson:
        return None
    is_over = now.phase == "revealed" and here.was_revealed(lesson.name)
    return is_over or now.activity == "challenge"


def note_seen(lesson: Lesson) -> None:
    """Tell the room that a student who is alone sees a lesson's answer."""
    here = who.room()
    if here is not None and is_alone() and who.student():
        here.note_seen(who.student(), lesson.name)


def is_at_challenge() -> bool:
    """Whether the class works on a challenge: a student then needs the bench alone."""
    now = stage()
    return now is not None and now.activity == "challenge" and now.phase == "open"


def is_at_vote() -> bool:
    """Whether the class has an open vote."""
    now = stage()
    return now is not None and now.activity == "vote" and now.phase != "revealed"
