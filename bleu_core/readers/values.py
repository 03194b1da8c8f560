"""Typed values in files whose format BLEUscope defines; an invalid value is a problem.

`toml_files.TomlFields` and the readers of session files build on it, with their own messages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from bleu_core.messages import Message

_ABSENT = object()


class Values:
    """The values of a table or an object, by name."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def has(self, name: str) -> bool:
        """Whether there is a value, and not null."""
        return self._values.get(name) is not None

    def items(self) -> list[tuple[str, Any]]:
        return list(self._values.items())

    def wrong(self, problem: Callable[..., Message], name: str, *limits: Any) -> None:
        """Report a problem of a value."""
        raise NotImplementedError

    def _read(
        self,
        name: str,
        fits: Callable[[Any], bool],
        default: Any,
        problem: Callable[..., Message],
        *limits: Any,
        needed: bool = False,
    ) -> Any:
        """A value that fits; the default, and a problem, for any other."""
        value = self._values.get(name, _ABSENT)
        if value is _ABSENT and not needed:
            return default
        if value is not _ABSENT and fits(value):
            return value
        self.wrong(problem, name, *limits)
        return default


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
