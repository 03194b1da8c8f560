"""A class on the screen Learn: the room's stage, its teacher and its students.

This file has the stage, on which all their windows agree.

- `views`: the teacher's desk, the students' strip, the projector's wall
- `desk/`, `strip/`, `wall/`: their scripts; the scripts here are shared by them
- `question_controls.js`: the controls of each kind of question, in a lesson and in a class
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

import streamlit as st

from bleu_core.common.formatting import format_score
from bleu_core.teaching import exercise
from bleu_core.teaching.classroom.access import Visitor, find_visitor, join_url
from bleu_core.teaching.classroom.answer_counts import VOTES
from bleu_core.teaching.classroom.room import (
    ClassEdit,
    ClassStage,
    Room,
    server_room,
    teacher_secret,
)
from bleu_core.teaching.exercise import Bench, attempt
from bleu_core.teaching.lessons import Lesson, answers, lesson_set, prediction
from pages.ui import state
from pages.ui.store import load_sample
from pages.ui.widgets.alert import draw_alert


def current_room() -> Room | None:
    """Return the room of this server, if there is one (`bleuscope class`)."""
    return server_room()


def is_teacher() -> bool:
    """Whether this visitor holds the teacher's secret link."""
    found = _visitor()
    return found is not None and found.is_teacher


def current_student() -> str:
    """Return the random name that identifies this browser's answers; '' for everybody else."""
    found = _visitor()
    return "" if found is None or found.is_teacher else found.name


def _visitor() -> Visitor | None:
    return find_visitor(st.context.cookies, teacher_secret()) if current_room() else None


def current_stage() -> ClassStage | None:
    """Return what the class is shown; None for those who do not follow it, or without a room."""
    here = current_room()
    return here.stage if here and not is_alone() else None


def is_alone() -> bool:
    """Whether a student left the class's lesson for one of their own."""
    alone: bool = st.session_state.get("class-alone", False)
    return alone and not is_teacher()


def go_alone(alone: bool) -> None:
    """Leave the class's lesson, or return to it."""
    st.session_state["class-alone"] = alone


def is_following() -> bool:
    """Whether this is the page of a student who follows the class."""
    return current_stage() is not None and not is_teacher()


def is_leading() -> bool:
    """Whether this page leads the class: the teacher's pages do, except the wall."""
    return is_teacher() and not state.current().wall


def keep_in_step() -> None:
    """Open the lesson of the class.

    If the teacher opened another one on a leading page, it becomes that of the class.
    """
    here, now = current_room(), current_stage()
    if here is None:
        return
    if now is None:  # alone
        if state.current().bench.lessons != here.lessons:
            state.change(bench=Bench(lessons=here.lessons))
        return
    bench, shown = state.current().bench, now.lesson
    is_of_room, opened = bench.lessons == here.lessons, exercise.lesson(bench).name
    if is_leading() and is_of_room and st.session_state.get("class-lesson") == shown != opened:
        here.lead(lesson=opened, activity="question", phase="waiting")
        shown = opened
    elif not is_of_room or opened != shown:
        state.change(bench=Bench(lessons=here.lessons, lesson=shown))
    st.session_state["class-lesson"] = shown


def lesson_of(here: Room) -> Lesson:
    return here.lesson(here.stage.lesson)


def reveals(lesson: Lesson) -> bool | None:
    """Whether a lesson's answer is revealed to a visitor who follows the class, or else None.

    For a challenge the bench is the workplace. The reveal of a vote shows BLEU's opinion alone: the
    question is left for afterwards.
    """
    here, now = current_room(), current_stage()
    if here is None or now is None or lesson.name != now.lesson:
        return None
    is_over = now.phase == "revealed" and here.was_revealed(lesson.name)
    return is_over or now.activity == "challenge"


def note_seen(lesson: Lesson) -> None:
    """Tell the room that a student who is alone sees a lesson's answer."""
    here = current_room()
    if here is not None and is_alone() and current_student():
        here.note_seen(current_student(), lesson.name)


def is_at_challenge() -> bool:
    """Whether the class works on a challenge: a student then needs the bench alone."""
    now = current_stage()
    return now is not None and now.activity == "challenge" and now.phase == "open"


def is_at_vote() -> bool:
    """Whether the class has an open vote."""
    now = current_stage()
    return now is not None and now.activity == "vote" and now.phase != "revealed"


