"""The runs of a class take turns, as the interpreter works on one at a time anyhow.

Forty that run at once hand its lock around every few milliseconds, and the loop that reads and
sends all messages has to wait for each of them: measured, an edit then takes four times as long.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pages.ui.classroom import who

# A run of the page holds it already when it comes to its fragments.
_TURN = threading.RLock()


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one's turn, on the server of a class."""
    if who.room() is None:
        yield
        return
    with _TURN:
        yield
