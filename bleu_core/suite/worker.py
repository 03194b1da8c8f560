"""The side of `processes` that measures one set, in a process of its own.

Its standard input brings the task, which the suite's own process has made, and stays open: where
that process is gone, nobody waits for an answer. What it answers is [kind, …]: "part" with the
part done, and in the end "done", or "fault" with a fault of this program. Files are a stranger's,
so that the answer is of plain values alone (`readers.wire`).
"""

from __future__ import annotations

import os
import pickle
import threading
import time
import traceback
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from bleu_core.common.progress import Progress
from bleu_core.readers.wire import send
from bleu_core.suite.exchange import to_json
from bleu_core.suite.measuring import Task, measure
from bleu_core.suite.results import SuiteResult

EVERY = 0.1  # seconds between two words on how far it is


def main() -> None:
    """Measure the set of the task that comes by standard input."""
    tasks, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    # Whatever a library prints is no message.
    os.dup2(2, 1)
    try:
        task = pickle.load(tasks)
    except (EOFError, pickle.UnpicklingError):
        return  # whoever had started it is gone
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    answer = _answer(task, _teller(answers))
    with suppress(OSError):
        send(answers, answer)


def _answer(task: Task, progress: Progress) -> list[Any]:
    begun = time.monotonic()
    try:
        found = measure(task, progress)
    except MemoryError:
        return ["fault", "MemoryError"]
    except Exception as error:
        traceback.print_exc()
        at = traceback.extract_tb(error.__traceback__)[-1]
        return ["fault", f"{type(error).__name__} in {Path(at.filename).name}, line {at.lineno}"]
    took = replace(found.found, seconds=time.monotonic() - begun)
    result = to_json(SuiteResult(task.title, 0.0, (took,)))
    return ["done", result, found.evalset, dict(found.baselines), found.page]


def _teller(answers: IO[bytes]) -> Progress:
    last = 0.0

    def tell(part: float) -> None:
        nonlocal last
        if time.monotonic() - last > EVERY:
            last = time.monotonic()
            with suppress(OSError):
                send(answers, ["part", part])

    return tell


def _listen(tasks: IO[bytes]) -> None:
    tasks.read()
    os._exit(1)
