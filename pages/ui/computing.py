"""Results that take long, for the viewer's questions: computed in the background, asked for again.

`computed` returns a result that is there, or raises `Computing` with how far it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextvars import ContextVar
from typing import ParamSpec, TypeVar

from bleu_core.common.progress import Progress
from pages.ui.cache import BackgroundTask, Result, result

Parameters = ParamSpec("Parameters")
Value = TypeVar("Value")
# Seconds that an answer waits: what takes no longer needs no progress.
PATIENCE = 0.3
# Whether a question asks to stop what it would wait for.
is_to_stop: ContextVar[bool] = ContextVar("is_to_stop", default=False)


class Computing(Exception):
    """Raised while a result is being computed: what, in words, and the part done, 0 to 1."""

    def __init__(self, what: str, part: float) -> None:
        super().__init__(what)
        self.what, self.part = what, part


@result(key=lambda key, _work: (key,))
def _task(key: Hashable, _work: Callable[[Progress], object]) -> BackgroundTask:
    return BackgroundTask(_work)


def computed(
    what: str, made: Result[Parameters, Value], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> Value | None:
    """Return a result, None where it is None; raise `Computing` while it takes longer."""
    ready = made.ready(*args, **kwargs)
    if ready is not None:
        return ready
    key = made.key(*args, **kwargs)
    task = _task(key, made.with_progress(*args, **kwargs))
    task.wait(PATIENCE)
    if task.running:
        if is_to_stop.get():
            task.stop()
        raise Computing(what, task.part)
    _task.forget(task, key, None)  # the next question starts again
    if task.error:
        raise task.error
    if task.stopped:
        raise Computing(what, task.part)
    return made.ready(*args, **kwargs)
