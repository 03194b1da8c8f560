"""Reading what a stranger hands over: in a child process, within bounds, until it is stopped.

A server that reads a file itself stands still for everybody when one file takes long, and
ends when one takes all memory or breaks a library. Here it only waits for a pipe. The
command line reads in its own process: its user has Ctrl-C and a machine of their own.
"""

from __future__ import annotations

import inspect
import logging
import math
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from bleu_core.common.progress import Progress
from bleu_core.common.wording import cut
from bleu_core.messages import Message, file
from bleu_core.readers.packed import kind
from bleu_core.readers.wire import Buffer, buffers, receive, send
from bleu_core.text.evalset import Misaligned
from bleu_core.text.streams import InputError

T = TypeVar("T")

# Memory that a job may take over what its process had at the start.
TIMES, MORE = 30, 200_000_000
# Seconds of computing that any job may take, and bytes that another one is for: the slowest
# honest files, tables of two letters a cell, are read at 2.4 MB a second.
SECONDS, BYTES_A_SECOND = 10, 1_000_000
# What is packed unpacks to more: for the time, it counts as so many times its size.
UNPACKED = 10
# How much longer than computing a job may take by the clock of a loaded machine.
PATIENCE = 20
# Jobs at once; who comes later waits.
PLACES = max(2, min(4, os.cpu_count() or 1))
HEAD = 512  # bytes that tell what is packed
TICK = 0.2  # seconds between two looks at a job
AT_ITS_END = 10  # seconds that a process may take to be gone
UNUSED = 300  # seconds after which a process that was started ahead goes

_START = (
    "import sys; root = sys.argv[1]; root in sys.path or sys.path.insert(0, root); "
    "from bleu_core.readers.worker import main; main()"
)
_ROOT = str(Path(__file__).resolve().parents[2])
# What Python itself may need of the environment. Nothing else of it is the child's business.
_NEEDED = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "LD_LIBRARY_PATH",
           "DYLD_LIBRARY_PATH", "PYTHONHOME", "PYTHONUSERBASE")  # fmt: skip
# One thread, and memory that is taken only when it is used: so the limit counts what is needed.
_LEAN = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}

_log = logging.getLogger(__name__)
_places = threading.BoundedSemaphore(PLACES)


class NotRead(InputError):
    """A job that came to no end: what it was about, why, and what to do."""


class Limits(NamedTuple):
    """What a job may take over what its process had at the start: bytes, seconds of computing.

    >>> Limits.of(bytes(1_000_000))
    Limits(memory=230000000, cpu=11.0)
    """

    memory: int
    cpu: float

    @classmethod
    def of(cls, *given: Buffer) -> Limits:
        """For a job that was given these bytes."""
        sizes = [len(memoryview(data)) for data in given]
        times = [UNPACKED if kind(bytes(memoryview(data)[:HEAD])) else 1 for data in given]
        work = sum(size * more for size, more in zip(sizes, times, strict=True))
        return cls(TIMES * sum(sizes) + MORE, SECONDS + work / BYTES_A_SECOND)


def call(
    job: Callable[..., T],
    *given: Any,
    progress: Progress | None = None,
    limits: Limits | None = None,
    **named: Any,
) -> T:
    """What `job(*given, **named)` answers or raises, called in a process of its own.

    Parameters
    ----------
    job
        A function of a module that can be imported by its name.
    given, named
        For it: what `wire` sends.
    progress : optional
        Is given the fraction that is done, some times a second: what a job tells that has
        a parameter of this name. If it raises, the job is ended, and that is raised here.
    limits : optional
        Otherwise `Limits.of` the bytes that are given.

    Raises
    ------
    NotRead
        It took too much, or its process broke off. It says which file that was at.
    InputError
        As the job; Misaligned too. No other error of it comes through: it is logged.
    """
    limits = limits or Limits.of(*buffers([given, named]))
    tell: Progress = progress or (lambda part: None)
    tells = "progress" in inspect.signature(job).parameters
    task = [f"{job.__module__}:{job.__qualname__}", list(given), named, tells]
    with _place(tell), _worker() as process:
        answers: queue.SimpleQueue[list[Any] | None] = queue.SimpleQueue()
        talk = threading.Thread(target=_talk, args=(process, limits, task, answers), daemon=True)
        talk.start()
        how, what = _answer(answers, limits, tell)
        if how == "done":
            done: T = what[0]
            return done
        if how == "misaligned":
            raise Misaligned(*what)
        if how == "refused":
            raise InputError(*what)
        if how == "fault":
            _log.error("Reading failed in the process that was started for it:\n%s", what[2])
        raise NotRead([_why(process, how, what, limits)])


