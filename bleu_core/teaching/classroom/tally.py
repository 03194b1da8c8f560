"""What a class answered: a histogram of numbers, or counts of choices; and how many are right."""

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
    """How many answered this; whether it is the right answer."""

    label: str
    count: int
    right: bool = False


@dataclass(frozen=True)
class Tally:
    """What was answered to one question or vote.

    Attributes
    ----------
    bars : tuple of Bar
        Of choices in the order of the question, of numbers from the lowest.
    numbers : bool
        Whether the bars are numbers.
    notes : tuple of str
        Sentences: how many are right, how many said that they do not know.
    """

    bars: tuple[Bar, ...]
    numbers: bool
    notes: tuple[str, ...]


def tally_of_question(
    lesson: Lesson, known: Mapping[str, str], given: Collection[str], is_told: bool
) -> Tally:
    """The answers to a lesson's question; `is_told` says whether the right one may be told.

    `known` are the lesson's facts. What is right is judged by the rule that judges one reader.
    """
    right = [text for text in given if prediction.is_right(lesson, text, known)]
    bars = _BARS[lesson.kind](lesson, known, given, is_told)
    notes = [_share_right(len(right), len(given))] if is_told else []
    if unknown := list(given).count(prediction.DONT_KNOW):
        notes.append(f"{counted(unknown, 'student says', 'students say')}: I don’t know.")
    return Tally(tuple(bars), lesson.kind == "number", tuple(notes))


def tally_of_vote(known: Mapping[str, str], given: Collection[str], is_told: bool) -> Tally:
    """The votes which of two candidates is better; at the reveal beside BLEU's opinion."""
    counts = Counter(given)
    opinion = known["better"] if is_told else ""
    # BLEU's opinion is one more, and not what is right.
    bars = tuple(
        Bar(f"{label} (BLEU’s opinion)" if value == opinion else label, counts[value])
        for value, label in VOTES.items()
    )
    return Tally(bars, False, (opinion_of_bleu(known),) if is_told else ())


def opinion_of_bleu(known: Mapping[str, str]) -> str:
    """Which candidate BLEU finds better, in a sentence."""
    opinion = {"equal": "finds them equal"}.get(known["better"], f"finds {known['better']} better")
    return f"BLEU {opinion}: A {known['A.bleu']}, B {known['B.bleu']}."


def _share_right(right: int, of: int) -> str:
    return f"{right} of {of} right ({percent(right / of)})." if of else "Nobody has answered."


def _bars_of_choices(
    lesson: Lesson, known: Mapping[str, str], given: Collection[str], is_told: bool
) -> list[Bar]:
    counts, answer = Counter(given), known[lesson.answer]
    return [Bar(text, counts[value], is_told and value == answer) for value, text in lesson.choices]


def _bars_of_numbers(
    lesson: Lesson, known: Mapping[str, str], given: Collection[str], is_told: bool
) -> list[Bar]:
    read = (prediction.value(lesson, text, known) for text in given)
    found = [number for number in read if number is not None]
    wanted = prediction.value(lesson, known[lesson.answer], known)
    counts = Counter(found)
    if len(counts) <= MOST_BARS:
        labels = {n: plain(n) for n in sorted(counts)}
        if is_told and wanted in labels:
            labels[wanted] = known[lesson.answer]  # 2/7 rather than 0.285714
        return [Bar(label, counts[n], is_told and n == wanted) for n, label in labels.items()]
    edges = bin_edges(found)
    return [
        Bar(
            label,
            sum(low <= number < high for number in found),
            is_told and wanted is not None and low <= wanted < high,
        )
        for (low, high), label in zip(pairwise(edges), _labels(edges), strict=True)
    ]


# The bars of each kind of question.
_BARS = {"choice": _bars_of_choices, "number": _bars_of_numbers}


def bin_edges(numbers: Collection[float]) -> list[float]:
    """The edges of at most `MOST_BARS` bins that hold all numbers, a bin from its lower edge on.

    They are equally wide, of 1, 2, 2.5 or 5 times a power of ten, over the range of those that are
    no outliers (Tukey 1977: three times the quartiles' distance from them); the outer bins have
    no end, so that one answer of a million does not put all others into one bar.
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
    """The next of 1, 2, 2.5, 5 times a power of ten that is not less."""
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
