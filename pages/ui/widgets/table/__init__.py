"""A quiet HTML table: every table of the app whose cells are more than plain text.

Cells are strings or dictionaries that `table.js` describes; all text is set as
text, so nothing in it is ever markup. Rows can be opened by click, Enter or Space.
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
    """What tells the data of this run from that of any run before.

    A browser keeps large messages for a few runs, and is then sent their hashes alone.
    Who walks on and back faster than the answers come can be sent the hash of one that it
    has let go meanwhile, and all stands still in an error ("Cached ForwardMsg MISS",
    https://github.com/streamlit/streamlit/issues/15816): what is walked is sent whole.
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
    """Draw a table; answer the id of the row that was just opened, if any.

    Parameters
    ----------
    columns
        {"label", "align": "left" or "right", "tone", "narrow", "wide", "term", "help"} each;
        `term` is the glossary entry that the heading opens and whose short text it tells,
        `help` what it tells else, or instead. A "wide" column is left out where the table
        is narrow.
    rows
        One cell a column: a string, or {"t": text, "tone": …, "bar": …, "lines": …, "term": …},
        or {"range": [from, at, to], "axis": [from, to]}: an interval, or a point alone where two
        of the three are None; or {"dots": [[score, text, tone], …]}: a strip from 0 to 100.
    ids
        One a row; rows without, or with None, cannot be opened.
    selected
        The id of the row that is marked.
    shows
        The key of the container beside the table that a row is opened in: it comes into view.
    walked
        The arrow keys of the screen walk the rows, each opened as it is reached. Elsewhere the
        arrow keys walk the table that has the focus, and Enter opens a row.
    rules
        The rows that end a group: a line parts them from those below.
    another
        A key that does something else with a row, and what is before the id in the answer then.
    how
        What is said aloud of a row that can be opened.
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
