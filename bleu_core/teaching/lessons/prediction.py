"""What somebody predicts: read however it is written, and held against the answer.

The answer "2 of 7" may come as 2, 2/7, 0.2857 or 28,57 %: a number is read in the unit of the
answer, so that a class's answers can stand in one histogram.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from bleu_core.teaching.lessons.lesson import Lesson

LONGEST = 20
DONT_KNOW = "?"
# What an answer with two decimals is printed to.
EXACT = 0.005
# Facts that are per cent, or points of a metric that goes to 100.
_PER_CENT = {"mean", "arithmetic", "bleu", "sentences", "chrf"}


@dataclass(frozen=True)
class _Reading:
    """A way to read what was typed; `slack` is half a unit of its last digit, if it rounds."""

    value: float
    form: str  # "plain", "below 1" (with decimals), "fraction", "per cent"
    slack: float = 0.0


def can_be_read(lesson: Lesson, prediction: str) -> bool:
    """Whether it is one of the choices, a number, or `DONT_KNOW`."""
    if prediction == DONT_KNOW:
        return True
    if lesson.choices:
        return prediction in dict(lesson.choices)
    return is_number(prediction)


def is_number(text: str) -> bool:
    """Whether it can be read as a number."""
    return bool(_readings(text))


def is_right(lesson: Lesson, prediction: str, known: Mapping[str, str]) -> bool:
    """Whether a prediction is the answer: the choice, or the number however it is written.

    `known` has the facts of the lesson. A number may be rounded, to two digits at least.
    """
    if lesson.choices:
        return prediction == known[lesson.answer]
    return any(distance <= slack for distance, slack, _ in _values(lesson, prediction, known))


def value(lesson: Lesson, prediction: str, known: Mapping[str, str]) -> float | None:
    """The number that was predicted, in the unit of the answer; None where it is none.

    What is right is the answer itself, however it was rounded. What can be read in two ways, as
    1,000 can, is read as the one that is nearer to the answer.
    """
    return min(_values(lesson, prediction, known), default=(0, 0, None))[2]


def _values(
    lesson: Lesson, prediction: str, known: Mapping[str, str]
) -> list[tuple[float, float, float]]:
    """All that it may mean: distance from the answer, distance that still is right, value."""
    right = [reading.value for reading in _readings(known[lesson.answer])]
    scales = _scales(lesson.answer, known)
    found = []
    for reading in _readings(prediction) if right else ():
        for scale in scales[reading.form]:
            meant, slack = reading.value * scale, reading.slack * scale
            distance = abs(meant - right[0])
            if distance <= max(EXACT, slack):
                meant = right[0]
            elif abs(meant - round(meant)) <= slack + 1e-9:  # 0.4286 of 7
                meant = float(round(meant))
            found.append((distance, max(EXACT, slack), meant))
    return found


def _scales(answer: str, known: Mapping[str, str]) -> Mapping[str, tuple[float, ...]]:
    """What a number of each form is multiplied with to be in the unit of the answer."""
    total = known.get(re.sub(r"\.m(\d)$", r".t\1", answer), "")
    if answer[-3:-1] == ".m" and (totals := _readings(total)):
        t = totals[0].value
        return {"plain": (1,), "below 1": (t,), "fraction": (t,), "per cent": (t / 100,)}
    fact = answer.rpartition(":")[2].split(".")
    if len(fact) > 1 and fact[1] in _PER_CENT:
        return {"plain": (1,), "below 1": (1, 100), "fraction": (100,), "per cent": (1,)}
    return {"plain": (1,), "below 1": (1,), "fraction": (1,), "per cent": (0.01, 1)}


def _readings(text: str) -> list[_Reading]:
    """The ways to read a number: 720, "40 320", "40,320", "0,5", "28.57 %", "2/7"; [] if none."""
    text = unicodedata.normalize("NFKC", text[: 4 * LONGEST])
    text = re.sub(r"\s", "", text).translate(str.maketrans("⁄−,", "/-."))
    if found := re.fullmatch(r"(\d{1,9})/(\d{1,9})", text):
        above, below = int(found[1]), int(found[2])
        return [_Reading(above / below, "fraction")] if below else []
    readings = []
    if re.fullmatch(r"-?[1-9]\d{0,2}(\.\d{3}){1,4}", text):  # between thousands
        readings.append(_Reading(float(text.replace(".", "")), "plain"))
    if found := re.fullmatch(r"(-?)(?=\.?\d)(\d{0,15})(?:\.(\d{0,15}))?(%?)", text):
        sign, before, after, percent = found[1], found[2], found[3] or "", found[4]
        number = float(f"{sign}{before or 0}.{after or 0}")
        form = "per cent" if percent else "below 1" if after and abs(number) < 1 else "plain"
        rounds = len((before + after).lstrip("0")) > 1 and (after or percent)
        readings.append(_Reading(number, form, 0.5 * 10 ** -len(after) if rounds else 0.0))
    return readings
