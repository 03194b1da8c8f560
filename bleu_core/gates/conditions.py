"""Conditions on the Δ or the p of metrics, all of which are to hold: "bleu<-0.5 and chrf<0"."""

from __future__ import annotations

import math
import operator
import re
from dataclasses import dataclass

from bleu_core.escaping import visible
from bleu_core.metric_names import NAMES
from bleu_core.wording import listed

# How each comparison is computed, and said.
_SIGNS = {
    "<": (operator.lt, "is under"),
    "<=": (operator.le, "is at most"),
    ">": (operator.gt, "is above"),
    ">=": (operator.ge, "is at least"),
}
_METRIC = re.compile(rf"({'|'.join(map(re.escape, sorted(NAMES, reverse=True)))})(?![\w+-])")
_OF_P = re.compile(r"(\.p\b)?")
_SIGN = re.compile("<=|>=|<|>")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(?![\w.])", re.IGNORECASE | re.ASCII)
_AND = re.compile(r"and\b")


class ConditionError(ValueError):
    """What is wrong with conditions, in a clause, and at which character, from 0."""

    def __init__(self, pointed: str, what: str, at: int) -> None:
        super().__init__(pointed)
        self.what = what
        self.at = at


@dataclass(frozen=True)
class Condition:
    """One of them, such as chrf<0 or chrf.p<0.05.

    Attributes
    ----------
    metric : str
        One of `NAMES`.
    of_p : bool
        Whether it is on p, and not on Δ = B − A in points of the metric.
    sign : str
        "<", "<=", ">" or ">=".
    limit : float
    """

    metric: str
    of_p: bool
    sign: str
    limit: float

    def holds(self, value: float) -> bool:
        return bool(_SIGNS[self.sign][0](value, self.limit))

    @property
    def words(self) -> str:
        """The sign in words: "is under"."""
        return _SIGNS[self.sign][1]


def conditions(text: str) -> list[Condition]:
    """Read "bleu<-0.5 and chrf.p<0.05".

    Raises
    ------
    ConditionError
        Which says the text too, with a caret under what is wrong with it.
    """
    found: list[Condition] = []
    at = 0
    while not found or at < len(text.rstrip()):
        if found:
            _, at = _take(text, at, _AND, '"and" is expected here')
        metric, at = _take(text, at, _METRIC, f"{listed(NAMES, last='or')} is expected here")
        of_p, at = _take(text, at, _OF_P, "")
        sign, at = _take(text, at, _SIGN, f"{listed(_SIGNS, last='or')} is expected here")
        number, at = _take(text, at, _NUMBER, "a number is expected here")
        limit = float(number)
        if not math.isfinite(limit):
            raise _fault(text, at - len(number), "this number is too large")
        if of_p and not 0 <= limit <= 1:
            raise _fault(text, at - len(number), "p is from 0 to 1")
        found.append(Condition(metric, bool(of_p), sign, limit))
    return found


def _take(text: str, at: int, pattern: re.Pattern[str], fault: str) -> tuple[str, int]:
    """What stands at a place, and the place after it and the spaces that follow."""
    at += len(text[at:]) - len(text[at:].lstrip())
    match = pattern.match(text, at)
    if match is None:
        raise _fault(text, at, fault)
    return match[0], match.end()


def _fault(text: str, at: int, what: str) -> ConditionError:
    pointed = f"{what}:\n  {visible(text)}\n  {' ' * len(visible(text[:at]))}^"
    return ConditionError(pointed, what, at)
