"""The wall: the question in large type, the answers as they arrive, and how to join.

Messages to Python: "lead" (a key of the teacher's, as on the desk) and "behind" (a version of the
room with another stage than the one drawn).
"""

from __future__ import annotations

import streamlit as st

from bleu_core.teaching.classroom.room import Room
from pages.ui.classroom import shown, who
from pages.ui.classroom.desk import lead, neighbours
from pages.ui.widgets.mounting import component

_mount = component(
    "classroom/wall/wall.js", '<section class="wall" aria-label="The class"></section>'
)


def wall(here: Room) -> None:
    """Draw the wall."""
    _mount(
        data=shown.data(here)
        | neighbours(here)
        | {"join": shown.join(here), "leads": who.is_teacher(), "forClass": True},
        key="wall",
        on_lead_change=lambda: lead(st.session_state["wall"]["lead"]),
        on_behind_change=lambda: None,
    )
