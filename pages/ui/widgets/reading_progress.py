"""How far the reading of files is, and a Stop: it goes on in a process of its own."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import streamlit as st

# Seconds after which a reading is worth a bar: one that is done before would only flicker.
SHOWN_AFTER = 0.5
WHAT = "Reading the files …"


@contextmanager
def shown(key: Hashable) -> Iterator[Callable[[float], None]]:
    """A bar for what is read inside, and a button that ends it, as does any other press.

    What is drawn while it is read ends the run that reads where another was asked for, or
    where the visitor has left: so `apart` ends its process. `stopped(key)` says whether it
    was by the button.
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
