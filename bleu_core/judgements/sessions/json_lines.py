"""Files of a session as JSON Lines: what they are in the first line, then one thing a line.

A file is somebody else's: each line is bounded, each field is asked for by its type, and what is
wrong is told by line, all of it at once.
"""

from __future__ import annotations

import io
import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bleu_core.numerals import counted, plain, whole
from bleu_core.readers import File, ReadError
from bleu_core.wording import cut, listed

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


class Fields:
    """An object of a line, asked for its fields; what is wrong with them is added to `problems`."""

    def __init__(self, found: Mapping[str, Any], where: str, problems: list[str]) -> None:
        self._found, self._where, self.problems = found, where, problems

    def wrong(self, sentence: str) -> None:
        _found(self.problems, f"{self._where}: {sentence}")

    def has(self, name: str) -> bool:
        """Whether it is given, and not null."""
        return self._found.get(name) is not None

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        found = self._found.get(name)
        if isinstance(found, str) and len(found) <= most and is_text(found):
            return found
        self.wrong(f"“{name}” is to be a text of at most {counted(most, 'character')}.")
        return ""

    def texts(self, name: str, most: int = LONGEST_TEXT) -> tuple[str, ...]:
        found = self._found.get(name, [])
        if isinstance(found, list) and all(
            isinstance(one, str) and len(one) <= most and is_text(one) for one in found
        ):
            return tuple(found)
        self.wrong(f"“{name}” is to be a list of texts.")
        return ()

    def one_of(self, name: str, allowed: Iterable[str]) -> Any:
        allowed = list(allowed)
        found = self._found.get(name)
        if isinstance(found, str) and found in allowed:
            return found
        self.wrong(f"“{name}” is to be {listed(map(repr, allowed), last='or')}.")
        return allowed[0]

    def number(self, name: str, low: float, high: float) -> float:
        found = self._found.get(name)
        if isinstance(found, int | float) and not isinstance(found, bool) and low <= found <= high:
            return float(found)
        self.wrong(f"“{name}” is to be a number from {plain(low)} to {plain(high)}.")
        return low

    def whole(self, name: str, low: int, high: int) -> int:
        found = self._found.get(name)
        if isinstance(found, int) and not isinstance(found, bool) and low <= found <= high:
            return found
        self.wrong(f"“{name}” is to be a whole number from {low} to {high}.")
        return low

    def wholes(self, name: str, below: int) -> tuple[int, ...]:
        found = self._found.get(name)
        if isinstance(found, list) and all(type(one) is int and 0 <= one < below for one in found):
            return tuple(found)
        self.wrong(f"“{name}” is to be a list of whole numbers below {below}.")
        return ()

    def objects(self, name: str) -> list[Fields]:
        found = self._found.get(name)
        if isinstance(found, list) and all(isinstance(one, dict) for one in found):
            return [Fields(one, self._where, self.problems) for one in found]
        self.wrong(f"“{name}” is to be a list of objects.")
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
    problems: list[str] = []
    found: list[Fields] = []
    for number, line in enumerate(io.BytesIO(file.data.removeprefix(b"\xef\xbb\xbf")), 1):
        where = f"{file.name}, line {whole(number)}"
        if number > MOST_LINES:
            raise ReadError([f"{file.name} has more than {whole(MOST_LINES)} lines."])
        if not line.isspace():
            parsed = _parsed(line, where, problems)
            if not found and not problems and parsed.get("bleuscope") != kind:
                raise ReadError([f"{file.name} is not {what}: its first line does not say so."])
            found.append(Fields(parsed, where, problems))
    if not found:
        raise ReadError([f"{file.name} is empty; it is to be {what}."])
    refuse(problems)
    if not found[0].has("version") or found[0].whole("version", 1, VERSION) != VERSION:
        raise ReadError([
            f"{file.name} is of a version of these files that is not known here. A later "
            "BLEUscope may have written it: update this one."
        ])  # fmt: skip
    return found[0], found[1:]


def refuse(problems: list[str]) -> None:
    """Raise ReadError with the first of the problems, if there is any, and how many more."""
    if problems:
        more = len(problems) - MOST_TOLD
        least = "at least " if len(problems) >= MOST_FOUND else ""
        told = [f"There are {least}{whole(more)} more problems."] if more > 0 else []
        raise ReadError([*problems[:MOST_TOLD], *told])


def checked(check: Callable[[], object], fields: Fields) -> None:
    """Tell of what a check raises as a ValueError."""
    try:
        check()
    except ValueError as error:
        fields.wrong(str(error))


def is_text(text: str) -> bool:
    """Whether it can be written as UTF-8: JSON may spell half a surrogate pair."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def _found(problems: list[str], sentence: str) -> None:
    problems.append(sentence)
    if len(problems) >= MOST_FOUND:
        refuse(problems)


def _parsed(line: bytes, where: str, problems: list[str]) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        _found(problems, f"{where} is longer than {whole(LONGEST_LINE)} bytes.")
        return {}
    try:
        found = _DECODER.decode(line.decode())
    except RecursionError:
        _found(problems, f"{where} is nested too deeply.")
    except ValueError as error:  # no JSON, no UTF-8, a key twice, a number of too many digits
        _found(problems, f"{where} cannot be read: {cut(str(error), 200)}.")
    else:
        if isinstance(found, dict):
            return found
        _found(problems, f"{where} is to be an object, {{…}}.")
    return {}


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a key stands in an object twice")
    return made


def _number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{cut(text)} is no number that can be used")
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_number, parse_constant=_number)
