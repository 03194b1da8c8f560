"""Predictions: read in any notation, and compared with the right answer.

The answer "2 of 7" may be typed as 2, 2/7, 0.2857 or 28,57%: a number is read in the unit of
the answer, so that a class's answers fit into one histogram. `QUESTIONS` has the rules of each
kind of question, with its bars and the data of its controls in the browser.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from bleu_core.common.formatting import format_plain
from bleu_core.messages import Message
from bleu_core.messages import lesson as messages
from bleu_core.teaching.lessons.lesson import Lesson, QuestionKind

LONGEST_PREDICTION = 20  # Characters of a number
DONT_KNOW = "?"
MOST_BARS = 12
# Half a unit of the last digit of an answer with two decimals.
EXACT = 0.005
# Facts in per cent, or in points of a metric from 0 to 100.
_PER_CENT = {"mean", "arithmetic", "bleu", "sentences", "chrf"}


@dataclass(frozen=True)
class AnswerBar:
    """The count of one answer, or of a range of numbers, and whether it is right."""

    label: str
    count: int
    right: bool = False


class ChoiceRules:
    """One of several choices; `facts` are those of the lesson, by name."""

    numeric = False  # Whether the bars are numbers

    def can_be_read(self, lesson: Lesson, prediction: str) -> bool:
        """Whether a prediction is an answer to the question."""
        return prediction in dict(lesson.choices)

    def is_right(self, lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> bool:
        """Whether a prediction is the right answer."""
        return prediction == facts[lesson.answer]

    def problem(self, lesson: Lesson, right: str) -> Message | None:
        """Why nobody could give the right answer, if so."""
        known = right in dict(lesson.choices)
        return None if known else messages.answer_no_choice(lesson.answer, right)

    def bars(
        self, lesson: Lesson, facts: Mapping[str, str], answers: Collection[str]
    ) -> list[AnswerBar]:
        """The counts of a class's answers; the right one is marked."""
        counts, answer = Counter(answers), facts[lesson.answer]
        return [AnswerBar(text, counts[value], value == answer) for value, text in lesson.choices]

    def control_data(self, lesson: Lesson) -> dict[str, Any]:
        """The "kind" of its controls in the browser, and their data; see question_controls.js."""
        return {"kind": "choice", "choices": [list(choice) for choice in lesson.choices]}


