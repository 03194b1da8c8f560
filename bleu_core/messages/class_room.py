"""Environment variables that do not open a room for a class."""

from __future__ import annotations

from bleu_core.messages import message

# Environment variables that do not open a room for a class.


@message(area="class_room")
def wrong_code(variable: str, length: int, signs: str) -> str:
    return f"{variable} is to be {length} of the signs {signs}."


@message(area="class_room")
def weak_secret(variable: str, shortest: int) -> str:
    return f"{variable} is to be a secret of at least {shortest} signs."


@message(area="class_room")
def no_lessons(variable: str, problem: str) -> str:
    return f"{variable} names no set of lessons: {problem}"
