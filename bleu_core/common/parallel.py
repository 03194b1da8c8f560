"""Work on blocks in a few threads, since numpy and pyarrow release the interpreter's lock."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, CancelledError, Future, ThreadPoolExecutor, wait
from itertools import chain, islice
from threading import Event, local
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress

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


# Has an attribute in the threads of `together`.
_inside = local()


def in_order(function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield function(item) for every item, in order, computing a few at once.

    Unlike Executor.map it starts few items ahead, so memory stays bounded, and items that are not
    started are dropped when the caller stops.
    """
    items = iter(items)
    first = list(islice(items, 2))
    if len(first) < 2 or WORKERS == 1 or hasattr(_inside, "together"):
        # Without threads: starting one takes longer than scoring a sentence; and more threads than
        # cores would only wait for the interpreter's lock.
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


TICK = 0.1  # seconds between two calls of `progress`


def together(
    works: Sequence[Callable[[Progress], Any]],
    progress: Progress | None = None,
    threads: int | None = None,
) -> list[Any]:
    """Run different tasks concurrently, one per thread; return their results in order.

    Each is called with a function for its progress. If one fails, or `progress` raises, the others
    stop at their next progress call, and the error is raised here. Put the longest first. With one
    thread they run one after the other, which takes less memory.
    """
    number = len(works)
    threads = WORKERS if threads is None else threads
    if threads == 1:
        parts = (sub_progress(progress, i / number, (i + 1) / number) for i in range(number))
        return [work(part or (lambda share: None)) for work, part in zip(works, parts, strict=True)]
    done, stopped = [0.0] * number, Event()

    def do(i: int) -> Any:
        def tell(part: float) -> None:
            if stopped.is_set():
                raise CancelledError  # the result is no longer needed
            done[i] = part

        _inside.together = True
        tell(0.0)
        return works[i](tell)

    with ThreadPoolExecutor(min(number, threads)) as pool:
        futures = [pool.submit(do, i) for i in range(number)]
        try:
            waiting = set(futures)
            while waiting:
                ended, waiting = wait(waiting, TICK, FIRST_EXCEPTION)
                for future in ended:
                    future.result()
                if progress:
                    progress(sum(done) / number)
            return [future.result() for future in futures]
        finally:
            stopped.set()


def runs(before: NDArray[np.int64], size: int) -> list[tuple[int, int]]:
    """Split segments into blocks, (first, last), of about `size` units each.

    `before` is (S + 1,): the units in the segments before each segment, and in all.

    >>> runs(np.array([0, 3, 5, 6, 19, 20]), 5)
    [(0, 2), (2, 4), (4, 5)]
    """
    cuts = np.searchsorted(before, np.arange(0, before[-1], size))
    edges = np.append(cuts, len(before) - 1)
    edges = edges[np.append(True, np.diff(edges) > 0)]
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))
