"""Measure test sets in parallel, each in a child process, as many at once as there are cores."""

from __future__ import annotations

import pickle
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from bleu_core.common import ipc
from bleu_core.common.parallel import threads_allowed
from bleu_core.common.processes import ProcessPool, Reporter, TaskResult
from bleu_core.common.progress import Progress
from bleu_core.messages import suite as messages
from bleu_core.suite.measuring import MeasuredSet, MeasureTask, measure
from bleu_core.suite.results import SetResult, SuiteResult, from_json, to_json
from bleu_core.text.evalset import EvalSet

_pool = ProcessPool("bleu_core.suite.processes:measure_in_child")
ipc.register(EvalSet)


def measure_all(
    tasks: Sequence[MeasureTask], progress: Progress | None = None
) -> Generator[tuple[int, MeasuredSet]]:
    """Yield the number and the measurements of each set as soon as they are ready.

    If a process crashes or is killed, its set has that as its problem. If `progress` raises, or the
    generator is closed, all processes end.
    """
    processes = max(1, min(len(tasks), threads_allowed()))
    answers = _pool.run(
        [pickle.dumps(task) for task in tasks],
        progress=progress,
        processes=processes,
        threads=max(1, threads_allowed() // processes),
    )
    with closing(answers):
        for number, answer in answers:
            yield number, _measured(tasks[number], answer)


def _measured(task: MeasureTask, answer: TaskResult) -> MeasuredSet:
    match answer.outcome:
        case "done":
            result, evalset, baselines, report = answer.value
            (found,) = from_json(result).sets
            return MeasuredSet(found, evalset, baselines, report)
        case "memory":
            problem = messages.program_fault("MemoryError")
        case "fault":
            error, place, _ = answer.value
            problem = messages.program_fault(f"{error} in {place}")
        case _ if answer.code < 0:
            problem = messages.process_killed(-answer.code)
        case _:
            problem = messages.process_ended(answer.code)
    return MeasuredSet(SetResult(task.plan.name, problems=(problem,)))


def measure_in_child(pickled: bytes, report: Reporter) -> list[Any]:
    """Measure a set in a child process; return the parts of `MeasuredSet`, the result as JSON.

    The parent pickles the task. The answer is not pickled, as it depends on untrusted files.
    """
    task: MeasureTask = pickle.loads(pickled)
    begun = time.monotonic()
    measured = measure(task, report.part)
    timed = replace(measured.found, seconds=time.monotonic() - begun)
    result = to_json(SuiteResult(task.title, 0.0, (timed,)))
    return [result, measured.evalset, dict(measured.baselines), measured.report]
