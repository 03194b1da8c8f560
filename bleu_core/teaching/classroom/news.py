"""What a browser is told of its room: counts while a question is open, what was answered after it.

Nobody is to answer as the majority does. So the class sees bars only when the question is closed,
and what is right only when it is revealed; the teacher's own screen has both at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bleu_core.common.numerals import points
from bleu_core.teaching.classroom.room import Edit, Room, Stage
from bleu_core.teaching.classroom.tally import Facts, Tally, tally_of_question, tally_of_vote
from bleu_core.teaching.lessons import Lesson

BEST = 5  # edits on the wall


def news(room: Room, facts: Facts, is_teacher: bool) -> dict[str, Any]:
    """What is so now, as JSON.

    "version"; "stage" (lesson, activity, phase); "present" and "answered", numbers of students;
    "tally" (bars of label, count, right; numbers; notes) or null; "best", edits of a challenge
    (score, and text where it may be seen), the highest first. `facts` works out those of a lesson.
    """
    version, stage = room.version, room.stage  # this order: what is newer is told again
    lesson = room.lesson(stage.lesson)
    given = room.answers(stage.lesson, stage.activity)
    edits = room.edits(stage.lesson)
    is_challenge = stage.activity == "challenge"
    is_open_to_all = is_teacher or stage.phase in ("closed", "revealed")
    tally = None
    if is_open_to_all and not is_challenge:
        is_told = is_teacher or stage.phase == "revealed"
        tally = _tally(lesson, stage, facts(lesson), list(given.values()), is_told)
    return {
        "version": version,
        "stage": asdict(stage),
        "present": room.present,
        "answered": len(edits if is_challenge else given),
        "tally": asdict(tally) if tally else None,
        "best": _best(edits, is_open_to_all) if is_challenge else [],
    }


def _tally(
    lesson: Lesson, stage: Stage, known: Mapping[str, str], given: list[str], is_told: bool
) -> Tally | None:
    if stage.activity == "vote":
        return tally_of_vote(known, given, is_told) if "better" in known else None
    return tally_of_question(lesson, known, given, is_told)


def _best(edits: Mapping[str, Edit], with_text: bool) -> list[dict[str, str]]:
    """The best edits, each text once. The score of the record spurs; its text would be copied."""
    scores: dict[str, float] = {}
    for edit in edits.values():
        scores.setdefault(edit.text, edit.score)
    ordered = sorted(scores.items(), key=lambda pair: -pair[1])[:BEST]
    return [
        {"score": points(score)} | ({"text": text} if with_text else {}) for text, score in ordered
    ]
