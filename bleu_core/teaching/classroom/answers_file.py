"""What a class answered as CSV, for its teacher: no name, no time, no cell that is a formula."""

from __future__ import annotations

import pandas as pd

from bleu_core.common.escaping import to_csv
from bleu_core.teaching.classroom.room import Edit, Given, Room
from bleu_core.teaching.classroom.tally import VOTES, Facts
from bleu_core.teaching.lessons import prediction

COLUMNS = ["lesson", "asked", "student", "answer", "right", "BLEU"]


def answers_csv(room: Room, facts: Facts) -> bytes:
    """A row an answer, in the order in which they came; `facts` works out those of a lesson.

    "student" is a number that stands for one browser in the whole file. "right" is yes or no, by
    the rule that judges one reader, and empty for a vote or an edit; "BLEU" is that of an edit.
    """
    return to_csv(pd.DataFrame([_row(one, room, facts) for one in room.given()], columns=COLUMNS))


def _row(given: Given, room: Room, facts: Facts) -> list[str | float | None]:
    lesson, answer = room.lesson(given.lesson), given.answer
    start: list[str | float | None] = [lesson.title, given.activity, given.number]
    if isinstance(answer, Edit):
        return [*start, answer.text, "", answer.score]
    if given.activity == "vote":
        return [*start, VOTES.get(answer, answer), "", None]
    is_right = prediction.is_right(lesson, answer, facts(lesson))
    text = "I don’t know" if answer == prediction.DONT_KNOW else lesson.answer_text(answer)
    return [*start, text, "yes" if is_right else "no", None]
