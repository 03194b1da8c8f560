"""The cache: bounded, and shared by threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from pages.ui.cache import ResultCache

LIMIT = 10  # seconds that a test waits for another thread before it fails


def size(value: object) -> int:
    return 1


def test_the_longest_unused_go_first() -> None:
    held = ResultCache(limit=3)
    for key in "abc":
        held.put(key, key.upper(), 1)
    assert held.get("a") == "A"  # from here on it is the latest
    held.put("d", "D", 1)
    assert [held.get(key) for key in "abcd"] == ["A", None, "C", "D"]
    held.put("e", "E", 3)
    assert [held.get(key) for key in "abcde"] == [None, None, None, None, "E"]


def test_what_is_put_again_counts_once_and_one_beyond_the_limit_is_held_alone() -> None:
    held = ResultCache(limit=3)
    for _ in range(5):
        held.put("a", "A", 2)
    held.put("b", "B", 1)
    assert (held.get("a"), held.get("b")) == ("A", "B")
    held.put("b", "B", 100)
    assert (held.get("a"), held.get("b")) == (None, "B")


def test_threads_that_ask_at_once_get_one_value() -> None:
    held, made, together = ResultCache(limit=3), [], threading.Barrier(8)

    def make() -> object:
        made.append(object())
        return made[-1]

    def ask(_: int) -> object:
        together.wait(LIMIT)
        return held.get_or_make("key", make, size)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, range(8)))
    assert len(made) == 1
    assert {id(answer) for answer in answers} == {id(made[0])}


def test_different_keys_do_not_wait_for_each_other() -> None:
    held, together = ResultCache(limit=3), threading.Barrier(2)

    def ask(key: str) -> int:
        return held.get_or_make(key, lambda: together.wait(LIMIT), size)

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(ask, "ab")) == [0, 1]


def test_a_failure_is_told_and_not_held() -> None:
    held = ResultCache(limit=3)
    with pytest.raises(ZeroDivisionError):
        held.get_or_make("key", lambda: 1 / 0, size)
    assert held.get_or_make("key", lambda: "made", size) == "made"


def test_after_a_failure_still_only_one_makes_it() -> None:
    """Somebody waits while the first fails, and makes it then; who comes later waits for that."""

    class Key:
        """Tells when the cache looks it up: from then on the asking thread is in the queue."""

        def __init__(self) -> None:
            self.asked = threading.Event()

        def __hash__(self) -> int:
            self.asked.set()
            return 1

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Key)

    held, first, second, third = ResultCache(limit=3), Key(), Key(), Key()
    first_makes, first_may_fail = threading.Event(), threading.Event()
    second_makes, second_may_end = threading.Event(), threading.Event()
    third_makes = threading.Event()

    def fail() -> str:
        first_makes.set()
        first_may_fail.wait(LIMIT)
        raise ZeroDivisionError

    def succeed() -> str:
        second_makes.set()
        second_may_end.wait(LIMIT)
        return "second"

    def never() -> str:
        third_makes.set()
        return "third"

    with ThreadPoolExecutor(3) as threads:
        failing = threads.submit(held.get_or_make, first, fail, size)
        assert first_makes.wait(LIMIT)
        waiting = threads.submit(held.get_or_make, second, succeed, size)
        assert second.asked.wait(LIMIT)
        first_may_fail.set()
        assert isinstance(failing.exception(LIMIT), ZeroDivisionError)
        assert second_makes.wait(LIMIT)
        late = threads.submit(held.get_or_make, third, never, size)
        made_twice = third_makes.wait(0.2)
        second_may_end.set()
        assert (waiting.result(LIMIT), late.result(LIMIT)) == ("second", "second")
    assert not made_twice


def test_what_others_take_of_the_limit_is_made_room_for() -> None:
    taken = 0
    held = ResultCache(10, beside=lambda: taken)
    for key in "abc":
        held.put(key, key, 3)
    taken = 5
    held.trim()
    assert [held.get(key) for key in "abc"] == [None, None, "c"]
