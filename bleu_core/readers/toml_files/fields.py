"""One table of a file: its values by name, each of the type and size that it may have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from bleu_core.messages import Message, toml
from bleu_core.readers.toml_files.faults import Faults
from bleu_core.readers.toml_files.lines import Path
from bleu_core.readers.values import (
    Values,
    between,
    is_finite,
    is_flag,
    is_number,
    is_table,
    is_text,
    is_whole,
    list_of,
)
from bleu_core.text.config import TOKENIZERS

# The settings of `BleuConfig`: what a value must be, and the message for one that is not.
SETTINGS: dict[str, tuple[Callable[[Any], bool], Callable[[str], Message]]] = {
    "tokenize": (is_text, toml.not_text),
    "lowercase": (is_flag, toml.not_true_or_false),
    "smooth_method": (is_text, toml.not_text),
    "smooth_value": (is_number, toml.not_number),
    "max_ngram_order": (is_whole, toml.not_whole_number),
    "weights": (list_of(is_number), toml.not_numbers),
    "effective_order": (is_flag, toml.not_true_or_false),
    "reference_length": (is_text, toml.not_text),
}


class Fields(Values):
    """A table. A value that does not fit is a fault, and a default is read in its place."""

    def __init__(self, values: Mapping[str, Any], path: Path, faults: Faults) -> None:
        super().__init__(values)
        self._path = path
        self._faults = faults

    def fault(self, name: str, problem: str, quoted: str = "") -> None:
        """Add a fault of one of the values; see `Faults.add`."""
        self._faults.add((*self._path, name), problem, quoted)

    def wrong(self, problem: Callable[..., Message], name: str, *limits: Any) -> None:
        """Add a fault: a message of a name and of what else it takes."""
        self.fault(name, problem(name, *limits))

    @property
    def line(self) -> int:
        """Where the table begins in the file, from 1."""
        return self._faults.line(self._path)

    def only(self, known: Iterable[str]) -> None:
        """Add a fault for every name that is not known."""
        names = list(known)
        for name in self._values:
            if name not in names:
                near = get_close_matches(name[:40], names, 1)
                self.wrong(toml.unknown_name, name, "".join(near), names)

    def text(self, name: str, most: int, needed: bool = False) -> str:
        """A text; '' where there is none."""
        value: Any = self._values.get(name, "")
        if not is_text(value):
            self.wrong(toml.not_text, name)
            return ""
        if needed and not value.strip():
            self.wrong(toml.missing, name)
        if len(value) > most:
            self.wrong(toml.too_long, name, len(value), most)
        return str(value)

    def texts(self, name: str, least: int, most: int, longest: int) -> tuple[str, ...]:
        """A list of texts, each of at most `longest` characters."""
        value = self._values.get(name, [])
        if not list_of(is_text)(value):
            self.wrong(toml.not_texts, name)
            return ()
        if not least <= len(value) <= most:
            self.wrong(toml.number_of_texts, name, len(value), least, most)
        for number, text in enumerate(value, 1):
            if len(text) > longest:
                self.wrong(toml.long_text, name, number, len(text), longest)
        return tuple(value)

    def numbers(
        self, name: str, least: int, most: int, default: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """A list of whole numbers from `least` to `most`."""
        fits = list_of(between(least, most, is_whole))
        return tuple(self._read(name, fits, default, toml.not_whole_numbers, least, most))

    def number(self, name: str, most: int, least: int = 1) -> int | None:
        """A whole number; None where there is none."""
        fits = between(least, most, is_whole)
        value: int | None = self._read(name, fits, None, toml.out_of_range, least, most)
        return value

    def real(self, name: str) -> float | None:
        """A finite number; None where there is none."""
        value = self._read(name, is_finite, None, toml.not_number)
        return None if value is None else float(value)

    def flag(self, name: str) -> bool | None:
        """True or false; None where there is none."""
        value: bool | None = self._read(name, is_flag, None, toml.not_true_or_false)
        return value

    def table(self, name: str) -> Fields:
        """A table; an empty one where there is none."""
        values = self._read(name, is_table, {}, toml.not_table)
        return Fields(values, (*self._path, name), self._faults)

    def tables(self, name: str, most: int) -> list[Fields]:
        """Tables that follow one another, `most` at most."""
        tables = self._read(name, list_of(is_table), [], toml.not_tables)
        if len(tables) > most:
            self.wrong(toml.many_tables, name, len(tables), most)
        return [
            Fields(each, (*self._path, name, number), self._faults)
            for number, each in enumerate(tables[:most])
        ]

    def settings(self, tokenizers: Collection[str] = TOKENIZERS) -> dict[str, Any]:
        """BLEU's settings, each of its type; `BleuConfig` checks whether they fit together."""
        settings: dict[str, Any] = {}
        for name, value in self._values.items():
            if name not in SETTINGS:
                continue
            fits, problem = SETTINGS[name]
            if not fits(value):
                self.wrong(problem, name)
            elif name == "tokenize" and value not in tokenizers:
                self.fault(name, toml.unknown_tokenizer(list(tokenizers)))
            else:
                settings[name] = tuple(value) if isinstance(value, list) else value
        return settings
