"""Tables whose cells are more than plain text, and their pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st

from bleu_core.common.formatting import format_delta
from bleu_core.present import document
from bleu_core.present.document import Column, Span, Table
from pages.ui.widgets import rich_text
from pages.ui.widgets.components import component

_mount_table = component(__file__, '<div class="frame"></div>')

Cell = str | dict[str, Any]


def draw_table(
    columns: Sequence[dict[str, Any]],
    rows: Sequence[Sequence[Cell]],
    *,
    key: str,
    label: str,
    ids: Sequence[str | int | None] | None = None,  # None for rows that cannot be opened
    selected: str | int | None = None,  # the id of the highlighted row
    on_open: Callable[[], None] | None = None,
    rules: Sequence[int] = (),  # rows that end a group, with a line below them
    empty: str = "Nothing to show.",
) -> str | None:
    """Draw a table; return the id of the row just opened, if any.

    `columns` are {"label", "align": "left" or "right", "tone", "narrow", "wide", "term", "help"};
    `term` is the glossary entry of the heading, `help` text beside or instead of it. A "wide"
    column is left out if the table is narrow.

    A row has one cell per column: a string, or {"t": text, "tone": …, "lines": …, "term": …},
    or {"range": [from, at, to], "axis": [from, to]}: an interval, or a point alone where two of the
    three are None; or {"dots": [[score, text, tone], …]}: a strip from 0 to 100.
    """
    parts = [part for line in (columns, *rows) for part in line if isinstance(part, dict)]
    result = _mount_table(
        data={
            "glossary": rich_text.glossary_tips(part["term"] for part in parts if "term" in part),
            "columns": list(columns),
            "rows": [list(row) for row in rows],
            "ids": None if ids is None else [None if i is None else str(i) for i in ids],
            "selected": None if selected is None else str(selected),
            "label": label,
            "rules": list(rules),
            "how": "Enter opens it",
            "empty": empty,
        },
        key=key,
        on_open_change=on_open or (lambda: None),
    )
    opened: str | None = result.get("open")
    return opened


def signed_cell(
    number: float, write: Callable[[float], str] = format_delta, higher_is_better: bool = True
) -> Cell:
    """A difference as a cell, coloured by its sign; "undefined" for NaN."""
    text = "undefined" if np.isnan(number) else write(number)
    return table_cell(document.signed(text, higher_is_better=higher_is_better))


def table_cell(span: Span) -> Cell:
    """A cell from a span; user text has its own typeface."""
    if not (span.tone or span.term):
        return span.text
    span = rich_text.visible_span(span)
    tone = "code" if span.tone == "quoted" else span.tone
    return {"t": span.text, "tone": tone} | ({"term": span.term} if span.term else {})


def draw_document_table(
    found: Table, *, key: str, narrow: bool = False, **options: Any
) -> str | None:
    """Draw a table, numbers in `narrow` columns; return the `Span.opens` of the opened row."""
    opens = [row[0].opens or None for row in found.rows]
    rows = [[table_cell(span) for span in row] for row in found.rows]
    ends = [end for interval in found.intervals for end in interval if end is not None]
    for row, spans, interval in zip(rows, found.rows, found.intervals, strict=False):
        tone, title = spans[0].tone, spans[found.drawn_in].text
        axis = [min(ends), max(ends)]
        row[found.drawn_in] = {"range": [*interval], "axis": axis, "tone": tone, "title": title}
    return draw_table(
        [account_column(column, narrow) for column in found.columns],
        rows,
        key=key,
        label=found.label,
        rules=sorted(found.rules),
        **{"ids": opens if any(opens) else None} | options,
    )


def account_column(column: Column, narrow: bool) -> dict[str, Any]:
    """A column in the form of `draw_table`."""
    column_data: dict[str, Any] = {"label": column.label}
    if not column.is_text:
        column_data["align"] = "right"
    if narrow and not column.is_text:
        column_data["narrow"] = True
    named = {"tone": column.tone, "term": column.term, "help": column.help}
    return column_data | {name: value for name, value in named.items() if value}


PAGE_ROWS = 50


def draw_paging(number: int, *, key: str, rows: int = PAGE_ROWS) -> slice:
    """Draw the pages of a table of `number` rows, if several; return the rows of the open one."""
    pages = max(1, -(-number // rows))
    page = (pages > 1 and st.pagination(pages, max_visible_pages=5, key=key)) or 1
    return slice((page - 1) * rows, page * rows)
