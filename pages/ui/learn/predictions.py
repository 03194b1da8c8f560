"""What this session predicted, by lesson."""

from __future__ import annotations

import streamlit as st

from bleu_core.teaching.lessons import all_lessons, answers
from pages.ui.sample import load_sample

LONGEST = 20


def made() -> dict[str, str]:
    """All predictions by the lesson's name."""
    found: dict[str, str] = st.session_state.setdefault("predictions", {})
    return found


def make(lesson: str, prediction: str) -> None:
    """Predict the answer of a lesson; a later one takes the place of an earlier."""
    made()[lesson] = prediction[:LONGEST]


def right() -> dict[str, bool]:
    """Of each lesson whose answer was predicted, whether rightly."""
    found = {}
    for name, prediction in made().items():
        lesson = all_lessons()[name]
        answer = answers.facts(name, load_sample())[lesson.answer]
        found[name] = answers.is_right(lesson, prediction, answer)
    return found
