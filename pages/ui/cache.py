"""The cache of the process: values by key, each made once, the longest unused dropped."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

import streamlit as st

from pages.door.uploads import HELD

# Bytes of texts and statistics that are held, and of uploads; beyond it the longest unused go.
LIMIT = 2_000_000_000


class BoundedCache:
    """Values by key, the longest unused dropped when their sizes exceed the limit.

    `beside` says how many bytes of the limit are taken by others.
    """

    def __init__(self, limit: int, beside: Callable[[], int] = lambda: 0) -> None:
        self._limit = limit
        self._beside = beside
        self._values: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()
        self._making: dict[Hashable, tuple[threading.Lock, int]] = {}

    def get(self, key: Hashable) -> Any | None:
        with self._lock:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key][0]

    def put(self, key: Hashable, value: Any, size: int) -> None:
        with self._lock:
            self._values[key] = value, size
            self._values.move_to_end(key)
        self.trim()

    def trim(self) -> None:
        """Drop what the limit has no room for; the value that was used last stays."""
        most = self._limit - self._beside()
        with self._lock:
            total = sum(size for _, size in self._values.values())
            while total > most and len(self._values) > 1:
                _, (_, dropped) = self._values.popitem(last=False)
                total -= dropped

    def discard(self, key: Hashable, value: Any) -> None:
        """Drop the value under the key, if it is this one."""
        with self._lock:
            if key in self._values and self._values[key][0] is value:
                del self._values[key]

    def drop(self, which: Callable[[Hashable], bool]) -> None:
        """Drop the values under keys that `which` says."""
        with self._lock:
            for key in filter(which, list(self._values)):
                del self._values[key]

    def get_or_make(
        self, key: Hashable, make: Callable[[], Any], size: Callable[[Any], int]
    ) -> Any:
        """The value under the key, made once even when several sessions ask at once."""
        with self._lock:
            making, users = self._making.get(key, (threading.Lock(), 0))
            self._making[key] = making, users + 1
        try:
            with making:
                value = self.get(key)
                if value is None:
                    value = make()
                    self.put(key, value, size(value))
                return value
        finally:
            # The last one takes the lock away; while somebody waits it has to stay.
            with self._lock:
                _, users = self._making.pop(key)
                if users > 1:
                    self._making[key] = making, users - 1


@st.cache_resource(show_spinner=False)
def held() -> BoundedCache:
    """What all sessions of this process share."""
    made = BoundedCache(LIMIT, beside=lambda: HELD.nbytes)
    HELD.make_room = made.trim
    return made
