"""A session unblinded: answers are of the systems that stood left and right, not of sides."""

from __future__ import annotations

import math

import pytest

from bleu_core.judgements.marks import Mark
from bleu_core.judgements.sessions.judged import place_of_a, unblinded
from bleu_core.judgements.sessions.plan import Item
from bleu_core.judgements.sessions.task import Answer
from tests.core.scripted import plan_of

LEFT, RIGHT = Mark("left error", "minor", 0, 1), Mark("right error", "major", 2, 3)


@pytest.mark.parametrize(("better", "meant"), [("left", "a"), ("right", "b")])
def test_an_answer_is_of_the_system_that_stood_there(better: str, meant: str) -> None:
    plan = plan_of([Item(3, "x", "y"), Item(3, "y", "x")])
    said = [
        Answer(i, "Ada", better, 70, 30, (LEFT,), (RIGHT,), seconds=4, changed=5) for i in (0, 1)
    ]
    straight, turned = unblinded(plan, said)
    other = {"a": "b", "b": "a"}[meant]
    assert (straight.preferred, turned.preferred) == (meant, other)
    assert (straight.a, straight.b) == (turned.a, turned.b) == ("x", "y")
    assert (straight.score_a, straight.score_b) == (turned.score_b, turned.score_a) == (70, 30)
    assert (straight.marks_a, straight.marks_b) == (turned.marks_b, turned.marks_a)
    assert straight.marks_a == (LEFT,)
    assert (straight.segment, straight.seconds, straight.changed) == (3, 4, 5)


def test_the_first_system_is_that_of_the_plan_and_may_have_the_name_of_an_answer() -> None:
    plan = plan_of([Item(0, "same", "bad"), Item(0, "bad", "same")], systems=("bad", "same"))
    said = [Answer(0, "Ada", "left"), Answer(1, "Ada", "left"), Answer(0, "Ben", "same")]
    assert [one.preferred for one in unblinded(plan, said)] == ["b", "a", "same"]
    assert {(one.a, one.b) for one in unblinded(plan, said)} == {("bad", "same")}


def test_in_a_check_the_damaged_output_is_a() -> None:
    items = [Item(0, "", "", "check", damaged="left"), Item(0, "", "", "check", damaged="right")]
    plan = plan_of(items)
    said = [Answer(0, "Ada", "right", 10, 90), Answer(1, "Ada", "right", 10, 90)]
    passed, failed = unblinded(plan, said)
    assert (passed.preferred, passed.score_a, passed.score_b) == ("b", 10, 90)
    assert (failed.preferred, failed.score_a, failed.score_b) == ("a", 90, 10)
    assert [place_of_a(plan, item) for item in items] == ["left", "right"]


def test_what_was_not_answered_is_no_preference() -> None:
    plan = plan_of([Item(0, "x", "y")])
    (one,) = unblinded(plan, [Answer(0, "Ada", skipped="not my language")])
    assert one.preferred == ""
    assert math.isnan(one.score_a)
    assert one.marks_a is None
    assert one.skipped == "not my language"
