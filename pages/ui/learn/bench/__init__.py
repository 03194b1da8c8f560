"""The bench: one or two candidates and their references, edited live, and BLEU taken apart.

The browser sends what is on the desk a moment after the last key ("edit"); this
fragment alone runs, works it out with `bleu_core` and sends the numbers back.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import streamlit as st

from bleu_core import teaching
from bleu_core.teaching import Workings, exercise
from bleu_core.teaching.lessons.answers import work_out
from pages.ui import state
from pages.ui.learn.bench.data import bench_data
from pages.ui.widgets import glossary_tip
from pages.ui.widgets.mounting import component

# Seconds: what is typed without a longer pause is told as one change.
BURST = 3.0

_mount = component(__file__, '<div class="bench marked paper"></div>')


def bench() -> dict[str, Workings]:
    """Draw the bench of the view; answer its candidates, worked out."""
    shown = state.current().bench
    contents, unavailable = exercise.contents(shown), ""
    try:
        sides = work_out(contents)
    except ValueError as error:  # a tokenizer that is not installed
        unavailable = f"{error} Until then the bench shows 13a."
        contents = replace(contents, config=replace(contents.config, tokenize="13a"))
        sides = work_out(contents)
    # Which edit of the browser this answers; None where the bench comes from elsewhere.
    serial, edited, before, _ = st.session_state.get("bench-edit", (None, None, None, 0))
    mine = edited == shown
    known = teaching.facts(sides)
    st.session_state["bench-facts"] = known
    _mount(
        data=bench_data(
            exercise.lesson(shown),
            contents,
            sides,
            serial=serial if mine else None,
            problem=unavailable or (mine and st.session_state["bench-problem"]) or "",
            changes=teaching.changes(before, known) if mine else None,
        )
        | {"glossary": glossary_tip.link()},
        key="bench",
        on_edit_change=_take_edit,
        on_reset_change=_reset,
    )
    return sides


def _take_edit() -> None:
    """Something was typed or set."""
    edit: dict[str, Any] | None = st.session_state["bench"].get("edit")
    shown = state.current().bench
    if not edit or edit.get("lesson") != exercise.lesson(shown).name:
        return  # typed before the lesson changed
    config = exercise.contents(shown).config
    wanted, st.session_state["bench-problem"] = exercise.read_edit(edit, config)
    changed = exercise.own(shown, wanted)
    _, edited, before, last = st.session_state.get("bench-edit", (None, None, None, 0))
    now = time.monotonic()
    if is_a_change_of_its_own(bool(edit.get("typed")), edited == shown, now - last):
        before = st.session_state["bench-facts"]
    st.session_state["bench-edit"] = str(edit["serial"]), changed, before, now
    state.change(bench=changed)


def is_a_change_of_its_own(typed: bool, goes_on: bool, pause: float) -> bool:
    """Whether an edit is told apart from the one before, which it may go on from, seconds later."""
    return not (typed and goes_on and pause <= BURST)


def _reset() -> None:
    st.session_state.pop("bench-edit", None)
    state.change(bench=exercise.Bench(lesson=state.current().bench.lesson))
