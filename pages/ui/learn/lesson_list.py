"""The list of lessons, what was predicted in this session marked; and the teacher's switch."""

from __future__ import annotations

import streamlit as st

from bleu_core.numerals import whole
from bleu_core.teaching.exercise import Bench
from bleu_core.teaching.lessons import Lesson, all_lessons
from pages.ui import state
from pages.ui.learn import predictions
from pages.ui.widgets.table import Cell, table


def show(lesson: Lesson) -> bool:
    """Draw them, this lesson as the open one; answer whether the teacher's mode is on."""
    done = predictions.right()
    marks = {True: "✓", False: "·", None: ""}
    rows: list[list[Cell]] = [
        [
            {"t": str(each.number), "tone": "muted"},
            each.title,
            {
                "t": marks[done.get(name)],
                "tone": "gain",
                "title": "Predicted right" if done.get(name) else "",
            },
        ]
        for name, each in all_lessons().items()
    ]
    table(
        [
            {"label": "", "align": "right", "narrow": True},
            {"label": "Lesson"},
            {"label": "", "narrow": True},
        ],
        rows,
        key="rail-table",
        label="Lessons",
        ids=list(all_lessons()),
        selected=lesson.name,
        on_open=lambda: open_lesson(st.session_state["rail-table"]["open"]),
    )
    right, number = whole(sum(done.values())), whole(len(all_lessons()))
    st.caption(f"{right} of {number} predicted right in this session.")
    return st.toggle(
        "Teacher's mode",
        key="teacher",
        persist_state="session",
        help="Shows the answers without a prediction.",
    )


def open_lesson(name: str | None) -> None:
    """Open a lesson as it was prepared, if there is one of this name."""
    if name in all_lessons():
        state.change(bench=Bench(lesson=str(name)))
