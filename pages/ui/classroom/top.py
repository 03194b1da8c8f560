"""What stands above Learn in a room: the teacher's desk, the wall, or the student's strip."""

from __future__ import annotations

from pages.ui import state
from pages.ui.classroom import following, who
from pages.ui.classroom.desk import desk
from pages.ui.classroom.strip import strip
from pages.ui.classroom.wall import wall


def top() -> None:
    """Draw it, with Learn at the lesson that the class is shown; nothing where there is no room."""
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
