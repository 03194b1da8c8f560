"""Progress of long work: one line on a terminal's standard error, gone when the work is done."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Protocol

from bleu_core.common.numerals import percent, whole
from bleu_core.common.progress import Progress

# Work shorter than this shows nothing; a rate is that of so long a time. Seconds.
QUIET, INTERVAL, RECENT = 0.7, 0.1, 20.0
_CLEAR = "\r\x1b[K"


class Stage(Protocol):
    """Begins a stage of the work."""

    def __call__(self, what: str, segments: int = 0) -> Progress:
        """A function to be called with the part done, 0 to 1.

        Of `segments`, if that is said, it is shown too how many of them a second are done.
        """


@contextmanager
def progress_line() -> Iterator[Stage]:
    """Gives the way to begin a stage; the line goes when the work is done."""
    begun, last = monotonic(), 0.0

    def stage(what: str, segments: int = 0) -> Progress:
        seen = deque([(monotonic(), 0.0)])

        def show(part: float) -> None:
            nonlocal last
            now = monotonic()
            seen.append((now, part))
            while seen[1][0] < now - RECENT:
                seen.popleft()
            if now - begun > QUIET and now - last > INTERVAL:
                last = now
                rate = f", {_rate(seen, segments)} segments a second" if segments else ""
                sys.stderr.write(f"{_CLEAR}{what}: {percent(part)}{rate}")
                sys.stderr.flush()

        return show if sys.stderr.isatty() else lambda part: None

    try:
        yield stage
    finally:
        if last:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()


def _rate(seen: deque[tuple[float, float]], segments: int) -> str:
    """How many a second of late: what was done in a moment, long ago, says nothing of the rest."""
    (then, first), (now, part) = seen[0], seen[-1]
    return whole(round(segments * (part - first) / max(now - then, INTERVAL), -1))
