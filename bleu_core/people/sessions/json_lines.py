"""Files of blind sessions as JSON Lines: a header line, then one row per line.

Files are untrusted: the length of lines is limited, and each field is read as its type. Reading
stops at the first line that is wrong.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bleu_core.common.formatting import format_count, format_int, join_words, truncate
from bleu_core.messages import session as messages
from bleu_core.messages import text_of
from bleu_core.readers import File, ReadError
from bleu_core.readers.values import between, is_text, is_whole, list_of

T = TypeVar("T", bound=str)
VERSION = 1
# Bytes of a line; its objects may take twenty times as much memory.
LONGEST_LINE = 4_000_000
# Lines of a file: items of a session, or its answers.
MOST_LINES = 200_000
# Characters of a text by default.
LONGEST_TEXT = 200_000


@dataclass(frozen=True)
class Line:
    """An object of a line; ReadError for a field that is not as expected."""

    values: Mapping[str, Any]
    file: str
    number: int

    def has(self, name: str) -> bool:
        """Whether there is a value, and not null."""
        return self.values.get(name) is not None

    def refused(self, why: str) -> ReadError:
        """The error that refuses this line."""
        return ReadError([messages.line_refused(self.file, self.number, why)])

    def read(self, name: str, fits: Callable[[Any], bool], expected: str) -> Any:
        if not fits(value := self.values.get(name)):
            raise self.refused(messages.field_unfit(name, expected))
        return value

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        expected = f"a string of at most {format_count(most, 'character')}"
        text: str = self.read(name, lambda v: is_text(v) and len(v) <= most, expected)
        return text

    def texts(self, name: str) -> tuple[str, ...]:
        """The strings of a list; none if it is missing."""
        if not self.has(name):
            return ()
        return tuple(self.read(name, list_of(is_text), "a list of strings"))

    def one_of(self, name: str, allowed: Sequence[T]) -> T:
        expected = join_words(map(repr, allowed), last="or")
        choice: T = self.read(name, lambda value: value in allowed, expected)
        return choice

    def whole(self, name: str, low: int, high: int) -> int:
        expected = f"a whole number from {format_int(low)} to {format_int(high)}"
        number: int = self.read(name, between(low, high, is_whole), expected)
        return number


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


def read_json_lines(file: File, kind: str, what: str) -> tuple[Line, list[Line]]:
    """The header of a file of a kind, and its other lines; `what` is "a task file"."""
    lines: list[Line] = []
    for number, line in enumerate(io.BytesIO(file.data.removeprefix(b"\xef\xbb\xbf")), 1):
        if number > MOST_LINES:
            raise ReadError([messages.too_many_lines(file.name, MOST_LINES)])
        if not line.isspace():
            lines.append(_read_line(line, file.name, number))
            if lines[0].values.get("bleuscope") != kind:
                break
    if not lines or lines[0].values.get("bleuscope") != kind:
        raise ReadError([messages.other_file(file.name, what)])
    newer = f"{VERSION}; if it is higher, the file is from a newer BLEUscope"
    lines[0].read("version", lambda value: is_whole(value) and value == VERSION, newer)
    return lines[0], lines[1:]


def _read_line(data: bytes, name: str, number: int) -> Line:
    line = Line({}, name, number)
    if len(data) > LONGEST_LINE:
        raise line.refused(messages.line_long(LONGEST_LINE))
    try:
        values = _DECODER.decode(data.decode())
    except RecursionError:
        raise line.refused(messages.line_nested()) from None
    except ValueError as error:  # no JSON, no UTF-8, a key twice, a number of too many digits
        raise line.refused(messages.line_unreadable(text_of(error))) from None
    if not isinstance(values, dict):
        raise line.refused(messages.line_no_object())
    return Line(values, name, number)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("an object has the same key twice")
    return values


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{truncate(text)} is not a valid number")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number, parse_constant=_number)
