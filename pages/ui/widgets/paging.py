"""Pages of a long table."""

from __future__ import annotations

import streamlit as st

ROWS = 50


def paging(
    number: int, *, key: str, first: int = 1, alone: bool = False, rows: int = ROWS
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
