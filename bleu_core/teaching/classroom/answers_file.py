"""A class's answers as CSV for the teacher, without names, times or formulas."""

from __future__ import annotations

from bleu_core.common.escaping import to_csv
from bleu_core.teaching.classroom.room import ClassAnswer, Edit, Room
from bleu_core.teaching.classroom.tally import VOTES, Facts
from bleu_core.teaching.lessons import prediction

COLUMNS = ["lesson", "asked", "student", "answer", "right", "BLEU"]


def answers_csv(room: Room, facts: Facts) -> bytes:
    """One row per answer, in order of arrival; `facts` computes those of a lesson.

    "student" is a number for each browser. "right" is yes or no, and empty for a vote or an edit;
    "BLEU" is the score of an edit.
    """
    import pandas as pd  # takes a moment to load

    return to_csv(
        pd.DataFrame([_row(each, room, facts) for each in room.all_answers()], columns=COLUMNS)
    )


def _row(each: ClassAnswer, room: Room, facts: Facts) -> list[str | float | None]:
    lesson, answer = room.lesson(each.lesson), each.answer
    start: list[str | float | None] = [lesson.title, each.activity, each.number]
    if isinstance(answer, Edit):
        return [*start, answer.text, "", answer.score]
    if each.activity == "vote":
        return [*start, VOTES.get(answer, answer), "", None]
    is_right = prediction.is_right(lesson, answer, facts(lesson))
    text = "I don’t know" if answer == prediction.DONT_KNOW else lesson.answer_text(answer)
    return [*start, text, "yes" if is_right else "no", None]