class NumberRules:
    """A number, which may be rounded, to two digits at least; methods as of `ChoiceRules`."""

    numeric = True

    def can_be_read(self, lesson: Lesson, prediction: str) -> bool:
        return is_number(prediction)

    def is_right(self, lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> bool:
        readings = _readings(prediction)
        values = (value for each in readings for value in _values(lesson, each, facts))
        return any(distance <= slack for distance, slack, _ in values)

    def problem(self, lesson: Lesson, right: str) -> Message | None:
        return None if is_number(right) else messages.answer_no_number(lesson.answer, right)

    def bars(
        self, lesson: Lesson, facts: Mapping[str, str], answers: Collection[str]
    ) -> list[AnswerBar]:
        read = (value(lesson, text, facts) for text in answers)
        numbers = [number for number in read if number is not None]
        right = value(lesson, facts[lesson.answer], facts)
        counts = Counter(numbers)
        if len(counts) <= MOST_BARS:  # 2/7 rather than 0.285714 if that is right
            labels = {n: facts[lesson.answer] if n == right else format_plain(n) for n in counts}
            return [AnswerBar(labels[n], counts[n], n == right) for n in sorted(counts)]
        return [
            AnswerBar(
                _bin_label(low, high),
                sum(low <= number < high for number in numbers),
                right is not None and low <= right < high,
            )
            for low, high in pairwise(bin_edges(numbers))
        ]

    def control_data(self, lesson: Lesson) -> dict[str, Any]:
        return {"kind": "number", "longest": LONGEST_PREDICTION}


QUESTIONS: Mapping[QuestionKind, ChoiceRules | NumberRules] = {
    "choice": ChoiceRules(),
    "number": NumberRules(),
}


def rules_of(lesson: Lesson) -> ChoiceRules | NumberRules:
    """The rules of a lesson's question."""
    return QUESTIONS[lesson.kind]


@dataclass(frozen=True)
class _Reading:
    """A way to read a typed number; `slack` is half a unit of its last digit, if it is rounded."""

    value: float
    form: str  # "plain", "below 1" (with decimals), "fraction", "per cent"
    slack: float = 0.0


def can_be_read(lesson: Lesson, prediction: str) -> bool:
    """Whether a prediction is an answer to the lesson's question, or `DONT_KNOW`."""
    return prediction == DONT_KNOW or rules_of(lesson).can_be_read(lesson, prediction)


def is_number(text: str) -> bool:
    """Whether a text can be read as a number."""
    return bool(_readings(text))


def is_right(lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> bool:
    """Whether a prediction is the right answer to the lesson's question."""
    return rules_of(lesson).is_right(lesson, prediction, facts)


def value(lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> float | None:
    """The predicted number in the unit of the answer; None if it is no number.

    A right prediction, however rounded, has the value of the answer. One with two readings is read
    as in English, unless only the other one is right.
    """
    values = [min(_values(lesson, each, facts)) for each in _readings(prediction)]
    right = [number for distance, slack, number in values if distance <= slack]
    return next(iter([*right, *(number for _, _, number in values)]), None)


def _values(
    lesson: Lesson, reading: _Reading, facts: Mapping[str, str]
) -> list[tuple[float, float, float]]:
    """Each possible meaning: distance from the answer, tolerated distance, value."""
    right = _readings(facts[lesson.answer])[0].value
    values = []
    for scale in _scales(lesson.answer, facts)[reading.form]:
        number, slack = reading.value * scale, reading.slack * scale
        distance = abs(number - right)
        if distance <= max(EXACT, slack):
            number = right
        elif abs(number - round(number)) <= slack + 1e-9:  # 0.4286 of 7
            number = float(round(number))
        values.append((distance, max(EXACT, slack), number))
    return values


def _scales(answer: str, facts: Mapping[str, str]) -> Mapping[str, tuple[float, ...]]:
    """The factors by which a number of each form may come into the unit of the answer."""
    total = facts.get(re.sub(r"\.m(\d)$", r".t\1", answer), "")
    if answer[-3:-1] == ".m" and (totals := _readings(total)):
        t = totals[0].value
        return {"plain": (1,), "below 1": (t,), "fraction": (t,), "per cent": (t / 100,)}
    fact = answer.rpartition(":")[2].split(".")
    if len(fact) > 1 and fact[1] in _PER_CENT:
        return {"plain": (1,), "below 1": (1, 100), "fraction": (100,), "per cent": (1,)}
    return {"plain": (1,), "below 1": (1,), "fraction": (1,), "per cent": (0.01, 1)}


def _readings(text: str) -> list[_Reading]:
    """The ways to read a number, as in English first; [] for none.

    Read are 720, "40 320", "40,320", "0,5", "28.57%" and "2/7".
    """
    if len(text) > LONGEST_PREDICTION:
        return []
    text = unicodedata.normalize("NFKC", text)
    text = re.sub(r"\s", "", text).translate(str.maketrans("⁄−", "/-"))
    if match := re.fullmatch(r"(\d{1,9})/(\d{1,9})", text):
        above, below = int(match[1]), int(match[2])
        return [_Reading(above / below, "fraction")] if below else []
    readings = []
    if match := re.fullmatch(r"(-?)(?=[.,]?\d)(\d{0,15})(?:[.,](\d{0,15}))?(%?)", text):
        sign, before, after, percent = match[1], match[2], match[3] or "", match[4]
        number = float(f"{sign}{before or 0}.{after or 0}")
        form = "per cent" if percent else "below 1" if after and abs(number) < 1 else "plain"
        rounds = len((before + after).lstrip("0")) > 1 and (after or percent)
        readings.append(_Reading(number, form, 0.5 * 10 ** -len(after) if rounds else 0.0))
    if re.fullmatch(r"-?[1-9]\d{0,2}([.,]\d{3}){1,4}", text):  # between thousands
        whole = _Reading(float(re.sub("[.,]", "", text)), "plain")
        readings.insert(0 if "," in text else 1, whole)
    return readings


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
    step = _bin_width((high - low) / (MOST_BARS - 2) or abs(low) or 1.0)
    first, last = math.floor(low / step), math.floor(high / step) + 1
    edges = [k * step for k in range(first, last + 1)]
    below = [-math.inf] if ordered[0] < edges[0] else []
    above = [math.inf] if ordered[-1] >= edges[-1] else []
    return [*below, *edges, *above]


def _bin_width(least: float) -> float:
    """The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `least`."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * f for f in (1, 2, 2.5, 5, 10) if power * f >= least * (1 - 1e-12))


def _bin_label(low: float, high: float) -> str:
    if math.isinf(low):
        return f"below {format_plain(high)}"
    if math.isinf(high):
        return f"{format_plain(low)} or more"
    return f"{format_plain(low)}–{format_plain(high)}"
