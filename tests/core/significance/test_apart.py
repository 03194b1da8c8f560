"""Tests in a process of their own are those of this process."""

import os
import signal
from dataclasses import asdict

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.common.processes import TaskResult
from bleu_core.significance import apart, run_tests
from bleu_core.significance.apart import run_tests_apart


@pytest.fixture
def comparison(monkeypatch) -> Comparison:
    monkeypatch.setattr(apart, "WORKERS", 2)
    reference = [f"they came home on day {i}" for i in range(60)]
    old = [r.replace("home", "back") if i % 3 else r for i, r in enumerate(reference)]
    documents = [f"{i // 5}" for i in range(60)]
    return Comparison.of(EvalSet({"a": old, "b": reference}, [reference], documents=documents))


def assert_equal(one: object, other: object) -> None:
    assert one is not None
    assert other is not None
    np.testing.assert_equal(asdict(one), asdict(other))  # type: ignore[call-overload]


def test_the_result_is_that_of_this_process(comparison) -> None:
    parts: list[float] = []
    found = run_tests_apart(comparison, 200, 7, parts.append)
    assert_equal(found, run_tests(comparison, 200, seed=7))
    assert parts


def test_where_the_process_ends_the_tests_are_made_here(comparison, monkeypatch) -> None:
    ended = TaskResult("ended", code=-signal.SIGKILL)
    monkeypatch.setattr(apart._pool, "run", lambda *_, **__: (x for x in [(0, ended)]))
    assert_equal(run_tests_apart(comparison, 200, 7), run_tests(comparison, 200, seed=7))


def test_a_stop_leaves_no_process(comparison, monkeypatch) -> None:
    started: list[int] = []
    start = apart._pool._start

    def stop(part: float) -> None:
        raise KeyboardInterrupt

    def noted(threads: int):  # type: ignore[no-untyped-def]
        process = start(threads)
        started.append(process.pid)
        return process

    monkeypatch.setattr(apart._pool, "_start", noted)
    with pytest.raises(KeyboardInterrupt):
        run_tests_apart(comparison, 200, 7, stop)
    [process] = started
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
