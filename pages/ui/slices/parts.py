"""BLEU of A and B on each part of the test set, with intervals; a part opens its segments."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bleu_core import Comparison, figures
from bleu_core.numerals import bounds, fine_delta, points, whole
from bleu_core.slices import Slice, about_intervals, criteria
from bleu_core.worklist import Filters
from pages.ui import state, store
from pages.ui.widgets.cells import signed
from pages.ui.widgets.controls import follow
from pages.ui.widgets.figure import figure
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import Cell, table


def choose_criterion(comparison: Comparison) -> str:
    """What the test set is cut by; draws the choice, and what it means."""
    known = criteria(comparison)
    asked = state.current().slice_by
    by = asked if asked in known else store.first_criterion(comparison)
    if asked not in ("", by):
        problem = f"Segments cannot be sliced by {asked!r} here."
        notice("warning", "Not understood, and left out:", [problem], key="no-such-criterion")
    st.selectbox(
        "Slice by",
        list(known),
        list(known).index(by),
        **follow("slice-by", by, lambda chosen: state.change(slice_by=chosen)),
        width=360,
        help=help_of("slice"),
    )
    st.caption(f"{known[by]} {about_intervals(store.slices(comparison, by), by)}")
    return by


def show_figure(found: list[Slice]) -> str | None:
    """Δ of each part with its interval; answers the part that was clicked."""
    chosen = figure(
        figures.slice_intervals(found),
        "Δ on each part",
        "slice",
        "slices",
        lambda: _frame(found),
        selects=True,
    )
    return found[int(chosen[0]["y"])].label if chosen else None


def show_table(found: list[Slice]) -> str | None:
    """The numbers of each part; answers the part that was opened."""
    opened = table(
        [
            {"label": "part"},
            {"label": "segments", "align": "right", "term": "segment"},
            {"label": "A", "align": "right", "tone": "a", "term": "slice"},
            {"label": "B", "align": "right", "tone": "b", "term": "slice"},
            {"label": "Δ", "align": "right", "term": "delta"},
            {"label": "simultaneous interval", "align": "right", "term": "simultaneous-interval"},
            {"label": "points", "align": "right", "term": "points"},
        ],
        [_row(part) for part in found],
        ids=list(range(len(found))),
        key="slices-table",
        label="Slices",
    )
    return None if opened is None else found[int(opened)].label


def open_segments(comparison: Comparison, by: str, part: str) -> None:
    """The Segments screen on a part, those that carry most first."""
    sort = "-points" if comparison.delta > 0 else "points"
    state.change(filters=Filters(slice_by=by, slice=part), segment=0, sort=sort)
    st.switch_page("segments.py")


def _row(part: Slice) -> list[Cell]:
    interval: Cell = {"t": "none" if part.judged else "too few segments", "tone": "muted"}
    if part.ci_low is not None and part.ci_high is not None:
        interval = bounds(part.ci_low, part.ci_high)
    return [
        part.label,
        whole(part.n),
        points(part.score_a),
        points(part.score_b),
        signed(part.delta),
        interval,
        signed(part.points, fine_delta),
    ]


def _frame(found: list[Slice]) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "part": part.label,
                "segments": part.n,
                "BLEU A": part.score_a,
                "BLEU B": part.score_b,
                "Δ": part.delta,
                "interval low": part.ci_low,
                "interval high": part.ci_high,
                "points": part.points,
            }
            for part in found
        ]
    )
