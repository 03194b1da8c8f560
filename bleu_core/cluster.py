"""Executor on a Dask cluster of several machines; the only module that imports Dask.

`on` yields a `Map`, an executor as in `bleu_core.datasets`, whose functions run on the workers of
the cluster. It handles workers that end and a cluster that becomes unreachable.
"""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from queue import Empty, SimpleQueue
from socket import gethostname
from time import monotonic
from typing import Any, Generic, TypeVar, cast
from uuid import uuid4

from bleu_core.common.version import __version__
from bleu_core.datasets.executors import DAMAGE, Map, WorkersEnded
from bleu_core.messages import dataset as messages
from bleu_core.messages import file
from bleu_core.text.evalset import InputError

Item = TypeVar("Item")


class ClusterError(InputError):
    """A cluster that cannot do the work, whatever the item; one message per reason."""


def sent(function: Callable[[Item], Any], item: Item) -> bytes:
    """A call of a function, as bytes: `pickle.loads` makes the call and returns its result.

    So nothing in between needs to import the function. Sent as a function, it would end each worker
    that cannot import it, without a reason.
    """
    return pickle.dumps(_Call(function, item, __version__))


@dataclass(frozen=True)
class _Call(Generic[Item]):
    function: Callable[[Item], Any]
    item: Item
    version: str

    def __reduce__(self) -> tuple[Any, ...]:
        return _called, (self.function, self.item, self.version)


def _called(function: Callable[[Item], Any], item: Item, version: str) -> Any:
    # Checked on each worker, because some may join later. Another version would count by other
    # rules, and save under other names.
    if version != __version__:
        reason = f"{gethostname()} has {__version__}"
        raise ClusterError([messages.other_version(version, reason)])
    return function(item)


LOST = "The connection to the cluster was lost."
# Seconds to wait for the scheduler at the start.
CONNECT_TIMEOUT = 10.0


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect a client to the cluster at an address."""
    try:
        from distributed import Client

        client = cast(Any, Client)(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except ImportError as error:
        raise ClusterError([file.not_installed("A cluster", "Dask", "cluster")]) from error
    except (OSError, RuntimeError, ValueError) as error:
        raise ClusterError([messages.unreachable(address, str(error))]) from error
    with client:
        yield client


@contextmanager
def lost() -> Iterator[None]:
    """Convert errors of a client whose scheduler is gone into a ClusterError."""
    try:
        yield
    except OSError as error:
        raise ClusterError([messages.interrupted(LOST)]) from error


def fault_of(future: Any) -> Exception:
    """The error that prevented the result of an item, if the item is at fault."""
    from distributed import KilledWorker

    if future.cancelled():
        raise ClusterError([messages.interrupted(LOST)])
    error = future.exception()
    if isinstance(error, ClusterError):
        raise error
    if isinstance(error, KilledWorker):
        return WorkersEnded([messages.workers_ended()])
    if isinstance(error, DAMAGE):
        return error
    if isinstance(error, ImportError):
        raise ClusterError([messages.other_version(__version__, str(error))])
    raise error


Result = TypeVar("Result")

# Items queued per worker thread: no thread waits for its next item, yet the scheduler and this
# process hold few items at a time, even of 100,000 or more.
AHEAD = 4
# Seconds between checks of the cluster while no result arrives; and seconds for which it may have
# no workers, because one that ended is soon restarted.
PAUSE, WORKER_TIMEOUT = 1.0, 60.0


@contextmanager
def on(address: str) -> Iterator[Map]:
    """Connect an executor to the cluster at an address, such as "tcp://10.0.0.1:8786"."""
    with connected(address) as client:
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
    # When a worker ends, Dask blames all items that it had, also waiting ones. Alone on a worker,
    # only the item that ends it is blamed.
    for item in suspects:
        yield from _ended(client, function, [item])


def _ended(
    client: Any, function: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[tuple[Item, Result | Exception]]:
    """Each item with its result, or with the error that prevented it."""
    waiting, ahead = iter(items), 0
    under_way: dict[str, tuple[Any, Item]] = {}  # with futures: Dask drops a task without one
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
    """Keys of all ended items, as soon as there is one."""

    def look() -> list[str] | None:
        with suppress(Empty):
            return [ended.get(timeout=PAUSE)]
        return None

    keys = _patiently(client, look)
    while not ended.empty():
        keys.append(ended.get())
    return keys


def _gathered(client: Any, futures: list[Any]) -> dict[str, Any]:
    """Results by key, for those that are available.

    A result is lost with its worker, and is then recomputed, which never ends if no other worker
    joins.
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
    """Repeat `look` until it finds something, while there are workers or recently were some."""
    since = monotonic()
    while (found := look()) is None:
        if client.nthreads():
            since = monotonic()
        elif monotonic() - since > WORKER_TIMEOUT:
            what = "The cluster has had no worker for a minute."
            raise ClusterError([messages.interrupted(what)])
    return found
