"""Read untrusted files in a child process with limits, so that none blocks or ends the server."""

from __future__ import annotations

import importlib
import inspect
import logging
import math
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from bleu_core.common import ipc
from bleu_core.common.formatting import truncate
from bleu_core.common.processes import ProcessLimits, ProcessPool, Reporter, StartError, TaskResult
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, file
from bleu_core.readers.archives import archive_type
from bleu_core.readers.assemble import Assembled
from bleu_core.readers.files import LoadedFiles
from bleu_core.readers.parts import File, Ids, Parts
from bleu_core.readers.score_files import ScoreTables
from bleu_core.readers.score_tables import ScoreTable
from bleu_core.text.evalset import EvalSet, InputError, MisalignedColumns

T = TypeVar("T")

# Memory that a job may take: so many times its bytes, and so many bytes.
TIMES, MORE = 30, 200_000_000
# Seconds of computing for any job, and bytes for another second: the slowest valid files, tables
# with two letters a cell, are read at 2.4 MB a second.
SECONDS, BYTES_A_SECOND = 10, 1_000_000
UNPACKED = 10  # for the time, packed bytes count so many times
HEAD = 512  # bytes that identify an archive

_pool = ProcessPool(
    "bleu_core.readers.sandbox:call_job", calls=max(2, min(4, os.cpu_count() or 1)), isolated=True
)
_log = logging.getLogger(__name__)
for _class in (Assembled, EvalSet, File, LoadedFiles, Ids, Parts, ScoreTable, ScoreTables):
    ipc.register(_class)


class SandboxError(InputError):
    """A job that did not finish, with the file, the reason and what to do."""


def limits_for(*data: ipc.Buffer) -> ProcessLimits:
    """Return the limits of a job that reads these bytes."""
    sizes = [len(memoryview(buffer)) for buffer in data]
    times = [UNPACKED if archive_type(bytes(memoryview(buffer)[:HEAD])) else 1 for buffer in data]
    work = sum(size * factor for size, factor in zip(sizes, times, strict=True))
    return ProcessLimits(TIMES * sum(sizes) + MORE, SECONDS + work / BYTES_A_SECOND)


def start_ahead() -> None:
    """Start the process of a job that will come soon."""
    _pool.start_ahead()


def run(
    job: Callable[..., T],
    *args: Any,
    progress: Progress | None = None,
    limits: ProcessLimits | None = None,
    **kwargs: Any,
) -> T:
    """Call a function of a module in a child process; return or raise the same, or SandboxError."""
    limits = limits or limits_for(*ipc.buffers_of([args, kwargs]))
    takes_progress = "progress" in inspect.signature(job).parameters
    task = [f"{job.__module__}:{job.__qualname__}", list(args), kwargs, takes_progress]
    try:
        [(_, answer)] = _pool.run([task], limits, progress)
    except StartError as error:
        raise SandboxError([file.no_process(str(error))]) from None
    if answer.outcome == "done":
        match answer.value:
            case ["result", result]:
                returned: T = result
                return returned
            case ["misaligned", list() as problems, dict() as columns, list() | tuple() as repairs]:
                raise MisalignedColumns(problems, columns, repairs)
            case ["refused", list() as problems]:
                raise InputError(problems)
    if answer.outcome == "fault":
        # Its message may quote a file.
        kind, place = answer.value[:2]
        _log.error("Reading failed in the process that was started for it: %s in %s", kind, place)
    raise SandboxError([_reason(answer, limits)])


def _reason(answer: TaskResult, limits: ProcessLimits) -> Message:
    name = truncate(answer.at)
    if answer.outcome == "memory":
        return file.limit(name, "memory", limits.memory or 0)
    if answer.outcome == "time":
        return file.limit(name, "time", math.ceil(limits.cpu or 0))
    if answer.outcome == "fault":
        return file.reader_failed(name, answer.value[0])
    by = ""
    if answer.code < 0:
        with suppress(ValueError):
            by = signal.Signals(-answer.code).name
    return file.reader_failed(name, signal=by)


def call_job(task: list[Any], report: Reporter) -> list[Any]:
    """Call a job, in the child: its result, or why its input is refused."""
    job, args, kwargs, takes_progress = task
    module, _, name = job.partition(":")
    if takes_progress:
        kwargs["progress"] = report.part
    function = getattr(importlib.import_module(module), name)
    try:
        return ["result", function(*(_announced(arg, report) for arg in args), **kwargs)]
    except MisalignedColumns as error:
        return ["misaligned", error.problems, error.columns, error.repairs]
    except InputError as error:
        return ["refused", error.problems]


def _announced(value: Any, report: Reporter) -> Any:
    """Files that report their names when their bytes are read."""
    if isinstance(value, list):
        return [_announced(item, report) for item in value]
    if not isinstance(value, File):
        return value

    class AnnouncedFile(File):
        @property
        def data(self) -> bytes:
            report.at(self.name)
            return value.data

    return AnnouncedFile(*value)
