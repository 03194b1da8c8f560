"""Two containers side by side where there is room for both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from pages.ui.widgets.mounting import UI

_CSS = (UI / "suites/beside.css").read_text(encoding="utf-8")


@contextmanager
def two() -> Iterator[None]:
    """Return the container of `first` and `second`."""
    with st.container(horizontal=True, gap="large", key="beside"):
        st.html(f"<style>{_CSS}</style>")
        yield


@contextmanager
def first() -> Iterator[None]:
    """Return the container that is as wide as its content."""
    with st.container(key="beside-first"):
        yield


@contextmanager
def second() -> Iterator[None]:
    """Return the container that fills the rest of the row, or a row of its own."""
    with st.container(key="beside-second"):
        yield
