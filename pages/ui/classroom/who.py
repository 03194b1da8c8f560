"""The visitor's role in the room: teacher, student, or neither.

A signed cookie of `pages.door` says it; without a room, everybody is neither.
"""

from __future__ import annotations

import streamlit as st

from bleu_core.teaching.classroom.passes import Visitor, visitor
from bleu_core.teaching.classroom.room import Room
from bleu_core.teaching.classroom.server_room import server_room, teacher_secret


def room() -> Room | None:
    """Return the room of this server, if there is one (`bleuscope class`)."""
    return server_room()


def is_teacher() -> bool:
    """Whether this visitor holds the teacher's secret link."""
    found = _visitor()
    return found is not None and found.is_teacher


def student() -> str:
    """Return the random name that identifies this browser's answers; '' for everybody else."""
    found = _visitor()
    return "" if found is None or found.is_teacher else found.name


def _visitor() -> Visitor | None:
    return visitor(st.context.cookies, teacher_secret()) if room() else None
