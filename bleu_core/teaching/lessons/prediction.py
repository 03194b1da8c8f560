"""Predictions: read however they are typed, and compared with the right answer.

The answer "2 of 7" may be typed as 2, 2/7, 0.2857 or 28,57 %: a number is read in the unit of
the answer, so that a class's answers fit into one histogram. `QUESTIONS` has the rules of each
kind of question; a new kind is one more class there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from bleu_core.messages import Message
from bleu_core.messages import lesson as messages
from bleu_core.teaching.lessons.lesson import Lesson, QuestionKind

LONGEST_PREDICTION = 20
DONT_KNOW = "?"
# Half a unit of the last digit of an answer with two decimals.
EXACT = 0.005
# Facts in per cent, or in points of a metric from 0 to 100.
_PER_CENT = {"mean", "arithmetic", "bleu", "sentences", "chrf"}


class ChoiceRules:
    """One of several choices. `problem` says why nobody could give the right answer, if so."""

    def can_be_read(self, lesson: Lesson, prediction: str) -> bool:
        return prediction in dict(lesson.choices)

    def is_right(self, lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> bool:
        return prediction == facts[lesson.answer]

    def problem(self, lesson: Lesson, right: str) -> Message | None:
        known = right in dict(lesson.choices)
        return None if known else messages.answer_no_choice(lesson.answer, right)


class NumberRules:
    """A number, which may be rounded, to two digits at least."""

    def can_be_read(self, lesson: Lesson, prediction: str) -> bool:
        return is_number(prediction)

    def is_right(self, lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> bool:
        return any(distance <= slack for distance, slack, _ in _values(lesson, prediction, facts))

    def problem(self, lesson: Lesson, right: str) -> Message | None:
        return None if is_number(right) else messages.answer_no_number(lesson.answer, right)


# `facts` are those of the lesson, by name.
QUESTIONS: Mapping[QuestionKind, ChoiceRules | NumberRules] = {
    "choice": ChoiceRules(),
    "number": NumberRules(),
}


@dataclass(frozen=True)
class _Reading:
    """A way to read a typed number; `slack` is half a unit of its last digit, if it is rounded."""

    value: float
    form: str  # "plain", "below 1" (with decimals), "fraction", "per cent"
    slack: float = 0.0


def can_be_read(lesson: Lesson, prediction: str) -> bool:
    """Whether a prediction is an answer to the lesson's question, or `DONT_KNOW`."""
    return prediction == DONT_KNOW or QUESTIONS[lesson.kind].can_be_read(lesson, prediction)


def is_number(text: str) -> bool:
    """Whether a text can be read as a number."""
    return bool(_readings(text))


def is_right(lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> bool:
    """Whether a prediction is the right answer to the lesson's question."""
    return QUESTIONS[lesson.kind].is_right(lesson, prediction, facts)


def value(lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> float | None:
    """The predicted number in the unit of the answer; None if it is no number.

    A right prediction, however rounded, has the value of the answer. One with two readings, such
    as 1,000, is read as the one nearer to the answer.
    """
    return min(_values(lesson, prediction, facts), default=(0, 0, None))[2]


def _values(
    lesson: Lesson, prediction: str, facts: Mapping[str, str]
) -> list[tuple[float, float, float]]:
    """Each possible meaning: distance from the answer, tolerated distance, value."""
    right = [reading.value for reading in _readings(facts[lesson.answer])]
    scales = _scales(lesson.answer, facts)
    values = []
    for reading in _readings(prediction) if right else ():
        for scale in scales[reading.form]:
            number, slack = reading.value * scale, reading.slack * scale
            distance = abs(number - right[0])
            if distance <= max(EXACT, slack):
                number = right[0]
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
    """The ways to read a number: 720, "40 320", "40,320", "0,5", "28.57 %", "2/7"; [] for none."""
    text = unicodedata.normalize("NFKC", text[: 4 * LONGEST_PREDICTION])
    text = re.sub(r"\s", "", text).translate(str.maketrans("⁄−,", "/-."))
    if match := re.fullmatch(r"(\d{1,9})/(\d{1,9})", text):
        above, below = int(match[1]), int(match[2])
        return [_Reading(above / below, "fraction")] if below else []
    readings = []
    if re.fullmatch(r"-?[1-9]\d{0,2}(\.\d{3}){1,4}", text):  # between thousands
        readings.append(_Reading(float(text.replace(".", "")), "plain"))
    if match := re.fullmatch(r"(-?)(?=\.?\d)(\d{0,15})(?:\.(\d{0,15}))?(%?)", text):
        sign, before, after, percent = match[1], match[2], match[3] or "", match[4]
        number = float(f"{sign}{before or 0}.{after or 0}")
        form = "per cent" if percent else "below 1" if after and abs(number) < 1 else "plain"
        rounds = len((before + after).lstrip("0")) > 1 and (after or percent)
        readings.append(_Reading(number, form, 0.5 * 10 ** -len(after) if rounds else 0.0))
    return readings
