"""How correlations, shares and intervals of a metric and people are written."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

from bleu_core.common.numerals import NONE, bounds, percent, points
from bleu_core.people.against.systems import Interval

# Decimals of a correlation, and of people's means.
FINE = 3


def correlation(value: float) -> str:
    """A correlation, or a dash where there is none."""
    return NONE if isnan(value) else points(value, FINE)


def share(value: float) -> str:
    """A share in percent, or a dash where there is none."""
    return NONE if isnan(value) else percent(value, 1)


def interval(one: Interval | None, write: Callable[[float], str]) -> str:
    """The bounds of an interval, or a dash if there is none."""
    return NONE if one is None else bounds(one.low, one.high, write)
