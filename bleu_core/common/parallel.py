"""Work on blocks in a few threads: numpy and pyarrow release the interpreter's lock."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain, islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Item = TypeVar("Item")
Result = TypeVar("Result")


def threads_allowed() -> int:
    """The number of threads that this process may use: OMP_NUM_THREADS, as for pyarrow.

    Dask and batch systems start a process on each core and set it to 1.
    """
    number = os.environ.get("OMP_NUM_THREADS", "")
    return int(number) if number.isdecimal() and int(number) else os.cpu_count() or 1


# More threads gain little: a fifth of the work (joining lines) holds the lock.
WORKERS = min(4, threads_allowed())


def in_order(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield function(item) for every item, in order, computing a few at once.

    Unlike Executor.map it starts few items ahead, so memory stays bounded, and items that are not
    started are dropped when the caller stops.
    """
    items = iter(items)
    first = list(islice(items, 2))
    if len(first) < 2 or WORKERS == 1:
        # Without threads: starting one takes longer than scoring a sentence.
        yield from map(function, chain(first, items))
        return
    with ThreadPoolExecutor(WORKERS) as pool:
        waiting: deque[Future[Result]] = deque()
        try:
            for item in chain(first, items):
                waiting.append(pool.submit(function, item))
                if len(waiting) > 2 * WORKERS:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def runs(before: NDArray[np.int64], size: int) -> list[tuple[int, int]]:
    """Split segments into blocks, (first, last), of about `size` units each.

    Parameters
    ----------
    before : (S + 1,)
        Units in the segments before each segment, and in all.
    size : int

    >>> runs(np.array([0, 3, 5, 6, 19, 20]), 5)
    [(0, 2), (2, 4), (4, 5)]
    """
    cuts = np.searchsorted(before, np.arange(0, before[-1], size))
    edges = np.append(cuts, len(before) - 1)
    edges = edges[np.append(True, np.diff(edges) > 0)]
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