def ahead() -> None:
    """Start the process of a job that is to come soon; one at most waits, for some minutes."""
    with _spare_lock, suppress(OSError):
        if not _spare or _spare[0].poll() is not None:
            process = _started()
            _spare[:] = [process]
            timer = threading.Timer(UNUSED, _let_go, args=(process,))
            timer.daemon = True
            timer.start()


_spare: list[subprocess.Popen[bytes]] = []
_spare_lock = threading.Lock()


def _let_go(process: subprocess.Popen[bytes]) -> None:
    with _spare_lock:
        if process not in _spare:
            return  # it has its job
        _spare.remove(process)
    _end(process)


def _started() -> subprocess.Popen[bytes]:
    environment = {name: os.environ[name] for name in _NEEDED if name in os.environ} | _LEAN
    return subprocess.Popen(
        [sys.executable, "-P", "-B", "-c", _START, _ROOT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=os.path.abspath(os.sep),
        env=environment,
    )


@contextmanager
def _worker() -> Iterator[subprocess.Popen[bytes]]:
    """A process for one job, which ends with it."""
    with _spare_lock:
        process = _spare.pop() if _spare else None
    if process is None or process.poll() is not None:
        try:
            process = _started()
        except OSError as error:
            raise NotRead([file.no_process(str(error.strerror or error))]) from None
    try:
        yield process
    finally:
        _end(process)


@contextmanager
def _place(tell: Progress) -> Iterator[None]:
    """One of the places for jobs, as soon as one is free."""
    while not _places.acquire(timeout=TICK):
        tell(0.0)
    try:
        yield
    finally:
        _places.release()


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    # The thread that talks with it may be about to find out.
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError, ValueError):
            pipe.close()  # type: ignore[union-attr]


def _talk(
    process: subprocess.Popen[bytes],
    limits: Limits,
    task: list[Any],
    answers: queue.SimpleQueue[list[Any] | None],
) -> None:
    """Hand the job over and pass on what is answered, None at the end."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        # It may have answered before it has heard everything: that it is too much.
        with suppress(OSError), process.stdin:
            send(process.stdin, list(limits))
            send(process.stdin, task)
        while True:
            answers.put(receive(process.stdout, limits.memory))
    except (OSError, EOFError, MemoryError, ValueError):  # its pipe may be closed by now
        answers.put(None)


def _answer(
    answers: queue.SimpleQueue[list[Any] | None], limits: Limits, tell: Progress
) -> tuple[str, list[Any]]:
    """The last word of the child, [] with the file that it was at where it had none."""
    part, name = 0.0, ""
    until = time.monotonic() + PATIENCE * limits.cpu
    while time.monotonic() < until:
        tell(part)
        try:
            answer = answers.get(timeout=TICK)
        except queue.Empty:
            continue
        if answer is None:
            return "", [name]
        how, *what = answer
        if how == "part":
            part = min(max(float(what[0]), 0.0), 1.0)
        elif how == "file":
            name = str(what[0])
        else:
            return how, what if how in ("done", "misaligned", "refused") else [name, *what]
    return "clock", [name]


def _why(process: subprocess.Popen[bytes], how: str, what: list[Any], limits: Limits) -> Message:
    """Why a job came to no end."""
    name = cut(what[0])
    if not how:
        with suppress(subprocess.TimeoutExpired):
            process.wait(AT_ITS_END)  # it closes its pipe a moment before it is gone
    code = process.returncode
    if how == "memory":
        return file.memory_limit(name, limits.memory)
    if how == "clock" or (not how and code is not None and -code in _TOO_LONG):
        return file.time_limit(name, math.ceil(limits.cpu))
    if how == "fault":
        return file.reader_failed(name, str(what[1]))
    by = ""
    if code is not None and code < 0:
        with suppress(ValueError):
            by = signal.Signals(-code).name
    return file.reader_ended(name, by)


_TOO_LONG = {getattr(signal, "SIGXCPU", None)}
