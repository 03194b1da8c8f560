"""Files of a session as JSON Lines: what they are in the first line, then one thing a line.

A file is somebody else's: each line is bounded, each field is asked for by its type, and what is
wrong is told by line, all of it at once.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Concatenate, ParamSpec

from bleu_core.messages import Message, text_of
from bleu_core.messages import session as messages
from bleu_core.readers import File, ReadError

VERSION = 1
# Bytes of a line: objects that it may be made of take some twenty times as much.
LONGEST_LINE = 4_000_000
# Objects after the first: items of a session, or what its annotators answer.
MOST_LINES = 200_000
# Characters of a text where nothing else is said.
LONGEST_TEXT = 200_000
MOST_TOLD = 20
# A file with so many problems is not read on: sentences take more room than what they are about.
MOST_FOUND = 1_000
P = ParamSpec("P")


class Fields:
    """An object of a line, asked for its fields; what is wrong with them is added to `problems`."""

    def __init__(
        self, found: Mapping[str, Any], name: str, line: int, problems: list[Message]
    ) -> None:
        self._found, self._name, self._line, self.problems = found, name, line, problems

    def wrong(
        self,
        message: Callable[Concatenate[str, int, P], Message],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Add a problem: a message of a file's name, a line, and what else it takes."""
        _found(self.problems, message(self._name, self._line, *args, **kwargs))

    def has(self, name: str) -> bool:
        """Whether it is given, and not null."""
        return self._found.get(name) is not None

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        found = self._found.get(name)
        if isinstance(found, str) and len(found) <= most and is_text(found):
            return found
        self.wrong(messages.no_text, name, most)
        return ""

    def texts(self, name: str, most: int = LONGEST_TEXT) -> tuple[str, ...]:
        found = self._found.get(name, [])
        if isinstance(found, list) and all(
            isinstance(one, str) and len(one) <= most and is_text(one) for one in found
        ):
            return tuple(found)
        self.wrong(messages.no_texts, name)
        return ()

    def one_of(self, name: str, allowed: Iterable[str]) -> Any:
        allowed = list(allowed)
        found = self._found.get(name)
        if isinstance(found, str) and found in allowed:
            return found
        self.wrong(messages.no_choice, name, allowed)
        return allowed[0]

    def number(self, name: str, low: float, high: float) -> float:
        found = self._found.get(name)
        if isinstance(found, int | float) and not isinstance(found, bool) and low <= found <= high:
            return float(found)
        self.wrong(messages.no_number, name, low, high)
        return low

    def whole(self, name: str, low: int, high: int) -> int:
        found = self._found.get(name)
        if isinstance(found, int) and not isinstance(found, bool) and low <= found <= high:
            return found
        self.wrong(messages.no_whole, name, low, high)
        return low

    def wholes(self, name: str, below: int) -> tuple[int, ...]:
        found = self._found.get(name)
        if isinstance(found, list) and all(type(one) is int and 0 <= one < below for one in found):
            return tuple(found)
        self.wrong(messages.no_wholes, name, below)
        return ()

    def objects(self, name: str) -> list[Fields]:
        found = self._found.get(name)
        if isinstance(found, list) and all(isinstance(one, dict) for one in found):
            return [Fields(one, self._name, self._line, self.problems) for one in found]
        self.wrong(messages.no_objects, name)
        return []


def written(kind: str, head: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> str:
    """A file of that kind, the same for the same contents."""
    lines = [{"bleuscope": kind, "version": VERSION, **head}, *rows]
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def kind_of(file: File) -> str:
    """What kind of file it says it is, or ''."""
    try:
        head = json.loads(file.data[:LONGEST_LINE].partition(b"\n")[0])
    except (ValueError, RecursionError):
        return ""
    kind = head.get("bleuscope") if isinstance(head, dict) else ""
    return kind if isinstance(kind, str) else ""


def read(file: File, kind: str, what: str) -> tuple[Fields, list[Fields]]:
    """The first line of a file of that kind, and the others.

    Parameters
    ----------
    file : File
    kind : str
        As it stands in the file.
    what : str
        What the file is to be, in a sentence: "the plan of a session".

    Raises
    ------
    ReadError
        Where a line is no object, or the first one says something else.
    """
    problems: list[Message] = []
    found: list[Fields] = []
    for number, line in enumerate(io.BytesIO(file.data.removeprefix(b"\xef\xbb\xbf")), 1):
        if number > MOST_LINES:
            raise ReadError([messages.too_many_lines(file.name, MOST_LINES)])
        if not line.isspace():
            parsed = _parsed(line, file.name, number, problems)
            if not found and not problems and parsed.get("bleuscope") != kind:
                raise ReadError([messages.other_file(file.name, what)])
            found.append(Fields(parsed, file.name, number, problems))
    if not found:
        raise ReadError([messages.empty_file(file.name, what)])
    refuse(problems)
    if not found[0].has("version") or found[0].whole("version", 1, VERSION) != VERSION:
        raise ReadError([messages.other_version(file.name)])
    return found[0], found[1:]


def refuse(problems: list[Message]) -> None:
    """Raise ReadError with the first of the problems, if there is any, and how many more."""
    if problems:
        more = len(problems) - MOST_TOLD
        told = [messages.more_problems(more, len(problems) >= MOST_FOUND)] if more > 0 else []
        raise ReadError([*problems[:MOST_TOLD], *told])


def is_text(text: str) -> bool:
    """Whether it can be written as UTF-8: JSON may spell half a surrogate pair."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _found(problems: list[Message], problem: Message) -> None:
    problems.append(problem)
    if len(problems) >= MOST_FOUND:
        refuse(problems)


def _parsed(line: bytes, name: str, number: int, problems: list[Message]) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        _found(problems, messages.line_long(name, number, LONGEST_LINE))
        return {}
    try:
        found = _DECODER.decode(line.decode())
    except RecursionError:
        _found(problems, messages.line_nested(name, number))
    except ValueError as error:  # no JSON, no UTF-8, a key twice, a number of too many digits
        _found(problems, messages.line_unreadable(name, number, text_of(error)))
    else:
        if isinstance(found, dict):
            return found
        _found(problems, messages.line_no_object(name, number))
    return {}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError(messages.key_twice())
    return made


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(messages.number_unusable(text))
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number, parse_constant=_number)
