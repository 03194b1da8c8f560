"""The visitor's bench of each lesson, restored when the lesson is opened again."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench

# A session keeps no more, even with links to many sets of lessons.
MOST = 100


def exchanged(bench: Bench, lesson: str) -> Bench:
    """Save a bench, and return that of another lesson of its set: as left, or as prepared."""
    benches: dict[tuple[str, str], Bench] = st.session_state.setdefault("own-benches", {})
    left = (bench.lessons, exercise.lesson(bench).name)
    benches.pop(left, None)
    benches[left] = replace(bench, term="")
    while len(benches) > MOST:
        del benches[next(iter(benches))]
    return benches.get((bench.lessons, lesson), Bench(lessons=bench.lessons, lesson=lesson))
