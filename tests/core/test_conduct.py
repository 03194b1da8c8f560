"""What scripted annotators did in a session: answers, time, repeats, checks, sides."""

from __future__ import annotations

import math

from bleu_core.judgements.marks import Mark
from bleu_core.judgements.results.conduct import conducts
from bleu_core.judgements.sessions.judged import unblinded
from bleu_core.judgements.sessions.plan import Item
from bleu_core.judgements.sessions.task import Answer
from tests.core.scripted import plan_of

ITEMS = [
    Item(0, "x", "y"),
    Item(1, "y", "x"),
    Item(2, "x", "y"),
    Item(0, "y", "x", "repeat", of=0),
    Item(1, "x", "y", "repeat", of=1),
    Item(3, "", "", "check", damaged="left"),
    Item(4, "", "", "check", damaged="right"),
]


def test_what_was_done_is_counted() -> None:
    plan = plan_of(ITEMS, annotators=("Ada", "Ben"))
    said = [
        Answer(0, "Ada", "left", seconds=10),
        Answer(1, "Ada", "left", seconds=30),
        Answer(2, "Ada", skipped="unclear", seconds=5),
        Answer(3, "Ada", "right", seconds=20),  # x again
        Answer(4, "Ada", "left", seconds=0),  # y before, x now
        Answer(5, "Ada", "right"),
        Answer(6, "Ada", "right"),
    ]
    ada, ben = conducts(plan, unblinded(plan, said))
    assert (ada.answered, ada.skipped, ada.planned) == (6, 1, 7)
    assert (ada.seconds, ada.median) == (65, 15)
    assert (ada.left, ada.right) == (3, 1)
    assert (ada.repeats, ada.same) == (2, 1)
    assert (ada.checks, ada.passed) == (2, 1)
    assert (ben.answered, ben.repeats, ben.checks, ben.seconds) == (0, 0, 0, 0)
    assert math.isnan(ben.median)


def test_no_preference_and_both_bad_are_not_the_same_answer() -> None:
    plan = plan_of(ITEMS, annotators=("Ada",))
    (ada,) = conducts(plan, unblinded(plan, [Answer(0, "Ada", "same"), Answer(3, "Ada", "bad")]))
    assert (ada.repeats, ada.same) == (1, 0)
    assert (ada.left, ada.right) == (0, 0)


def test_a_check_is_not_passed_by_finding_both_alike() -> None:
    plan = plan_of(ITEMS, annotators=("Ada",))
    (ada,) = conducts(plan, unblinded(plan, [Answer(5, "Ada", "same"), Answer(6, "Ada", "left")]))
    assert (ada.checks, ada.passed) == (2, 1)


def test_where_only_marks_or_errors_were_asked_they_say_which_is_better() -> None:
    plan = plan_of(ITEMS, annotators=("Ada", "Ben"), asks=("score", "spans"))
    error = (Mark("Accuracy", "minor"),)
    said = [
        Answer(0, "Ada", left=80, right=20),
        Answer(3, "Ada", left=30, right=60),
        Answer(1, "Ada", left=50, right=50),
        Answer(4, "Ada", left=50, right=51),
        Answer(5, "Ada", left=0, right=100),
        Answer(0, "Ben", marks_left=(), marks_right=error),
        Answer(3, "Ben", marks_left=error, marks_right=()),
        Answer(5, "Ben", marks_left=(), marks_right=()),
        Answer(6, "Ben", marks_left=(), marks_right=error),
    ]
    ada, ben = conducts(plan, unblinded(plan, said))
    assert (ada.repeats, ada.same, ada.checks, ada.passed) == (2, 1, 1, 1)
    assert (ben.repeats, ben.same, ben.checks, ben.passed) == (1, 1, 2, 1)
