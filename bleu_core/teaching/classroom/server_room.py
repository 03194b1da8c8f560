"""The room of this server: opened by what stands in its environment, as `bleuscope class` puts it.

Any ASGI server (`uvicorn app:app`) opens it by the same variables: `BLEUSCOPE_CLASS`, the room's
code; `BLEUSCOPE_TEACHER`, the secret of whoever leads it; `BLEUSCOPE_LESSONS`, its set of lessons.
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
# Read out aloud and typed on a phone: nothing that looks like another sign.
SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 5
SHORTEST_SECRET = 16


class RoomError(ValueError):
    """What stands in the environment opens no room."""


def new_code() -> str:
    """A random code for a room."""
    return "".join(secrets.choice(SIGNS) for _ in range(CODE_LENGTH))


def as_code(typed: str) -> str:
    """A code as it was typed, as it is compared: without spaces, in capitals."""
    return "".join(typed.split()).upper()


def server_room() -> Room | None:
    """The one room of this process; None where its environment names none.

    Raises
    ------
    RoomError
        Where the variables say what no room can have.
    """
    code = told_code()
    return _opened(code, os.environ.get(LESSONS, "").strip()) if code else None


def told_code() -> str:
    """The room's code as the environment has it; "" where there is none.

    Raises
    ------
    RoomError
        Where it is none that can be read out.
    """
    code = as_code(os.environ.get(CLASS, ""))
    if code and (len(code) != CODE_LENGTH or not set(code) <= set(SIGNS)):
        raise RoomError(class_room.wrong_code(CLASS, CODE_LENGTH, SIGNS))
    return code


def teacher_secret(otherwise: str = "") -> str:
    """The secret that makes its holder the room's teacher, and signs the passes.

    Raises
    ------
    RoomError
        Where there is none, or one that can be guessed.
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
