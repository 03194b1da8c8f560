"""A bar for what takes long, which says how far it is, and a Stop where it can be given up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from bleu_core.common.numerals import percent
from bleu_core.common.progress import Progress

# From this many segments on, counting is long enough to be shown.
SLOW = 20_000
# The part from one drawing to the next: what counts calls more often than a browser draws.
STEP = 0.02


@contextmanager
def bar(
    text: str, *, shown: bool = True, on_stop: Callable[[], None] | None = None
) -> Iterator[Progress]:
    """A bar, if it is to be shown, for what is done inside, which tells it how far that is.

    `on_stop` puts a button beside it, whose press ends the run, as does any other.
    """
    if not shown:
        yield lambda part: None
        return
    slot = drawing = st.empty()
    if on_stop:
        with slot.container(horizontal=True, vertical_alignment="center"):
            drawing = st.empty()
            st.button("Stop", on_click=on_stop, key="stop-counting")
    drawn = 0.0

    def show(part: float) -> None:
        nonlocal drawn
        if part - drawn >= STEP:
            drawn = part
            drawing.progress(min(part, 1.0), text=f"{text}: {percent(part)}")

    try:
        yield show
    finally:
        slot.empty()
