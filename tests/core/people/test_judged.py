"""A session unblinded: answers are of systems, not of sides; and what annotators did in it."""

from __future__ import annotations

import math

import pytest

from bleu_core.people.session_results import annotator_conduct
from bleu_core.people.sessions.item_answers import place_of_a, unblind
from bleu_core.people.sessions.plan import PlanItem
from bleu_core.people.sessions.task import ItemAnswer
from tests.core.scripted import plan_of


@pytest.mark.parametrize(("better", "meant", "other"), [("left", "a", "b"), ("right", "b", "a")])
def test_an_answer_is_of_the_system_that_stood_there(better: str, meant: str, other: str) -> None:
    plan = plan_of([PlanItem(3, "x", "y"), PlanItem(3, "y", "x")])
    straight, turned = unblind(
        plan, [ItemAnswer(i, "Ada", better, 4, 2, changed=5) for i in (0, 1)]
    )
    assert (straight.preferred, turned.preferred) == (meant, other)
    assert (straight.a, straight.b) == (turned.a, turned.b) == ("x", "y")
    assert (straight.rating_a, straight.rating_b) == (turned.rating_b, turned.rating_a) == (4, 2)
    assert (straight.segment, straight.changed) == (3, 5)


def test_the_first_system_is_that_of_the_plan_and_may_have_the_name_of_an_answer() -> None:
    plan = plan_of(
        [PlanItem(0, "same", "bad"), PlanItem(0, "bad", "same")], systems=("bad", "same")
    )
    said = [
        ItemAnswer(0, "Ada", "left"),
        ItemAnswer(1, "Ada", "left"),
        ItemAnswer(0, "Ben", "same"),
    ]
    assert [one.preferred for one in unblind(plan, said)] == ["b", "a", "same"]
    assert {(one.a, one.b) for one in unblind(plan, said)} == {("bad", "same")}


def test_in_a_check_the_damaged_output_is_a() -> None:
    items = [PlanItem(0, "", "", "check", damaged=side) for side in ("left", "right")]
    plan = plan_of(items)
    passed, failed = unblind(plan, [ItemAnswer(i, "Ada", "right", 1, 5) for i in (0, 1)])
    assert (passed.preferred, passed.rating_a, passed.rating_b) == ("b", 1, 5)
    assert (failed.preferred, failed.rating_a, failed.rating_b) == ("a", 5, 1)
    assert [place_of_a(plan, item) for item in items] == ["left", "right"]


def test_what_was_not_answered_is_no_preference() -> None:
    plan = plan_of([PlanItem(0, "x", "y")])
    (one,) = unblind(plan, [ItemAnswer(0, "Ada", skipped="not my language")])
    assert (one.preferred, one.skipped) == ("", "not my language")
    assert math.isnan(one.rating_a)


ITEMS = [
    *(PlanItem(0, "x", "y"), PlanItem(1, "y", "x"), PlanItem(2, "x", "y")),
    *(PlanItem(0, "y", "x", "repeat", of=0), PlanItem(1, "x", "y", "repeat", of=1)),
    *(PlanItem(3, "", "", "check", damaged="left"), PlanItem(4, "", "", "check", damaged="right")),
]


def test_what_was_done_is_counted() -> None:
    plan = plan_of(ITEMS, annotators=("Ada", "Ben"))
    said = [
        ItemAnswer(0, "Ada", "left"),
        ItemAnswer(1, "Ada", "left"),
        ItemAnswer(2, "Ada", skipped="unclear"),
        ItemAnswer(3, "Ada", "right"),  # x again
        ItemAnswer(4, "Ada", "left"),  # y before, x now
        ItemAnswer(5, "Ada", "right"),
        ItemAnswer(6, "Ada", "right"),
    ]
    ada, ben = annotator_conduct(plan, unblind(plan, said))
    assert (ada.answered, ada.skipped, ada.planned) == (6, 1, 7)
    assert (ada.repeats, ada.same) == (2, 1)
    assert (ada.checks, ada.passed) == (2, 1)
    assert (ben.answered, ben.repeats, ben.checks) == (0, 0, 0)


def test_what_is_no_preference_is_neither_the_same_nor_a_passed_check() -> None:
    plan = plan_of(ITEMS, annotators=("Ada",))
    said = [(0, "same"), (3, "bad"), (5, "same"), (6, "left")]
    (ada,) = annotator_conduct(
        plan, unblind(plan, [ItemAnswer(i, "Ada", better) for i, better in said])
    )
    assert (ada.repeats, ada.same) == (1, 0)
    assert (ada.checks, ada.passed) == (2, 1)


def test_where_ratings_were_asked_they_say_which_is_better() -> None:
    plan = plan_of(ITEMS, annotators=("Ada",), ask="rating")
    said = [(0, 4, 1), (3, 2, 3), (1, 3, 3), (4, 3, 4), (5, 1, 5), (6, 2, 2)]
    (ada,) = annotator_conduct(
        plan,
        unblind(plan, [ItemAnswer(i, "Ada", left=left, right=right) for i, left, right in said]),
    )
    assert (ada.answered, ada.repeats, ada.same, ada.checks, ada.passed) == (6, 2, 1, 2, 1)
