"""BLEU of A and B on each part of the test set, with intervals; a part opens its segments."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from bleu_core import figures
from bleu_core.numerals import bounds, fine_delta, points, whole
from bleu_core.slices import Slice, about_intervals, criteria
from bleu_core.worklist import Filters
from pages.ui import open_comparison, state, store
from pages.ui.widgets.cells import signed
from pages.ui.widgets.controls import follow
from pages.ui.widgets.figure import figure
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import Cell, table
from pages.ui.widgets.unattributed import unattributed


def show() -> None:
    """A criterion, the figure, the table."""
    comparison = open_comparison.get()
    known = criteria(comparison)
    view = state.current()
    by = view.slice_by if view.slice_by in known else store.first_criterion(comparison)
    if view.slice_by not in ("", by):
        told = f"Segments cannot be sliced by {view.slice_by!r} here."
        notice("warning", "Not understood, and left out:", [told], key="no-such-criterion")
    st.selectbox(
        "Slice by",
        list(known),
        list(known).index(by),
        **follow("slice-by", by, lambda chosen: state.change(slice_by=chosen)),
        width=360,
        help=help_of("slice"),
    )
    found = store.slices(comparison, by)
    st.caption(f"{known[by]} {about_intervals(found, by)}")
    labels = [part.label for part in found]
    chosen = figure(
        figures.slice_intervals(found),
        "Δ on each part",
        "slice",
        "slices",
        lambda: _frame(found),
        selects=True,
    )
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
    unattributed(comparison)
    if chosen:
        opened = str(int(chosen[0]["y"]))
    if opened is not None:
        label = labels[int(opened)]
        sort = "-points" if comparison.delta > 0 else "points"
        state.change(filters=Filters(slice_by=by, slice=label), segment=0, sort=sort)
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
