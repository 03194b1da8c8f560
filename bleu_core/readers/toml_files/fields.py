"""One table of a file: its values by name, each of the type and size that it may have."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from bleu_core.messages import toml
from bleu_core.readers.toml_files.faults import Faults
from bleu_core.readers.toml_files.lines import Path


class Fields:
    """A table. What cannot be is a fault, and its value is then what stands for none."""

    def __init__(self, values: Mapping[str, Any], path: Path, faults: Faults) -> None:
        self._values = values
        self._path = path
        self._faults = faults

    def fault(self, name: str, problem: str, quoted: str = "") -> None:
        """A fault of one of the values, which is a message."""
        self._faults.add((*self._path, name), problem, quoted)

    @property
    def line(self) -> int:
        """Where the table begins in the file, from 1."""
        return self._faults.line(self._path)

    def only(self, known: Iterable[str]) -> None:
        """Tell every name that is not known."""
        names = list(known)
        for name in self._values:
            if name not in names:
                near = get_close_matches(name[:40], names, 1)
                self.fault(name, toml.unknown_name(name, "".join(near), names))

    def has(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, most: int, needed: bool = False) -> str:
        """A text; '' where there is none."""
        value = self._values.get(name, "")
        if not isinstance(value, str):
            self.fault(name, toml.not_text(name))
            return ""
        if needed and not value.strip():
            self.fault(name, toml.missing(name))
        if len(value) > most:
            self.fault(name, toml.too_long(name, len(value), most))
        return value

    def texts(self, name: str, least: int, most: int, longest: int) -> tuple[str, ...]:
        """A list of texts, each of at most `longest` characters."""
        value = self._values.get(name, [])
        if not (isinstance(value, list) and all(isinstance(text, str) for text in value)):
            self.fault(name, toml.not_texts(name))
            return ()
        if not least <= len(value) <= most:
            self.fault(name, toml.number_of_texts(name, len(value), least, most))
        for number, text in enumerate(value, 1):
            if len(text) > longest:
                self.fault(name, toml.long_text(name, number, len(text), longest))
        return tuple(value)

    def numbers(self, name: str, least: int, most: int, of: Sequence[int] = ()) -> tuple[int, ...]:
        """A list of whole numbers between two; `of` where there is none."""
        value = self._values.get(name, list(of))
        if isinstance(value, list) and all(is_whole(n) and least <= n <= most for n in value):
            return tuple(value)
        self.fault(name, toml.not_whole_numbers(name, least, most))
        return tuple(of)

    def number(self, name: str, most: int, least: int = 1) -> int | None:
        """A whole number; None where there is none."""
        value = self._values.get(name)
        if value is None or (is_whole(value) and least <= value <= most):
            return value
        self.fault(name, toml.out_of_range(name, least, most))
        return None

    def real(self, name: str) -> float | None:
        """A number that is finite; None where there is none."""
        value = self._values.get(name)
        if value is None:
            return None
        try:
            if is_number(value) and math.isfinite(float(value)):
                return float(value)
        except OverflowError:
            pass
        self.fault(name, toml.not_number(name))
        return None

    def yes_or_no(self, name: str) -> bool | None:
        """Whether something holds; None where it is not said."""
        value = self._values.get(name)
        if value is None or is_yes_or_no(value):
            return value
        self.fault(name, toml.not_true_or_false(name))
        return None

    def table(self, name: str) -> Fields:
        """A table; an empty one where there is none."""
        value = self._values.get(name, {})
        if not isinstance(value, dict):
            self.fault(name, toml.not_table(name))
            value = {}
        return Fields(value, (*self._path, name), self._faults)

    def tables(self, name: str, most: int) -> list[Fields]:
        """Tables that follow one another."""
        value = self._values.get(name, [])
        if not (isinstance(value, list) and all(isinstance(one, dict) for one in value)):
            self.fault(name, toml.not_tables(name))
            return []
        if len(value) > most:
            self.fault(name, toml.many_tables(name, len(value), most))
        kept = value[:most]
        return [Fields(one, (*self._path, name, i), self._faults) for i, one in enumerate(kept)]

    def items(self) -> list[tuple[str, Any]]:
        return list(self._values.items())


def is_text(value: object) -> bool:
    return isinstance(value, str)


def is_yes_or_no(value: object) -> bool:
    return isinstance(value, bool)


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    return isinstance(value, float) or is_whole(value)


def is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(is_number, value))
