"""Progress of reading files in a process of its own, with a Stop button."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import streamlit as st

# Seconds before a bar is shown; earlier it would only flicker.
SHOWN_AFTER = 0.5
WHAT = "Reading the files …"


@contextmanager
def shown(key: Hashable) -> Iterator[Callable[[float], None]]:
    """A bar for the reading inside, and a button that stops it, as any other press does.

    Drawing during the reading ends this run if another was requested or the visitor has left, and
    so `apart` ends its process. `stopped(key)` says whether the button did it.
    """
    started = time.monotonic()
    slot, bar = st.empty(), None
    st.session_state.pop(_STOPPED, None)

    def show(part: float) -> None:
        nonlocal bar
        if bar is None and time.monotonic() - started > SHOWN_AFTER:
            with slot.container(horizontal=True, vertical_alignment="center"):
                bar = st.progress(part, WHAT)
                st.button("Stop", key="stop-reading", on_click=_stop, args=(key,))
        elif bar is not None:
            bar.progress(part, WHAT)

    try:
        yield show
    finally:
        slot.empty()


def stopped(key: Hashable) -> bool:
    """Whether this reading was the last, and was stopped."""
    return bool(st.session_state.get(_STOPPED) == key)


def go_on() -> None:
    """Forget that a reading was stopped."""
    st.session_state.pop(_STOPPED, None)


_STOPPED = "stopped-reading"


def _stop(key: Hashable) -> None:
    st.session_state[_STOPPED] = key
