"""Thresholds of the detectors of degenerate output, a section of the settings."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from bleu_core.segments.detectors import Thresholds
from pages.ui import state
from pages.ui.widgets.controls import follow_value
from pages.ui.widgets.rich_text import glossary_help

# Of a threshold: label, meaning and step.
CONTROLS = {
    "copy_run": (
        "Copied words in a row",
        "An output with this many consecutive source words is a copy.",
        1,
    ),
    "repeat": (
        "Extra repetitions",
        "An output is repetitive if a repetition occurs this many times more than any in the "
        "source or a reference.",
        1,
    ),
    "short": (
        "Cut off below",
        "An output without its final punctuation is cut off if its length in characters is below "
        "this multiple of the usual length and of the shortest reference.",
        0.05,
    ),
    "long": (
        "Runaway above",
        "An output runs away if its length in characters exceeds this multiple of the usual length "
        "and of the longest reference.",
        0.1,
    ),
}


def draw_thresholds() -> None:
    """Draw the section, folded."""
    panel = st.expander("Degenerate output", key="thresholds", on_change="rerun")
    if not panel.open:
        return
    thresholds = state.current().thresholds
    with panel:
        st.caption("Thresholds of the detectors", help=glossary_help("degenerate"))
        for name, (label, about, step) in CONTROLS.items():
            low, high = (type(step)(limit) for limit in Thresholds.limits(name))
            value = getattr(thresholds, name)
            st.number_input(
                label,
                low,
                high,
                value,
                step=step,
                format="%d" if isinstance(step, int) else "%.2f",
                **follow_value(f"limit-{name}", value, partial(_set_threshold, name)),
                help=about,
            )
        if thresholds != Thresholds():
            st.button(
                "Reset thresholds",
                on_click=state.change,
                kwargs={"thresholds": Thresholds()},
                key="limits-usual",
            )


def _set_threshold(name: str, value: float) -> None:
    state.change(thresholds=replace(state.current().thresholds, **{name: value}))
