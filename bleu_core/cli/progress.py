"""Progress of long work: one line on a terminal's standard error, gone when the work is done."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from bleu_core.numerals import percent
from bleu_core.progress import Progress

# Work shorter than this shows nothing; seconds.
QUIET, INTERVAL = 0.7, 0.1
_CLEAR = "\r\x1b[K"


@contextmanager
def progress_line() -> Iterator[Callable[[str], Progress]]:
    """Gives stage(what) -> a function to be called with the part done, 0 to 1."""
    begun, last = monotonic(), 0.0

    def stage(what: str) -> Progress:
        def show(part: float) -> None:
            nonlocal last
            now = monotonic()
            if now - begun > QUIET and now - last > INTERVAL:
                last = now
                sys.stderr.write(f"{_CLEAR}{what}: {percent(part)}")
                sys.stderr.flush()

        return show if sys.stderr.isatty() else lambda part: None

    try:
        yield stage
    finally:
        if last:
            sys.stderr.write(_CLEAR)
            sys.stderr.flush()
