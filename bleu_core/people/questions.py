"""Answers of a blind session by question, and each annotator's conduct.

A table has one row per item (or per output of it) and one column per annotator. For repeats it has
one column for the first answer and one for the second, which gives self-agreement. Answers refer to
systems, not to sides, so sides may be swapped between them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import FloatArray
from bleu_core.people.agreement import Level
from bleu_core.people.sessions.item_answers import Judgement
from bleu_core.people.sessions.plan import Ask, SessionPlan

# (U, A) answers to a question, NaN if missing; and the (U,) segments of its rows.
AnswerTable = tuple[FloatArray, NDArray[np.int64]]


@dataclass(frozen=True)
class Question:
    """A question, and how its answers are compared."""

    key: str
    asked: Ask  # The plan's question
    label: str  # What is compared
    level: Level  # The level of measurement for α
    # The numbers of an answer, one or one per output; NaN if missing.
    read: Callable[[Judgement], Sequence[float]]


def preference_value(judgement: Judgement) -> float:
    """-1 if the first of the two outputs is better, 1 the second, 0 neither; NaN without answer."""
    return {"a": -1.0, "b": 1.0, "same": 0.0, "bad": 0.0}.get(judgement.preferred, math.nan)


def rating_pair(judgement: Judgement) -> list[float]:
    """The two ratings."""
    return [judgement.rating_a, judgement.rating_b]


_CHOICES = {"a": 0.0, "b": 1.0, "same": 2.0, "bad": 3.0}
QUESTIONS = (
    Question("choice", "better", "preference, no preference or both bad", "nominal",
             lambda judgement: [_CHOICES.get(judgement.preferred, math.nan)]),
    Question("direction", "better", "preference, in the order first, neither, second",
             "ordinal", lambda judgement: [preference_value(judgement)]),
    Question("rating", "rating", "rating of an output", "ordinal", rating_pair),
    Question("difference", "rating", "rating difference of the outputs", "interval",
             lambda judgement: [judgement.rating_b - judgement.rating_a]),
)  # fmt: skip


def first_answers(
    question: Question, judgements: Iterable[Judgement], annotators: Sequence[str]
) -> AnswerTable:
    """Answers of each annotator to items, without repeats and checks."""
    rows: dict[int, FloatArray] = {}
    segments: dict[int, int] = {}
    for judgement in judgements:
        if judgement.kind == "judged" and judgement.annotator in annotators:
            values = question.read(judgement)
            empty = np.full((len(values), len(annotators)), math.nan)
            row = rows.setdefault(judgement.item, empty)
            row[:, annotators.index(judgement.annotator)] = values
            segments[judgement.item] = judgement.segment
    return _joined(list(rows.values()), list(segments.values()), len(annotators))


def repeated_answers(question: Question, judgements: Iterable[Judgement]) -> AnswerTable:
    """First and second answers to items and their repeats, all annotators together."""
    by_item = {(judgement.annotator, judgement.item): judgement for judgement in judgements}
    pairs = [
        (by_item[repeat.annotator, repeat.of], repeat)
        for repeat in by_item.values()
        if repeat.kind == "repeat" and (repeat.annotator, repeat.of) in by_item
    ]
    rows = [np.array([question.read(first), question.read(again)]).T for first, again in pairs]
    return _joined(rows, [first.segment for first, _ in pairs], 2)


def _joined(rows: list[FloatArray], segments: list[int], columns: int) -> AnswerTable:
    table = np.concatenate([np.empty((0, columns)), *rows])
    return table, np.repeat(np.array(segments, np.int64), list(map(len, rows)))


@dataclass(frozen=True)
class AnnotatorConduct:
    """One annotator's session in numbers."""

    annotator: str
    # Numbers of items, including repeats and checks.
    answered: int
    skipped: int
    planned: int
    seconds: float  # Time spent on items, without pauses of more than two minutes
    median: float  # Median seconds per item; NaN if no item has a time
    # How often the output on that side was preferred, without checks.
    left: int
    right: int
    # Repeated items answered both times, and those answered alike: the same preference, or the same
    # output with the higher rating.
    repeats: int
    same: int
    # Attention checks answered, and those in which the reference was preferred to the corrupted
    # output, by the same rule.
    checks: int
    passed: int


def annotator_conduct(plan: SessionPlan, judgements: Iterable[Judgement]) -> list[AnnotatorConduct]:
    """The conduct of each annotator of a plan, in its order, also of those without answers."""
    by_annotator: dict[str, list[Judgement]] = {name: [] for name in plan.annotators}
    for judgement in judgements:
        by_annotator.setdefault(judgement.annotator, []).append(judgement)
    return [_one_conduct(plan, name, answers) for name, answers in by_annotator.items()]


def _one_conduct(
    plan: SessionPlan, annotator: str, judgements: Sequence[Judgement]
) -> AnnotatorConduct:
    times = [answer.seconds for answer in judgements if answer.seconds > 0]
    signs = {answer.item: preference_sign(answer) for answer in judgements}
    chosen = {answer.item: (signs[answer.item], answer.preferred) for answer in judgements}
    again = [
        chosen[answer.of] == chosen[answer.item]
        for answer in judgements
        if answer.kind == "repeat"
        and not math.isnan(signs.get(answer.of, math.nan) + signs[answer.item])
    ]
    checks = [signs[answer.item] for answer in judgements if answer.kind == "check"]
    checks = [sign for sign in checks if not math.isnan(sign)]
    sides = [_preferred_side(plan, answer) for answer in judgements if answer.kind != "check"]
    return AnnotatorConduct(
        annotator,
        answered=sum(not math.isnan(sign) for sign in signs.values()),
        skipped=sum(bool(answer.skipped) for answer in judgements),
        planned=len(plan.items),
        seconds=sum(times),
        median=median(times) if times else math.nan,
        left=sides.count("left"),
        right=sides.count("right"),
        repeats=len(again),
        same=sum(again),
        checks=len(checks),
        passed=sum(sign > 0 for sign in checks),
    )


def preference_sign(judgement: Judgement) -> float:
    """-1 if the first output is better, 1 if the second is, 0 for neither; NaN without answer.

    By preference, or by rating. In a check the reference is the second.
    """
    chosen = preference_value(judgement)
    return float(np.sign(judgement.rating_b - judgement.rating_a)) if math.isnan(chosen) else chosen


def _preferred_side(plan: SessionPlan, judgement: Judgement) -> str:
    """The side of the preferred output, or ''."""
    preferred = {"a": judgement.a, "b": judgement.b}.get(judgement.preferred)
    if preferred is None:
        return ""
    return "left" if preferred == plan.items[judgement.item].left else "right"
