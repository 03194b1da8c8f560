"""The store: bounded, shared by threads, and keyed by what the data is."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bleu_core import BleuConfig, EvalSet
from pages.ui import store
from pages.ui.store import Store

LIMIT = 10  # seconds that a test waits for another thread before it fails


def size(value: object) -> int:
    return 1


def evalset(**changes: object) -> EvalSet:
    parts = {
        "systems": {"old": ["a b", "c"], "new": ["a b", "d"]},
        "references": [["a b", "c"], ["a", ""]],
        "source": ["x", "y"],
        "documents": ["news", "news"],
        "metadata": {"kind": ["1", "2"]},
    }
    return EvalSet(**(parts | changes))  # type: ignore[arg-type]


def test_the_longest_unused_go_first() -> None:
    kept = Store(limit=3)
    for key in "abc":
        kept.put(key, key.upper(), 1)
    assert kept.get("a") == "A"  # from here on it is the latest
    kept.put("d", "D", 1)
    assert [kept.get(key) for key in "abcd"] == ["A", None, "C", "D"]
    kept.put("e", "E", 3)
    assert [kept.get(key) for key in "abcde"] == [None, None, None, None, "E"]


def test_what_is_put_again_counts_once() -> None:
    kept = Store(limit=3)
    for _ in range(5):
        kept.put("a", "A", 2)
    kept.put("b", "B", 1)
    assert (kept.get("a"), kept.get("b")) == ("A", "B")


def test_one_value_beyond_the_limit_is_kept_alone() -> None:
    kept = Store(limit=3)
    kept.put("a", "A", 1)
    kept.put("b", "B", 100)
    assert (kept.get("a"), kept.get("b")) == (None, "B")


def test_threads_that_ask_at_once_get_one_value() -> None:
    kept, made, together = Store(limit=3), [], threading.Barrier(8)

    def make() -> object:
        made.append(object())
        return made[-1]

    def ask(_: int) -> object:
        together.wait(LIMIT)
        return kept.get_or_make("key", make, size)

    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(ask, range(8)))
    assert len(made) == 1
    assert {id(answer) for answer in answers} == {id(made[0])}


def test_different_keys_do_not_wait_for_each_other() -> None:
    kept, together = Store(limit=3), threading.Barrier(2)

    def ask(key: str) -> int:
        return kept.get_or_make(key, lambda: together.wait(LIMIT), size)

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(ask, "ab")) == [0, 1]


def test_a_failure_is_told_and_not_kept() -> None:
    kept = Store(limit=3)
    with pytest.raises(ZeroDivisionError):
        kept.get_or_make("key", lambda: 1 / 0, size)
    assert kept.get_or_make("key", lambda: "made", size) == "made"


def test_after_a_failure_still_only_one_makes_it() -> None:
    """Somebody waits while the first fails, and makes it then; who comes later waits for that."""

    class Key:
        """Tells when the store looks it up: from then on the asking thread is in the queue."""

        def __init__(self) -> None:
            self.asked = threading.Event()

        def __hash__(self) -> int:
            self.asked.set()
            return 1

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Key)

    kept, first, second, third = Store(limit=3), Key(), Key(), Key()
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
        failing = threads.submit(kept.get_or_make, first, fail, size)
        assert first_makes.wait(LIMIT)
        waiting = threads.submit(kept.get_or_make, second, succeed, size)
        assert second.asked.wait(LIMIT)
        first_may_fail.set()
        assert isinstance(failing.exception(LIMIT), ZeroDivisionError)
        assert second_makes.wait(LIMIT)
        late = threads.submit(kept.get_or_make, third, never, size)
        made_twice = third_makes.wait(0.2)
        second_may_end.set()
        assert (waiting.result(LIMIT), late.result(LIMIT)) == ("second", "second")
    assert not made_twice


def test_the_sample_has_one_digest() -> None:
    before = store.sample().digest
    store.sample.clear()
    assert store.sample().digest == before == store.evalset("").digest


def test_the_digest_is_that_of_content_names_and_order() -> None:
    old, new = {"old": ["a b", "c"]}, {"new": ["a b", "d"]}
    different = [
        evalset(),
        evalset(systems=new | old),
        evalset(systems={"old": ["a b", "d"], "new": ["a b", "c"]}),
        evalset(
            systems={"old": ["a ", "bc"], "new": ["a b", "d"]}
        ),  # the same bytes, cut elsewhere
        evalset(systems={"older": ["a b", "c"]} | new),
        evalset(references=[["a", ""], ["a b", "c"]]),
        evalset(references=[["a b", "c"], ["a", None]]),
        evalset(references=[["a b", "c"]]),
        evalset(source=["news", "news"], documents=["x", "y"]),
        evalset(source=None),
        evalset(documents=None),
        evalset(metadata={"kind": ["2", "1"]}),
        evalset(metadata={"sort": ["1", "2"]}),
    ]
    assert len({one.digest for one in different}) == len(different)
    assert evalset().digest == evalset().digest


def test_data_is_found_by_its_digest_and_by_nothing_else() -> None:
    data = evalset()
    assert store.evalset(store.keep(data)) is data
    assert store.evalset(data.digest[:-1]) is None
    assert store.evalset("0" * 64) is None


def test_a_comparison_is_counted_once_for_each_configuration() -> None:
    data = evalset()
    made = store.comparison(data, BleuConfig())
    assert store.comparison(evalset(), BleuConfig()) is made
    assert store.comparison(data, BleuConfig(lowercase=True)) is not made


def test_what_others_take_of_the_limit_is_made_room_for() -> None:
    taken = 0
    store = Store(10, beside=lambda: taken)
    for key in "abc":
        store.put(key, key, 3)
    taken = 5
    store.trim()
    assert [store.get(key) for key in "abc"] == [None, None, "c"]
