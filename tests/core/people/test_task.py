"""What annotators are given: the right texts, and nothing that tells whose they are."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.messages import codes
from bleu_core.people.sessions import session_files
from bleu_core.people.sessions.plan import PlanItem, plan_digest
from bleu_core.people.sessions.task import (
    ItemAnswer,
    annotator_progress,
    blind_task,
    is_done,
    item_order,
    repeat_distance,
)
from bleu_core.readers import File, ReadError
from tests.core.blind_session import REFERENCE, evalset, plan

TASK = blind_task(plan(), evalset())


def file(text: str) -> File:
    return File("sent.jsonl", text.encode())


def read_answers(sent: File) -> list[ItemAnswer]:
    return session_files.read_answers(session_files.read_answer_lines(sent), TASK)


def test_the_outputs_stand_where_the_plan_says_and_what_is_shown_beside_them() -> None:
    first, second, repeat, check, last, _ = TASK.items
    assert first.left.startswith("one")
    assert first.right.startswith("two")
    assert (repeat.left, repeat.right) == (first.right, first.left)
    assert first.source == "el gato 2"
    assert (first.references, second.references) == ((REFERENCE[2],) * 2, (REFERENCE[0],))
    assert (first.before, first.after) == (("el gato 0", "el gato 1"), ("el gato 3",))
    assert (last.before, last.after) == ((), ("el gato 5",))
    assert TASK.session == plan_digest(plan())
    assert [name for name, _ in TASK.orders] == ["Ana", "Ben"]
    for item in blind_task(plan(shows=()), evalset()).items:
        assert (item.source, item.references, item.before, item.after) == (None, (), (), ())
    # A check has a reference, and an output in which words are wrong.
    assert check.left == REFERENCE[5]
    assert check.right not in {column[5].as_py() for column in evalset().systems.values()}
    assert len(set(check.right.split()) & {"cat", "5"}) < 3
    assert check == blind_task(plan(), evalset()).items[3]


SECRETS = ["Alpha-1", "Beta-2", "Gamma-3", "Mia", "987654321", evalset().digest]


def test_the_bytes_of_a_task_file_tell_nothing_that_unblinds() -> None:
    sent = session_files.write_task(TASK)
    words = ["repeat", "check", "damaged", "judged", "segment", "seed", "system", "rating_"]
    assert not [one for one in (*SECRETS, *words) if one in sent]
    keys = {key for line in sent.splitlines()[1:] for key in json.loads(line)}
    assert keys == {"left", "right", "source", "references", "before", "after"}


@given(st.integers(1, 80), st.integers(0, 30), st.integers(0, 10), st.integers(0, 2**40), st.text())
def test_a_repeat_comes_far_behind_its_first_showing(judged, repeated, checks, seed, name) -> None:
    items = [PlanItem(n, "a", "b") for n in range(judged)]
    items += [PlanItem(n, "b", "a", "repeat", n) for n in range(min(repeated, judged // 2))]
    items += [PlanItem(n, "", "", "check", damaged="left") for n in range(checks)]
    drawn = replace(plan(), items=tuple(items), seed=seed)
    order = item_order(drawn, name)
    assert sorted(order) == list(range(len(items)))
    assert order == item_order(drawn, name)
    place = {n: at for at, n in enumerate(order)}
    for n, item in enumerate(items):
        if item.kind == "repeat":
            assert place[n] - place[item.of] > repeat_distance(drawn)
    assert repeat_distance(drawn) == min(20, (judged + checks) // 3)
    # Annotators have orders of their own.
    assert len(items) < 10 or order != item_order(drawn, f"{name}, another")


def problems_of(reader: Callable[[File], object], *lines: object) -> list[tuple[int, str, str]]:
    """The line, the code and the field of each problem of a file."""
    with pytest.raises(ReadError) as error:
        reader(file("\n".join(map(json.dumps, lines))))
    found = [problem.values for problem in error.value.problems]
    return [
        (one["line"], one["problem"].code, one["problem"].values.get("name", "")) for one in found
    ]


def test_a_wrong_line_of_a_task_is_named() -> None:
    head, *rows = map(json.loads, session_files.write_task(TASK).splitlines())
    every = list(range(len(rows)))
    ana = {"annotator": "Ana", "items": every}
    unfit = "toml.must_be"
    for wrong, where in (
        ({"session": "0" * 63}, (1, unfit, "session")),
        ({"ask": "dice"}, (1, unfit, "ask")),
        ({"name": "x" * 201}, (1, "toml.too_long", "name")),
        ({"version": 9}, (1, unfit, "version")),
        ({"orders": [[]]}, (1, unfit, "orders")),
        ({"orders": [{"annotator": "Ana", "items": [0, *every[:-1]]}]}, (1, unfit, "items")),
        ({"orders": []}, (1, "toml.must_be", "orders")),
        ({"orders": [ana, ana]}, (1, "toml.must_be", "orders")),
        ({"orders": [ana | {"annotator": ""}]}, (1, "toml.must_be", "orders")),
    ):
        assert where in problems_of(session_files.read_task, head | wrong, *rows)
    assert (1, "toml.missing", "items") in problems_of(session_files.read_task, head)
    spoiled = [*rows[:2], rows[2] | {"left": 3, "right": 4}, rows[3] | {"left": 5}]
    told = problems_of(session_files.read_task, head, *spoiled)
    assert {(4, unfit, "left"), (4, unfit, "right"), (5, unfit, "left")} < set(told)


TASK_HEAD = '{"bleuscope": "task of a blind session", "version": '
HOSTILE = {
    "": "session.other_file",
    "[]": "session.line_unreadable",
    '{"bleuscope": 1}': "session.other_file",
    TASK_HEAD + '9, "session": ""}': "toml.must_be",
    "{": "session.line_unreadable",
    '{"a": 1, "a": 2}': "session.other_file",
    '{"a": ' + "9" * 5_000 + "}": "session.line_unreadable",
    "[" * 100_000: "session.line_unreadable",
    '{"a":' * 100_000: "session.line_unreadable",
    "\ufeff\x00": "session.line_unreadable",
}


def test_what_is_no_such_file_is_refused() -> None:
    for text, code in HOSTILE.items():
        with pytest.raises(ReadError) as error:
            session_files.read_task(file(text))
        problem = error.value.problems[0]
        assert codes([problem.values.get("problem", problem)]) == [code], text[:60]
        for reader in (session_files.read_task, session_files.read_answer_lines):
            for data in (text.encode(), text.encode("utf-16")):
                with pytest.raises(ReadError):
                    reader(File("sent.jsonl", data))
    head = '{"bleuscope": "task of a blind session", "version": 1, '
    for more in ('"orders": [[]]}', '"name": "\\ud800"}'):
        with pytest.raises(ReadError):
            session_files.read_task(file(head + more))


ANSWERS = [
    ItemAnswer(0, "Ana", "right", changed=5.0),
    ItemAnswer(3, "Ben", skipped="both “bad”", changed=6.5),
]


def test_a_wrong_line_of_answers_is_named() -> None:
    head = json.loads(session_files.write_answers(TASK, []))
    first = {"item": 0, "annotator": "Ana", "better": "left"}
    for wrong, why in (
        (first | {"better": "right"}, ("session.answered_twice", "")),
        (first | {"item": 6}, ("toml.must_be", "item")),
        (first | {"annotator": "Mia"}, ("session.no_annotator", "Mia")),
        (first | {"item": 1, "better": "Alpha-1"}, ("toml.must_be", "better")),
        (first | {"item": 1, "skipped": 70}, ("toml.must_be", "skipped")),
        (first | {"item": 1, "left": 3}, ("session.not_asked", "")),
        (first | {"item": 1, "changed": "now"}, ("toml.must_be", "changed")),
        (first | {"item": 1, "changed": float("nan")}, ("toml.must_be", "changed")),
        (first | {"item": 1, "annotator": ["Ana"]}, ("toml.missing", "annotator")),
    ):
        assert (3, *why) in problems_of(read_answers, head, first, wrong)


def test_an_item_is_done_when_it_is_answered_or_skipped() -> None:
    for ask, said, done in (
        ("better", {"better": "left"}, True),
        ("better", {"left": 3, "right": 4}, False),
        ("better", {"skipped": "no idea"}, True),
        ("rating", {"better": "left"}, False),
        ("rating", {"left": 3}, False),
        ("rating", {"left": 3, "right": 4}, True),
        ("rating", {"skipped": "no idea"}, True),
    ):
        assert is_done(ItemAnswer(0, "Ana", **said), ask) is done  # type: ignore[arg-type]
    done = [ItemAnswer(0, "Ben", better="bad"), ItemAnswer(1, "Ben")]
    assert annotator_progress(TASK, done) == {"Ana": 0, "Ben": 1}
