"""The teacher's desk: what the class is shown next, how many have answered, and what.

Messages to Python: "lead" ({"lesson", "activity", "phase"}, what changes) and "behind" (a version
of the room: another page of the teacher has moved on).
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from bleu_core.teaching.classroom.answers_file import answers_csv
from bleu_core.teaching.classroom.room import Room
from bleu_core.teaching.lessons import lesson_set
from pages.ui import state
from pages.ui.classroom import following, shown, who
from pages.ui.widgets.mounting import component

STAGE = ("lesson", "activity", "phase")
_mount = component(
    "classroom/desk/desk.js", '<section class="desk" aria-label="The class"></section>'
)


def desk(here: Room) -> None:
    """Draw the desk."""
    _draw(here)
    st.download_button(
        "Download the answers as CSV",
        lambda: answers_csv(here, shown.facts),
        "answers.csv",
        "text/csv",
        on_click="ignore",
    )


def _draw(here: Room) -> None:
    _mount(
        data=_data(here),
        key="desk",
        on_lead_change=lambda: lead(st.session_state["desk"]["lead"]),
        on_behind_change=lambda: None,
    )


def _data(here: Room) -> dict[str, Any]:
    return (
        shown.data(here)
        | neighbours(here)
        | {"join": shown.join(here), "wall": state.address("learn", wall="yes")}
    )


def neighbours(here: Room) -> dict[str, Any]:
    """Return the names of the lessons before and after that of the class."""
    names = list(lesson_set(here.lessons).lessons)
    at = names.index(following.lesson_of(here).name)
    return {
        "previous": names[at - 1] if at else None,
        "next": names[at + 1] if at + 1 < len(names) else None,
    }


def lead(wanted: dict[str, Any] | None) -> None:
    """Show the class what the teacher's page requests, if it exists."""
    here = who.room()
    if here is None or not who.is_teacher() or not wanted:
        return
    try:
        here.lead(**{name: str(wanted[name]) for name in STAGE if name in wanted})
    except (KeyError, ValueError):
        return  # none of our pages requests that
