"""The part above Learn in a room: the teacher's desk, the wall, or the student's strip."""

from __future__ import annotations

from pages.ui import state
from pages.ui.classroom import following, who
from pages.ui.classroom.desk import desk
from pages.ui.classroom.strip import strip
from pages.ui.classroom.wall import wall


def top() -> None:
    """Draw the part, and open the lesson of the class; nothing without a room."""
    here = who.room()
    if here is None:
        return
    following.keep_in_step()
    if state.current().wall:
        wall(here)
    elif following.is_leading():
        desk(here)
    else:
        strip(here)
