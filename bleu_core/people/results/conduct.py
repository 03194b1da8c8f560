"""What each annotator of a session did: answers, time, repeats, attention checks, sides."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from bleu_core.people.results.answered import direction
from bleu_core.people.sessions.judged import Judgement
from bleu_core.people.sessions.plan import Plan


@dataclass(frozen=True)
class Conduct:
    """One annotator's session in numbers.

    Attributes
    ----------
    annotator : str
    answered, skipped, planned : int
        Items, repeats and checks among them.
    seconds : float
        All time spent on items; pauses of over two minutes are not counted.
    median : float
        Seconds an item; NaN where none has a time.
    left, right : int
        How often the output that stood there was called the better one, checks left out.
    repeats, same : int
        Repeated items that were answered both times, and of these alike: which is better, or
        where that was not asked, which has the higher mark, or fewer errors.
    checks, passed : int
        Attention checks that were answered, and those in which the reference was found better
        than the damaged output, by the same.
    """

    annotator: str
    answered: int
    skipped: int
    planned: int
    seconds: float
    median: float
    left: int
    right: int
    repeats: int
    same: int
    checks: int
    passed: int


def conducts(plan: Plan, judgements: Iterable[Judgement]) -> list[Conduct]:
    """What each annotator of a plan did, in its order; those who answered nothing too."""
    given: dict[str, list[Judgement]] = {name: [] for name in plan.annotators}
    for one in judgements:
        given.setdefault(one.annotator, []).append(one)
    return [_conduct(plan, name, said) for name, said in given.items()]


def _conduct(plan: Plan, annotator: str, judgements: Sequence[Judgement]) -> Conduct:
    times = [one.seconds for one in judgements if one.seconds > 0]
    of_item = {one.item: way(one) for one in judgements}
    chosen = {one.item: one.preferred for one in judgements}
    again = [
        (of_item[one.of], chosen[one.of]) == (of_item[one.item], chosen[one.item])
        for one in judgements
        if one.kind == "repeat"
        and not math.isnan(of_item.get(one.of, math.nan) + of_item[one.item])
    ]
    checks = [of_item[one.item] for one in judgements if one.kind == "check"]
    checks = [found for found in checks if not math.isnan(found)]
    sides = [_side(plan, one) for one in judgements if one.kind != "check"]
    return Conduct(
        annotator,
        answered=sum(not math.isnan(found) for found in of_item.values()),
        skipped=sum(bool(one.skipped) for one in judgements),
        planned=len(plan.items),
        seconds=sum(times),
        median=median(times) if times else math.nan,
        left=sides.count("left"),
        right=sides.count("right"),
        repeats=len(again),
        same=sum(again),
        checks=len(checks),
        passed=sum(found > 0 for found in checks),
    )


def way(judgement: Judgement) -> float:
    """-1 where the first output is better, 1 where the second is, 0 for neither; NaN: no answer.

    By what was chosen; where that was not asked, by marks, or by the number of errors. In a check
    the reference is the second.
    """
    chosen = direction(judgement)
    if not math.isnan(chosen):
        return chosen
    by_mark = judgement.score_b - judgement.score_a
    if not math.isnan(by_mark):
        return _sign(by_mark)
    if judgement.marks_a is not None and judgement.marks_b is not None:
        return _sign(len(judgement.marks_a) - len(judgement.marks_b))
    return math.nan


def _sign(number: float) -> float:
    return float((number > 0) - (number < 0))


def _side(plan: Plan, judgement: Judgement) -> str:
    """Where the output stood that was called better, or ''."""
    item = plan.items[judgement.item]
    found = direction(judgement)
    if math.isnan(found) or not found:
        return ""
    return "left" if (judgement.a, judgement.b)[found > 0] == item.left else "right"
