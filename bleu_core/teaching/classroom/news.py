"""Updates of a room for browsers: counts while a question is open, answers after it.

So that students do not follow the majority, the class sees bars only after the question is closed,
and the right answer only when it is revealed. The teacher's screen has both at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from bleu_core.common.numerals import points
from bleu_core.teaching.classroom.room import Edit, Room, Stage
from bleu_core.teaching.classroom.tally import Facts, Tally, tally_of_question, tally_of_vote
from bleu_core.teaching.lessons import Lesson

BEST = 5  # edits that are shown


def news(room: Room, facts: Facts, is_teacher: bool) -> dict[str, Any]:
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
        tally = _tally(lesson, stage, facts(lesson), list(answers.values()), is_revealed)
    return {
        "version": version,
        "stage": asdict(stage),
        "present": room.present,
        "answered": len(edits if is_challenge else answers),
        "tally": asdict(tally) if tally else None,
        "best": _best(edits, is_open_to_all) if is_challenge else [],
    }


def _tally(
    lesson: Lesson, stage: Stage, known: Mapping[str, str], answers: list[str], is_revealed: bool
) -> Tally | None:
    if stage.activity == "vote":
        return tally_of_vote(known, answers, is_revealed) if "better" in known else None
    return tally_of_question(lesson, known, answers, is_revealed)


def _best(edits: Mapping[str, Edit], with_text: bool) -> list[dict[str, str]]:
    """The best edits, each text once; without texts, which others would copy, if open."""
    scores: dict[str, float] = {}
    for edit in edits.values():
        scores.setdefault(edit.text, edit.score)
    ordered = sorted(scores.items(), key=lambda pair: -pair[1])[:BEST]
    return [
        {"score": points(score)} | ({"text": text} if with_text else {}) for text, score in ordered
    ]
