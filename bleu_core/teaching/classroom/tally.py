"""Counts of a class's answers: bars of choices, or a histogram of numbers."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise

from bleu_core.common.numerals import counted, percent, plain
from bleu_core.teaching.lessons import Lesson, prediction

VOTES = {"A": "A", "B": "B", "equal": "About equally good"}
MOST_BARS = 12
Facts = Callable[[Lesson], Mapping[str, str]]


@dataclass(frozen=True)
class Bar:
    """The count of one answer, or of a range of numbers, and whether it is right."""

    label: str
    count: int
    right: bool = False


@dataclass(frozen=True)
class Tally:
    """The answers to one question or vote.

    Attributes
    ----------
    bars : tuple of Bar
        Choices in the order of the question, numbers in ascending order.
    numbers : bool
        Whether the bars are numbers.
    notes : tuple of str
        How many are right, and how many do not know, as sentences.
    """

    bars: tuple[Bar, ...]
    numbers: bool
    notes: tuple[str, ...]


def tally_of_question(
    lesson: Lesson, known: Mapping[str, str], answers: Collection[str], is_revealed: bool
) -> Tally:
    """Count the answers to a lesson's question.

    Parameters
    ----------
    lesson : Lesson
    known : mapping
        Its facts.
    answers : collection of str
    is_revealed : bool
        Whether the right answer may be shown.
    """
    right = [text for text in answers if prediction.is_right(lesson, text, known)]
    bars = _BARS[lesson.kind](lesson, known, answers, is_revealed)
    notes = [_share_right(len(right), len(answers))] if is_revealed else []
    if unknown := list(answers).count(prediction.DONT_KNOW):
        notes.append(f"{counted(unknown, 'student says', 'students say')}: I don’t know.")
    return Tally(tuple(bars), lesson.kind == "number", tuple(notes))


def tally_of_vote(known: Mapping[str, str], answers: Collection[str], is_revealed: bool) -> Tally:
    """Count the votes on the better of two candidates; BLEU's opinion is shown if revealed."""
    counts = Counter(answers)
    opinion = known["better"] if is_revealed else ""
    # BLEU's opinion is not the right answer.
    bars = tuple(
        Bar(f"{label} (BLEU’s opinion)" if value == opinion else label, counts[value])
        for value, label in VOTES.items()
    )
    return Tally(bars, False, (opinion_of_bleu(known),) if is_revealed else ())


def opinion_of_bleu(known: Mapping[str, str]) -> str:
    """A sentence on which candidate BLEU prefers."""
    opinion = {"equal": "finds them equal"}.get(known["better"], f"finds {known['better']} better")
    return f"BLEU {opinion}: A {known['A.bleu']}, B {known['B.bleu']}."


def _share_right(right: int, of: int) -> str:
    return f"{right} of {of} right ({percent(right / of)})." if of else "Nobody has answered."


def _bars_of_choices(
    lesson: Lesson, known: Mapping[str, str], answers: Collection[str], is_revealed: bool
) -> list[Bar]:
    counts, answer = Counter(answers), known[lesson.answer]
    return [
        Bar(text, counts[value], is_revealed and value == answer) for value, text in lesson.choices
    ]


def _bars_of_numbers(
    lesson: Lesson, known: Mapping[str, str], answers: Collection[str], is_revealed: bool
) -> list[Bar]:
    read = (prediction.value(lesson, text, known) for text in answers)
    numbers = [number for number in read if number is not None]
    wanted = prediction.value(lesson, known[lesson.answer], known)
    counts = Counter(numbers)
    if len(counts) <= MOST_BARS:
        labels = {n: plain(n) for n in sorted(counts)}
        if is_revealed and wanted in labels:
            labels[wanted] = known[lesson.answer]  # 2/7 rather than 0.285714
        return [Bar(label, counts[n], is_revealed and n == wanted) for n, label in labels.items()]
    edges = bin_edges(numbers)
    return [
        Bar(
            label,
            sum(low <= number < high for number in numbers),
            is_revealed and wanted is not None and low <= wanted < high,
        )
        for (low, high), label in zip(pairwise(edges), _labels(edges), strict=True)
    ]


# The bars of each kind of question.
_BARS = {"choice": _bars_of_choices, "number": _bars_of_numbers}


def bin_edges(numbers: Collection[float]) -> list[float]:
    """The edges of at most `MOST_BARS` bins for all numbers; a bin includes its lower edge.

    The bins have equal widths of 1, 2, 2.5 or 5 times a power of ten, over the range without
    outliers (beyond three times the interquartile range, Tukey 1977). The outer bins are open, so
    that one answer of a million does not put all others into one bar.
    """
    ordered = sorted(numbers)
    quarter, rest = ordered[len(ordered) // 4], ordered[-1 - len(ordered) // 4]
    reach = 3 * (rest - quarter)
    inner = [n for n in ordered if quarter - reach <= n <= rest + reach]
    low, high = inner[0], inner[-1]
    step = _step((high - low) / (MOST_BARS - 2) or abs(low) or 1.0)
    first, last = math.floor(low / step), math.floor(high / step) + 1
    edges = [k * step for k in range(first, last + 1)]
    return [
        *([-math.inf] if ordered[0] < edges[0] else []),
        *edges,
        *([math.inf] if ordered[-1] >= edges[-1] else []),
    ]


def _step(least: float) -> float:
    """The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * f for f in (1, 2, 2.5, 5, 10) if power * f >= least * (1 - 1e-12))


def _labels(edges: list[float]) -> list[str]:
    return [
        f"below {plain(high)}"
        if math.isinf(low)
        else f"{plain(low)} and more"
        if math.isinf(high)
        else f"{plain(low)}–{plain(high)}"
        for low, high in pairwise(edges)
    ]
