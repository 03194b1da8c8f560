"""A cluster of processes on this machine, which ends when it is no longer needed."""

from __future__ import annotations

import logging
import os
import signal
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from multiprocessing.resource_tracker import ensure_running
from tempfile import TemporaryDirectory
from typing import Any, cast

from bleu_core.cluster.task import ClusterError
from bleu_core.messages import cluster as messages

# Dask's servers of pages cannot be left out, but they need have none; and nobody would see its
# measurements.
_UNSEEN: dict[str, Any] = {
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    "distributed.worker.profile.enabled": False,
}
# What Dask tells its workers' malloc is to give back what is freed at once. Each array is then
# made of new pages, which takes as long again as the work (measured: 3.1 s of CPU for 1.6).
_ALLOCATION: dict[str, Any] = {
    f"distributed.nanny.pre-spawn-environ.MALLOC_{name}_": size
    for name, size in {"TRIM_THRESHOLD": 1 << 30, "MMAP_THRESHOLD": 1 << 25}.items()
}

# Dask gives up for good on a worker that is away when it looks, which it does this long after one
# ended: also where another had come and is just being replaced.
_REPLACED: dict[str, Any] = {"distributed.deploy.lost-worker-timeout": "1 day"}


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
        raise ClusterError([messages.not_installed()]) from error

    with (
        # Python starts processes with the folder in which it stands in front of its own modules.
        _environment({"PYTHONSAFEPATH": "1"}),
        TemporaryDirectory(prefix="bleuscope-") as folder,
        dask.config.set(_UNSEEN | _ALLOCATION | _REPLACED | {"temporary-directory": folder}),
        ExitStack() as until_the_end,
    ):
        with _ctrl_c_unheard():
            cluster = until_the_end.enter_context(
                made(
                    n_workers=number,  # None: as many as cores
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    security=security,
                    silence_logs=logging.CRITICAL,
                )
            )
        yield cluster


@contextmanager
def _ctrl_c_unheard() -> Iterator[None]:
    """Threads and processes that are started within, and by these, are never interrupted.

    The terminal interrupts all processes of a command. It is for this one to end the others.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    ensure_running()  # which would let it be heard again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _environment(more: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.update(more)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
