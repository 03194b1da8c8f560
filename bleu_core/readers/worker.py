"""The child's side of `apart`: one job, done under limits that it cannot lift again.

The first message says what the job may take, the second what is to be done. The answers
are [kind, …]: "file" with the name of the one whose turn it is, "part" with the fraction
that is done, and in the end "done" with the result, or why there is none.
"""

from __future__ import annotations

import importlib
import os
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from bleu_core.readers.parts import File
from bleu_core.readers.wire import receive, send
from bleu_core.text.evalset import Misaligned
from bleu_core.text.streams import InputError

EVERY = 0.1  # seconds between two words on how far the job is


def main() -> None:
    """Answer to the job that comes by standard input, by what was standard output."""
    jobs, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Whatever a library prints or asks is no message.
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    try:
        limit(*receive(jobs))
        where, given, named, tells = receive(jobs)
    except EOFError:
        return  # not needed after all
    except MemoryError:
        send(answers, ["memory"])
        return
    if tells:
        named["progress"] = _teller(answers)
    answer = _done(where, [_announced(value, answers) for value in given], named)
    try:
        send(answers, answer)
    except MemoryError:
        del answer
        send(answers, ["memory"])


def limit(memory: int, cpu: float) -> None:
    """Let this process take no more than so many bytes, and seconds, than it has by now.

    Linux counts the memory that a process can write to (RLIMIT_DATA; RLIMIT_AS would also
    count what libraries reserve and never use). Elsewhere memory is not limited, and on
    Windows computing time is not either: the parent's clock is the only limit there.
    """
    try:
        import resource
    except ImportError:
        return
    # Where the machine itself runs out of memory, this process goes and not the server.
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    # What was read may be in no file: no dump of it, and none that a library writes.
    for what in (resource.RLIMIT_CORE, resource.RLIMIT_FSIZE):
        resource.setrlimit(what, (0, 0))
    seconds = int(time.process_time() + cpu) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    status = Path("/proc/self/status")
    if not status.is_file():
        return
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    held = 1024 * int(lines["VmData"].split()[0])
    resource.setrlimit(resource.RLIMIT_DATA, (held + memory, held + memory))


def _done(where: str, given: list[Any], named: dict[str, Any]) -> list[Any]:
    module, _, name = where.partition(":")
    try:
        return ["done", getattr(importlib.import_module(module), name)(*given, **named)]
    except Misaligned as error:
        return ["misaligned", error.problems, error.columns, error.repairs]
    except InputError as error:
        return ["refused", error.problems]
    except MemoryError:
        return ["memory"]
    except Exception as error:
        return ["fault", type(error).__name__, traceback.format_exc()[-4_000:]]


def _teller(answers: IO[bytes]) -> Callable[[float], None]:
    told = 0.0

    def tell(part: float) -> None:
        nonlocal told
        if time.monotonic() - told > EVERY:
            told = time.monotonic()
            send(answers, ["part", part])

    return tell


def _announced(value: Any, answers: IO[bytes]) -> Any:
    """The files of a job, each of which says so when its bytes are asked for."""
    if isinstance(value, list):
        return [_announced(item, answers) for item in value]
    if not isinstance(value, File):
        return value

    class Announced(File):
        @property
        def data(self) -> bytes:
            send(answers, ["file", self.name])
            return value.data

    return Announced(*value)
