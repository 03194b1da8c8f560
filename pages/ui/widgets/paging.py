"""The pages of a table that is too long to be drawn at once."""

from __future__ import annotations

import streamlit as st

ROWS = 50


def paging(
    number: int, *, key: str, first: int = 1, alone: bool = False, rows: int = ROWS
) -> slice:
    """Draw the pages of a table of `number` rows; answer which rows the open one has.

    `first` is the page that is open under a new key. A single page is drawn only if it is to be
    there `alone`.
    """
    pages = max(1, -(-number // rows))
    page = first
    if pages > 1 or alone:
        page = st.pagination(pages, default=first, max_visible_pages=5, key=key) or first
    return slice((page - 1) * rows, page * rows)
