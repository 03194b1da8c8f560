"""Answers of a class: counts, updates for browsers, and a CSV file for the teacher.

So that students do not follow the majority, the class sees bars only after the question is closed,
and the right answer only after it is revealed. The teacher's screen shows both at any time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bleu_core.common.escaping import to_csv
from bleu_core.common.formatting import format_count, format_int, format_percent, format_score
from bleu_core.teaching.classroom.room import ClassAnswer, ClassEdit, Room
from bleu_core.teaching.lessons import Lesson, prediction
from bleu_core.teaching.lessons.prediction import AnswerBar, rules_of

VOTES = {"A": "A", "B": "B", "equal": "About equally good"}
Facts = Callable[[Lesson], Mapping[str, str]]


@dataclass(frozen=True)
class AnswerCounts:
    """The answers to one question or vote."""

    bars: tuple[AnswerBar, ...]  # Choices in the order of the question, numbers in ascending order
    numbers: bool  # Whether the bars are numbers
    notes: tuple[str, ...]  # How many are right, and how many do not know, as sentences


def count_answers(
    lesson: Lesson, known: Mapping[str, str], answers: Collection[str], is_revealed: bool
) -> AnswerCounts:
    """Count the answers to a lesson's question, whose facts are `known`.

    `is_revealed`: whether the right answer may be shown.
    """
    right = sum(prediction.is_right(lesson, text, known) for text in answers)
    rules = rules_of(lesson)
    bars = rules.bars(lesson, known, answers, is_revealed)
    share = format_percent(right / (len(answers) or 1))
    verdict = f"{right} of {format_int(len(answers))} right ({share})."
    notes = [verdict if answers else "No answers yet."] if is_revealed else []
    if unknown := list(answers).count(prediction.DONT_KNOW):
        notes.append(f"{format_count(unknown, 'student', 'students')} answered “I don’t know”.")
    return AnswerCounts(tuple(bars), rules.numeric, tuple(notes))


def count_votes(
    known: Mapping[str, str], answers: Collection[str], is_revealed: bool
) -> AnswerCounts:
    """Count the votes on the better of two candidates; BLEU's opinion is shown if revealed."""
    counts = Counter(answers)
    opinion = known["better"] if is_revealed else ""
    # BLEU's opinion is not the right answer.
    bars = tuple(
        AnswerBar(f"{label} (BLEU’s opinion)" if value == opinion else label, counts[value])
        for value, label in VOTES.items()
    )
    return AnswerCounts(bars, False, (opinion_of_bleu(known),) if is_revealed else ())


def opinion_of_bleu(known: Mapping[str, str]) -> str:
    """A sentence on which candidate BLEU prefers."""
    opinion = {"equal": "finds them equal"}.get(known["better"], f"finds {known['better']} better")
    return f"BLEU {opinion}: A {known['A.bleu']}, B {known['B.bleu']}."


BEST = 5  # edits that are shown


def room_update(room: Room, facts: Facts, is_teacher: bool) -> dict[str, Any]:
    """The present state of a room, for JSON.

    "version"; "stage" (lesson, activity, phase); "present" and "answered", numbers of students;
    "tally" (bars of label, count, right; numbers; notes) or null; "best", edits of a challenge
    (score, and text if it may be seen), highest first. `facts` computes those of a lesson.
    """
    version, stage = room.version, room.stage  # in this order: a change in between is sent again
    lesson = room.lesson(stage.lesson)
    answers = room.answers(stage.lesson, stage.activity)
    edits = room.edits(stage.lesson)
    is_challenge = stage.activity == "challenge"
    is_open_to_all = is_teacher or stage.phase in ("closed", "revealed")
    tally = None
    if is_open_to_all and not is_challenge:
        is_revealed = is_teacher or stage.phase == "revealed"
        known, texts = facts(lesson), list(answers.values())
        if stage.activity != "vote":
            tally = count_answers(lesson, known, texts, is_revealed)
        elif "better" in known:
            tally = count_votes(known, texts, is_revealed)
    return {
        "version": version,
        "stage": asdict(stage),
        "present": room.present,
        "answered": len(edits if is_challenge else answers),
        "tally": asdict(tally) if tally else None,
        "best": _best_edits(edits, is_open_to_all) if is_challenge else [],
    }


def _best_edits(edits: Mapping[str, ClassEdit], with_text: bool) -> list[dict[str, str]]:
    """The best edits, each text once; without texts, which others would copy, if open."""
    scores: dict[str, float] = {}
    for edit in edits.values():
        scores.setdefault(edit.text, edit.score)
    ordered = sorted(scores.items(), key=lambda pair: -pair[1])[:BEST]
    return [
        {"score": format_score(score)} | ({"text": text} if with_text else {})
        for text, score in ordered
    ]


COLUMNS = ["lesson", "asked", "student", "answer", "right", "BLEU"]


def answers_csv(room: Room, facts: Facts) -> bytes:
    """One row per answer, in order of arrival; `facts` computes those of a lesson.

    "student" is a number for each browser. "right" is yes or no, and empty for a vote or an edit;
    "BLEU" is the score of an edit.
    """
    import pandas as pd  # takes a moment to load

    rows = [_csv_row(answer, room, facts) for answer in room.all_answers()]
    return to_csv(pd.DataFrame(rows, columns=COLUMNS))


def _csv_row(each: ClassAnswer, room: Room, facts: Facts) -> list[str | float | None]:
    lesson, answer = room.lesson(each.lesson), each.answer
    start: list[str | float | None] = [lesson.title, each.activity, each.number]
    if isinstance(answer, ClassEdit):
        return [*start, answer.text, "", answer.score]
    if each.activity == "vote":
        return [*start, VOTES.get(answer, answer), "", None]
    is_right = prediction.is_right(lesson, answer, facts(lesson))
    text = "I don’t know" if answer == prediction.DONT_KNOW else lesson.answer_text(answer)
    return [*start, text, "yes" if is_right else "no", None]
