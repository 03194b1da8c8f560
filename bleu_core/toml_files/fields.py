"""One table of a file: its values by name, each of the type and size that it may have."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from bleu_core.numerals import counted, whole
from bleu_core.toml_files.faults import Faults
from bleu_core.toml_files.lines import Path
from bleu_core.wording import cut, listed


class Fields:
    """A table. What cannot be is a fault, and its value is then what stands for none."""

    def __init__(self, values: Mapping[str, Any], path: Path, faults: Faults) -> None:
        self._values = values
        self._path = path
        self._faults = faults

    def fault(self, name: str, sentence: str, quoted: str = "") -> None:
        """A fault of one of the values."""
        self._faults.add((*self._path, name), sentence, quoted)

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
                instead = f"Is “{near[0]}” meant?" if near else f"There are {listed(names)}."
                self.fault(name, f"“{cut(name)}” says nothing here. {instead}")

    def has(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, most: int, needed: bool = False) -> str:
        """A text; '' where there is none."""
        value = self._values.get(name, "")
        if not isinstance(value, str):
            self.fault(name, f"“{name}” is to be a text in quotes.")
            return ""
        if needed and not value.strip():
            self.fault(name, f"“{name}” is missing or empty.")
        if len(value) > most:
            self.fault(
                name, f"“{name}” has {whole(len(value))} characters; {whole(most)} are the most."
            )
        return value

    def texts(self, name: str, least: int, most: int, longest: int) -> tuple[str, ...]:
        """A list of texts, each of at most `longest` characters."""
        value = self._values.get(name, [])
        if not (isinstance(value, list) and all(isinstance(text, str) for text in value)):
            self.fault(name, f'“{name}” is to be a list of texts: ["…", "…"].')
            return ()
        if not least <= len(value) <= most:
            given = "is missing" if not value else f"has {whole(len(value))} texts"
            self.fault(name, f"“{name}” {given}; {_between(least, most)}.")
        for number, text in enumerate(value, 1):
            if len(text) > longest:
                which = f"Text {whole(number)} of “{name}”"
                self.fault(
                    name,
                    f"{which} has {whole(len(text))} characters; {whole(longest)} are the most.",
                )
        return tuple(value)

    def numbers(self, name: str, least: int, most: int, of: Sequence[int] = ()) -> tuple[int, ...]:
        """A list of whole numbers between two; `of` where there is none."""
        value = self._values.get(name, list(of))
        if isinstance(value, list) and all(is_whole(n) and least <= n <= most for n in value):
            return tuple(value)
        self.fault(name, f"“{name}” is to be a list of whole numbers from {least} to {most}.")
        return tuple(of)

    def number(self, name: str, most: int, least: int = 1) -> int | None:
        """A whole number; None where there is none."""
        value = self._values.get(name)
        if value is None or (is_whole(value) and least <= value <= most):
            return value
        self.fault(name, f"“{name}” is to be a whole number from {least} to {whole(most)}.")
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
        self.fault(name, f"“{name}” is to be a number.")
        return None

    def yes_or_no(self, name: str) -> bool | None:
        """Whether something holds; None where it is not said."""
        value = self._values.get(name)
        if value is None or is_yes_or_no(value):
            return value
        self.fault(name, f"“{name}” is to be true or false.")
        return None

    def table(self, name: str) -> Fields:
        """A table; an empty one where there is none."""
        value = self._values.get(name, {})
        if not isinstance(value, dict):
            self.fault(name, f"“{name}” is to be a table: [{name}].")
            value = {}
        return Fields(value, (*self._path, name), self._faults)

    def tables(self, name: str, most: int) -> list[Fields]:
        """Tables that follow one another."""
        value = self._values.get(name, [])
        if not (isinstance(value, list) and all(isinstance(one, dict) for one in value)):
            self.fault(name, f"“{name}” are to be tables: [[{name}]] before each.")
            return []
        if len(value) > most:
            self.fault(name, f"There are {counted(len(value), name)}; {whole(most)} are the most.")
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


def _between(least: int, most: int) -> str:
    return f"there are {least} to {most}" if least < most else f"there are {least}"
