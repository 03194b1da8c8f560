"""Fields of our files, TOML and JSON Lines, all checked; faults are reported with lines."""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Any

from bleu_core.common.formatting import format_int, join_words
from bleu_core.messages import toml
from bleu_core.readers.parts import ReadError
from bleu_core.text.config import BleuConfig, is_tokenizer, tokenizer_names
from bleu_core.text.evalset import InputError

FieldPath = tuple[str | int, ...]


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


def lines_by_path(text: str) -> dict[FieldPath, int]:
    """The line of every table and key of TOML, from 1, by its path: ("lesson", 1, "bench")."""
    lines: dict[FieldPath, int] = {(): 1}
    tables: dict[FieldPath, int] = {}  # the number of tables in each array
    table: FieldPath = ()
    # Lines of a long text are no statements.
    text = _TEXT.sub(lambda m: "\n" * m[0].count("\n") if "\n" in m[0] else m[0], text)
    line, counted = 1, 0
    for statement in _STATEMENT.finditer(text):
        line += text.count("\n", counted, statement.start())
        counted = statement.start()
        is_array, header, key = statement.groups()
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


class FileFaults(ReadError):
    """A file with errors: a `toml.fault` for each, by line."""


class FaultLog:
    """Collects the faults of a file; `lines` are the lines of its fields, by path."""

    def __init__(self, name: str, text: str = "", lines: Mapping[FieldPath, int] = {}) -> None:
        self._name = name
        self._text = text.split("\n")
        self._lines = lines
        self._paths: dict[tuple[int, str], FieldPath] = {}

    def add(self, path: FieldPath, problem: str, quoted: str = "") -> None:
        """Add a fault of the value at a path; at the line of `quoted` if that is in the value."""
        line = self.line(path)
        if quoted:
            below = range(line, len(self._text) + 1)
            line = next((n for n in below if quoted in self._text[n - 1]), line)
        self._paths[line, problem] = path

    def line(self, path: FieldPath) -> int:
        """The line of the value at a path, or of the nearest table around it, from 1."""
        while path not in self._lines and path:
            path = path[:-1]
        return self._lines.get(path, 1)

    def at(self, line: int, problem: str) -> None:
        """Add a fault at a line, from 1."""
        self._paths[line, problem] = ()

    def within(self, path: FieldPath) -> bool:
        """Whether there is a fault at or below a path."""
        return any(faulty[: len(path)] == path for faulty in self._paths.values())

    def end(self) -> None:
        """Raise FileFaults if there are faults."""
        if not self._paths:
            return
        messages = [toml.fault(self._name, line, problem) for line, problem in sorted(self._paths)]
        more = len(messages) - MAX_MESSAGES
        if more > 0:
            messages = [*messages[:MAX_MESSAGES], toml.more_faults(more)]
        raise FileFaults(messages)


_TEXT_WORDS, _FLAG_WORDS = "a string in quotes", "true or false"
# The settings of `BleuConfig`: what a value must be, also in words.
SETTING_CHECKS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "tokenize": (is_text, _TEXT_WORDS),
    "lowercase": (is_flag, _FLAG_WORDS),
    "smooth_method": (is_text, _TEXT_WORDS),
    "smooth_value": (is_number, "a number"),
    "max_ngram_order": (is_whole, "a whole number"),
    "weights": (list_of(is_number), "a list of numbers"),
    "effective_order": (is_flag, _FLAG_WORDS),
    "reference_length": (is_text, _TEXT_WORDS),
}


