"""Two things beside one another where there is room for both, the first as wide as it must be."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import streamlit as st

_CSS = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")


@contextmanager
def two() -> Iterator[None]:
    """Where `first` and `second` stand."""
    with st.container(horizontal=True, gap="large", key="beside"):
        st.html(f"<style>{_CSS}</style>")
        yield


@contextmanager
def first() -> Iterator[None]:
    """It takes the room that it needs."""
    with st.container(key="beside-first"):
        yield


@contextmanager
def second() -> Iterator[None]:
    """It takes the room that is left, or a row of its own."""
    with st.container(key="beside-second"):
        yield
