"""The cache of results: bounded, and shared by threads, which compute each once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from bleu_core import BleuConfig, EvalSet, ScoredSystems
from pages.ui.cache import CACHE, ResultCache, depends_on, identity, result

LIMIT = 10  # seconds that a test waits for another thread before it fails


def size(value: object) -> int:
    return 1


def test_the_longest_unused_go_first() -> None:
    cache = ResultCache(limit=3)
    for key in "abc":
        cache.put(key, key.upper(), 1)
    assert cache.get("a") == "A"  # from here on it is the latest
    cache.put("d", "D", 1)
    assert [cache.get(key) for key in "abcd"] == ["A", None, "C", "D"]
    cache.put("e", "E", 3)
    assert [cache.get(key) for key in "abcde"] == [None, None, None, None, "E"]


def test_who_waits_for_a_result_sees_the_progress_of_who_makes_it() -> None:
    begun, seen = threading.Event(), threading.Event()

    @result(key=lambda progress=None: ["progress of another"])
    def half(progress: Callable[[float], None] | None = None) -> str:
        assert progress
        progress(0.5)
        begun.set()
        assert seen.wait(LIMIT)
        return "made"

    with ThreadPoolExecutor(1) as threads:
        making = threads.submit(half, progress=lambda part: None)
        assert begun.wait(LIMIT)
        assert half(progress=lambda part: seen.set() if part == 0.5 else None) == "made"
        assert making.result(LIMIT) == "made"


def test_threads_that_ask_at_once_get_one_value() -> None:
    cache, made, together = ResultCache(limit=3), [], threading.Barrier(8)

    def make() -> object:
        made.append(object())
        return made[-1]

    def ask(_: int) -> object:
        together.wait(LIMIT)
        return cache.get_or_make("key", make, size)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, range(8)))
    assert len(made) == 1
    assert {id(answer) for answer in answers} == {id(made[0])}


def test_a_failure_is_told_and_not_held() -> None:
    cache = ResultCache(limit=3)
    with pytest.raises(ZeroDivisionError):
        cache.get_or_make("key", lambda: 1 / 0, size)
    assert cache.get_or_make("key", lambda: "made", size) == "made"


def test_what_is_dropped_while_it_is_made_is_not_held() -> None:
    cache, making, may_end = ResultCache(limit=3), threading.Event(), threading.Event()

    def old() -> str:
        making.set()
        may_end.wait(LIMIT)
        return "old"

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(cache.get_or_make, "key", old, size)
        making.wait(LIMIT)
        waiting = threads.submit(cache.get_or_make, "key", lambda: "new", size)
        cache.drop(lambda key: key == "key")
        may_end.set()
        assert first.result(LIMIT) == "old"  # for whoever asked before
        assert waiting.result(LIMIT) == "new"
    assert cache.get("key") == "new"


def evalset(text: str = "a b c") -> EvalSet:
    return EvalSet({"a": [text], "b": ["a b"]}, [["a b c"]])


def test_a_result_is_computed_once_for_equal_data_and_dropped_with_it() -> None:
    calls = []

    @result()
    def words(data: EvalSet, least: int, _note: str = "", progress: object = None) -> list[str]:
        calls.append(data)
        return ["x"] * least

    assert words.ready(evalset(), 2) is None
    made = words(evalset(), 2)
    assert words(evalset(), least=2, _note="another", progress=print) is made
    assert words.ready(evalset(), 2) is made
    assert words(evalset(), 3) is not made
    assert words(evalset("c b a"), 2) is not made
    assert len(calls) == 3
    digest = evalset().digest
    assert depends_on(words.key(evalset(), 2), digest)
    CACHE.drop(lambda key: depends_on(key, digest))
    assert words.ready(evalset(), 2) is words.ready(evalset(), 3) is None
    assert words.ready(evalset("c b a"), 2) is not None


def test_parts_of_the_same_segments_are_tested_apart_where_only_one_can_be() -> None:
    data, rows = evalset(), np.arange(1)
    plain, chosen = data.part(rows), data.part(rows, "delta > 0", "depends on Δ")
    assert plain.digest == chosen.digest
    assert identity(plain) == identity(data.part(rows, "line = 1")) != identity(chosen)
    assert depends_on(("result", identity(chosen)), data.digest)


def test_systems_are_the_same_if_their_texts_and_settings_are() -> None:
    one, again = (identity(ScoredSystems.of(evalset())) for _ in range(2))
    assert one == again != identity(ScoredSystems.of(evalset(), BleuConfig(lowercase=True)))
    assert one != identity(ScoredSystems.of(evalset("c b a")))
    assert depends_on(("result", one), evalset().digest)


def test_a_task_reports_its_part_stops_at_the_next_report_and_is_begun_again() -> None:
    begun, go_on = threading.Event(), threading.Event()

    @result(key=lambda progress=None: ["stopped"])
    def slow(progress: Callable[[float], None] | None = None) -> str:
        assert progress
        progress(0.5)
        begun.set()
        assert go_on.wait(LIMIT)
        progress(0.75)
        return "done"

    task = slow.start()
    assert begun.wait(LIMIT)
    assert slow.start() is slow.task() is task
    assert (task.part, slow.is_running()) == (0.5, True)
    task.stop()
    assert (slow.is_running(), slow.task()) == (False, task)
    go_on.set()
    again = slow.start()
    again.wait(LIMIT)
    assert (task.error, again.result(), slow.ready()) == (None, "done", "done")


def test_a_task_that_fails_says_so_and_its_error_is_logged(caplog) -> None:
    @result(key=lambda: ["failed"])
    def fail() -> float:
        return 1 / 0

    fail.start().wait(LIMIT)
    assert isinstance(fail.task().error, ZeroDivisionError)
    assert not fail.is_running()
    while "ZeroDivisionError" not in caplog.text:  # the thread goes on for a moment
        pass
