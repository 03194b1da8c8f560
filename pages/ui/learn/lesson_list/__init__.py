"""The list of lessons by track, with predictions marked; and the teacher's switch.

Python gets "open", the name of a lesson, and "forget", to delete all predictions.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

import streamlit as st

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import whole
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import TRACKS, Lesson, lesson_set
from pages.ui import state
from pages.ui.classroom import who
from pages.ui.learn import covering, own_benches, predictions
from pages.ui.widgets.mounting import component

_mount = component(__file__, '<div class="list"></div>')
MARKS = {True: "right", False: "wrong", None: "unknown"}


def show(lesson: Lesson) -> None:
    """Draw the list, with this lesson as the open one."""
    shown = lesson_set(state.current().bench.lessons)
    done = predictions.right(shown)
    right, number = whole(sum(map(bool, done.values()))), whole(len(shown.lessons))
    teacher = covering.teachers_mode()
    _mount(
        data={
            "title": visible(shown.title, 60),
            "tracks": [
                {
                    "title": TRACKS.get(track, ""),
                    "lessons": [_row(each, done) for each in lessons],
                }
                for track, lessons in groupby(shown.lessons.values(), lambda each: each.track)
            ],
            "open": lesson.name,
            "told": f"{right} of {number} predicted right.",
            "any": bool(done),
            "teacher": teacher,
        },
        key="lessons",
        on_open_change=lambda: open_lesson(st.session_state["lessons"]["open"]),
        on_forget_change=predictions.forget,
    )
    if state.current().bench.lessons and not who.room():
        st.button("All built-in lessons", on_click=state.change, kwargs={"bench": Bench()})
    st.toggle(
        "Teacher's mode",
        key=covering.TEACHER,
        persist_state="session",
        help="Shows the answers without a prediction.",
    )


def open_lesson(name: str | None) -> None:
    """Open a lesson with its bench as it was left, if there is one of this name."""
    current = state.current().bench
    if name in lesson_set(current.lessons).lessons:
        state.change(bench=own_benches.exchanged(current, str(name)))


def _row(lesson: Lesson, done: dict[str, bool | None]) -> dict[str, Any]:
    mark = MARKS[done[lesson.name]] if lesson.name in done else ""
    return {"name": lesson.name, "number": lesson.number, "title": lesson.title, "mark": mark}