class Fields:
    """A table or object. An invalid value is logged as a fault and replaced by the default."""

    def __init__(self, values: Mapping[str, Any], path: FieldPath, faults: FaultLog) -> None:
        self._values, self._path, self._faults = values, path, faults

    def has(self, name: str) -> bool:
        return self._values.get(name) is not None

    def items(self) -> list[tuple[str, Any]]:
        return list(self._values.items())

    def fault(self, name: str, problem: str, quoted: str = "") -> None:
        """Add a fault of one of the values; see `FaultLog.add`."""
        self._faults.add((*self._path, name), problem, quoted)

    def read(
        self, name: str, fits: Callable[[Any], bool], expected: str, default: Any = None
    ) -> Any:
        """A value that fits; the default, and a fault with what is expected, for any other."""
        if name not in self._values:
            return default
        if fits(value := self._values[name]):
            return value
        self.fault(name, toml.must_be(name, expected))
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

    def need(self, *names: str) -> None:
        """Add a fault for every name without a value."""
        for name in names:
            if not self.has(name):
                self.fault(name, toml.missing(name))

    def text(self, name: str, most: int, needed: bool = False) -> str:
        """A text; '' where there is none."""
        value: Any = self._values.get(name, "")
        if not is_text(value):
            self.fault(name, toml.must_be(name, _TEXT_WORDS))
            return ""
        if needed and not value.strip():
            self.fault(name, toml.missing(name))
        if len(value) > most:
            self.fault(name, toml.too_long(name, len(value), most))
        return str(value)[: most + 1]  # other faults quote it, and it stays too long

    def texts(self, name: str, least: int, most: int, longest: int) -> tuple[str, ...]:
        """A list of texts, each of at most `longest` characters."""
        value = self._values.get(name, [])
        if not list_of(is_text)(value):
            self.fault(name, toml.must_be(name, 'a list of strings: ["…", "…"]'))
            return ()
        if not least <= len(value) <= most:
            self.fault(name, toml.must_be(name, f"a list of {least} to {most} strings"))
        for number, text in enumerate(value, 1):
            if len(text) > longest:
                self.fault(name, toml.too_long(f"String {number} of “{name}”", len(text), longest))
        return tuple(value)

    def choice(self, name: str, values: Collection[str]) -> str:
        """One of some texts; '' where there is none."""
        expected = join_words((f"“{value}”" for value in values), last="or")
        text: str = self.read(name, lambda value: value in values, expected, "")
        return text

    def numbers(
        self, name: str, least: int, most: int, default: Sequence[int] = ()
    ) -> tuple[int, ...]:
        """A list of whole numbers from `least` to `most`."""
        fits = list_of(between(least, most, is_whole))
        expected = f"a list of whole numbers from {least} to {most}"
        return tuple(self.read(name, fits, expected, default))

    def number(self, name: str, most: int, least: int = 1) -> int | None:
        """A whole number; None where there is none."""
        expected = f"a whole number from {least} to {format_int(most)}"
        value: int | None = self.read(name, between(least, most, is_whole), expected)
        return value

    def real(self, name: str) -> float | None:
        """A finite number; None where there is none."""
        value = self.read(name, is_finite, "a number")
        return None if value is None else float(value)

    def flag(self, name: str) -> bool | None:
        """True or false; None where there is none."""
        value: bool | None = self.read(name, is_flag, _FLAG_WORDS)
        return value

    def table(self, name: str) -> Fields:
        """A table; an empty one where there is none."""
        values = self.read(name, is_table, f"a table: [{name}]", {})
        return Fields(values, (*self._path, name), self._faults)

    def tables(self, name: str, most: int) -> list[Fields]:
        """Tables that follow one another, `most` at most."""
        expected = f"a list of tables. Begin each with [[{name}]]"
        tables = self.read(name, list_of(is_table), expected, [])
        if len(tables) > most:
            self.fault(name, toml.too_long(name, len(tables), most, "table"))
        return [
            Fields(values, (*self._path, name, number), self._faults)
            for number, values in enumerate(tables[:most])
        ]

    def settings(self, tokenizers: Collection[str] | None = None) -> dict[str, Any]:
        """BLEU's settings, each of its type; `tokenizers` are those allowed, by default all."""
        settings: dict[str, Any] = {}
        for name in self._values:
            if (
                name not in SETTING_CHECKS
                or (value := self.read(name, *SETTING_CHECKS[name])) is None
            ):
                continue
            if name == "tokenize":
                known = is_tokenizer(value) if tokenizers is None else value in tokenizers
                if not known:
                    names = join_words(tokenizers or tokenizer_names(), last="or")
                    self.fault(name, toml.must_be(name, names))
                    continue
            settings[name] = tuple(value) if isinstance(value, list) else value
        return settings

    def config(self, settings: Mapping[str, Any], default: BleuConfig = BleuConfig()) -> BleuConfig:
        """`default` with these settings; with faults if they do not fit together."""
        try:
            return replace(default, **settings)
        except InputError as error:
            problems = error.problems
        except OverflowError:
            problems = [toml.must_be("smooth_value", "a smaller number")]
        name = next((name for name in settings if self.has(name)), "name")
        for problem in problems:
            self.fault(name, problem)
        return default


# Reading a name costs the square of the number of its parts, so that it is limited. Words are
# matched whole, from their beginning, so that the search is linear in the length of the text.
_MANY_PARTS = re.compile(r"""(?:(?:(?<![\w-])[\w-]++|"[^"\n]*"|'[^'\n]*')[ \t]*+\.[ \t]*+){20}""")


def parse_toml(data: bytes, name: str, most_bytes: int) -> tuple[Fields, FaultLog]:
    """The fields of a file, and its fault log; FileFaults if too large, not UTF-8 or not TOML."""
    faults = FaultLog(name)
    if len(data) > most_bytes:
        faults.at(1, toml.too_long("The file", len(data), most_bytes, "byte"))
        faults.end()
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        faults.at(data.count(b"\n", 0, error.start) + 1, toml.not_utf8())
        faults.end()
    if many := _MANY_PARTS.search(text):
        faults.at(
            text.count("\n", 0, many.start()) + 1, toml.syntax("a name has more than 20 parts")
        )
        faults.end()
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        faults.at(1, toml.syntax("lists or tables are nested too deeply"))
    except ValueError as error:
        at = re.search(r"^(.*) \(at (?:line (\d+), column \d+|end of document)\)$", str(error))
        line = int(at[2]) if at and at[2] else text.count("\n") + 1 if at else 1
        faults.at(line, toml.syntax(at[1] if at else str(error)))
    faults.end()
    faults = FaultLog(name, text, lines_by_path(text))
    return Fields(tables, (), faults), faults


def toml_string(text: str) -> str:
    """A TOML string. Its escapes are JSON's, and DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
