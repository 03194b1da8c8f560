"""MQM penalties of marked errors: the weights of Google's MQM (Freitag et al. 2021).

"Experts, Errors, and Context", https://aclanthology.org/2021.tacl-1.87, table 4: a segment's score
is the sum over its errors, averaged over its annotators.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from bleu_core.segments.marks import Mark, Rating

NON_TRANSLATION, PUNCTUATION = 25.0, 0.1
# Other typologies have critical errors; WMT counts them as major (wmt24-news-systems,
# humeval/tools.py).
BY_SEVERITY = {"critical": 5.0, "major": 5.0, "minor": 1.0, "neutral": 0.0}


def weight(mark: Mark) -> float:
    """The weight of an error; NaN for an unknown severity.

    >>> from bleu_core.segments.marks import Mark
    >>> weight(Mark("Fluency/Punctuation", "minor")), weight(Mark("Fluency/Punctuation", "major"))
    (0.1, 5.0)
    >>> weight(Mark("Non-translation!", "major"))
    25.0
    """
    category = mark.category.lower()
    if mark.severity in ("major", "critical") and category.startswith("non-translation"):
        return NON_TRANSLATION
    if mark.severity == "minor" and category == "fluency/punctuation":
        return PUNCTUATION
    return BY_SEVERITY.get(mark.severity, math.nan)


def penalty(rating: Rating) -> float:
    """The sum of an output's error weights, 0 or more; NaN if a severity is unknown.



    >>> from bleu_core.segments.marks import Mark, Rating
    >>> found = (Mark("Accuracy/Mistranslation", "major"), Mark("Fluency/Punctuation", "minor"))
    >>> penalty(Rating(0, "old", "rater 1", found)), penalty(Rating(0, "new", "rater 1"))
    (5.1, 0.0)
    """
    return math.fsum(map(weight, rating.marks))


class Unweighted(NamedTuple):
    """Ratings without a penalty: their number, and marks by unknown severity."""

    ratings: int
    marks: Counter[str]


def unweighted(ratings: Iterable[Rating]) -> Unweighted:
    """Count ratings that have no penalty, and why."""
    number, marks = 0, Counter[str]()
    for rating in ratings:
        without = [mark.severity for mark in rating.marks if math.isnan(weight(mark))]
        number += bool(without)
        marks.update(without)
    return Unweighted(number, marks)
