"""The answers of scripted annotators as tables: between people, and of each with themselves."""

from __future__ import annotations

import math

import numpy as np
import pytest

from bleu_core.judgements.marks import Mark
from bleu_core.judgements.results.agreement import krippendorffs_alpha, raw_agreement
from bleu_core.judgements.results.answered import QUESTIONS, between, repeated
from bleu_core.judgements.sessions.judged import Judgement, unblinded
from bleu_core.judgements.sessions.plan import Item
from bleu_core.judgements.sessions.task import Answer
from tests.core.scripted import answers, pairs, plan_of, prefers

QUESTION = {one.key: one for one in QUESTIONS}


def test_an_item_is_a_row_and_an_annotator_a_column_whichever_side_was_chosen() -> None:
    plan = plan_of([Item(4, "x", "y"), Item(7, "y", "x")], annotators=("Ada", "Ben", "Cleo"))
    said = [
        Answer(0, "Ada", "left"),
        Answer(0, "Ben", "right"),
        Answer(1, "Ada", "left"),
        Answer(1, "Cleo", "bad"),
    ]
    found = between(QUESTION["choice"], unblinded(plan, said), plan.annotators)
    nan = math.nan
    np.testing.assert_array_equal(found.table, [[0, 1, nan], [1, nan, 3]])
    assert found.segments.tolist() == [4, 7]
    np.testing.assert_array_equal(found.of("Cleo", "Ada").table, [[nan, 0], [3, 1]])
    ordered = between(QUESTION["direction"], unblinded(plan, said), plan.annotators)
    np.testing.assert_array_equal(ordered.table, [[-1, 1, nan], [1, nan, 0]])


def test_marks_and_errors_are_of_each_output() -> None:
    plan = plan_of([Item(4, "y", "x")], asks=("score", "spans"))
    error = Mark("Accuracy", "major", 0, 3)
    said = [
        Answer(0, "Ada", left=80, right=20, marks_left=(), marks_right=(error, error)),
        Answer(0, "Ben", left=70),
    ]
    judgements = unblinded(plan, said)

    def table(key: str) -> list[list[float]]:
        return between(QUESTION[key], judgements, plan.annotators).table.tolist()

    np.testing.assert_array_equal(table("mark"), [[20, math.nan], [80, 70]])
    np.testing.assert_array_equal(table("difference"), [[60, math.nan]])
    np.testing.assert_array_equal(table("error"), [[1, math.nan], [0, math.nan]])
    np.testing.assert_array_equal(table("errors"), [[2, math.nan], [0, math.nan]])


def test_repeats_compare_systems_and_not_sides() -> None:
    items = [*pairs(10), *(Item(s, "x", "y", "repeat", of=s) for s in range(10))]
    plan = plan_of(items)
    said = answers(plan, "Ada", lambda _, item: {"better": prefers(item, "y")})
    found = repeated(QUESTION["choice"], unblinded(plan, said))
    assert found.columns == ("first", "again")
    assert raw_agreement(found.table, found.segments).value == 1
    always_left = answers(plan, "Ben", lambda *_: {"better": "left"})
    found = repeated(QUESTION["choice"], unblinded(plan, always_left))
    turned = sum(item.left == "y" for item in items[:10])
    assert 0 < turned < 10
    assert raw_agreement(found.table, found.segments).value == pytest.approx(1 - turned / 10)


def test_a_repeat_is_compared_with_the_same_annotators_first_answer_if_there_is_one() -> None:
    plan = plan_of([Item(0, "x", "y"), Item(0, "x", "y", "repeat", of=0)])
    said = [Answer(0, "Ada", "left"), Answer(1, "Ben", "left"), Answer(1, "Ada", "same")]
    found = repeated(QUESTION["choice"], unblinded(plan, said))
    assert found.table.tolist() == [[0, 2]]


def test_repeats_and_checks_are_nothing_that_people_agree_on() -> None:
    items = [
        Item(0, "x", "y"),
        Item(0, "x", "y", "repeat", of=0),
        Item(1, "", "", "check", -1, "left"),
    ]
    plan = plan_of(items)
    said = [
        one for who in plan.annotators for one in answers(plan, who, lambda *_: {"better": "left"})
    ]
    for question in QUESTIONS[:2]:
        assert len(between(question, unblinded(plan, said), plan.annotators).table) == 1


def test_nothing_answered_is_an_empty_table() -> None:
    found = between(QUESTION["mark"], [], ["Ada", "Ben"])
    assert (
        krippendorffs_alpha(found.table, found.segments, "interval").undefined == "nothing shared"
    )
    assert raw_agreement(*_of(repeated(QUESTION["mark"], []))).undefined == "nothing shared"


def test_two_of_no_preference_and_both_bad_are_one_in_the_order_and_two_in_the_choice() -> None:
    same = Judgement(0, 0, "Ada", "judged", -1, "x", "y", "same")
    bad = Judgement(0, 0, "Ben", "judged", -1, "x", "y", "bad")
    assert QUESTION["direction"].read(same) == QUESTION["direction"].read(bad)
    assert QUESTION["choice"].read(same) != QUESTION["choice"].read(bad)


def _of(found):
    return found.table, found.segments
