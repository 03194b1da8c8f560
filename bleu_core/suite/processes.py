"""Sets side by side, each measured in a process of its own, as many at once as there are cores.

They are plain child processes; those of `multiprocessing` would import the main module anew.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from bleu_core.common.parallel import threads_allowed
from bleu_core.common.progress import Progress
from bleu_core.messages import suite as messages
from bleu_core.readers.wire import Garbled, receive
from bleu_core.suite.exchange import from_json
from bleu_core.suite.measuring import Measured, Task
from bleu_core.suite.results import OfSet

TICK = 0.1  # seconds between two words on how far it is
AT_ITS_END = 10.0  # seconds
MOST = 2**40  # bytes of an answer; what is no message says more
_START = (
    "import sys; root = sys.argv[1]; root in sys.path or sys.path.insert(0, root); "
    "from bleu_core.suite.worker import main; main()"
)
_ROOT = str(Path(__file__).resolve().parents[2])

_Process = subprocess.Popen[bytes]
_Answers = queue.SimpleQueue[tuple[int, list[Any] | None]]


def measure_all(
    tasks: Sequence[Task], progress: Progress | None = None
) -> Generator[tuple[int, Measured]]:
    """What is found of each set, by its number, as soon as it is there.

    A set whose process breaks off, or is killed, has that as its problem.

    Parameters
    ----------
    tasks : list of Task
    progress : optional
        Called some times a second with the part done. If it raises, or the iterator is closed, no
        process is left.
    """
    places = max(1, min(len(tasks), threads_allowed()))
    waiting = deque(enumerate(tasks))
    parts = [0.0] * len(tasks)
    running: dict[int, _Process] = {}
    answers: _Answers = queue.SimpleQueue()
    try:
        while waiting or running:
            while waiting and len(running) < places:
                number, task = waiting.popleft()
                running[number] = _started(threads_allowed() // places)
                given = number, running[number], task, answers
                threading.Thread(target=_talk, args=given, daemon=True).start()
            if progress is not None:
                progress(sum(parts) / len(tasks))
            with suppress(queue.Empty):
                number, answer = answers.get(timeout=TICK)
                if answer is not None and answer[0] == "part":
                    parts[number] = answer[1]
                    continue
                parts[number] = 1.0
                # One that has broken off closes its pipe a moment before it is gone.
                code = _ended(running.pop(number), 0 if answer else AT_ITS_END)
                yield number, _measured(tasks[number], answer, code)
    finally:
        for process in running.values():
            _ended(process)


def _started(threads: int) -> _Process:
    number = str(max(1, threads))
    return subprocess.Popen(
        [sys.executable, "-P", "-c", _START, _ROOT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"OMP_NUM_THREADS": number, "OPENBLAS_NUM_THREADS": number},
        # Ctrl-C in a terminal is for this process, which ends that one.
        start_new_session=True,
    )


def _talk(number: int, process: _Process, task: Task, answers: _Answers) -> None:
    """Hand over the task and pass on what is answered; None where the process broke off."""
    assert process.stdin is not None
    assert process.stdout is not None
    answer: list[Any] | None = ["part", 0.0]
    try:
        pickle.dump(task, process.stdin)
        process.stdin.flush()
        while answer and answer[0] == "part":
            answers.put((number, answer))
            answer = receive(process.stdout, MOST)
    except (OSError, EOFError, Garbled, ValueError, MemoryError):  # closed here, too
        answer = None
    answers.put((number, answer))


def _ended(process: _Process, patience: float = 0) -> int:
    """End a process that has not ended by itself; its exit code, below 0 for a signal."""
    with suppress(subprocess.TimeoutExpired):
        process.wait(patience)
    process.kill()
    code = process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError, ValueError):
            pipe.close()  # type: ignore[union-attr]
    return code


def _measured(task: Task, answer: list[Any] | None, code: int) -> Measured:
    if answer is not None and answer[0] == "done":
        _, result, evalset, baselines, page = answer
        (found,) = from_json(result).sets
        return Measured(found, evalset, baselines, page)
    if answer is not None:
        told = messages.program_fault(answer[1])
    elif code < 0:
        told = messages.process_killed(-code)
    else:
        told = messages.process_ended(code)
    return Measured(OfSet(task.plan.name, problems=(told,)))
