"""Progress bars with a Stop button, for work in this process and for reading files."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import streamlit as st

from bleu_core.common.formatting import format_percent
from bleu_core.common.progress import Progress
from pages.ui.widgets.controls import run_again

# Number of segments from which computing takes long enough for a bar.
SLOW_SECONDS = 20_000
# Least progress between updates: work reports more often than a browser draws.
PROGRESS_STEP = 0.02


@contextmanager
def progress_bar(
    text: str, *, shown: bool = False, segments: int = 0, on_stop: Callable[[], None] | None = None
) -> Iterator[Progress]:
    """A progress bar for the work inside the context, which reports to it.

    Drawn if `shown`, or if that many `segments` take long; `on_stop` adds a button, whose press
    ends the run, as any other press does.
    """
    if not shown and segments < SLOW_SECONDS:
        yield lambda part: None
        return
    slot = drawing = st.empty()
    if on_stop:
        with slot.container(horizontal=True, vertical_alignment="center"):
            drawing = st.empty()
            st.button("Stop", on_click=on_stop, key=f"stop-{text}")
    drawn = 0.0

    def show(part: float) -> None:
        nonlocal drawn
        if part - drawn >= PROGRESS_STEP:
            drawn = part
            drawing.progress(min(part, 1.0), text=f"{text}: {format_percent(part)}")

    try:
        yield show
    finally:
        slot.empty()


def task_progress(task: Any, text: str, key: str) -> None:
    """Draw the progress of a `cache.BackgroundTask`, with a button that stops it."""
    st.progress(min(task.part, 1.0), text=text)
    st.button("Stop", key=key, on_click=task.stop)


# Seconds between refreshes while a task is running.
TICK = 0.5


def draw_while_running(
    running: Callable[[], bool], draw: Callable[[], object], every: float = TICK
) -> None:
    """Draw a section, again and again while something is `running`, then the whole page.

    The page comes last: a run that begins anew forgets what was pressed for it. For the same reason
    buttons that start or stop work do it in their callback: see `start_button`.
    """
    ticking = running()

    def section() -> None:
        has_started = st.session_state.pop(_STARTED, False)
        draw()
        if has_started or running() != ticking:
            run_again()

    st.fragment(section, run_every=every if ticking else None)()


_STARTED = "work-started"


def start_button(label: str, start: Callable[[], object], key: str) -> None:
    """Draw a button, in a section of `draw_while_running`, that starts its work.

    The work may have ended when the section is drawn; the page is drawn again in any case.
    """
    st.button(label, key=key, on_click=_start, args=(start,))


def _start(start: Callable[[], object]) -> None:
    start()
    st.session_state[_STARTED] = True


# Seconds before a bar is shown; earlier it would only flicker.
READING_SHOWN_AFTER = 0.5
READING_TEXT = "Reading the files …"


@contextmanager
def reading_progress(key: Hashable) -> Iterator[Callable[[float], None]]:
    """A bar for the reading inside, and a button that stops it, as any other press does.

    Drawing during the reading ends this run if another was requested or the visitor has left, and
    so `apart` ends its process. `stopped(key)` says whether the button did it.
    """
    started = time.monotonic()
    slot, bar = st.empty(), None
    st.session_state.pop(_STOPPED_KEY, None)

    stop = partial(st.session_state.__setitem__, _STOPPED_KEY, key)

    def show(part: float) -> None:
        nonlocal bar
        if bar is None and time.monotonic() - started > READING_SHOWN_AFTER:
            with slot.container(horizontal=True, vertical_alignment="center"):
                bar = st.progress(part, READING_TEXT)
                st.button("Stop", key=f"stop-reading-{hash(key)}", on_click=stop)
        elif bar is not None:
            bar.progress(part, READING_TEXT)

    try:
        yield show
    finally:
        slot.empty()


def reading_stopped(key: Hashable) -> bool:
    """Whether this reading was the last, and was stopped."""
    return bool(st.session_state.get(_STOPPED_KEY) == key)


def forget_stop() -> None:
    """Forget that a reading was stopped."""
    st.session_state.pop(_STOPPED_KEY, None)


_STOPPED_KEY = "stopped-reading"
