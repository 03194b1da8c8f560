"""The bench: one or two candidates and their references, edited live, and BLEU step by step.

The browser sends the texts a moment after the last key ("edit"); only this fragment reruns,
computes with `bleu_core` and sends the numbers back.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from bleu_core import teaching
from bleu_core.messages import screen
from bleu_core.teaching import Workings, exercise
from bleu_core.teaching.lessons import Prepared
from bleu_core.teaching.lessons.answers import work_out
from pages.ui import state
from pages.ui.learn.bench.data import bench_data
from pages.ui.query import to_params
from pages.ui.widgets import glossary_tip
from pages.ui.widgets.mounting import component
from pages.ui.widgets.notice import reasons

# Seconds: edits without a longer pause count as one change.
BURST = 3.0

_mount = component(__file__, '<div class="bench marked paper"></div>')


def bench(covered: bool) -> dict[str, Workings]:
    """Draw the bench of the view; return its computed candidates.

    While it is covered nothing is computed, so the browser has nothing that reveals the answer.
    """
    current = state.current().bench
    contents, sides, unavailable = exercise.contents(current), {}, ""
    if not covered:
        contents, sides, unavailable = _worked_out(contents)
    # The edit that this answers; None if the bench comes from elsewhere.
    serial, edited, before, _ = st.session_state.get("bench-edit", (None, None, None, 0))
    mine = edited == current
    problem = unavailable or (mine and st.session_state["bench-problem"]) or ""
    known = teaching.facts(sides) if sides else {}
    st.session_state["bench-facts"] = known
    told = mine and not problem  # otherwise the texts would not be those scored
    _mount(
        data=bench_data(
            exercise.lesson(current),
            contents,
            sides,
            serial=serial if mine else None,
            problem=problem,
            changes=teaching.changes(before, known) if told and before and known else None,
        )
        | {
            "own": current.a is not None,
            "address": urlencode(to_params(state.current())),
            "glossary": glossary_tip.link(),
        },
        key="bench",
        on_edit_change=_take_edit,
        on_reset_change=_reset,
    )
    return sides


def _worked_out(contents: Prepared) -> tuple[Prepared, dict[str, Workings], str]:
    """Contents and candidates; with 13a and a message if a tokenizer is missing."""
    try:
        return contents, work_out(contents), ""
    except ValueError as error:  # a tokenizer that is not installed
        contents = replace(contents, config=replace(contents.config, tokenize="13a"))
        return contents, work_out(contents), screen.bench_tokenizer(*reasons(error))


def _take_edit() -> None:
    """Take an edit from the browser."""
    edit: dict[str, Any] | None = st.session_state["bench"].get("edit")
    current = state.current().bench
    if not edit or edit.get("lesson") != exercise.lesson(current).name:
        return  # typed before the lesson changed
    now_on_it = exercise.contents(current)
    wanted, st.session_state["bench-problem"] = exercise.read_edit(edit, now_on_it)
    changed = exercise.own(current, wanted)
    _, edited, before, last = st.session_state.get("bench-edit", (None, None, None, 0))
    now = time.monotonic()
    if is_a_change_of_its_own(bool(edit.get("typed")), edited == current, now - last):
        before = st.session_state["bench-facts"]
    st.session_state["bench-edit"] = str(edit["serial"]), changed, before, now
    state.change_in_place(bench=changed)


def is_a_change_of_its_own(typed: bool, goes_on: bool, pause: float) -> bool:
    """Whether an edit is separate from the one before, seconds earlier."""
    return not (typed and goes_on and pause <= BURST)


def _reset() -> None:
    st.session_state.pop("bench-edit", None)
    current = state.current().bench
    state.change(bench=replace(exercise.Bench(), lessons=current.lessons, lesson=current.lesson))
