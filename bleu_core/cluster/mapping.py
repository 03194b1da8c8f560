"""A function on many items, in the worker processes of a Dask cluster."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import wait
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, TypeVar
from uuid import uuid4

from bleu_core.cluster.faults import WorkersEnded, connected, fault_of, lost
from bleu_core.cluster.local import processes
from bleu_core.cluster.task import ClusterError, sent
from bleu_core.datasets import Map
from bleu_core.messages import cluster as messages

Item = TypeVar("Item")
Result = TypeVar("Result")
LOCAL = "local"

# Items sent ahead for each thread of the workers: so that none waits for the next, while neither
# the scheduler nor this process ever holds more than these, of 100,000 and more.
AHEAD = 4
# Seconds between two looks at the cluster while nothing comes, and for which it may be without
# workers: one that ended is soon started again.
PAUSE, PATIENCE = 1.0, 60.0


@contextmanager
def on(address: str, workers: int | None = None) -> Iterator[Map]:
    """A `Map` on the cluster at an address, such as "tcp://10.0.0.1:8786".

    "local" is one of processes on this machine, as many as this process may use cores unless
    `workers` says otherwise; it ends with the context.

    Raises
    ------
    ClusterError
        On entering, where there is none; by the `Map`, where it goes away, or where no worker can
        do the work. What has been done is kept.
    """
    with ExitStack() as stack:
        where = stack.enter_context(processes(workers)) if address == LOCAL else address
        client = stack.enter_context(connected(where))
        yield partial(_mapped, client)


def _mapped(
    client: Any, function: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[tuple[Item, Result | Exception]]:
    suspects: list[Item] = []
    for item, found in _ended(client, function, items):
        if isinstance(found, WorkersEnded):
            suspects.append(item)
        else:
            yield item, found
    # Dask blames all that a worker was given when it ended, also what only waited there. Alone,
    # only what ends it is blamed.
    for item in suspects:
        yield from _ended(client, function, [item])


def _ended(
    client: Any, function: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[tuple[Item, Result | Exception]]:
    """Each item with what came of it, or with what is said to have kept it from that."""
    waiting, ahead = iter(items), 0
    under_way: dict[str, tuple[Any, Item]] = {}  # with its future: what has none is forgotten
    ended: SimpleQueue[str] = SimpleQueue()
    try:
        while True:
            with lost():
                if len(under_way) <= ahead // 2:
                    ahead = AHEAD * max(1, sum(client.nthreads().values()))
                    some = list(islice(waiting, ahead - len(under_way)))
                    for item, future in zip(some, _sent(client, function, some), strict=True):
                        under_way[future.key] = future, item
                        future.add_done_callback(lambda done: ended.put(done.key))
                if not under_way:
                    return
                done = [under_way.pop(key) for key in _next(client, ended)]
                found = _gathered(client, [future for future, _ in done])
            for future, item in done:
                fine = future.status == "finished"
                yield item, found[future.key] if fine else fault_of(future)
    finally:
        with suppress(Exception):  # it may be gone
            client.cancel([future for future, _ in under_way.values()])


def _sent(client: Any, function: Callable[[Item], Any], items: Sequence[Item]) -> list[Any]:
    names = [f"bleuscope-{uuid4().hex}" for _ in items]
    return client.map(pickle.loads, [sent(function, item) for item in items], key=names)


def _next(client: Any, ended: SimpleQueue[str]) -> list[str]:
    """The keys of all that has ended, as soon as something has."""

    def look() -> list[str] | None:
        with suppress(Empty):
            return [ended.get(timeout=PAUSE)]
        return None

    keys = _patiently(client, look)
    while not ended.empty():
        keys.append(ended.get())
    return keys


def _gathered(client: Any, futures: list[Any]) -> dict[str, Any]:
    """The results by their keys, of those that have one.

    A result is lost with its worker, and is then computed again: which takes for ever if no
    other worker comes.
    """

    async def gather() -> dict[str, Any]:
        by_key = {future.key: future for future in futures}
        found: dict[str, Any] = await client.gather(by_key, errors="skip", asynchronous=True)
        return found

    under_way = asyncio.run_coroutine_threadsafe(gather(), client.loop.asyncio_loop)
    try:
        return _patiently(
            client, lambda: under_way.result() if wait([under_way], PAUSE).done else None
        )
    finally:
        under_way.cancel()


def _patiently(client: Any, look: Callable[[], Result | None]) -> Result:
    """What looking finds in the end, while the cluster has workers or had some lately."""
    since = monotonic()
    while (found := look()) is None:
        if client.nthreads():
            since = monotonic()
        elif monotonic() - since > PATIENCE:
            raise ClusterError([messages.no_workers()])
    return found
