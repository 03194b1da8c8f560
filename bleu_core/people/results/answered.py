"""Answers by question, as tables for agreement.

A table has one row per item (or per output of it) and one column per annotator; for repeats, one
column for the first answer and one for the second, which gives self-agreement. Answers refer to
systems, not to sides, so sides may have been swapped in between.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import FloatArray
from bleu_core.people.penalty import weight
from bleu_core.people.results.agreement import Level
from bleu_core.people.sessions.judged import Judgement
from bleu_core.people.sessions.plan import Ask

# Returns an annotator's numbers for an item: one, or one per output.
Read = Callable[[Judgement], Sequence[float]]


@dataclass(frozen=True)
class Question:
    """A question, and how its answers are compared.

    Attributes
    ----------
    key : str
    asked : str
        The plan's question.
    label : str
        What is compared.
    level : str
        The level of measurement for α.
    read : function
        Returns the numbers of an answer, NaN if missing; always the same count.
    """

    key: str
    asked: Ask
    label: str
    level: Level
    read: Read


@dataclass(frozen=True, eq=False)
class Answered:
    """Answers to one question: `table` (U, A), NaN if missing, and `segments` (U,)."""

    table: FloatArray
    segments: NDArray[np.int64]
    columns: tuple[str, ...]

    def of(self, *columns: str) -> Answered:
        """The answers in some columns."""
        places = [self.columns.index(name) for name in columns]
        return Answered(self.table[:, places], self.segments, columns)


def direction(judgement: Judgement) -> float:
    """-1 if the first of the two outputs is better, 1 the second, 0 neither; NaN without answer."""
    return {"a": -1.0, "b": 1.0, "same": 0.0, "bad": 0.0}.get(judgement.preferred, math.nan)


def _choice(judgement: Judgement) -> list[float]:
    result = {"a": 0.0, "b": 1.0, "same": 2.0, "bad": 3.0}.get(judgement.preferred, math.nan)
    return [result]


def _direction(judgement: Judgement) -> list[float]:
    return [direction(judgement)]


def marks(judgement: Judgement) -> list[float]:
    """The two scores of 0 to 100."""
    return [judgement.score_a, judgement.score_b]


def _difference(judgement: Judgement) -> list[float]:
    return [judgement.score_b - judgement.score_a]


def penalties(judgement: Judgement) -> list[float]:
    """Penalties of both outputs, negative, so that 0 is best: see `penalty`."""
    sides = (judgement.marks_a, judgement.marks_b)
    return [math.nan if result is None else -math.fsum(map(weight, result)) for result in sides]


def _has_error(judgement: Judgement) -> list[float]:
    return [min(number, 1.0) for number in _errors(judgement)]


def _errors(judgement: Judgement) -> list[float]:
    sides = (judgement.marks_a, judgement.marks_b)
    return [math.nan if marks is None else float(len(marks)) for marks in sides]


QUESTIONS = (
    Question("choice", "better", "which is better, or no preference, or both bad", "nominal",
             _choice),
    Question("direction", "better", "which is better, in the order first, neither, second",
             "ordinal", _direction),
    Question("mark", "score", "the mark of an output", "interval", marks),
    Question("difference", "score", "by how much one output has the higher mark", "interval",
             _difference),
    Question("error", "spans", "whether an output has an error", "nominal", _has_error),
    Question("errors", "spans", "how many errors an output has", "interval", _errors),
)  # fmt: skip


def between(
    question: Question, judgements: Iterable[Judgement], annotators: Sequence[str]
) -> Answered:
    """Answers of each annotator to items, without repeats and checks."""
    columns = {name: place for place, name in enumerate(annotators)}
    result: dict[int, FloatArray] = {}
    segments: dict[int, int] = {}
    for judgement in judgements:
        if judgement.kind == "judged" and judgement.annotator in columns:
            values = question.read(judgement)
            rows = result.setdefault(judgement.item, np.full((len(values), len(columns)), math.nan))
            rows[:, columns[judgement.annotator]] = values
            segments[judgement.item] = judgement.segment
    return _joined(result.values(), segments.values(), tuple(annotators))


def repeated(question: Question, judgements: Iterable[Judgement]) -> Answered:
    """Answers to items and to their repeats, all annotators together."""
    by_item = {(judgement.annotator, judgement.item): judgement for judgement in judgements}
    pairs = [
        (by_item[one.annotator, one.of], one)
        for one in by_item.values()
        if one.kind == "repeat" and (one.annotator, one.of) in by_item
    ]
    rows = [np.array([question.read(first), question.read(again)]).T for first, again in pairs]
    return _joined(rows, (first.segment for first, _ in pairs), ("first", "again"))


def _joined(
    rows: Iterable[FloatArray], segments: Iterable[int], columns: tuple[str, ...]
) -> Answered:
    rows = list(rows)
    table = np.concatenate(rows) if rows else np.empty((0, len(columns)))
    numbers = np.repeat(np.fromiter(segments, np.int64), [len(row) for row in rows])
    return Answered(table, numbers, columns)
