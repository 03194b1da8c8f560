"""Progress bars with a Stop button, for work in this process and for reading files."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import streamlit as st

from bleu_core import InputError
from bleu_core.common.formatting import format_percent
from bleu_core.common.progress import Progress
from bleu_core.messages import screen
from bleu_core.text.tokenizers import TokenizerUnavailable
from pages.ui.cache import Result, Task
from pages.ui.widgets.alert import draw_alert, error_sentences
from pages.ui.widgets.controls import run_again

# Number of segments from which computing takes long enough for a bar.
SLOW_SEGMENTS = 20_000
# Least progress between updates: work reports more often than a browser draws.
PROGRESS_STEP = 0.02


@contextmanager
def progress_bar(
    text: str, *, shown: bool = False, segments: int = 0, on_stop: Callable[[], None] | None = None
) -> Iterator[Progress]:
    """A bar if `shown` or `segments` take long; `on_stop` adds a button, which ends the run."""
    if not shown and segments < SLOW_SEGMENTS:
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


def failure_sentences(error: BaseException) -> list[str]:
    """Why a task failed, in sentences; where it is no fault of the input, the log has more."""
    if isinstance(error, InputError | TokenizerUnavailable):
        return error_sentences(error)
    return [screen.work_failed()]


def draw_task(task: Task, text: str, key: str) -> None:
    """Draw the progress of a task, with a button that stops it."""
    st.progress(min(task.part, 1.0), text=f"{text}: {format_percent(task.part)}")
    st.button("Stop", key=f"stop-{key}", on_click=task.stop)


def draw_result(
    made: Result[..., Any],
    args: tuple[Any, ...],
    draw: Callable[[Any], object],
    *,
    what: str,
    start: str,
    key: str,
) -> None:
    """Draw a result by `draw`; until it is there, its progress, or a button to `start` it."""

    def section() -> None:
        value, task = made.ready(*args), made.task(*args)
        # In a container, so that what follows keeps its place.
        with st.container():
            if task and task.running:
                draw_task(task, what, key)
            elif value is None:
                if task and task.stopped:
                    draw_alert("info", "Stopped.", key=f"ended-{key}")
                elif task and task.error:
                    why = failure_sentences(task.error)
                    draw_alert("error", "Failed.", why, key=f"ended-{key}")
                start_button(made, args, start, key)
        if value is not None:
            draw(value)

    draw_while_running(lambda: made.is_running(*args), section)


def start_button(made: Result[..., Any], args: tuple[Any, ...], label: str, key: str) -> None:
    """Draw a button, in a section of `draw_while_running`, that starts the work on a result."""

    def begin() -> None:
        made.start(*args)
        st.session_state[_STARTED] = True

    st.button(label, key=f"start-{key}", on_click=begin)


TICK = 0.5  # seconds between refreshes while a task is running
_STARTED = "work-started"


def draw_while_running(running: Callable[[], bool], draw: Callable[[], object]) -> None:
    """Draw a section, again and again while something is `running`, then the whole page.

    The page comes last: a run that begins anew forgets what was pressed for it. For the same reason
    buttons that start or stop work do it in their callback.
    """
    ticking = running()

    def section() -> None:
        has_started = st.session_state.pop(_STARTED, False)
        draw()
        if has_started or running() != ticking:
            run_again()

    st.fragment(section, run_every=TICK if ticking else None)()


# Seconds before a bar is shown; earlier it would only flicker.
READING_SHOWN_AFTER = 0.5
READING_TEXT = "Reading the files …"


@contextmanager
def reading_progress(key: Hashable) -> Iterator[Callable[[float], None]]:
    """A bar for the reading inside, and a button that stops it, as any other press does.

    Drawing during the reading ends this run if another was requested or the visitor has left, and
    so `sandbox` ends its process. `reading_stopped` says whether the button did it.
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
    st.session_state.pop(_STOPPED_KEY, None)


_STOPPED_KEY = "stopped-reading"
