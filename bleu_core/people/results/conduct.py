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
        Numbers of items, including repeats and checks.
    seconds : float
        Time spent on items, without pauses of more than two minutes.
    median : float
        Median seconds per item; NaN if no item has a time.
    left, right : int
        How often the output on that side was preferred, without checks.
    repeats, same : int
        Repeated items answered both times, and those answered alike: by preference, or if that was
        not asked, by score, or by number of errors.
    checks, passed : int
        Attention checks answered, and those in which the reference was preferred to the corrupted
        output, by the same rule.
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
    """The conduct of each annotator of a plan, in its order, also of those without answers."""
    by_annotator: dict[str, list[Judgement]] = {name: [] for name in plan.annotators}
    for judgement in judgements:
        by_annotator.setdefault(judgement.annotator, []).append(judgement)
    return [_conduct(plan, name, answers) for name, answers in by_annotator.items()]


def _conduct(plan: Plan, annotator: str, judgements: Sequence[Judgement]) -> Conduct:
    times = [judgement.seconds for judgement in judgements if judgement.seconds > 0]
    of_item = {judgement.item: way(judgement) for judgement in judgements}
    chosen = {judgement.item: judgement.preferred for judgement in judgements}
    again = [
        (of_item[judgement.of], chosen[judgement.of])
        == (of_item[judgement.item], chosen[judgement.item])
        for judgement in judgements
        if judgement.kind == "repeat"
        and not math.isnan(of_item.get(judgement.of, math.nan) + of_item[judgement.item])
    ]
    checks = [of_item[judgement.item] for judgement in judgements if judgement.kind == "check"]
    checks = [result for result in checks if not math.isnan(result)]
    sides = [_side(plan, judgement) for judgement in judgements if judgement.kind != "check"]
    return Conduct(
        annotator,
        answered=sum(not math.isnan(result) for result in of_item.values()),
        skipped=sum(bool(judgement.skipped) for judgement in judgements),
        planned=len(plan.items),
        seconds=sum(times),
        median=median(times) if times else math.nan,
        left=sides.count("left"),
        right=sides.count("right"),
        repeats=len(again),
        same=sum(again),
        checks=len(checks),
        passed=sum(result > 0 for result in checks),
    )


def way(judgement: Judgement) -> float:
    """-1 if the first output is better, 1 if the second is, 0 for neither; NaN without answer.

    By preference; if that was not asked, by score, or by number of errors. In a check the reference
    is the second.
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
    """The side of the preferred output, or ''."""
    item = plan.items[judgement.item]
    result = direction(judgement)
    if math.isnan(result) or not result:
        return ""
    return "left" if (judgement.a, judgement.b)[result > 0] == item.left else "right"
