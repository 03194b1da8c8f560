"""The list of lessons by track, with predictions marked; the teacher's switch."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

import streamlit as st

from bleu_core.common.escaping import one_line
from bleu_core.common.formatting import format_int
from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import TRACKS, Lesson, lesson_set
from pages.ui import classroom, state
from pages.ui.learn import predictions
from pages.ui.widgets.components import component


def swap_bench(bench: Bench, lesson: str) -> Bench:
    """Save a bench, and return that of another lesson of its set: as left, or as prepared."""
    benches: dict[tuple[str, str], Bench] = st.session_state.setdefault("own-benches", {})
    left = (bench.lessons, exercise.lesson(bench).name)
    benches.pop(left, None)
    benches[left] = replace(bench, term="")
    return benches.get((bench.lessons, lesson), Bench(lessons=bench.lessons, lesson=lesson))


_mount = component(__file__, '<div class="list"></div>')
OTHER_LESSONS = "Other lessons"  # those without a track, beside others
MARKS = {True: "right", False: "wrong", None: "unknown"}


def draw_lesson_list(lesson: Lesson) -> None:
    """Draw the list, with this lesson as the open one."""
    shown = lesson_set(state.current().bench.lessons)
    done = predictions.right_predictions(shown)
    right, number = format_int(sum(map(bool, done.values()))), format_int(len(shown.lessons))
    has_tracks = any(each.track for each in shown.lessons.values())
    without = OTHER_LESSONS if has_tracks else ""
    teacher = predictions.draw_teacher_switch()
    _mount(
        data={
            "title": one_line(shown.title, 60),
            "tracks": [
                {
                    "title": TRACKS.get(track, without),
                    "lessons": [_lesson_row(each, done) for each in lessons],
                }
                for track, lessons in groupby(shown.lessons.values(), lambda each: each.track)
            ],
            "open": lesson.name,
            "told": f"{right} of {number} predicted right.",
            "teacher": teacher,
        },
        key="lessons",
        on_open_change=lambda: open_lesson(st.session_state["lessons"]["open"]),
    )
    if state.current().bench.lessons and not classroom.current_room():
        st.button("All built-in lessons", on_click=state.change, kwargs={"bench": Bench()})
    st.toggle(
        "Teacher mode",
        key=predictions.TEACHER,
        persist_state="session",
        help="Show the answers without a prediction.",
    )


def open_lesson(name: str | None) -> None:
    """Open a lesson with its bench as it was left, if there is one of this name."""
    current = state.current().bench
    if name in lesson_set(current.lessons).lessons:
        classroom.lead_to(str(name))
        state.change(bench=swap_bench(current, str(name)))


def _lesson_row(lesson: Lesson, done: dict[str, bool | None]) -> dict[str, Any]:
    mark = MARKS[done[lesson.name]] if lesson.name in done else ""
    return {"name": lesson.name, "number": lesson.number, "title": lesson.title, "mark": mark}
