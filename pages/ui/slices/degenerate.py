"""Degenerate outputs of A and B: their counts, significance, and BLEU points."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import NoReturn

import streamlit as st

from bleu_core import Comparison
from bleu_core.common.formatting import (
    NO_VALUE,
    format_count,
    format_int,
    format_p_cell,
    format_plain,
    format_small_delta,
)
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.segments.detectors import DetectorCounts, SamenessCounts, Thresholds
from bleu_core.segments.expressions import conjoin
from pages.ui import open_comparison, results, state
from pages.ui.slices.parts import open_where
from pages.ui.widgets import progress_bars
from pages.ui.widgets.alert import draw_alert
from pages.ui.widgets.controls import follow_value
from pages.ui.widgets.rich_text import draw_unattributed, glossary_help
from pages.ui.widgets.table import Cell, draw_table, signed_cell

# The segments that a row opens, of those in `Counts.expressions`.
OPENS = {
    "either": "A or B",
    "only_a": "only A",
    "only_b": "only B",
    "a": "A",
    "b": "B",
}
COUNT_COLUMNS = (
    {"label": LABEL_A, "tone": "a", "help": "Affected segments of A."},
    {"label": LABEL_B, "tone": "b", "help": "Affected segments of B."},
    {"label": "only A", "help": "Segments where A is affected and B is not."},
    {"label": "only B", "help": "Segments where B is affected and A is not."},
)
# Of a threshold: label, meaning, step and number format.
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


def draw_degenerate() -> None:
    """Draw the tab."""
    comparison, thresholds = open_comparison.current_comparison(), state.current().thresholds
    st.caption(
        "Outputs that break a rule, whatever they mean. BLEU points: the contribution of the "
        "segments where A or B is affected.",
        help=glossary_help("degenerate"),
    )
    _controls(thresholds)
    with progress_bars.progress_bar(
        "Searching for degenerate output", segments=len(comparison)
    ) as p:
        found, same = results.degenerate_outputs(comparison, thresholds, p)
    opens = st.segmented_control(
        "A row opens the affected segments of",
        list(OPENS),
        default="either",
        format_func=OPENS.__getitem__,
        key="degenerate-opens",
        required=True,
    )
    opened = _detectors(found, thresholds)
    if opened is not None:
        _open(comparison, found[int(opened)].expressions[opens or "either"])
    opened = _sameness(same, len(comparison))
    if opened is not None:
        _open(comparison, same[int(opened)].name)
    draw_unattributed(comparison)


def _controls(thresholds: Thresholds) -> None:
    with st.container(horizontal=True, vertical_alignment="bottom"):
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
                width=190,
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


def _detectors(found: list[DetectorCounts], thresholds: Thresholds) -> str | None:
    """Draw what each detector finds; return the place of the opened row."""
    missing = [f"{one.label}: {one.missing}" for one in found if one.missing]
    opened = draw_table(
        [
            {"label": "detector", "term": "degenerate"},
            {"label": "rule", "wide": True},
            {
                "label": "threshold",
                "align": "right",
                "help": "Threshold of the rule, if it has one.",
            },
            *({"align": "right"} | column for column in COUNT_COLUMNS),
            {"label": "p, corrected", "align": "right", "term": "degenerate-test"},
            {"label": "BLEU points", "align": "right", "term": "points"},
        ],
        [_row(one, thresholds) for one in found],
        ids=[None if one.missing else i for i, one in enumerate(found)],
        key="degenerate-table",
        label="Degenerate output",
        how="Enter opens its segments",
    )
    if missing:
        draw_alert("info", "Skipped:", missing, key="degenerate-missing")
    return opened


def _row(one: DetectorCounts, thresholds: Thresholds) -> list[Cell]:
    name: list[Cell] = [{"t": one.label, "tone": "strong"}, one.about]
    if one.missing:
        return [*name, *[NO_VALUE] * 7]
    limit = format_plain(getattr(thresholds, one.threshold)) if one.threshold else NO_VALUE
    counts = map(format_int, (one.a, one.b, one.only_a, one.only_b))
    p: Cell = {"t": format_p_cell(one.p), "tone": "strong" if one.p < 0.05 else "muted"}
    return [*name, limit, *counts, p, signed_cell(one.points, format_small_delta)]


def _sameness(same: list[SamenessCounts], size: int) -> str | None:
    st.caption(f"Similarity of A and B over {format_count(size, 'segment')}.")
    return draw_table(
        [
            {"label": "outputs", "help": "The outputs of A and B, compared with each other."},
            {"label": "rule", "wide": True},
            {"label": "segments", "align": "right", "term": "segment"},
            {"label": "BLEU points", "align": "right", "term": "points"},
        ],
        [
            [
                {"t": one.label, "tone": "strong"},
                one.about,
                format_int(one.segments),
                signed_cell(one.points, format_small_delta),
            ]
            for one in same
        ],
        ids=list(range(len(same))),
        key="sameness-table",
        label="Similarity of the outputs",
        how="Enter opens its segments",
    )


def _open(comparison: Comparison, expression: str) -> NoReturn:
    """Open the segments that an expression selects, within those that the screen covers."""
    view = state.current()
    open_where(comparison, conjoin([view.where if view.only else "", expression]))
