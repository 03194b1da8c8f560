"""Controls that show what the view says, wherever it was changed, and report what is chosen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st


def follow(key: str, value: Any, take: Callable[[Any], None]) -> dict[str, Any]:
    """Key and callback of a control that shows `value`; `take` gets what is chosen on it.

    Give the control `value` as its default too. A browser reports what its controls show with
    every run, and Streamlit takes a report that is new to it for a choice. So a control is never
    told what to show: a browser that has yet to load the control's script, or that draws two runs
    at once, misses that and reports the default. Where the value was changed elsewhere, another
    control, under a key of its own, begins with it; a control that changed it itself keeps its
    key, and so the focus. A late report, of a control that is gone or of what it showed anyway,
    is no choice.
    """
    shown = _shown()
    turn, last = shown.get(key, (0, value))
    if value != last:
        turn += 1
    shown[key] = turn, value
    name = f"{key}:{turn}" if turn else key
    return {"key": name, "on_change": _report, "args": (key, turn, name, take)}


def _report(key: str, turn: int, name: str, take: Callable[[Any], None]) -> None:
    chosen = st.session_state[name]
    present, last = _shown()[key]
    if turn == present and chosen != last:
        _shown()[key] = turn, chosen
        take(chosen)


def _shown() -> dict[str, tuple[int, Any]]:
    """What each control shows, and how many had to be drawn in its place before."""
    shown: dict[str, tuple[int, Any]] = st.session_state.setdefault("shown", {})
    return shown
