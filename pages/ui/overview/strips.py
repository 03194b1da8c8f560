"""Where in the test set the points lie: documents, the segments of one, or runs of segments."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from bleu_core.common.numerals import counted, whole
from bleu_core.datasets import Job
from bleu_core.explain.comparison import Comparison
from bleu_core.present import figures
from bleu_core.segments import places
from bleu_core.segments.slices import DOCUMENT, members
from bleu_core.segments.worklist import Filters, boxes, document_is
from pages.ui import state, subset
from pages.ui.widgets.figure import figure
from pages.ui.widgets.unattributed import unattributed


def strips(comparison: Comparison) -> None:
    """One bar a document, and the segments of the chosen one; without documents, runs of lines."""
    if not comparison.ledger.defined:
        return
    unattributed(comparison)
    documents = places.by_document(comparison)
    if documents is None:
        _runs(comparison)
        return
    names, values = documents
    chosen = figure(
        figures.strip(names, values, "documents, most points first"),
        "Documents",
        "points",
        "documents",
        lambda: pd.DataFrame({"document": names, "BLEU points": values}),
        selects=True,
    )
    if chosen:
        _segments_of(comparison, names[int(chosen[0]["x"])])


def _segments_of(comparison: Comparison, document: str) -> None:
    rows = np.flatnonzero(members(comparison, DOCUMENT, document))
    lines, values = comparison.evalset.lines[rows], comparison.ledger.segments[rows]
    names = [f"segment {whole(line)}" for line in lines.tolist()]
    chosen = figure(
        figures.strip(names, values, "segments in file order"),
        "Segments of the chosen document",
        "points",
        "document-segments",
        lambda: pd.DataFrame({"line": lines, "BLEU points": values}),
        selects=True,
    )
    where = document_is(comparison.evalset, document)
    if chosen:
        open_segments(comparison, where, segment=int(lines[int(chosen[0]["x"])]))
    if st.button(f"Open {counted(len(lines), 'segment')}", key="open-document"):
        open_segments(comparison, where)


def _runs(comparison: Comparison) -> None:
    edges, values = places.by_run(comparison)
    first, last = places.run_lines(comparison, edges)
    labels = places.run_names(first, last)
    axis = f"the test set in file order, {counted(len(values), 'run')} of lines"
    chosen = figure(
        figures.strip(labels, values, axis),
        "Along the test set",
        "points",
        "runs",
        lambda: pd.DataFrame({"lines": labels, "BLEU points": values}),
        selects=True,
    )
    if chosen:
        i = int(chosen[0]["x"])
        ends = float(first[i]), float(last[i])
        open_segments(comparison, boxes.written(Filters(lines=ends)))


def open_component(comparison: Comparison | Job, component: str) -> None:
    """Segments opens on the segments that carry most of a component; "" stands for all of Δ."""
    gained = component and comparison.ledger.components[component] > 0
    open_segments(comparison, sort=component and f"{'-' if gained else ''}{component}")


def open_segments(
    comparison: Comparison | Job, where: str = "", segment: int = 0, sort: str = ""
) -> None:
    """Segments opens on those of an expression, all that are shown unless given.

    Those that carry most come first.
    """
    usual = "-points" if comparison.delta > 0 else "points"
    if isinstance(comparison, Comparison):  # of a data set it is always all
        where = subset.within(comparison, where)
    state.change(where=where, segment=segment, sort=sort or usual)
    state.switch_to("segments.py")
