"""The segment workbench: filters and worklist on the left, the segment on the right.

Everything here is a fragment: a click runs this and nothing of the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.annotations import Annotations
from bleu_core.numerals import component_name, delta, fine_delta, points, whole
from bleu_core.wording import cut
from bleu_core.worklist import COMPONENTS, SORTS
from pages.ui import open_comparison, state, user_workspace
from pages.ui.judgements import saved
from pages.ui.segments import filter_controls, presses, worklist
from pages.ui.segments.segment_view import segment_data, segment_view
from pages.ui.widgets.cells import signed
from pages.ui.widgets.notice import notice
from pages.ui.widgets.table import Cell, table

ROWS = 50
SAID = "A or B is better, = the same, ✕ both bad; ⚑ the number of labels; ✎ a note."


@st.fragment
def bench() -> None:
    """The worklist and the chosen segment."""
    comparison = open_comparison.get()
    annotations = saved.own(comparison)
    lines, problems = worklist.lines(comparison, annotations)
    chosen = worklist.chosen(comparison, lines)
    left, right = st.columns([35, 65], gap="medium")
    if _sort_is_idle(comparison):
        notice(
            "warning", "These settings have no such n-grams: the list is in file order.", key="idle"
        )
    _tell_of_a_segment_beyond(comparison)
    # What was asked for comes first: the segment, then the list beside it.
    with right, st.container(key="opened"):
        if chosen is None:
            notice("info", "No segment fulfils all filters.", key="none-left")
        else:
            segment_view(
                segment_data(
                    comparison, chosen, _edits(comparison, chosen), state.current().filters
                ),
                saved.strip(comparison, chosen, annotations),
                presses.known(comparison, chosen),
                key=presses.KEY,
                on_press=presses.take,
                on_edit=lambda: None,
            )
    with left:
        filter_controls.controls(comparison)
        if problems:
            notice("error", "Not understood, and left out:", problems, key="filter-error")
        _list(comparison, lines, chosen, annotations)
    # Last, so that nobody waits for the disk.
    user_workspace.note_visit(comparison.evalset.digest, state.visit_of(state.current()))


def _tell_of_a_segment_beyond(comparison: Comparison) -> None:
    """A link's number that no segment has is told, until something is done, and not kept."""
    asked = state.current().segment
    if asked > len(comparison):
        state.correct(segment=0)
        st.session_state["beyond"] = asked, state.current()
    asked, view = st.session_state.get("beyond", (0, None))
    if view == state.current():
        told = f"There is no segment {whole(asked)}: this comparison has {whole(len(comparison))}."
        notice("warning", told, ["The first of the list is shown."], key="no-such-segment")


def _sort_is_idle(comparison: Comparison) -> bool:
    """The list is to be in the order of a component that these settings do not have."""
    key = state.current().sort.removeprefix("-")
    return key in COMPONENTS and key not in comparison.ledger.components


def _list(
    comparison: Comparison,
    lines: NDArray[np.int64],
    chosen: int | None,
    annotations: Annotations,
) -> None:
    position = worklist.position(lines, chosen)
    filter_controls.status(len(lines), len(comparison), position)
    pages = max(1, -(-len(lines) // ROWS))
    page = (position or 0) // ROWS + 1
    if pages > 1:
        # The key has what moves the list: a new segment or filter turns the page itself.
        key = f"page-{chosen}-{hash(state.current())}"
        page = st.pagination(pages, default=page, max_visible_pages=5, key=key) or page
    shown = lines[(page - 1) * ROWS : page * ROWS]
    columns, rows = _rows(comparison, shown, annotations)
    table(
        columns,
        rows,
        ids=[i + 1 for i in shown.tolist()],
        selected=None if chosen is None else chosen + 1,
        key="worklist",
        label="Segments",
        on_open=_open,
        shows="opened",
        walked=True,
        empty="No segment fulfils all filters.",
    )


def _rows(
    comparison: Comparison, lines: NDArray[np.int64], annotations: Annotations
) -> tuple[list[dict[str, Any]], list[list[Cell]]]:
    evalset = comparison.evalset
    text = evalset.references[0] if evalset.source is None else evalset.source
    values, heading, reach, write = _measure(comparison)
    term = "points" if heading.endswith("points") else "sentence-delta"
    columns = [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
        {"label": "document", "wide": True, "clip": True, "tone": "muted"},
        {"label": "", "narrow": True},
        {"label": heading, "align": "right", "narrow": True, "term": term},
        # Where it is narrow, what was said takes their place.
        *(
            {
                "label": side,
                "align": "right",
                "tone": side.lower(),
                "narrow": True,
                "wide": bool(annotations),
                "term": "sentence-bleu",
            }
            for side in "AB"
        ),
        {"label": "reference" if evalset.source is None else "source", "clip": True},
    ]
    if evalset.documents is None:
        columns[1]["label"] = ""
    if annotations:
        columns.insert(1, {"label": "said", "narrow": True, "help": SAID})
    rows: list[list[Cell]] = []
    for i in lines.tolist():
        document = "" if evalset.documents is None else evalset.documents[i].as_py() or ""
        rows.append(
            [
                whole(i + 1),
                *([saved.mark(annotations.get(i))] if annotations else []),
                document,
                {"bar": float(values[i]) / reach},
                signed(float(values[i]), write),
                points(comparison.sentences_a[i], 1),
                points(comparison.sentences_b[i], 1),
                cut(text[i].as_py() or "", 160),
            ]
        )
    return columns, rows


def _measure(
    comparison: Comparison,
) -> tuple[NDArray[np.float64], str, float, Callable[[float], str]]:
    """What the bars show: points carried where the list is in their order, sentence Δ elsewhere."""
    key = state.current().sort.removeprefix("-")
    if key in ("carried", "points", *COMPONENTS) and comparison.ledger.defined:
        carried = SORTS["points" if key == "carried" else key](comparison)
        heading = f"{component_name(key)} points" if key in COMPONENTS else "points"
        return carried, heading, float(np.abs(carried).max()) or 1.0, fine_delta
    return comparison.sentence_deltas, "B − A", 100.0, partial(delta, digits=1)


def _open() -> None:
    """A row was opened."""
    opened = st.session_state["worklist"]["open"]
    if opened:
        state.change(segment=int(opened))


def _edits(comparison: Comparison, chosen: int) -> dict[str, str]:
    """The texts that hypotheses of this segment are tried with; none once another was opened."""
    edit = st.session_state.get("segment", {}).get("edit") or {}
    if (edit.get("comparison"), edit.get("segment")) != (comparison.evalset.digest, chosen):
        st.session_state["edit-ended"] = edit
    if edit == st.session_state.get("edit-ended", {}):
        return {}
    return {side: str(text) for side, text in edit["texts"].items() if side in ("a", "b")}
