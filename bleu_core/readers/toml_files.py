"""Untrusted TOML files: read within limits, every error reported with its line."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from bleu_core.messages import toml
from bleu_core.readers.values import (
    between,
    is_finite,
    is_flag,
    is_number,
    is_table,
    is_text,
    is_whole,
    list_of,
)
from bleu_core.text.config import is_tokenizer, tokenizer_names
from bleu_core.text.evalset import InputError

TomlPath = tuple[str | int, ...]

_PART = r"""(?:[\w-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_DOTTED = rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*"
# A header, or a key with its "=", at the beginning of a line.
_STATEMENT = re.compile(
    rf"^[ \t]*(?:\[(\[?)[ \t]*({_DOTTED})[ \t]*\]\]?[ \t]*(?:#.*)?$|({_DOTTED})[ \t]*=)",
    re.MULTILINE,
)
# Texts and comments, the long ones first.
_TEXT = re.compile(
    r'"{3}(?:\\[\s\S]|[^\\])*?"{3,5}'
    r"|'{3}[\s\S]*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'|#[^\n]*"
)


def lines_by_path(text: str) -> dict[TomlPath, int]:
    """The line of every table and key, from 1, by its path: ("lesson", 1, "bench")."""
    lines: dict[TomlPath, int] = {(): 1}
    tables: dict[TomlPath, int] = {}  # the number of tables in each array
    table: TomlPath = ()
    # Lines of a long text are no statements.
    text = _TEXT.sub(lambda m: "\n" * m[0].count("\n") if "\n" in m[0] else m[0], text)
    line, counted = 1, 0
    for found in _STATEMENT.finditer(text):
        line += text.count("\n", counted, found.start())
        counted = found.start()
        is_array, header, key = found.groups()
        if key:
            lines.setdefault((*table, *_key_parts(key)), line)
            continue
        table = ()
        parts = _key_parts(header)
        for i, part in enumerate(parts):
            table = (*table, part)
            if is_array and i == len(parts) - 1:
                lines.setdefault(table, line)
                tables[table] = tables.get(table, 0) + 1
            if table in tables:
                table = (*table, tables[table] - 1)
        lines.setdefault(table, line)
    return lines


def _key_parts(key: str) -> tuple[str, ...]:
    if not re.search("[\"']", key):
        return tuple(part.strip(" \t") for part in key.split("."))
    parts = []
    value: object = tomllib.loads(f"{key}=0")
    while isinstance(value, dict):
        ((part, value),) = value.items()
        parts.append(part)
    return tuple(parts)


MAX_MESSAGES = 30


class TomlFaults(InputError):
    """A file with errors: a `toml.fault` for each, by line."""


class TomlFaultLog:
    """Collects the faults of a file; `lines` are from `lines_by_path`."""

    def __init__(self, name: str, text: str = "", lines: dict[TomlPath, int] | None = None) -> None:
        self._name = name
        self._text = text.split("\n")
        self._lines = lines or {}
        self._paths: dict[tuple[int, str], TomlPath] = {}

    def add(self, path: TomlPath, problem: str, quoted: str = "") -> None:
        """Add a fault of the value at a path; at the line of `quoted` if that is in the value."""
        line = self.line(path)
        if quoted:
            below = range(line, len(self._text) + 1)
            line = next((n for n in below if quoted in self._text[n - 1]), line)
        self._paths[line, problem] = path

    def line(self, path: TomlPath) -> int:
        """The line of the value at a path, or of the nearest table around it, from 1."""
        while path not in self._lines and path:
            path = path[:-1]
        return self._lines.get(path, 1)

    def at(self, line: int, problem: str) -> None:
        """Add a fault at a line, from 1."""
        self._paths[line, problem] = ()

    def within(self, path: TomlPath) -> bool:
        """Whether there is a fault at or below a path."""
        return any(known[: len(path)] == path for known in self._paths.values())

    def end(self) -> None:
        """Raise TomlFaults if there are faults."""
        if not self._paths:
            return
        messages = [toml.fault(self._name, line, problem) for line, problem in sorted(self._paths)]
        more = len(messages) - MAX_MESSAGES
        if more > 0:
            messages = [*messages[:MAX_MESSAGES], toml.more_faults(more)]
        raise TomlFaults(messages)


# The settings of `BleuConfig`: whether a value fits, and what it must be (see `toml.must_be`).
SETTING_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "tokenize": (is_text, "text"),
    "lowercase": (is_flag, "flag"),
    "smooth_method": (is_text, "text"),
    "smooth_value": (is_number, "number"),
    "max_ngram_order": (is_whole, "whole number"),
    "weights": (list_of(is_number), "numbers"),
    "effective_order": (is_flag, "flag"),
    "reference_length": (is_text, "text"),
}


class TomlFields:
    """A table. An invalid value is logged as a fault and replaced by the default."""

    def __init__(self, values: Mapping[str, Any], path: TomlPath, faults: TomlFaultLog) -> None:
        self._values, self._path, self._faults = values, path, faults

    def has(self, name: str) -> bool:
        return self._values.get(name) is not None

    def items(self) -> list[tuple[str, Any]]:
        return list(self._values.items())

    def fault(self, name: str, problem: str, quoted: str = "") -> None:
        """Add a fault of one of the values; see `TomlFaultLog.add`."""
        self._faults.add((*self._path, name), problem, quoted)

    def _read(
        self, name: str, fits: Callable[[Any], bool], default: Any, what: str, *limits: int
    ) -> Any:
        """A value that fits; the default, and a fault, for any other."""
        value = self._values.get(name, default)
        if name not in self._values or fits(value):
            return value
        self.fault(name, toml.must_be(name, what, limits))
        return default

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
                self.fault(name, toml.unknown_name(name, "".join(near), names))

    def text(self, name: str, most: int, needed: bool = False) -> str:
        """A text; '' where there is none."""
        value: str = self._read(name, is_text, "", "text")
        if needed and not value.strip() and is_text(self._values.get(name, "")):
            self.fault(name, toml.missing(name))
        if len(value) > most:
            self.fault(name, toml.too_long(name, len(value), most))
        return value

    def texts(self, name: str, least: int, most: int, longest: int) -> tuple[str, ...]:
        """A list of texts, each of at most `longest` characters."""
        value = self._values.get(name, [])
        if not list_of(is_text)(value):
            self.fault(name, toml.must_be(name, "texts"))
            return ()
        if not least <= len(value) <= most:
            self.fault(name, toml.number_of_items(name, len(value), least, most))
        for number, text in enumerate(value, 1):
            if len(text) > longest:
                self.fault(name, toml.too_long(name, len(text), longest, number))
        return tuple(value)

    def numbers(
        self, name: str, least: int, most: int, default: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """A list of whole numbers from `least` to `most`."""
        fits = list_of(between(least, most, is_whole))
        return tuple(self._read(name, fits, default, "whole numbers", least, most))

    def number(self, name: str, most: int, least: int = 1) -> int | None:
        """A whole number; None where there is none."""
        fits = between(least, most, is_whole)
        value: int | None = self._read(name, fits, None, "whole number", least, most)
        return value

    def real(self, name: str) -> float | None:
        """A finite number; None where there is none."""
        value = self._read(name, is_finite, None, "number")
        return None if value is None else float(value)

    def flag(self, name: str) -> bool | None:
        """True or false; None where there is none."""
        value: bool | None = self._read(name, is_flag, None, "flag")
        return value

    def table(self, name: str) -> TomlFields:
        """A table; an empty one where there is none."""
        values = self._read(name, is_table, {}, "table")
        return TomlFields(values, (*self._path, name), self._faults)

    def tables(self, name: str, most: int) -> list[TomlFields]:
        """Tables that follow one another, `most` at most."""
        tables = self._read(name, list_of(is_table), [], "tables")
        if len(tables) > most:
            self.fault(name, toml.number_of_items(name, len(tables), 1, most))
        return [
            TomlFields(table, (*self._path, name, number), self._faults)
            for number, table in enumerate(tables[:most])
        ]

    def settings(self, tokenizers: Collection[str] | None = None) -> dict[str, Any]:
        """BLEU's settings, each of its type; `tokenizers` are the allowed ones, by default all."""
        settings: dict[str, Any] = {}
        for name, (fits, what) in SETTING_CHECKS.items():
            value = self._read(name, fits, None, what)
            if value is None:
                continue
            known = tokenizers or ()
            if name == "tokenize" and not (value in known if known else is_tokenizer(value)):
                self.fault(name, toml.unknown_tokenizer(list(known or tokenizer_names())))
            else:
                settings[name] = tuple(value) if isinstance(value, list) else value
        return settings


# Reading a name costs the square of the number of its parts, so that it is limited. Words are
# matched whole, from their beginning, so that the search is linear in the length of the text.
_MANY_PARTS = re.compile(r"""(?:(?:(?<![\w-])[\w-]++|"[^"\n]*"|'[^'\n]*')[ \t]*+\.[ \t]*+){20}""")


def parse_toml(data: bytes, name: str, most_bytes: int) -> tuple[dict[str, Any], TomlFaultLog]:
    """The tables of a file, and its fault log; TomlFaults if too large, not UTF-8 or not TOML."""
    faults = TomlFaultLog(name)
    if len(data) > most_bytes:
        faults.at(1, toml.too_large(len(data), most_bytes))
        faults.end()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        faults.at(data.count(b"\n", 0, error.start) + 1, toml.syntax("encoding"))
        faults.end()
    if many := _MANY_PARTS.search(text):
        faults.at(text.count("\n", 0, many.start()) + 1, toml.syntax("parts"))
        faults.end()
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        faults.at(1, toml.syntax("depth"))
    except ValueError as error:
        place = re.search(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        problem = place[1] if place else str(error)
        line = int(place[2]) if place and place[2] else text.count("\n") + 1 if place else 1
        faults.at(line, toml.syntax(problem))
    faults.end()
    return tables, TomlFaultLog(name, text, lines_by_path(text))


def toml_string(text: str) -> str:
    """A TOML string. Its escapes are JSON's, and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
