"""The worklist as a table, by pages: points of each segment, and annotations."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core import Comparison
from bleu_core.common.numerals import whole
from bleu_core.common.wording import cut
from bleu_core.messages import link
from bleu_core.segments.annotations import Annotation, Annotations
from bleu_core.segments.worklist import COMPONENTS
from pages.ui import state
from pages.ui.segments import measures, worklist
from pages.ui.segments.measures import Bars, Measure
from pages.ui.widgets.notice import notice
from pages.ui.widgets.paging import ROWS, paging
from pages.ui.widgets.table import Cell, table

SAID = "A or B is better, = the same, ✕ both bad; ⚑ the number of labels; ✎ a note."


def say_if_order_is_idle(comparison: Comparison) -> None:
    """Draw a note if the order's component is not counted under these settings."""
    key = state.current().sort.removeprefix("-")
    if key in COMPONENTS and key not in comparison.ledger.components:
        notice("warning", link.idle_order(), key="idle")


def show(
    comparison: Comparison,
    lines: NDArray[np.int64],
    opened: int | None,
    annotations: Annotations,
) -> None:
    """Draw the page with the open segment, unless another page is chosen."""
    position = worklist.position(lines, opened) or 0
    # The key changes with segment and filter, which turn the page themselves.
    page = paging(
        len(lines), key=f"page-{opened}-{hash(state.current())}", first=position // ROWS + 1
    )
    segments = lines[page]
    bars, columns = measures.shown(comparison)
    table(
        _columns(comparison, columns, said=bool(annotations)),
        _rows(comparison, segments, annotations, bars, columns),
        ids=[i + 1 for i in segments.tolist()],
        selected=None if opened is None else opened + 1,
        key="worklist",
        label="Segments",
        on_open=_open,
        shows="opened",
        walked=True,
        empty="No segment fulfils the filter.",
    )


def _columns(comparison: Comparison, columns: list[Measure], said: bool) -> list[dict[str, Any]]:
    evalset = comparison.evalset
    return [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
        *([{"label": "said", "narrow": True, "help": SAID}] if said else []),
        {
            "label": "" if evalset.documents is None else "document",
            "wide": True,
            "clip": True,
            "tone": "muted",
        },
        {"label": "", "narrow": True},
        *(
            {
                "label": column.heading,
                "align": "right",
                "tone": column.tone,
                "narrow": True,
                # In a narrow table, annotations replace all measures but the first.
                "wide": said and number > 0,
                **({"help": column.help} if column.help else {"term": column.term}),
            }
            for number, column in enumerate(columns)
        ),
        {"label": "reference" if evalset.source is None else "source", "clip": True},
    ]


def _rows(
    comparison: Comparison,
    lines: NDArray[np.int64],
    annotations: Annotations,
    bars: Bars,
    columns: list[Measure],
) -> list[list[Cell]]:
    evalset = comparison.evalset
    text = evalset.references[0] if evalset.source is None else evalset.source
    rows: list[list[Cell]] = []
    for i in lines.tolist():
        document = "" if evalset.documents is None else evalset.documents[i].as_py() or ""
        rows.append(
            [
                whole(i + 1),
                *([_said(annotations.get(i))] if annotations else []),
                document,
                bars.cell(i),
                *(column.cell(i) for column in columns),
                cut(text[i].as_py() or "", 160),
            ]
        )
    return rows


def _said(annotation: Annotation | None) -> str:
    """An annotation, short enough for a cell."""
    if annotation is None:
        return ""
    verdict = {"A better": "A", "B better": "B", "same": "=", "both bad": "✕"}
    parts = [verdict.get(annotation.verdict, "")]
    parts += [f"{whole(len(annotation.labels))}⚑" if annotation.labels else ""]
    parts += ["✎" if annotation.note else ""]
    return "\u00a0".join(filter(None, parts))  # in one line


def _open() -> None:
    """Open the segment of a row."""
    opened = st.session_state["worklist"]["open"]
    if opened:
        state.change(segment=int(opened))
