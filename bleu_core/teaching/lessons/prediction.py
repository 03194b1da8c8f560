"""Predictions: read in any notation, compared with the right answer, and counted for a class.

Two of seven may be typed as 2, 2/7, "2 of 7", 0.2857 or 28,57%: a number is read in the unit of
the answer, so that equal answers of a class are one bar. It is right if the exact value, rounded to
its decimals, is that number, and it has at least two digits or the decimals of the answer shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Any

from bleu_core.common.formatting import format_count, format_int, format_percent, format_plain
from bleu_core.messages import Message
from bleu_core.messages import lesson as messages
from bleu_core.teaching.facts import Figure
from bleu_core.teaching.lessons.lesson import Lesson

LONGEST_PREDICTION = 20  # Characters of a number
DONT_KNOW = "?"
MOST_BARS = 12
# Facts in per cent, or in points of a metric from 0 to 100.
_PER_CENT = {"mean", "arithmetic", "halved", "bleu", "sentences", "chrf", "delta", "carried"}


def can_be_read(lesson: Lesson, prediction: str) -> bool:
    """Whether a prediction is an answer to the lesson's question, or `DONT_KNOW`."""
    is_answer = prediction in dict(lesson.choices) if lesson.choices else _readings(prediction)
    return prediction == DONT_KNOW or bool(is_answer)


def answer_text(lesson: Lesson, prediction: str) -> str:
    """A prediction as readers see it."""
    return "I don’t know" if prediction == DONT_KNOW else lesson.answer_text(prediction)


