"""Tables whose cells are more than plain text, and their pages."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import streamlit as st

from bleu_core.common.formatting import format_delta, truncate
from bleu_core.common.pair import LABEL_A, LABEL_B
from bleu_core.present import document
from bleu_core.present.document import Column, Span, Table
from pages.ui.widgets import rich_text
from pages.ui.widgets.components import component

_mount_table = component(__file__, '<div class="frame"></div>')

Cell = str | dict[str, Any]
START = 160  # characters of an output in `outputs_cell`


def new_run() -> str:
    """A value that makes the data of this run differ from that of any run before.

    A browser caches large messages for a few runs, and then gets only their hashes. If a visitor
    steps back and forth faster than answers come, the browser may have evicted a message whose hash
    it gets, and the page stops with an error ("Cached ForwardMsg MISS",
    https://github.com/streamlit/streamlit/issues/15816). Therefore these messages are always sent
    in full.
    """
    return secrets.token_hex(4)


def draw_table(
    columns: Sequence[dict[str, Any]],
    rows: Sequence[Sequence[Cell]],
    *,
    key: str,
    label: str,
    ids: Sequence[str | int | None] | None = None,
    selected: str | int | None = None,
    on_open: Callable[[], None] | None = None,
    shows: str = "",
    walked: bool = False,
    scrolls: bool = False,
    rules: Sequence[int] = (),
    under: Sequence[int | None] = (),
    another: tuple[str, str] | None = None,
    how: str = "Enter opens it",
    empty: str = "Nothing to show.",
) -> str | None:
    """Draw a table; return the id of the row just opened, if any.

    Parameters
    ----------
    columns
        {"label", "align": "left" or "right", "tone", "narrow", "wide", "term", "help"} each;
        `term` is the glossary entry of the heading, `help` text beside or instead of it. A "wide"
        column is left out if the table is narrow.
    rows
        One cell per column: a string, or {"t": text, "tone": …, "bar": …, "lines": …, "term": …,
        "cut": whether a long text leaves room for the other columns},
        or {"range": [from, at, to], "axis": [from, to]}: an interval, or a point alone where two of
        the three are None; or {"dots": [[score, text, tone], …]}: a strip from 0 to 100; or
        {"along": [numbers of A, of B]}: bars above and below a line.
    ids
        One per row; rows with None, or none at all, cannot be opened.
    selected
        The id of the highlighted row.
    shows
        The key of the container beside the table that shows the open row: it scrolls into view.
    walked
        Whether the screen's arrow keys move along the rows and open each one. Otherwise arrow keys
        move in the focused table, and Enter opens a row.
    scrolls
        Whether the table fits the window and scrolls in its own box, unless the window is narrow.
    rules
        Rows that end a group, with a line below them.
    under
        For each row the number of the row that it is folded under, if any; a button there
        shows and hides it in the browser.
    another
        A key for another action on a row, and the prefix of the id returned then.
    how
        Accessible description of a row that can be opened.
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
            "shows": shows,
            "walked": walked,
            "scrolls": scrolls,
            "rules": list(rules),
            "under": list(under),
            "another": another,
            "how": how,
            "run": new_run() if walked else "",
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
    return toned_cell("undefined" if np.isnan(number) else write(number), higher_is_better)


def toned_cell(text: str, higher_is_better: bool = True) -> Cell:
    """A formatted difference, coloured by whether it is better or worse."""
    return account_cell(document.signed(text, higher_is_better=higher_is_better))


def outputs_cell(a: str, b: str) -> Cell:
    """The beginnings of the outputs of A and B."""
    texts = ((LABEL_A, a), (LABEL_B, b))
    return {
        "lines": [{"tag": name, "tone": name.lower(), "t": truncate(t, START)} for name, t in texts]
    }


def account_cell(span: Span) -> Cell:
    """A cell from a span; user text has its own typeface."""
    if not (span.tone or span.term):
        return span.text
    tone = "code" if span.tone == "quoted" else span.tone
    return {"t": span.text, "tone": tone} | ({"term": span.term} if span.term else {})


def draw_account_table(found: Table, *, key: str, narrow: bool = False) -> str | None:
    """Draw the table; return the `Span.opens` of the row just opened.

    In a `narrow` table, columns of numbers are as wide as their numbers.
    """
    opens = [row[0].opens or None for row in found.rows]
    rows = [[account_cell(span) for span in row] for row in found.rows]
    ends = [end for interval in found.intervals for end in interval if end is not None]
    for row, spans, interval in zip(rows, found.rows, found.intervals, strict=False):
        tone, title = spans[0].tone, spans[found.drawn_in].text
        axis = [min(ends), max(ends)]
        row[found.drawn_in] = {"range": [*interval], "axis": axis, "tone": tone, "title": title}
    return draw_table(
        [account_column(column, narrow) for column in found.columns],
        rows,
        ids=opens if any(opens) else None,
        key=key,
        label=found.label,
        rules=sorted(found.rules),
    )


def account_column(column: Column, narrow: bool) -> dict[str, Any]:
    """A column in the form of `draw_table`."""
    column_data: dict[str, Any] = {"label": column.label}
    if not column.is_text:
        column_data["align"] = "right"
    if narrow and not column.is_text:
        column_data["narrow"] = True
    named = {"tone": column.tone, "term": column.term}
    return column_data | {name: value for name, value in named.items() if value}


PAGE_ROWS = 50


def draw_paging(
    number: int, *, key: str, first: int = 1, alone: bool = False, rows: int = PAGE_ROWS
) -> slice:
    """Draw the page control of a table of `number` rows; return the rows of the open page.

    `first` is the page that is open for a new key. For a single page the control is drawn only if
    `alone`.
    """
    pages = max(1, -(-number // rows))
    page = first
    if pages > 1 or alone:
        page = st.pagination(pages, default=first, max_visible_pages=5, key=key) or first
    return slice((page - 1) * rows, page * rows)
