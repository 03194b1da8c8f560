"""Handing in a student's edit for the open challenge, whenever it is their best."""

from __future__ import annotations

from bleu_core.common.numerals import points
from bleu_core.teaching.challenge import attempt
from bleu_core.teaching.classroom.room import Edit
from bleu_core.teaching.lessons import Lesson
from pages.ui.classroom import following, who
from pages.ui.widgets.notice import notice


def hand_in(lesson: Lesson, text: str) -> None:
    """Hand in candidate A of the bench if the class works on this, and draw how it does."""
    here, now = who.room(), following.stage()
    is_theirs = now is not None and (now.lesson, now.activity) == (lesson.name, "challenge")
    if here is None or now is None or not is_theirs or lesson.challenge is None:
        return
    if not who.student():  # not from the bench of desk or wall
        return
    tried = attempt(lesson, text)
    is_new = text != lesson.prepared.candidates[0]
    if is_new and not tried.faults:
        here.hand_in(who.student(), Edit(text, tried.score))
    best = here.edits(lesson.name).get(who.student())
    if now.phase == "open":
        handed = (
            f"Handed in, your best: BLEU {points(best.score)}." if best else "Edit candidate A."
        )
        now_it_is = f"Against the lesson's references A scores {points(tried.score)}."
        tone = "warning" if tried.faults else "info"
        notice(tone, handed, [now_it_is, *tried.faults], key="handed-in")
