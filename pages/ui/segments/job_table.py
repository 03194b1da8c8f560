"""The segment list of a data set as a table, by pages."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from bleu_core.common.escaping import visible
from bleu_core.common.numerals import counted, fine_delta, whole
from bleu_core.common.wording import cut
from bleu_core.datasets import Job
from bleu_core.datasets.listing import Listed
from bleu_core.datasets.selection import Selection
from bleu_core.segments.worklist import column_of, conditions
from pages.ui import state
from pages.ui.segments import filter_controls, job_list, measures
from pages.ui.segments.by_column import orders_of, texts
from pages.ui.segments.measures import Bars, Measure
from pages.ui.segments.order_texts import of_bleu
from pages.ui.widgets.controls import follow
from pages.ui.widgets.glossary_tip import help_of
from pages.ui.widgets.paging import ROWS, paging
from pages.ui.widgets.table import Cell, table

# Most metadata columns, and characters per cell.
MOST_COLUMNS, LONGEST = 2, 60


def order(job: Job) -> None:
    """Draw the choice of the order."""
    sort = job_list.asked(job).sort
    known = job_list.columns(job)
    names = of_bleu(sort.removeprefix("-")) | dict(orders_of(known))
    if column_of(sort.removeprefix("-")) and sort not in names:
        names |= dict(texts(column_of(sort.removeprefix("-"))))
    st.selectbox(
        "Order",
        list(names),
        list(names).index(sort),
        format_func=names.__getitem__,
        **follow("find-sort", sort, lambda sort: state.change(sort=sort, segment=0)),
        label_visibility="collapsed",
    )


def told(job: Job, found: Listed, opened: int | None) -> None:
    """Draw the number of segments, their points, and the active conditions."""
    active = conditions(job_list.asked(job).where)
    place = found.place(opened) if opened else None
    rank = "" if place is None else f"{whole(place)} of "
    total = f", of {whole(len(job))}" if active else ""
    with st.container(horizontal=True, gap="small", vertical_alignment="center"):
        st.caption(f"{rank}{counted(found.segments, 'segment')}{total}")
        filter_controls.lift_buttons(active)
    if active and found.segments and job.ledger.defined:
        points = fine_delta(found.points(job.ledger))
        st.caption(f"Together they carry {points} BLEU points of Δ.", help=help_of("points"))
    if found.segments > len(found.lines):
        first = counted(len(found.lines), "segment")
        st.caption(f"The first {first} can be looked at in this order.")


def show(job: Job, found: Listed, opened: int | None) -> None:
    """Draw the page with the open segment, unless another page is chosen."""
    requested = job_list.asked(job)
    place = (found.place(opened) if opened else None) or 1
    page = paging(
        len(found.lines), key=f"page-{opened}-{hash(state.current())}", first=-(-place // ROWS)
    )
    lines = found.lines[page]
    rows = job_list.page(job, lines) if len(lines) else None
    columns: list[dict[str, Any]] = []
    cells: list[list[Cell]] = []
    if rows is not None:
        bars, shown = _measures(job, rows, requested.sort, found, page)
        columns, cells = _columns(rows, shown), _cells(rows, lines, bars, shown)
    table(
        columns,
        cells,
        ids=lines.tolist(),
        selected=opened,
        key="worklist",
        label="Segments",
        on_open=_open,
        shows="opened",
        walked=True,
        empty="No segment fulfils the filter.",
    )


def _measures(
    job: Job, rows: Selection, sort: str, found: Listed, page: slice
) -> tuple[Bars, list[Measure]]:
    key = sort.removeprefix("-")
    bars, main = measures.of_order(rows, key)
    if main.term == "points" and found.reach and key in ("carried", "points"):
        bars = bars._replace(reach=found.reach)
    if name := column_of(key):
        values = found.numbers(sort)[page]
        main = measures.of_column(job_list.columns(job).column(name), values)
    return bars, [main, *measures.of_sentences(rows)]


def _columns(rows: Selection, shown: list[Measure]) -> list[dict[str, Any]]:
    data = rows.evalset
    documents = [] if data.documents is None else ["document"]
    return [
        {"label": "#", "align": "right", "tone": "muted", "narrow": True, "help": "Line number."},
        *(
            {"label": visible(name, LONGEST), "clip": True, "tone": "muted", "wide": True}
            for name in [*documents, *_metadata(rows)]
        ),
        {"label": "", "narrow": True},
        *(
            {
                "label": one.heading,
                "align": "right",
                "tone": one.tone,
                "narrow": True,
                **({"help": one.help} if one.help else {"term": one.term}),
            }
            for one in shown
        ),
    ]


def _metadata(rows: Selection) -> list[str]:
    return list(rows.evalset.metadata)[:MOST_COLUMNS]


def _cells(
    rows: Selection, lines: NDArray[np.int64], bars: Bars, shown: list[Measure]
) -> list[list[Cell]]:
    data = rows.evalset
    metadata = [] if data.documents is None else [data.documents]
    metadata += [data.metadata[name] for name in _metadata(rows)]
    return [
        [
            whole(line),
            *(cut(column[i].as_py() or "", LONGEST) for column in metadata),
            bars.cell(i),
            *(one.cell(i) for one in shown),
        ]
        for i, line in enumerate(lines.tolist())
    ]


def _open() -> None:
    """Open the segment of a row."""
    opened = st.session_state["worklist"]["open"]
    if opened:
        state.change(segment=int(opened))