def is_right(lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> bool:
    """Whether a prediction is the right answer; a number may be rounded, to two digits at least."""
    if lesson.choices:
        return prediction == facts[lesson.answer]
    values = (v for reading in _readings(prediction) for v in _values(lesson, reading, facts))
    return any(right for right, _, _ in values)


def answer_problem(lesson: Lesson, right: str) -> Message | None:
    """Why nobody could give the right answer, if so."""
    if can_be_read(lesson, right):
        return None
    return messages.unfit_answer(lesson.answer, right, bool(lesson.choices))


def count_answers(
    lesson: Lesson, facts: Mapping[str, str], answers: Collection[str]
) -> dict[str, Any]:
    """The answers of a class, for JSON.

    "bars" have a label, its count, and whether it is right: choices in the order of the question,
    or numbers in ascending order; "numbers" says which. "notes" are sentences.
    """
    if not answers:
        return {"bars": [], "numbers": False, "notes": ["No answers."]}
    right = sum(is_right(lesson, answer, facts) for answer in answers)
    share = format_percent(right / len(answers))
    notes = [f"{right} of {format_int(len(answers))} right ({share})."]
    if unknown := list(answers).count(DONT_KNOW):
        notes.append(f"{format_count(unknown, 'student', 'students')} answered “I don’t know”.")
    if lesson.choices:
        counts, chosen = Counter(answers), facts[lesson.answer]
        bars = [(text, counts[answer], answer == chosen) for answer, text in lesson.choices]
    else:
        bars = _number_bars(lesson, facts, answers)
    rows = [dict(zip(("label", "count", "right"), bar, strict=True)) for bar in bars]
    return {"bars": rows, "numbers": not lesson.choices, "notes": notes}


def _number_bars(
    lesson: Lesson, facts: Mapping[str, str], answers: Collection[str]
) -> list[tuple[str, int, bool]]:
    """The right number and the most frequent others; the rest together."""
    read = (value(lesson, text, facts) for text in answers)
    counts = Counter(number for number in read if number is not None)
    right = value(lesson, facts[lesson.answer], facts)
    shown = sorted(counts, key=lambda n: (n != right, -counts[n], n))[:MOST_BARS]
    # 2/7 rather than 0.285714 if that is right.
    labels = {n: facts[lesson.answer] if n == right else format_plain(n) for n in shown}
    bars = [(labels[n], counts[n], n == right) for n in sorted(shown)]
    rest = counts.total() - sum(counts[n] for n in shown)
    return [*bars, ("other", rest, False)] if rest else bars


# A way to read a typed number: its value; "plain", "one", "below 1" (with decimals), "fraction" or
# "per cent"; half a unit of its last digit, 0 if it is not rounded; and its number of digits.
_Reading = tuple[float, str, float, int]


def value(lesson: Lesson, prediction: str, facts: Mapping[str, str]) -> float | None:
    """The predicted number in the unit of the answer; None if it is no number.

    A right prediction, however rounded, has the value of the answer. One with two readings is read
    as in English, unless only the other one is right.
    """
    values = [
        max(_values(lesson, each, facts), key=lambda value: (value[0], -value[1]))
        for each in _readings(prediction)
    ]
    right = [number for is_right, _, number in values if is_right]
    return next(iter([*right, *(number for _, _, number in values)]), None)


def _values(
    lesson: Lesson, reading: _Reading, facts: Mapping[str, str]
) -> list[tuple[bool, float, float]]:
    """Each possible meaning: whether it is right, its distance from the answer, its value."""
    answer = facts[lesson.answer]
    shown, _, last_digit, _ = _readings(answer)[0]
    exact = answer.exact if isinstance(answer, Figure) else shown
    number_read, form, half_unit, digits = reading
    values = []
    for scale in _scales(lesson.answer, facts)[form]:
        number, slack = number_read * scale, half_unit * scale
        if digits < 2 and not (scale == 1 and half_unit <= last_digit):
            slack = 0.0
        distance = min(abs(number - exact), abs(number - shown))
        is_right = distance <= 1e-9 or abs(number - exact) <= slack + 1e-9
        if is_right:
            number = shown
        elif abs(number - round(number)) <= slack + 1e-9:  # 0.4286 of 7
            number = float(round(number))
        values.append((is_right, distance, number))
    return values


def _scales(answer: str, facts: Mapping[str, str]) -> Mapping[str, tuple[float, ...]]:
    """The factors by which a number of each form may come into the unit of the answer."""
    total = facts.get(re.sub(r"\.m(\d)$", r".t\1", answer), "")
    if answer[-3:-1] == ".m" and (totals := _readings(total)):
        t = totals[0][0]
        return {
            "plain": (1,),
            "one": (1,),
            "below 1": (t,),
            "fraction": (t,),
            "per cent": (t / 100,),
        }
    fact, right = answer.rpartition(":")[2].split("."), facts[answer]
    if _PER_CENT.intersection(fact[:2]) or right.endswith("%"):
        one = (1, 100) if _readings(right)[0][0] == 100 else (1,)
        scales = {"plain": (1,), "below 1": (1, 100), "fraction": (100,), "per cent": (1,)}
        return scales | {"one": one}
    plain = (1, 0.01) if "/" in right else (1,)
    per_cent = (0.01, 1) if fact[0] == "stated" else (0.01,)
    return {"plain": plain, "one": plain, "below 1": plain, "fraction": (1,), "per cent": per_cent}


def _readings(text: str) -> list[_Reading]:
    """The ways to read a number, as in English first; [] for none.

    Read are 720, "40 320", "40,320", "0,5", "+0.5", "28.57%", "2/7", "0.5/4", "2 of 7",
    "2 out of 7", "6½" and "6 1/2".
    """
    if len(text) > LONGEST_PREDICTION:
        return []
    text = re.sub("(?<=[0-9])(?=[¼-¾⅐-⅞])", " ", text)  # which NFKC would join
    text = unicodedata.normalize("NFKC", text).translate(str.maketrans("⁄−–٫", "/--."))
    # Between digits, a space is kept unless it separates thousands.
    text = re.sub(r"\s+(?!\d)|(?<!\d)\s+|\s(?=\d{3}(?![\d/]))", "", text)
    part = r"(0?[.,]\d+|\d+(?:\.\d+|,\d{1,2})?)"  # "1,234" may be one or a thousand
    fraction = rf"([+-]?)(?:(\d+)\s+(?=\d+/))?{part}(?:/|(?:out)?of){part}"
    if match := re.fullmatch(fraction, text):
        whole, above, below = (float((n or "0").replace(",", ".")) for n in match.groups()[1:])
        if not below or (match[2] and above >= below):
            return []
        number = float(f"{match[1]}1") * (whole + above / below)
        return [(number, "plain" if match[2] else "fraction", 0.0, 0)]
    readings: list[_Reading] = []
    if match := re.fullmatch(r"([+-]?)(?=[.,]?\d)(\d*)(?:[.,](\d*))?(%?)", text):
        sign, before, after, percent = match[1], match[2], match[3] or "", match[4]
        number = float(f"{sign}{before or 0}.{after or 0}")
        form = "below 1" if after and abs(number) < 1 else "one" if number == 1 else "plain"
        form = "per cent" if percent else form
        digits = len((before + after).lstrip("0"))
        readings.append((number, form, 0.5 * 10 ** -len(after), digits))
    if re.fullmatch(r"[+-]?[1-9]\d{0,2}([.,]\d{3}){1,4}", text):  # between thousands
        number = float(re.sub("[.,]", "", text))
        readings.insert(0 if "," in text else 1, (number, "plain", 0.0, 0))
    return readings
