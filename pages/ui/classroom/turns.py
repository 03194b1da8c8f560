"""Serialise script runs in class mode.

The interpreter works on one run at a time anyway. Forty that run at once pass its lock around every
few milliseconds, and the loop that reads and sends all messages waits for each: measured, an edit
then takes four times as long.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from pages.ui.classroom import who

# Reentrant: a run of the page holds it when it comes to its fragments.
_TURN = threading.RLock()


@contextmanager
def turn() -> Iterator[None]:
    """Wait for one's turn, on the server of a class."""
    if who.room() is None:
        yield
        return
    with _TURN:
        yield
