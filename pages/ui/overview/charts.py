"""The Overview's figures, and the data frames behind them."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import streamlit as st

from bleu_core import Comparison
from bleu_core.common.formatting import format_count, format_int
from bleu_core.common.pair import A, B
from bleu_core.metrics.precision import precisions_of
from bleu_core.present import charts, figures
from bleu_core.segments import slices
from bleu_core.segments.slice_criteria import DOCUMENT, part_mask
from bleu_core.segments.worklist import document_expression, range_expression
from pages.ui import segment_filter, state
from pages.ui.widgets.figure import figure
from pages.ui.widgets.rich_text import draw_unattributed


def precision_columns(comparison: Comparison) -> dict[str, Any]:
    """Return counts, totals and precisions of both systems, raw and as scored."""
    columns: dict[str, Any] = {"order": range(1, comparison.config.max_ngram_order + 1)}
    for side, stats in zip((A, B), (comparison.stats_a, comparison.stats_b), strict=True):
        found = precisions_of(stats)
        columns |= {
            f"matches {side}": [p.count for p in found],
            f"n-grams {side}": [p.total for p in found],
            f"precision {side}, %": [p.percent for p in found],
            f"smoothed {side}, %": [p.taken for p in found],
        }
    return columns


def points_columns(comparison: Comparison) -> dict[str, Any]:
    carried = comparison.ledger.segments
    order = np.argsort(-np.abs(carried), kind="stable")
    return {"line": comparison.evalset.lines[order], "BLEU points": carried[order]}


def draw_charts(comparison: Comparison) -> None:
    left, right = st.columns(2, gap="large")
    with left:
        draw_contributions(comparison)
    with right:
        draw_strips(comparison)
    draw_distributions(comparison)


def draw_contributions(comparison: Comparison) -> None:
    """Draw the waterfall from A to B; precisions where Δ has no components."""
    if not comparison.ledger.defined:
        plot = figures.bar_figure(charts.precisions(comparison))
        rows = partial(precision_columns, comparison)
        figure(plot, "Precision by n-gram order", "modified-precision", "precisions", rows)
        return
    plot, points = figures.bar_figure(charts.waterfall(comparison)), comparison.ledger.components
    columns = {"component": list(points), "BLEU points": list(points.values())}
    step = figure(
        plot, "Contributions to Δ", "component", "waterfall", lambda: columns, selects=True
    )
    if step:
        component = step[0].get("customdata", "")  # '' is all of Δ
        gained = component and comparison.ledger.components[component] > 0
        open_segments(comparison, sort=component and f"{'-' if gained else ''}{component}")


def draw_distributions(comparison: Comparison) -> None:
    """Draw the histogram of segment differences, and how concentrated Δ is."""
    left, right = st.columns(2, gap="large")
    with left:
        deltas, columns = comparison.sentence_deltas, ("Δ from", "Δ to", "segments")
        plot = figures.bar_figure(charts.delta_histogram(deltas))
        bars = [dict(zip(columns, row, strict=False)) for row in charts.delta_bins(deltas)]
        bar = figure(
            plot, "Segment differences", "sentence-delta", "deltas", lambda: bars, selects=True
        )
    if bar:
        low, high = bar[0]["customdata"]
        # Segments that did not change are in no bar.
        open_segments(comparison, f"{range_expression('delta', low, high)} and delta != 0")
    if not comparison.ledger.defined:
        return
    with right:
        plot, name = figures.concentration_curve(comparison.ledger.segments), "concentration"
        rows = partial(points_columns, comparison)
        point = figure(plot, "Concentration of Δ", name, name, rows, selects=True)
    if point:
        open_segments(comparison, sort=point[0]["customdata"])


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
    plot = figures.bar_figure(charts.strip(names[:MOST_DOCUMENTS], values[:MOST_DOCUMENTS], axis))
    chosen = _draw_strip(plot, "By document", "documents", rows)
    if chosen is not None:
        _segments_of(comparison, names[chosen])


def _draw_strip(plot: Any, title: str, key: str, rows: dict[str, Any]) -> int | None:
    """Draw a strip; return the index of the chosen bar."""
    chosen = figure(plot, title, "points", key, lambda: rows, selects=True)
    return int(chosen[0]["x"]) if chosen else None


def _segments_of(comparison: Comparison, document: str) -> None:
    indices = np.flatnonzero(part_mask(comparison, DOCUMENT, document))
    lines, values = comparison.evalset.lines[indices], comparison.ledger.segments[indices]
    names = [f"segment {format_int(line)}" for line in lines.tolist()]
    rows = {"line": lines, "BLEU points": values}
    plot = figures.bar_figure(charts.strip(names, values, "segments in file order"))
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
    plot = figures.bar_figure(charts.strip(labels, values, axis))
    chosen = _draw_strip(plot, "By position", "runs", rows)
    if chosen is not None:
        open_segments(comparison, range_expression("line", first[chosen], last[chosen]))


def open_segments(
    comparison: Comparison, where: str = "", segment: int = 0, sort: str = ""
) -> None:
    """Open the segments of an expression, or those shown; the largest contributions first."""
    usual = "-points" if comparison.delta > 0 else "points"
    where = segment_filter.within_part(comparison, where)
    state.open_screen("segments.py", where=where, segment=segment, sort=sort or usual)
