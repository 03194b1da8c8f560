"""Files of blind sessions as JSON Lines: a header line, then one row per line.

Files are untrusted: the length of lines is limited, each field is read as its type, and all
problems are reported at once, by line.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from bleu_core.common.formatting import format_count, format_int, join_words
from bleu_core.messages import Message, text_of
from bleu_core.messages import session as messages
from bleu_core.readers import File, ReadError
from bleu_core.readers.values import between, is_number, is_table, is_text, is_whole, list_of

T = TypeVar("T", bound=str)
VERSION = 1
# Bytes of a line; its objects may take twenty times as much memory.
LONGEST_LINE = 4_000_000
# Lines of a file: items of a session, or its answers.
MOST_LINES = 200_000
# Characters of a text by default.
LONGEST_TEXT = 200_000
MOST_REPORTED = 20
# Reading stops at this number of problems: messages take more memory than the file.
MOST_FOUND = 1_000


class Fields:
    """An object of a line; problems of its fields are added to `problems`."""

    def __init__(
        self, values: Mapping[str, Any], name: str, line: int, problems: list[Message]
    ) -> None:
        self._values, self._name, self._line = values, name, line
        self.problems = problems

    def has(self, name: str) -> bool:
        """Whether there is a value, and not null."""
        return self._values.get(name) is not None

    def wrong(self, problem: Callable[..., Message], *values: Any) -> None:
        """Add a problem: a message of a file's name, a line, and what else it takes."""
        _add(self.problems, problem(self._name, self._line, *values))

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        expected = f"a string of at most {format_count(most, 'character')}"
        text: str = self._read(name, lambda v: is_text(v) and len(v) <= most, expected, "")
        return text

    def texts(self, name: str) -> tuple[str, ...]:
        return tuple(self._read(name, list_of(is_text), "a list of strings", ()))

    def one_of(self, name: str, allowed: Sequence[T]) -> T:
        expected = join_words(map(repr, allowed), last="or")
        choice: T = self._read(name, lambda value: value in allowed, expected, allowed[0])
        return choice

    def whole(self, name: str, low: int, high: int) -> int:
        expected = f"a whole number from {format_int(low)} to {format_int(high)}"
        number: int = self._read(name, between(low, high, is_whole), expected, low)
        return number

    def wholes(self, name: str, below: int) -> tuple[int, ...]:
        expected = f"a list of whole numbers below {format_int(below)}"
        return tuple(self._read(name, list_of(between(0, below - 1, is_whole)), expected, ()))

    def time(self, name: str) -> float:
        """Seconds since 1970."""
        fits = between(0, LAST_MOMENT, is_number)
        return float(self._read(name, fits, "a time in seconds since 1970", 0))

    def objects(self, name: str) -> list[Fields]:
        objects = self._read(name, list_of(is_table), "a list of objects", [])
        return [Fields(each, self._name, self._line, self.problems) for each in objects]

    def _read(self, name: str, fits: Callable[[Any], bool], expected: str, default: object) -> Any:
        value = self._values.get(name)
        if fits(value):
            return value
        self.wrong(messages.field_unfit, name, expected)
        return default


LAST_MOMENT = 1e11


def write_json_lines(kind: str, head: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> str:
    """A file of a kind, the same for the same contents."""
    lines = [{"bleuscope": kind, "version": VERSION, **head}, *rows]
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def kind_of(file: File) -> str:
    """The kind in a file's header; '' for none."""
    try:
        head = json.loads(file.data[:LONGEST_LINE].partition(b"\n")[0])
    except (ValueError, RecursionError):
        return ""
    kind = head.get("bleuscope") if isinstance(head, dict) else ""
    return kind if isinstance(kind, str) else ""


def read_json_lines(file: File, kind: str, what: str) -> tuple[Fields, list[Fields]]:
    """The header of a file of a kind, and its other lines; ReadError for another file.

    `what` names the expected file in a sentence: "a task file".
    """
    problems: list[Message] = []
    lines: list[Fields] = []
    for number, line in enumerate(io.BytesIO(file.data.removeprefix(b"\xef\xbb\xbf")), 1):
        if number > MOST_LINES:
            raise ReadError([messages.too_many_lines(file.name, MOST_LINES)])
        if not line.isspace():
            parsed = _parsed(line, file.name, number, problems)
            if not lines and not problems and parsed.get("bleuscope") != kind:
                raise ReadError([messages.other_file(file.name, what)])
            lines.append(Fields(parsed, file.name, number, problems))
    if not lines:
        raise ReadError([messages.empty_file(file.name, what)])
    refuse(problems)
    if not lines[0].has("version") or lines[0].whole("version", 1, VERSION) != VERSION:
        raise ReadError([messages.other_version(file.name)])
    return lines[0], lines[1:]


def refuse(problems: list[Message]) -> None:
    """Raise ReadError with the first problems and the number of others, if there are any."""
    if problems:
        more = len(problems) - MOST_REPORTED
        rest = [messages.more_problems(more, len(problems) >= MOST_FOUND)] if more > 0 else []
        raise ReadError([*problems[:MOST_REPORTED], *rest])


def _add(problems: list[Message], problem: Message) -> None:
    problems.append(problem)
    if len(problems) >= MOST_FOUND:
        refuse(problems)


def _parsed(line: bytes, name: str, number: int, problems: list[Message]) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        _add(problems, messages.line_long(name, number, LONGEST_LINE))
        return {}
    try:
        values = _DECODER.decode(line.decode())
    except RecursionError:
        _add(problems, messages.line_nested(name, number))
    except ValueError as error:  # no JSON, no UTF-8, a key twice, a number of too many digits
        _add(problems, messages.line_unreadable(name, number, text_of(error)))
    else:
        if isinstance(values, dict):
            return values
        _add(problems, messages.line_no_object(name, number))
    return {}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError(messages.key_twice())
    return values


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(messages.number_unusable(text))
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number, parse_constant=_number)
