"""HTML tables: every table of the app whose cells are more than plain text.

Cells are strings or dictionaries that `table.js` describes; all text is set as text, so nothing in
it is ever markup. Rows can be opened by click, Enter or Space.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from pages.ui.widgets import glossary_tip
from pages.ui.widgets.mounting import component

_mount = component(__file__, '<div class="frame"></div>')

Cell = str | dict[str, Any]


def new_run() -> str:
    """A value that makes the data of this run differ from that of any run before.

    A browser caches large messages for a few runs, and then gets only their hashes. If a visitor
    steps back and forth faster than answers come, the browser may have evicted a message whose hash
    it gets, and the page stops with an error ("Cached ForwardMsg MISS",
    https://github.com/streamlit/streamlit/issues/15816). Therefore these messages are always sent
    in full.
    """
    return secrets.token_hex(4)


def table(
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
    rules: Sequence[int] = (),
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
        One cell per column: a string, or {"t": text, "tone": …, "bar": …, "lines": …, "term": …},
        or {"range": [from, at, to], "axis": [from, to]}: an interval, or a point alone where two of
        the three are None; or {"dots": [[score, text, tone], …]}: a strip from 0 to 100.
    ids
        One per row; rows with None, or none at all, cannot be opened.
    selected
        The id of the highlighted row.
    shows
        The key of the container beside the table that shows the open row: it scrolls into view.
    walked
        Whether the screen's arrow keys move along the rows and open each one. Otherwise arrow keys
        move in the focused table, and Enter opens a row.
    rules
        Rows that end a group, with a line below them.
    another
        A key for another action on a row, and the prefix of the id returned then.
    how
        Accessible description of a row that can be opened.
    """
    parts = [part for line in (columns, *rows) for part in line if isinstance(part, dict)]
    result = _mount(
        data={
            "glossary": glossary_tip.tips(part["term"] for part in parts if "term" in part),
            "columns": list(columns),
            "rows": [list(row) for row in rows],
            "ids": None if ids is None else [None if i is None else str(i) for i in ids],
            "selected": None if selected is None else str(selected),
            "label": label,
            "shows": shows,
            "walked": walked,
            "rules": list(rules),
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
