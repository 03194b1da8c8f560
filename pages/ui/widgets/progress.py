"""A progress bar for long work, with a Stop button if it can be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from bleu_core.common.numerals import percent
from bleu_core.common.progress import Progress

# Number of segments from which counting takes long enough for a bar.
SLOW = 20_000
# Least progress between updates: work reports more often than a browser draws.
STEP = 0.02


@contextmanager
def bar(
    text: str, *, shown: bool = True, on_stop: Callable[[], None] | None = None
) -> Iterator[Progress]:
    """A progress bar, if wanted, for the work inside the context, which reports to it.

    `on_stop` adds a button, whose press ends the run, as any other press does.
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
