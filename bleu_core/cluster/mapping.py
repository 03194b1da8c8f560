"""A function on many items, in the worker processes of a Dask cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from bleu_core.datasets import Map

Item = TypeVar("Item")
Result = TypeVar("Result")
LOCAL = "local"


@contextmanager
def on(address: str, workers: int | None = None) -> Iterator[Map]:
    """A `Map` on the cluster at an address, such as "tcp://10.0.0.1:8786".

    "local" is one of processes on this machine, as many as it has cores unless `workers` says
    otherwise; it ends with the context.
    """
    from distributed import Client, LocalCluster, as_completed

    with ExitStack() as stack:
        if address == LOCAL:
            number = workers or os.cpu_count() or 1
            cluster = LocalCluster(
                n_workers=number, threads_per_worker=1, dashboard_address=None, silence_logs=50
            )  # type: ignore[no-untyped-call]
            address = stack.enter_context(cluster)
        client = stack.enter_context(Client(address))  # type: ignore[no-untyped-call]

        def mapped(
            function: Callable[[Item], Result], items: Sequence[Item]
        ) -> Iterator[tuple[Item, Result | Exception]]:
            futures = client.map(function, items, pure=False)
            of = dict(zip([future.key for future in futures], items, strict=True))
            for future in as_completed(futures):  # type: ignore[no-untyped-call]
                error = future.exception()
                yield of[future.key], future.result() if error is None else error

        yield mapped
