"""The room of this server, opened by environment variables, as `bleuscope class` sets them.

Any ASGI server (`uvicorn app:app`) opens it by the same variables: `BLEUSCOPE_CLASS`, the room's
code; `BLEUSCOPE_TEACHER`, the teacher's secret; `BLEUSCOPE_LESSONS`, the set of lessons.
"""

from __future__ import annotations

import os
import secrets
from functools import cache

from bleu_core.common.place import CLASS
from bleu_core.messages import class_room, text_of
from bleu_core.teaching.classroom.room import Room
from bleu_core.teaching.lessons import lesson_set

TEACHER = "BLEUSCOPE_TEACHER"
LESSONS = "BLEUSCOPE_LESSONS"
# For reading aloud and typing on a phone: without characters that look alike.
SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5
SHORTEST_SECRET = 16


class RoomError(ValueError):
    """The environment variables are no valid room."""


def new_code() -> str:
    """A random code for a room."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def as_code(typed: str) -> str:
    """A typed code in the form for comparison: without spaces, in capitals."""
    return "".join(typed.split()).upper()


def server_room() -> Room | None:
    """The only room of this process; None if the environment names none.

    Raises
    ------
    RoomError
        If a variable is not valid.
    """
    code = told_code()
    return _opened(code, os.environ.get(LESSONS, "").strip()) if code else None


def told_code() -> str:
    """The room's code in the environment; "" if there is none.

    Raises
    ------
    RoomError
        If it has other characters or another length.
    """
    code = as_code(os.environ.get(CLASS, ""))
    if code and (len(code) != CODE_LENGTH or not set(code) <= set(SIGNS)):
        raise RoomError(class_room.wrong_code(CLASS, CODE_LENGTH, SIGNS))
    return code


def teacher_secret(otherwise: str = "") -> str:
    """The secret that admits the teacher and signs the tokens.

    Raises
    ------
    RoomError
        If there is none, or it is too short.
    """
    secret = os.environ.get(TEACHER, "").strip() or otherwise
    if len(secret) < SHORTEST_SECRET:
        raise RoomError(class_room.weak_secret(TEACHER, SHORTEST_SECRET))
    return secret


@cache
def _opened(code: str, lessons: str) -> Room:
    try:
        lesson_set(lessons)
    except ValueError as error:
        raise RoomError(class_room.no_lessons(LESSONS, text_of(error))) from None
    return Room(code, lessons)
