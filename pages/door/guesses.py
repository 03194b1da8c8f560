"""A limit on wrong codes, so that a room's code cannot be guessed.

It is per address, so that a guesser locks out only those with the same one. At this pace half of
all codes would take one address most of a year; a class lasts hours.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Callable

MOST, WITHIN = 30, 60.0  # wrong codes of an address, within seconds
MOST_ADDRESSES = 1_000  # addresses remembered; the oldest are dropped


class Guesses:
    """The wrong codes of the last minute, by address; `now` returns seconds."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()

    def may_try(self, address: str) -> bool:
        """Whether a code from this address is checked."""
        times = self._wrong.get(address)
        while times and times[0] < self._now() - WITHIN:
            times.popleft()
        return times is None or len(times) < MOST

    def was_wrong(self, address: str) -> None:
        """Count a wrong code."""
        self._wrong.setdefault(address, deque(maxlen=MOST)).append(self._now())
        self._wrong.move_to_end(address)
        while len(self._wrong) > MOST_ADDRESSES:
            self._wrong.popitem(last=False)
