"""The Overview's strips and tables, and the data frames behind its figures."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from bleu_core import Comparison
from bleu_core.common.formatting import format_count, format_delta, format_int, format_small_delta
from bleu_core.present import figures
from bleu_core.present.account import ComparisonAccount, tables
from bleu_core.present.account.tables import ScoreParts, smoothing_note
from bleu_core.present.document import Segment
from bleu_core.segments import filter_boxes, slices
from bleu_core.segments.filter_boxes import Filters
from bleu_core.segments.slice_criteria import DOCUMENT, part_mask
from bleu_core.segments.worklist import document_expression
from pages.ui import segment_filter, state
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import draw_unattributed, glossary_help
from pages.ui.widgets.table import Cell, draw_account_table, draw_table, outputs_cell, signed_cell


def components_frame(parts: ScoreParts) -> pd.DataFrame:
    """Return the steps of the waterfall."""
    return pd.DataFrame(
        {"component": list(parts.points), "BLEU points": list(parts.points.values())}
    )


def parts_frame(parts: ScoreParts) -> pd.DataFrame:
    """Return counts, totals and precisions of both systems, raw and as scored."""
    columns: dict[str, list[float]] = {}
    for side, found in zip("AB", zip(*parts.precisions, strict=True), strict=True):
        columns |= {
            f"matches {side}": [p.count for p in found],
            f"n-grams {side}": [p.total for p in found],
            f"precision {side}, %": [p.percent for p in found],
            f"smoothed {side}, %": [p.taken for p in found],
        }
    return pd.DataFrame({"order": range(1, len(parts.precisions) + 1)} | columns)


def histogram_frame(comparison: Comparison) -> pd.DataFrame:
    """Return the bars of the histogram of sentence Δ."""
    counts, edges = figures.histogram(comparison.sentence_deltas)
    return pd.DataFrame({"Δ from": edges[:-1], "Δ to": edges[1:], "segments": counts})


def points_frame(comparison: Comparison) -> pd.DataFrame:
    """Return the BLEU points of each segment, in descending order."""
    carried = comparison.ledger.segments
    order = np.argsort(-np.abs(carried), kind="stable")
    return pd.DataFrame({"line": comparison.evalset.lines[order], "BLEU points": carried[order]})


# Bars in the strip of documents.
MOST_DOCUMENTS = 500


def draw_strips(comparison: Comparison) -> None:
    """Draw a bar per document and the segments of the chosen one, or else groups of lines."""
    if not comparison.ledger.defined:
        return
    draw_unattributed(comparison)
    documents = slices.points_by_document(comparison)
    if documents is None:
        _runs(comparison)
        return
    names, values = documents
    rows = {"document": names, "BLEU points": values}
    axis = "documents, largest contributions first"
    if len(names) > MOST_DOCUMENTS:
        number = f"{format_int(MOST_DOCUMENTS)} of {format_int(len(names))}"
        axis = f"the {number} documents with the largest contributions"
    plot = figures.strip(names[:MOST_DOCUMENTS], values[:MOST_DOCUMENTS], axis)
    chosen = _draw_strip(plot, "By document", "documents", rows)
    if chosen is not None:
        _segments_of(comparison, names[chosen])


def _draw_strip(plot: Any, title: str, key: str, rows: dict[str, Any]) -> int | None:
    """Draw a strip; return the index of the chosen bar."""
    chosen = figure(plot, title, "points", key, lambda: pd.DataFrame(rows), selects=True)
    return int(chosen[0]["x"]) if chosen else None


def _segments_of(comparison: Comparison, document: str) -> None:
    indices = np.flatnonzero(part_mask(comparison, DOCUMENT, document))
    lines, values = comparison.evalset.lines[indices], comparison.ledger.segments[indices]
    names = [f"segment {format_int(line)}" for line in lines.tolist()]
    rows = {"line": lines, "BLEU points": values}
    plot = figures.strip(names, values, "segments in file order")
    chosen = _draw_strip(plot, "Segments of this document", "document-segments", rows)
    where = document_expression(comparison.evalset, document)
    if chosen is not None:
        open_segments(comparison, where, segment=int(lines[chosen]))
    if st.button(f"Open {format_count(len(lines), 'segment')}", key="open-document"):
        open_segments(comparison, where)


def _runs(comparison: Comparison) -> None:
    edges, values = slices.points_by_run(comparison)
    first, last = slices.run_lines(comparison, edges)
    labels = slices.run_names(first, last)
    axis = f"{format_count(len(values), 'group')} of lines, in file order"
    rows = {"lines": labels, "BLEU points": values}
    plot = figures.strip(labels, values, axis)
    chosen = _draw_strip(plot, "By position", "runs", rows)
    if chosen is not None:
        ends = float(first[chosen]), float(last[chosen])
        open_segments(comparison, filter_boxes.filters_expression(Filters(lines=ends)))


def open_component(comparison: Comparison, component: str) -> None:
    """Open the segments that contribute most to a component; '' is all of Δ."""
    gained = component and comparison.ledger.components[component] > 0
    open_segments(comparison, sort=component and f"{'-' if gained else ''}{component}")


def open_segments(
    comparison: Comparison, where: str = "", segment: int = 0, sort: str = ""
) -> None:
    """Open the segments that an expression selects; default: those that are shown.

    The largest contributions come first.
    """
    usual = "-points" if comparison.delta > 0 else "points"
    where = segment_filter.within_part(comparison, where)
    state.open_screen("segments.py", where=where, segment=segment, sort=sort or usual)


MOVERS = [
    {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
    {"label": "points", "align": "right", "narrow": True, "term": "points"},
    {"label": "Δ", "align": "right", "narrow": True, "term": "sentence-delta"},
    {"label": "output"},
]


def parts_table(parts: ScoreParts) -> None:
    """Draw p1..pN, BP, lengths and BLEU for A, B and Δ."""
    draw_account_table(tables.parts_table(parts), key="parts")
    if note := smoothing_note(parts):
        st.caption(note)


def movers_table(account: ComparisonAccount, direction: int, title: str) -> None:
    """Draw the segments that contribute most in a direction; a row opens its segment."""
    segments = account.gains if direction > 0 else account.losses
    note = f"Up to {account.most} segments with the largest contributions. Click one to open it."
    # In the first of the two tables only: each "?" is a stop for the Tab key.
    st.subheader(title, help=glossary_help("points", note) if direction > 0 else None, anchor=False)
    opened = draw_table(
        MOVERS,
        [_mover(segment) for segment in segments],
        ids=[segment.line for segment in segments],
        key=f"movers{direction}",
        label=title,
        empty="No segments.",
    )
    if opened:
        sort = "-points" if direction > 0 else "points"
        where = segment_filter.within_part(account.comparison)
        state.open_screen("segments.py", segment=int(opened), sort=sort, where=where)


def _mover(segment: Segment) -> list[Cell]:
    return [
        format_int(segment.line),
        signed_cell(segment.points, format_small_delta),
        {"t": format_delta(segment.delta), "tone": "muted"},
        outputs_cell(segment.a, segment.b),
    ]
