"""The answers of a class as a CSV file for its teacher."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal

from bleu_core.common.escaping import to_csv
from bleu_core.teaching.lessons import Lesson, prediction
from bleu_core.teaching.room import Room

# The facts of a lesson, which its right answer may quote.
Facts = Callable[[Lesson], Mapping[str, str]]


def answers_csv(room: Room, facts: Facts) -> bytes:
    """One row per answer; "student" is a number for each browser, "right" is yes or no."""
    rows = []
    for lesson in room.all_lessons:
        for student, answer in room.answers(lesson.name).items():
            text = prediction.answer_text(lesson, answer)
            # A number with a sign stays one: as text it would be taken for a formula.
            cell = Decimal(text) if re.fullmatch(r"[+-]\d+(\.\d+)?", text) else text
            is_right = prediction.is_right(lesson, answer, facts(lesson))
            number = room.number_of(student)
            rows.append([lesson.title, number, cell, "yes" if is_right else "no"])
    return to_csv(rows, ["lesson", "student", "answer", "right"])
