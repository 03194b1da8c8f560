"""Work on blocks with a few threads: numpy and pyarrow let go of the interpreter's lock."""

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
    """Threads that this process may use: as many as OMP_NUM_THREADS says, as for pyarrow's own.

    Who starts a process on each core, as Dask and batch systems do, sets it to 1.
    """
    said = os.environ.get("OMP_NUM_THREADS", "")
    return int(said) if said.isdecimal() and int(said) else os.cpu_count() or 1


# More threads gain little: what holds the lock (joining lines) is a fifth of the work.
WORKERS = min(4, threads_allowed())


def in_order(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """function(item) for every item, in order, a few at once.

    Unlike Executor.map it starts no more than can be worked on, so that memory
    stays bounded, and what is not yet started is dropped when the caller stops.
    """
    items = iter(items)
    first = list(islice(items, 2))
    if len(first) < 2 or WORKERS == 1:
        # No need of threads, which take longer to start than a sentence to score.
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
    """Blocks, first to last, of whole segments that hold about `size` units together.

    Parameters
    ----------
    before : (S + 1,)
        How many units the segments in front of each hold, and all of them.
    size : int

    >>> runs(np.array([0, 3, 5, 6, 19, 20]), 5)
    [(0, 2), (2, 4), (4, 5)]
    """
    cuts = np.searchsorted(before, np.arange(0, before[-1], size))
    edges = np.append(cuts, len(before) - 1)
    edges = edges[np.append(True, np.diff(edges) > 0)]
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
