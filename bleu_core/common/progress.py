"""Progress callbacks of long work; a callback can stop the work by raising."""

from __future__ import annotations

from collections.abc import Callable

# Called repeatedly with the part done, 0 to 1.
Progress = Callable[[float], None]


def sub_progress(progress: Progress | None, first: float, last: float) -> Progress | None:
    """The progress function of one step, which covers `first` to `last` of the whole.

    >>> second_half = sub_progress(print, 0.5, 1)
    >>> second_half(0.5)
    0.75
    """
    if progress is None:
        return None
    return lambda part: progress(first + (last - first) * part)
