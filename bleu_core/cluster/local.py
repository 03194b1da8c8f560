"""A cluster of processes on this machine, which ends when it is no longer needed."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any, cast

from bleu_core.cluster.faults import NOT_INSTALLED
from bleu_core.cluster.task import ClusterError

# Dask's servers of pages cannot be left out, but they need have none.
_NO_PAGES: dict[str, list[str]] = {
    f"distributed.{name}.http.routes": [] for name in ("scheduler", "worker")
}


@contextmanager
def processes(number: int | None) -> Iterator[Any]:
    """A cluster of as many processes of one thread, or as this process may use cores.

    Whoever can speak to a scheduler can run anything in its workers. So this one listens on
    127.0.0.1 alone, and answers only who shows a certificate that was made for it and never leaves
    the memory of its processes: nobody else who has an account here.
    """
    try:
        import dask
        from distributed import LocalCluster, Security

        made, security = cast(Any, LocalCluster), cast(Any, Security).temporary()
    except ImportError as error:
        raise ClusterError([NOT_INSTALLED]) from error

    with (
        # Python starts processes with the folder in which it stands in front of its own modules.
        _environment({"PYTHONSAFEPATH": "1"}),
        dask.config.set(_NO_PAGES),
        TemporaryDirectory(prefix="bleuscope-") as folder,
        made(
            n_workers=number,  # None: as many as cores
            threads_per_worker=1,
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
            security=security,
            local_directory=folder,
            silence_logs=logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster


@contextmanager
def _environment(more: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
