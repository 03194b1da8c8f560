"""A class on the screen Learn: all pages show the open lesson of the room.

`classroom.js` draws what belongs to all: how many have answered, their answers, how to join.
"""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import urlencode, urljoin

import streamlit as st

from bleu_core.messages import server
from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import Lesson, answers
from bleu_core.teaching.lessons.prediction import answer_text, count_answers
from bleu_core.teaching.room import MOST_STUDENTS, TEACHER, Room, qr_squares, server_room
from pages.ui import state
from pages.ui.store import load_sample
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.components import component
from pages.ui.widgets.controls import run_again

# Seconds between two looks at the room. All students look, so they do it less often.
TEACHERS_PERIOD, STUDENTS_PERIOD = 0.5, 1.0


def current_room() -> Room | None:
    """Return the room of this server, if there is one (`bleuscope class`)."""
    return server_room()


def visitor() -> str:
    """Return the random name of a student's browser; "teacher", "" without a room."""
    here = current_room()
    return (here and here.visitor(st.context.cookies)) or ""


def is_teacher() -> bool:
    """Whether this visitor leads a class."""
    return visitor() == TEACHER


def is_student() -> bool:
    """Whether this visitor follows a class."""
    return visitor() not in ("", TEACHER)


def enter() -> bool:
    """Open the lesson of the class; False, with an alert, for a student without a place."""
    here = current_room()
    if here is None:
        return True
    if is_student() and not here.join(visitor()):
        draw_alert("warning", server.room_full(MOST_STUDENTS), key="room-full")
        return False
    bench, (lesson, _) = state.current().bench, here.stage
    if bench.lessons != here.lessons or exercise.lesson(bench).name != lesson.name:
        state.change(bench=Bench(lessons=here.lessons, lesson=lesson.name))
    return True


def lead_to(lesson: str) -> None:
    """Open a lesson of the room for the class, if the teacher opens it."""
    here = current_room()
    if here and is_teacher():
        here.open(lesson)


def draw_class() -> None:
    """Draw the answers of the class, and the teacher's controls; nothing without a room."""
    here = current_room()
    if here is None:
        return
    period = STUDENTS_PERIOD if is_student() else TEACHERS_PERIOD
    st.fragment(partial(_draw_answers, here, here.stage), run_every=period)()
    if is_teacher():
        _draw_controls(here)


_mount = component(__file__, '<section class="class" aria-label="The class"></section>')


def _draw_answers(here: Room, drawn: tuple[Lesson, bool]) -> None:
    if here.stage != drawn:
        run_again()
    _mount(data=_class_data(here, *drawn), key="class")


def _class_data(here: Room, lesson: Lesson, is_revealed: bool) -> dict[str, Any]:
    """Return the data of the component; before the reveal, answers for the teacher's desk only."""
    is_wall = state.current().wall
    is_desk = is_teacher() and not is_wall
    given = here.answers(lesson.name)
    own = None if is_revealed else given.get(visitor())
    link = f"{urljoin(st.context.url or '', '.')}?{urlencode({'token': here.students_token})}"
    join = {"link": link, "squares": qr_squares(link)}
    return {
        "answered": len(given),
        "joined": here.joined,
        "saved": own and answer_text(lesson, own),
        "wall": is_wall,
        "desk": is_desk,
        "tally": count_answers(lesson, lesson_facts(lesson), list(given.values()))
        if is_revealed or is_desk
        else None,
        "join": join if is_desk or (is_wall and not is_revealed) else None,
    }


def _draw_controls(here: Room) -> None:
    lesson, is_revealed = here.stage
    with st.container(horizontal=True):
        st.button(
            "Reveal answer",
            key="reveal",
            type="primary",
            disabled=is_revealed,
            on_click=here.reveal,
            args=(lesson.name,),
        )
        if not state.current().wall:
            st.link_button("Projector view in a new window", state.address("learn", wall="yes"))
            st.link_button("Download answers (CSV)", "./answers.csv")


def lesson_facts(lesson: Lesson) -> dict[str, str]:
    return answers.facts(lesson, load_sample())
