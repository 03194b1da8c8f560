"""Controls that follow the view, wherever it was changed, and report choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st


def follow(key: str, value: Any, take: Callable[[Any], None]) -> dict[str, Any]:
    """Key and callback of a control that shows `value`; `take` gets what is chosen on it.

    Pass `value` as the control's default, too. A browser reports the values of its controls with
    every run, and Streamlit takes an unknown report for a choice. So a control's value is never set
    from here: a browser that has not loaded the control's script yet, or draws two runs at once,
    would miss it and report the default. If the value was changed elsewhere, a new control with
    another key starts with it; a control that changed it itself keeps its key, and so the focus. A
    late report, from a control that is gone or with an unchanged value, is not a choice.
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
    """The value each control shows, and how many predecessors it had."""
    shown: dict[str, tuple[int, Any]] = st.session_state.setdefault("shown", {})
    return shown
