"""What annotators are given: the right texts, and nothing that tells whose they are."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core.judgements.marks import Mark
from bleu_core.judgements.sessions import answers_file, plan_file, task_file
from bleu_core.judgements.sessions.orders import apart, order_of
from bleu_core.judgements.sessions.plan import Item
from bleu_core.judgements.sessions.plan_file import digest_of
from bleu_core.judgements.sessions.task import Answer, is_done, progress, task_of
from bleu_core.readers import File, ReadError
from tests.core.blind_session import REFERENCE, evalset, plan

TASK = task_of(plan(), evalset())


def file(text: str) -> File:
    return File("sent.jsonl", text.encode())


def test_the_outputs_stand_where_the_plan_says_and_what_is_shown_beside_them() -> None:
    task = task_of(plan(), evalset())
    first, repeat = task.items[0], task.items[2]
    assert first.left.startswith("one")
    assert first.right.startswith("two")
    assert (repeat.left, repeat.right) == (first.right, first.left)
    assert first.source == "el gato 2"
    assert first.references == (REFERENCE[2], REFERENCE[2])
    assert task.items[1].references == (REFERENCE[0],)
    assert first.before == ("el gato 0", "el gato 1")
    assert first.after == ("el gato 3",)
    assert task.items[4].before == ()
    assert task.items[4].after == ("el gato 5",)
    assert task.session == digest_of(plan())
    assert [name for name, _ in task.orders] == ["Ana", "Ben"]


def test_what_is_not_to_be_shown_is_not_there() -> None:
    for item in task_of(plan(shows=()), evalset()).items:
        assert item.source is None
        assert not (item.references)
        assert not (item.before)
        assert not (item.after)


def test_a_check_has_a_reference_and_an_output_in_which_words_are_wrong() -> None:
    check = task_of(plan(), evalset()).items[3]
    assert check.left == REFERENCE[5]
    original = {column[5].as_py() for column in evalset().systems.values()}
    assert check.right not in original
    assert len(set(check.right.split()) & {"cat", "5"}) < 3
    assert check == task_of(plan(), evalset()).items[3]


def test_a_plan_of_another_test_set_makes_no_task() -> None:
    with pytest.raises(ValueError, match="another test set"):
        task_of(plan(test_set="0" * 64), evalset())
    with pytest.raises(ValueError, match="segments or systems"):
        task_of(plan(items=(Item(6, "Alpha-1", "Beta-2"),)), evalset())
    with pytest.raises(ValueError, match="segments or systems"):
        task_of(plan(systems=("Alpha-1", "Delta")), evalset())


def test_the_bytes_of_a_task_file_tell_nothing_that_unblinds() -> None:
    sent = task_file.written(task_of(plan(), evalset()))
    for name in ("Alpha-1", "Beta-2", "Gamma-3", "Mia", "987654321", evalset().digest):
        assert name not in sent
    for word in ("repeat", "check", "damaged", "judged", "segment", "seed", "system", "score_"):
        assert word not in sent
    keys = {key for line in sent.splitlines()[1:] for key in json.loads(line)}
    assert keys == {"left", "right", "source", "references", "before", "after"}


@given(st.integers(1, 80), st.integers(0, 30), st.integers(0, 10), st.integers(0, 2**40), st.text())
def test_a_repeat_comes_far_behind_its_first_showing(
    judged: int, repeated: int, checks: int, seed: int, name: str
) -> None:
    items = [Item(n, "a", "b") for n in range(judged)]
    items += [Item(n, "b", "a", "repeat", n) for n in range(min(repeated, judged // 2))]
    items += [Item(n, "", "", "check", damaged="left") for n in range(checks)]
    drawn = replace(plan(), items=tuple(items), seed=seed)
    order = order_of(drawn, name)
    assert sorted(order) == list(range(len(items)))
    assert order == order_of(drawn, name)
    place = {n: at for at, n in enumerate(order)}
    for n, item in enumerate(items):
        if item.kind == "repeat":
            assert place[n] - place[item.of] > apart(drawn)
    assert apart(drawn) == min(20, (judged + checks) // 3)


def test_annotators_have_orders_of_their_own() -> None:
    items = tuple(Item(n, "a", "b") for n in range(50))
    drawn = replace(plan(), items=items)
    assert order_of(drawn, "Ana") != order_of(drawn, "Ben")


def test_files_are_read_as_they_were_written() -> None:
    made, task = plan(), task_of(plan(), evalset())
    assert plan_file.read(file(plan_file.written(made))) == made
    assert task_file.read(file(task_file.written(task))) == task
    assert digest_of(plan_file.read(file(plan_file.written(made)))) == digest_of(made)
    assert digest_of(plan(repeats=0)) == digest_of(plan(repeats=0.0))


def test_each_thing_that_a_plan_says_changes_its_digest() -> None:
    others = {
        "name": "Monday",
        "test_set": "1" * 64,
        "systems": ("Beta-2", "Alpha-1", "Gamma-3"),
        "sampling": "balanced",
        "by": "x",
        "seed": 1,
        "repeats": 0.5,
        "checks": 0.5,
        "annotators": ("Ana",),
        "asks": ("better",),
        "shows": (),
        "made_by": "Ana",
        "made": 1.0,
        "items": (),
    }
    assert others.keys() == asdict(plan()).keys()
    digests = {digest_of(plan(**{name: value})) for name, value in others.items()}
    assert len(digests | {digest_of(plan())}) == len(others) + 1


def test_all_that_is_wrong_with_a_file_is_told_by_line() -> None:
    head, *rows = plan_file.written(plan()).splitlines()
    said = json.loads(head) | {"seed": -1, "sampling": "dice", "annotators": ["Ana", "Ana"]}
    wrong = json.loads(rows[0]) | {"left": "Delta"}
    text = "\n".join([json.dumps(said), json.dumps(wrong), *rows[1:]])
    with pytest.raises(ReadError) as error:
        plan_file.read(file(text))
    told = "\n".join(error.value.problems)
    assert "sent.jsonl, line 1: “seed”" in told
    assert "line 1: “sampling”" in told
    assert "each named once" in told
    assert "line 2: “left”" in told


HOSTILE = [
    "",
    "null",
    "[]",
    "{",
    '{"bleuscope": 1}',
    '{"bleuscope": "plan of a blind session", "version": 9}',
    '{"bleuscope": "plan of a blind session", "version": true}',
    '{"bleuscope": "task of a blind session", "version": 1, "orders": [[]]}',
    '{"bleuscope": "task of a blind session", "version": 1, "name": "\\ud800"}',
    '{"a": 1, "a": 2}',
    '{"bleuscope": NaN}',
    '{"bleuscope": 1e999}',
    '{"a": ' + "9" * 5_000 + "}",
    "[" * 100_000,
    '{"a":' * 100_000,
    "\ufeff\x00",
    "é" * 3,
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("reader", [plan_file.read, task_file.read, answers_file.session_of])
def test_what_is_no_such_file_is_refused_in_a_sentence(reader: object, text: str) -> None:
    with pytest.raises(ReadError):
        reader(file(text))  # type: ignore[operator]
    with pytest.raises(ReadError):
        reader(File("sent.jsonl", text.encode("utf-16")))  # type: ignore[operator]


ANSWERS = [
    Answer(0, "Ana", "right", 70.0, 80.5, (Mark("Accuracy", "major", 0, 3),), (), changed=5.0),
    Answer(3, "Ben", skipped="both “bad”", seconds=12.25, changed=6.5),
]


def test_answers_are_read_as_they_were_written() -> None:
    task = task_of(plan(), evalset())
    sent = answers_file.written(task, ANSWERS)
    assert str(answers_file.read(file(sent), task)) == str(ANSWERS)
    assert answers_file.session_of(file(sent)) == task.session
    for name in ("Alpha-1", "Beta-2", "Gamma-3", "Mia", "987654321"):
        assert name not in sent
    other = replace(task, session="0" * 64)
    with pytest.raises(ReadError, match="another session"):
        answers_file.read(file(sent), other)


def test_all_that_is_wrong_with_answers_is_told_by_line() -> None:
    task = task_of(plan(), evalset())
    head = answers_file.written(task, []).strip()
    rows: list[dict[str, object]] = [
        {"item": 0, "annotator": "Ana", "better": "left"},
        {"item": 0, "annotator": "Ana", "better": "right"},
        {"item": 6, "annotator": "Ana", "better": "left"},
        {"item": 1, "annotator": "Mia", "better": "left"},
        {"item": 1, "annotator": "Ana", "better": "Alpha-1", "score left": 70},
        {"item": 1, "annotator": "Ben", "spans left": '[{"start": 0}]'},
    ]
    with pytest.raises(ReadError) as error:
        answers_file.read(file("\n".join([head, *map(json.dumps, rows)])), task)
    told = "\n".join(error.value.problems)
    for line, what in (
        (3, "an earlier line"),
        (4, "“item” is to be a whole number from 0 to 5"),
        (5, "Mia is no annotator"),
        (6, "Better is left"),
        (6, "“score left” is to be a text"),
        (7, "A mark has a category"),
    ):
        assert f"line {line}: {what}" in told
    assert "line 2:" not in told


@given(st.data())
@settings(deadline=None)
def test_a_file_damaged_anywhere_is_read_or_refused(data: st.DataObject) -> None:
    written, reader = data.draw(
        st.sampled_from(
            [
                (plan_file.written(plan()), plan_file.read),
                (task_file.written(TASK), task_file.read),
                (answers_file.written(TASK, ANSWERS), lambda sent: answers_file.read(sent, TASK)),
            ]
        )
    )
    spoiled = bytearray(written.encode())
    for _ in range(data.draw(st.integers(1, 3))):
        spoiled[data.draw(st.integers(0, len(spoiled) - 1))] = data.draw(st.integers(0, 255))
    with contextlib.suppress(ReadError):
        reader(File("sent.jsonl", bytes(spoiled)))


def test_an_item_is_done_when_all_that_is_asked_is_answered_or_it_is_skipped() -> None:
    assert is_done(Answer(0, "Ana", better="left"), ["better"])
    assert not is_done(Answer(0, "Ana", left=3.0), ["score"])
    assert is_done(Answer(0, "Ana", left=3.0, right=4.0), ["score"])
    assert not is_done(Answer(0, "Ana", marks_left=()), ["spans"])
    assert is_done(Answer(0, "Ana", marks_left=(), marks_right=()), ["spans"])
    assert not is_done(Answer(0, "Ana", better="left"), ["better", "spans"])
    assert is_done(Answer(0, "Ana", skipped="no idea"), ["better", "score", "spans"])
    task = task_of(plan(asks=("better",)), evalset())
    assert progress(task, [Answer(0, "Ben", better="bad"), Answer(1, "Ben")]) == {
        "Ana": 0,
        "Ben": 1,
    }
