"""The list of lessons, with predictions marked; the built-in ones by track. Teacher mode."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_int
from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import TRACKS, Lesson, lesson_set
from pages.ui import classroom, state
from pages.ui.learn import predictions
from pages.ui.widgets.components import component

_mount = component(__file__, '<div class="list"></div>')
MARKS = {True: "right", False: "wrong", None: "unknown"}


def draw_lesson_list(lesson: Lesson) -> None:
    here, shown = classroom.current_room(), lesson_set(state.current().bench.lessons)
    done = {
        name: predictions.is_right_prediction(each)
        for name, each in shown.lessons.items()
        if predictions.prediction_of(each) is not None
    }
    right, number = format_int(sum(map(bool, done.values()))), format_int(len(shown.lessons))
    is_set = bool(state.current().bench.lessons)  # one list, in its own order
    teacher = predictions.is_teacher_mode()
    _mount(
        data={
            "title": one_line(shown.title, 60),
            "tracks": [
                {
                    "title": TRACKS.get(track, ""),
                    "lessons": [
                        {
                            "name": each.name,
                            "number": each.number,
                            "title": each.title,
                            "mark": MARKS[done[each.name]] if each.name in done else "",
                        }
                        for each in lessons
                    ],
                }
                for track, lessons in groupby(
                    shown.lessons.values(), lambda each: "" if is_set else each.track
                )
            ],
            "open": lesson.name,
            # A teacher leads the class, and predicts nothing.
            "told": "" if here else f"{right} of {number} predicted right.",
            "teacher": teacher,
        },
        key="lessons",
        on_open_change=lambda: open_lesson(st.session_state["lessons"]["open"]),
    )
    if is_set and not here:
        st.button("All built-in lessons", on_click=state.change, kwargs={"bench": Bench()})
    st.toggle(
        "Teacher mode",
        key=predictions.TEACHER,
        persist_state="session",
        help="Show the answers without a prediction.",
    )


def open_lesson(name: str | None) -> None:
    """Open a lesson with its bench as it was left; the bench of the former one is kept."""
    current = state.current().bench
    if name in lesson_set(current.lessons).lessons:
        classroom.lead_to(str(name))
        benches: dict[tuple[str, str], Bench] = st.session_state.setdefault("own-benches", {})
        left = (current.lessons, exercise.lesson(current).name)
        benches.pop(left, None)
        benches[left] = replace(current, term="")
        usual = Bench(lessons=current.lessons, lesson=str(name))
        state.change(bench=benches.get((current.lessons, str(name)), usual))
