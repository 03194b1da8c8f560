"""The Overview's figures, and the data frames behind them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from bleu_core import Comparison
from bleu_core.common.formatting import format_count, format_int
from bleu_core.present import figures
from bleu_core.present.tables.comparison_tables import ScoreParts, unattributed_note
from bleu_core.segments import filter_boxes, slices
from bleu_core.segments.filter_boxes import Filters
from bleu_core.segments.slice_criteria import DOCUMENT, part_mask
from bleu_core.segments.worklist import document_expression
from pages.ui import segment_filter, state
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import glossary_help


def draw_charts(comparison: Comparison) -> None:
    """Draw all figures."""
    left, right = st.columns(2, gap="large")
    with left:
        _draw_contributions(comparison)
    with right:
        _draw_strips(comparison)
    left, right = st.columns(2, gap="large")
    with left:
        _draw_deltas(comparison)
    with right:
        _draw_concentration(comparison)


def _draw_contributions(comparison: Comparison) -> None:
    """Draw the waterfall from A to B; precisions where Δ has no components."""
    parts = ScoreParts.of(comparison)
    if not comparison.ledger.defined:
        plot, term = figures.precisions(comparison), "modified-precision"
        figure(plot, "Precision by n-gram order", term, "precisions", partial(_precisions, parts))
        return

    def rows() -> pd.DataFrame:
        return pd.DataFrame(
            {"component": parts.points.keys(), "BLEU points": parts.points.values()}
        )

    plot = figures.waterfall(comparison)
    step = figure(plot, "Contributions to Δ", "component", "waterfall", rows, selects=True)
    if step:
        component = step[0].get("customdata", "")  # "" is all of Δ
        gained = component and comparison.ledger.components[component] > 0
        open_segments(comparison, sort=component and f"{'-' if gained else ''}{component}")


def _precisions(parts: ScoreParts) -> pd.DataFrame:
    """Return counts, totals and precisions of both systems, raw and as scored."""
    columns: dict[str, list[float]] = {}
    for side, precisions in zip("AB", zip(*parts.precisions, strict=True), strict=True):
        columns |= {
            f"matches {side}": [p.count for p in precisions],
            f"n-grams {side}": [p.total for p in precisions],
            f"precision {side}, %": [p.percent for p in precisions],
            f"smoothed {side}, %": [p.taken for p in precisions],
        }
    return pd.DataFrame({"order": range(1, len(parts.precisions) + 1)} | columns)


def _draw_deltas(comparison: Comparison) -> None:
    def rows() -> pd.DataFrame:
        counts, edges = figures.histogram(comparison.sentence_deltas)
        return pd.DataFrame({"Δ from": edges[:-1], "Δ to": edges[1:], "segments": counts})

    plot = figures.delta_histogram(comparison.sentence_deltas)
    bar = figure(plot, "Segment differences", "sentence-delta", "deltas", rows, selects=True)
    if bar:
        low, high = bar[0]["customdata"]
        # Segments that did not change are in no bar.
        wanted = Filters(delta=(float(low), float(high)), sign="changed")
        open_segments(comparison, filter_boxes.filters_expression(wanted))


def _draw_concentration(comparison: Comparison) -> None:
    if not comparison.ledger.defined:
        return
    points, lines = comparison.ledger.segments, comparison.evalset.lines

    def rows() -> pd.DataFrame:
        order = np.argsort(-np.abs(points), kind="stable")
        return pd.DataFrame({"line": lines[order], "BLEU points": points[order]})

    plot, name = figures.concentration_curve(points), "concentration"
    if point := figure(plot, "Concentration of Δ", name, name, rows, selects=True):
        open_segments(comparison, sort=point[0]["customdata"])


# Bars in the strip of documents.
MOST_DOCUMENTS = 500


def _draw_strips(comparison: Comparison) -> None:
    """Draw a bar per document and the segments of the chosen one, or else groups of lines."""
    if not comparison.ledger.defined:
        return
    if note := unattributed_note(comparison.ledger):
        st.caption(note, help=glossary_help("unattributed"))
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


def open_segments(
    comparison: Comparison, where: str = "", segment: int = 0, sort: str = ""
) -> None:
    """Open the segments that an expression selects; default: those that are shown.

    The largest contributions come first.
    """
    usual = "-points" if comparison.delta > 0 else "points"
    where = segment_filter.within_part(comparison, where)
    state.open_screen("segments.py", where=where, segment=segment, sort=sort or usual)
