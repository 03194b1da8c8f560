"""Child processes with limits: an answer for whatever happens, and none is left."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bleu_core.common.processes import ProcessLimits, ProcessPool, Reporter, TaskResult

HERE = "tests.core.common.test_processes"


def work(task: Any, report: Reporter) -> Any:
    """What a child does here."""
    report.at(str(task))
    match task:
        case "raise":
            raise KeyError("x")
        case "leave":
            os._exit(3)
        case "hang":
            time.sleep(600)
        case "wrong":  # no reply of `serve`
            report._send(["part", "many"])
    return [task, os.getpid()]


def answers(
    tasks: list[Any], limits: ProcessLimits | None = None, **how: Any
) -> dict[int, TaskResult]:
    return dict(ProcessPool(f"{HERE}:work").run(tasks, limits, **how))


def test_each_task_has_an_answer_whatever_becomes_of_the_others() -> None:
    found = answers(["a", "raise", "leave", "wrong", "b"], processes=2)
    assert [found[number].outcome for number in range(5)] == [
        "done", "fault", "ended", "ended", "done",
    ]  # fmt: skip
    assert found[1].value[:2] == ["KeyError", f"test_processes.py, line {LINE}"]
    assert (found[2].at, found[2].code) == ("leave", 3)


LINE = 1 + Path(__file__).read_text("utf-8").partition('raise KeyError("x")')[0].count("\n")


def test_a_child_is_used_again_only_where_that_is_asked_for() -> None:
    for reuse, processes in ((True, 1), (False, 4)):
        found = answers(["a"] * 4, reuse=reuse)
        assert len({answer.value[1] for answer in found.values()}) == processes


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_child_that_sleeps_too_long_is_late_by_the_clock() -> None:
    assert answers(["hang"], ProcessLimits(cpu=0.1))[0].outcome == "time"


def test_progress_weighs_tasks() -> None:
    parts: list[float] = []
    answers(["a", "b"], progress=parts.append, weights=[3, 1])
    assert {0, 0.75} <= set(parts)
