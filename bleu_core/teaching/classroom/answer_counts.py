"""Answers of a class: their counts, and a CSV file for the teacher."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict
from typing import Any

from bleu_core.common.escaping import to_csv
from bleu_core.common.formatting import format_count, format_int, format_percent
from bleu_core.teaching.classroom.room import Room
from bleu_core.teaching.lessons import Lesson, prediction
from bleu_core.teaching.lessons.prediction import rules_of


def count_answers(
    lesson: Lesson, facts: Mapping[str, str], answers: Collection[str]
) -> dict[str, Any]:
    """Count the answers to a lesson's question, for JSON.

    Returns
    -------
    dict
        "bars" of label, count, right: choices in the order of the question, or numbers in ascending
        order; "numbers", whether they are numbers; "notes", how many answers are right, and how
        many students do not know, as sentences.
    """
    if not answers:
        return {"bars": [], "numbers": False, "notes": ["No answers yet."]}
    rules = rules_of(lesson)
    right = sum(prediction.is_right(lesson, answer, facts) for answer in answers)
    share = format_percent(right / len(answers))
    notes = [f"{right} of {format_int(len(answers))} right ({share})."]
    if unknown := list(answers).count(prediction.DONT_KNOW):
        notes.append(f"{format_count(unknown, 'student', 'students')} answered “I don’t know”.")
    bars = [asdict(bar) for bar in rules.bars(lesson, facts, answers)]
    return {"bars": bars, "numbers": rules.numeric, "notes": notes}


Facts = Callable[[Lesson], Mapping[str, str]]
COLUMNS = ["lesson", "student", "answer", "right"]


def answers_csv(room: Room, facts: Facts) -> bytes:
    """One row per answer; "student" is a number for each browser, "right" is yes or no.

    `facts` computes those of a lesson.
    """
    import pandas as pd  # takes a moment to load

    rows = []
    for each in room.all_answers():
        is_right = prediction.is_right(each.lesson, each.answer, facts(each.lesson))
        unknown = each.answer == prediction.DONT_KNOW
        text = "I don’t know" if unknown else each.lesson.answer_text(each.answer)
        rows.append([each.lesson.title, each.student, text, "yes" if is_right else "no"])
    return to_csv(pd.DataFrame(rows, columns=COLUMNS))
