"""Checks of typed values in files whose format BLEUscope defines."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any


def is_text(value: object) -> bool:
    """Whether it is a string that can be encoded as UTF-8; JSON allows half a surrogate pair."""
    return isinstance(value, str) and not any("\ud800" <= sign <= "\udfff" for sign in value)


def is_flag(value: object) -> bool:
    return isinstance(value, bool)


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    return isinstance(value, float) or is_whole(value)


def is_finite(value: Any) -> bool:
    """Whether it is a number within the range of a float, and neither infinite nor NaN."""
    try:
        return is_number(value) and math.isfinite(float(value))
    except OverflowError:
        return False


def is_table(value: object) -> bool:
    return isinstance(value, dict)


def list_of(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether a value is a list of values that fit."""
    return lambda value: isinstance(value, list) and all(map(fits, value))


def between(least: float, most: float, fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether a value is a number from `least` to `most`."""
    return lambda value: fits(value) and least <= value <= most