# Reentrant: a run of the page holds it when it comes to its fragments.
_TURN = threading.RLock()


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one's turn, on the server of a class."""
    if current_room() is None:
        yield
        return
    with _TURN:
        yield


def stage_data(here: Room) -> dict[str, Any]:
    """Return the stage for a component: no answer is in it before the reveal."""
    now = here.stage
    lesson = lesson_of(here)
    known = lesson_facts(lesson)
    is_revealed = now.phase == "revealed"
    return {
        "stage": {"lesson": now.lesson, "activity": now.activity, "phase": now.phase},
        "end": here.end,
        "number": lesson.number,
        "of": len(lesson_set(here.lessons).lessons),
        "title": lesson.title,
        "activities": lesson_activities(lesson),
        "asks": _asks(now, lesson, known),
        "candidates": list(lesson.prepared.candidates) if now.activity == "vote" else [],
        "references": list(lesson.prepared.references) if now.activity == "vote" else [],
        "answer": answer_text(here) if is_revealed else "",
    } | _control_data(now, lesson)


def lesson_facts(lesson: Lesson) -> dict[str, str]:
    return answers.facts(lesson, load_sample())


def join_data(here: Room) -> dict[str, Any]:
    """How to join."""
    return asdict(join_url(st.context.url or "", here.code))


def lesson_activities(lesson: Lesson) -> list[str]:
    vote = ["vote"] if len(lesson.prepared.candidates) > 1 else []
    return ["question", *vote, *(["challenge"] if lesson.challenge else [])]


def _control_data(now: ClassStage, lesson: Lesson) -> dict[str, Any]:
    """Return the data of the controls of an answer; none for an edit."""
    if now.activity == "vote":
        return prediction.choice_controls(VOTES.items())
    return prediction.rules_of(lesson).control_data(lesson) if now.activity == "question" else {}


def is_valid_answer(now: ClassStage, lesson: Lesson, answer: str) -> bool:
    """Whether an answer is one of the choices, a number, or "don't know"."""
    if now.activity == "vote":
        return answer in VOTES
    return prediction.can_be_read(lesson, answer)


def _asks(now: ClassStage, lesson: Lesson, known: dict[str, str]) -> str:
    if now.activity == "vote":
        return "Which is the better translation?"
    if now.activity == "challenge" and lesson.challenge:
        return lesson.challenge.goal
    return answers.filled(lesson.question, known)


def answer_text(here: Room) -> str:
    """Return what the reveal shows besides the counts of answers."""
    now, lesson = here.stage, lesson_of(here)
    known = lesson_facts(lesson)
    if now.activity == "vote":
        return ""
    if now.activity == "challenge":
        return f"The original A has BLEU {known['A.bleu']}."
    return f"Answer: {lesson.answer_text(known[lesson.answer])}"


def prose(here: Room) -> dict[str, list[str]]:
    """Return the paragraphs around the question: its text before the reveal, then the "why"."""
    now, lesson = here.stage, lesson_of(here)
    texts = {"text": lesson.text, "why": lesson.why}
    shown = "why" if now.phase == "revealed" else "text"
    return {
        name: answers.filled(text, lesson_facts(lesson)).split("\n\n")
        if text and name == shown and now.activity == "question"
        else []
        for name, text in texts.items()
    }


def hand_in(lesson: Lesson, text: str) -> None:
    """Hand in candidate A of the bench if the class works on this, and draw how it does."""
    here, now = current_room(), current_stage()
    is_theirs = now is not None and (now.lesson, now.activity) == (lesson.name, "challenge")
    if here is None or now is None or not is_theirs or lesson.challenge is None:
        return
    if not current_student():  # not from the bench of desk or wall
        return
    tried = attempt(lesson, text)
    is_new = text != lesson.prepared.candidates[0]
    if is_new and not tried.faults:
        here.hand_in(current_student(), ClassEdit(text, tried.score))
    best = here.edits(lesson.name).get(current_student())
    if now.phase == "open":
        handed = "Edit candidate A."
        if best:
            handed = f"Your best submitted edit: BLEU {format_score(best.score)}."
        now_it_is = f"With the lesson's references A scores {format_score(tried.score)}."
        tone = "warning" if tried.faults else "info"
        draw_alert(tone, handed, [now_it_is, *tried.faults], key="handed-in")
