"""Controls that follow the view, and reruns that keep pending presses."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

import streamlit as st

from pages.ui import state


def follow_value(key: str, value: Any, take: str | Callable[[Any], None]) -> dict[str, Any]:
    """Key and callback of a control that shows `value`; `take` gets the chosen value.

    Or `take` is the name of the field of the view that gets it. Pass `value` as the control's
    default, too. A browser reports the values of its controls with every run, and Streamlit takes
    an unknown report for a choice. So a control's value is never set from here: a browser that has
    not loaded the control's script yet, or draws two runs at once, would miss it and report the
    default. If the value was changed elsewhere, a new control with another key starts with it; a
    control that changed it itself keeps its key, and so the focus. A late report, from a control
    that is gone or with an unchanged value, is not a choice.
    """
    shown = _shown_values()
    turn, last = shown.get(key, (0, value))
    if value != last:
        turn += 1
    shown[key] = turn, value
    name = f"{key}:{turn}" if turn else key
    return {"key": name, "on_change": _report_change, "args": (key, turn, name, take)}


def follow_choice(
    key: str, options: Iterable[Any], chosen: Any, take: str | Callable[[Any], None]
) -> dict[str, Any]:
    """Options, index, key and callback of a selectbox; `take` as in `follow_value`."""
    values = list(options)
    return {"options": values, "index": values.index(chosen), **follow_value(key, chosen, take)}


def draw_tabs(field: str, tabs: dict[str, tuple[str, Callable[[], None]]]) -> None:
    """Draw tabs that follow a field of the view: by value of the field, label and function."""
    labels = {name: label for name, (label, _) in tabs.items()}
    key = field.replace("_", "-")

    def note_tab() -> None:
        chosen = st.session_state[key]
        state.change(**{field: next(name for name, label in labels.items() if label == chosen)})

    # Tabs, unlike other controls, need their value in every run.
    st.session_state[key] = labels[getattr(state.current(), field)]
    drawn = st.tabs(list(labels.values()), on_change=note_tab, key=key)
    for tab, (_, draw) in zip(drawn, tabs.values(), strict=True):
        if tab.open:
            with tab:
                draw()


def _report_change(key: str, turn: int, name: str, take: str | Callable[[Any], None]) -> None:
    chosen = st.session_state[name]
    present, last = _shown_values()[key]
    if turn == present and chosen != last:
        _shown_values()[key] = turn, chosen
        if isinstance(take, str):
            state.change(**{take: chosen})
        else:
            take(chosen)


def _shown_values() -> dict[str, tuple[int, Any]]:
    """The value each control shows, and how many predecessors it had."""
    shown: dict[str, tuple[int, Any]] = st.session_state.setdefault("shown", {})
    return shown


# Seconds that the server has to take what was pressed.
PAUSE = 0.002


def run_again() -> NoReturn:
    """Like `st.rerun()`, but a press made during this run goes first.

    Streamlit merges the two requests into one, for the page of the newer one: a link pressed during
    a long run would lead nowhere. The server can take the press only in the pause. Reading the
    session state then ends an interrupted run, and unlike output it does not wake the server again,
    which could take another press between this and the rerun.
    """
    time.sleep(PAUSE)
    st.session_state.get("shown")
    st.rerun()
