"""The stage as each page of a class draws it: lesson, question, and then the answer."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import streamlit as st

from bleu_core.teaching.classroom.room import Room, Stage
from bleu_core.teaching.classroom.tally import VOTES
from bleu_core.teaching.classroom.way_in import join_url
from bleu_core.teaching.lessons import Lesson, answers, lesson_set, prediction
from pages.ui.classroom import following
from pages.ui.sample import load_sample


def data(here: Room) -> dict[str, Any]:
    """Return the stage for a component: no answer is in it before the reveal."""
    now = here.stage
    lesson = following.lesson_of(here)
    known = facts(lesson)
    is_revealed = now.phase == "revealed"
    return {
        "stage": {"lesson": now.lesson, "activity": now.activity, "phase": now.phase},
        "number": lesson.number,
        "of": len(lesson_set(here.lessons).lessons),
        "title": lesson.title,
        "activities": activities(lesson),
        "asks": _asks(now, lesson, known),
        "choices": choices(now, lesson),
        "candidates": list(lesson.prepared.candidates) if now.activity == "vote" else [],
        "references": list(lesson.prepared.references) if now.activity == "vote" else [],
        "answer": _answer(now, lesson, known) if is_revealed else "",
    }


def facts(lesson: Lesson) -> dict[str, str]:
    """Return the facts of a lesson."""
    return answers.facts(lesson, load_sample())


def join(here: Room) -> dict[str, Any]:
    """How to come in."""
    return asdict(join_url(st.context.url or "", here.code))


def activities(lesson: Lesson) -> list[str]:
    """Return the activities of a lesson."""
    can_vote = len(lesson.prepared.candidates) > 1
    return [
        "question",
        *(["vote"] if can_vote else []),
        *(["challenge"] if lesson.challenge else []),
    ]


def choices(now: Stage, lesson: Lesson) -> list[list[str]]:
    """Return values and texts to choose from; none for a number or an edit."""
    if now.activity == "vote":
        return [list(choice) for choice in VOTES.items()]
    return [list(choice) for choice in lesson.choices] if now.activity == "question" else []


def can_be_read(now: Stage, lesson: Lesson, answer: str) -> bool:
    """Whether an answer is one of the choices, a number, or "don't know"."""
    if now.activity == "vote":
        return answer in VOTES
    return prediction.can_be_read(lesson, answer)


def _asks(now: Stage, lesson: Lesson, known: dict[str, str]) -> str:
    if now.activity == "vote":
        return "Which is the better translation?"
    if now.activity == "challenge" and lesson.challenge:
        return lesson.challenge.goal
    return answers.filled(lesson.question, known)


def _answer(now: Stage, lesson: Lesson, known: dict[str, str]) -> str:
    """Return what the reveal shows besides the counts of answers."""
    if now.activity == "vote":
        return ""
    if now.activity == "challenge":
        return f"A began with BLEU {known['A.bleu']}."
    return f"The answer is {lesson.answer_text(known[lesson.answer])}."
