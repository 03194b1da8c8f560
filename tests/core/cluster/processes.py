"""A scheduler and workers as somebody else starts them, each by its own command."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.places import ROOT


@contextmanager
def scheduler(first: Path | None = None) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """The address of a scheduler, and its process; as to `first`, see `worker`."""
    given = ["dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    with _started(given, "Scheduler at:", first) as (process, line):
        yield line.split()[-1], process


@contextmanager
def worker(address: str, first: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """A worker, which looks for its modules in the folder `first`, then where we do."""
    given = ["dask_worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    with _started(given, "Starting established connection", first) as (process, _):
        yield process


@contextmanager
def _started(
    given: list[str], until: str, first: Path | None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    module, *rest = given
    path = os.pathsep.join(map(str, [*filter(None, [first]), ROOT]))
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", f"distributed.cli.{module}", *rest],
        env=os.environ | {"PYTHONPATH": path}, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        yield process, _line_with(until, process)
    finally:
        process.kill()
        process.communicate()


def _line_with(words: str, process: subprocess.Popen[str]) -> str:
    said = []
    for line in process.stderr or ():
        said.append(line)
        if words in line:
            return line
    raise AssertionError("".join(said))
