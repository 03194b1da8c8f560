"""TER in processes beside this one: sacreBLEU counts it in Python, where threads gain nothing.

These are plain child processes, as those that read files. The ones of `multiprocessing` would
import the main module anew: the app's script, or the one of whoever uses the library.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import TypeAlias

from bleu_core.common.parallel import WORKERS
from bleu_core.common.progress import Progress
from bleu_core.messages import Message, metric
from bleu_core.metrics import ter_worker
from bleu_core.metrics.ter_worker import Counts, Row
from bleu_core.text.streams import InputError

# What a process may take: 300 words take 90 MB and 14 seconds, 1,000 words 170 MB and 96.
MEMORY = 2_000_000_000
# Counts at once, each in `WORKERS` processes; who comes later waits.
PLACES = 2
TICK = 0.1  # seconds between two words on how far it is
# Work that is not worth a process, and that a process is given at a time: each about 0.2 s.
SMALL = BLOCK = 700_000
# One thread each: the many that a library would start count as memory.
_LEAN = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}

_Block: TypeAlias = list[Row]
_Answers: TypeAlias = "queue.SimpleQueue[tuple[int, list[Counts] | None]]"
_places = threading.BoundedSemaphore(PLACES)


def count_rows(
    settings: Mapping[str, bool], rows: Sequence[Row], progress: Progress | None = None
) -> list[Counts]:
    """What sacreBLEU's TER under these settings counts of each row; few of them in this process.

    Parameters
    ----------
    settings
        Of sacreBLEU's TER.
    rows : list of (hypothesis, references)
    progress : optional
        Called some times a second with the part done. If it raises, the processes are ended
        at once, and that is raised here.

    Raises
    ------
    InputError
        A process took more than `MEMORY`, or broke off.
    """
    if sum(map(_work, rows)) <= SMALL:
        return ter_worker.counted(settings, rows)
    tell: Progress = progress or (lambda part: None)
    blocks = _blocks(rows)
    found: list[list[Counts]] = [[]] * len(blocks)
    work = [sum(map(_work, block)) for block in blocks]
    todo, done = len(blocks), 0
    with _place(tell), _answers(settings, blocks) as answers:
        while todo:
            tell(done / sum(work))
            try:
                number, answer = answers.get(timeout=TICK)
            except queue.Empty:
                continue
            if answer is None:
                raise InputError([_too_much(blocks[number])])
            found[number] = answer
            done += work[number]
            todo -= 1
    tell(1.0)
    return [(edits, length) for answer in found for edits, length in answer]


def _work(row: Row) -> int:
    """About 3e-7 seconds each: a shift of many is tried for each pair of equal words."""
    hypothesis, references = row
    words = len(hypothesis.split())
    return sum(words * len(ref.split()) for ref in references) * min(words, 300)


def _blocks(rows: Sequence[Row]) -> list[_Block]:
    """The rows in order, in runs of about `BLOCK` of work."""
    blocks: list[_Block] = []
    left = 0
    for row in rows:
        if left <= 0:
            blocks.append([])
            left = BLOCK
        blocks[-1].append(row)
        left -= _work(row)
    return blocks


@contextmanager
def _place(tell: Progress) -> Iterator[None]:
    """One of the places, as soon as one is free."""
    while not _places.acquire(timeout=TICK):
        tell(0.0)
    try:
        yield
    finally:
        _places.release()


@contextmanager
def _answers(settings: Mapping[str, bool], blocks: Sequence[_Block]) -> Iterator[_Answers]:
    """What processes answer to the blocks, in any order; they are gone at the end."""
    todo: queue.SimpleQueue[tuple[int, _Block]] = queue.SimpleQueue()
    for job in enumerate(blocks):
        todo.put(job)
    answers: _Answers = queue.SimpleQueue()
    with ExitStack() as until_the_end:
        for _ in range(min(WORKERS, len(blocks))):
            process = until_the_end.enter_context(_started())
            given = process, settings, todo, answers
            talk = threading.Thread(target=_talk, args=given, daemon=True)
            # Last in, first out: killed, then no longer listened to, then its pipes are closed.
            until_the_end.callback(talk.join)
            until_the_end.callback(process.kill)
            talk.start()
        yield answers


def _started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-P", ter_worker.__file__, str(MEMORY)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | _LEAN,
        # Ctrl-C in a terminal is for this process, which ends that one.
        start_new_session=True,
    )


def _talk(
    process: subprocess.Popen[bytes],
    settings: Mapping[str, bool],
    todo: queue.SimpleQueue[tuple[int, _Block]],
    answers: _Answers,
) -> None:
    """Hand blocks to a process and pass on its answers, None where it has none."""
    assert process.stdin is not None
    assert process.stdout is not None
    answer: list[Counts] | None = []
    while answer is not None:
        try:
            number, block = todo.get_nowait()
        except queue.Empty:
            return
        try:
            process.stdin.write(json.dumps([settings, block]).encode() + b"\n")
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
        except (OSError, ValueError):  # it broke off, or was killed
            answer = None
        answers.put((number, answer))


def _too_much(block: _Block) -> Message:
    text, _ = max(block, key=_work)
    return metric.ter_out_of_memory(MEMORY, len(text.split()), text)
