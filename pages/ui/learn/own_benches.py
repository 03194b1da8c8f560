"""What somebody put on the bench of each lesson, which is there when it is opened again."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from bleu_core.teaching import exercise
from bleu_core.teaching.exercise import Bench

# Of links to ever new sets of lessons, too, a session keeps no more.
MOST = 100


def exchanged(bench: Bench, lesson: str) -> Bench:
    """Keep a bench, and answer that of another lesson of its set: as it was left, or prepared."""
    kept: dict[tuple[str, str], Bench] = st.session_state.setdefault("own-benches", {})
    left = (bench.lessons, exercise.lesson(bench).name)
    kept.pop(left, None)
    kept[left] = replace(bench, term="")
    while len(kept) > MOST:
        del kept[next(iter(kept))]
    return kept.get((bench.lessons, lesson), Bench(lessons=bench.lessons, lesson=lesson))
