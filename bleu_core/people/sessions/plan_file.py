"""Files of session plans as JSON Lines: a header line, then one item per line.

Files are untrusted: the length of lines is limited, each field is read as its type, and all
problems are reported at once, by line.
"""

from __future__ import annotations

import hashlib
import io
import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from bleu_core.messages import Message, text_of
from bleu_core.messages import session as messages
from bleu_core.people.sessions.plan import ASKS, SAMPLINGS, SHOWS, PlanItem, SessionPlan
from bleu_core.readers import File, ReadError
from bleu_core.readers.values import (
    Values,
    between,
    is_number,
    is_table,
    is_text,
    is_whole,
    list_of,
)

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


class Fields(Values):
    """An object of a line; problems of its fields are added to `problems`."""

    def __init__(
        self, values: Mapping[str, Any], name: str, line: int, problems: list[Message]
    ) -> None:
        super().__init__(values)
        self._name, self._line, self.problems = name, line, problems

    def wrong(self, problem: Callable[..., Message], *values: Any) -> None:
        """Add a problem: a message of a file's name, a line, and what else it takes."""
        _add(self.problems, problem(self._name, self._line, *values))

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        text: str = self._read(name, _text_of(most), "", messages.no_text, most, needed=True)
        return text

    def texts(self, name: str, most: int = LONGEST_TEXT) -> tuple[str, ...]:
        return tuple(self._read(name, list_of(_text_of(most)), (), messages.no_texts))

    def one_of(self, name: str, allowed: Iterable[str]) -> Any:
        allowed = list(allowed)

        def fits(value: object) -> bool:
            return isinstance(value, str) and value in allowed

        return self._read(name, fits, allowed[0], messages.no_choice, allowed, needed=True)

    def some_of(self, name: str, allowed: Sequence[str], least: int = 0) -> tuple[Any, ...]:
        """Those that are named, in the order in which they are allowed."""
        named = self.texts(name)
        chosen = tuple(each for each in allowed if each in named)
        if not least <= len(chosen) == len(named):
            self.wrong(messages.no_choices, name, list(allowed))
        return chosen

    def number(self, name: str, low: float, high: float) -> float:
        fits = between(low, high, is_number)
        return float(self._read(name, fits, low, messages.no_number, low, high, needed=True))

    def whole(self, name: str, low: int, high: int) -> int:
        fits = between(low, high, is_whole)
        number: int = self._read(name, fits, low, messages.no_whole, low, high, needed=True)
        return number

    def wholes(self, name: str, below: int) -> tuple[int, ...]:
        fits = list_of(between(0, below - 1, is_whole))
        return tuple(self._read(name, fits, (), messages.no_wholes, below, needed=True))

    def objects(self, name: str) -> list[Fields]:
        objects = self._read(name, list_of(is_table), [], messages.no_objects, needed=True)
        return [Fields(each, self._name, self._line, self.problems) for each in objects]


def _text_of(most: int) -> Callable[[Any], bool]:
    return lambda value: is_text(value) and len(value) <= most


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

    `what` names the expected file in a sentence: "a session plan".
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


PLAN_KIND = "plan of a blind session"
LONGEST_NAME = 200
MOST_SEGMENTS = 1_000_000_000
LAST_SEED = 2**63 - 1
LAST_MOMENT = 1e11


def write_plan(plan: SessionPlan) -> str:
    """The plan as JSON Lines, one item per line."""
    head = asdict(plan)
    items = head.pop("items")
    # Equal plans make equal files.
    head |= {name: float(head[name]) for name in ("repeats", "checks", "made")}
    head |= {"asks": [ask for ask in ASKS if ask in plan.asks]}
    head |= {"shows": [show for show in SHOWS if show in plan.shows]}
    return write_json_lines(PLAN_KIND, head, items)


def plan_digest(plan: SessionPlan) -> str:
    """SHA-256 of a plan's contents: the id of its session."""
    return hashlib.sha256(write_plan(plan).encode()).hexdigest()


def read_plan(file: File) -> SessionPlan:
    """The plan in a file; ReadError has all problems, by line."""
    head, rows = read_json_lines(file, PLAN_KIND, "a session plan")
    systems = head.texts("systems", LONGEST_NAME)
    if len(set(systems)) < max(2, len(systems)):
        head.wrong(messages.plan_systems)
    annotators = head.texts("annotators", LONGEST_NAME)
    if not annotators or not all(annotators) or len(set(annotators)) < len(annotators):
        head.wrong(messages.plan_annotators)
    items = tuple(_read_plan_item(row, systems, len(rows)) for row in rows)
    for row, item in zip(rows, items, strict=True):
        if item.kind == "repeat" and items[item.of].kind != "judged":
            row.wrong(messages.plan_repeat)
    if not any(item.kind == "judged" for item in items):
        head.wrong(messages.plan_unjudged)
    plan = SessionPlan(
        name=head.text("name", LONGEST_NAME),
        test_set=head.text("test_set", 64),
        systems=systems,
        sampling=head.one_of("sampling", SAMPLINGS),
        by=head.text("by", 10_000),
        seed=head.whole("seed", 0, LAST_SEED),
        repeats=head.number("repeats", 0, 1),
        checks=head.number("checks", 0, 1),
        annotators=annotators,
        asks=head.some_of("asks", ASKS, least=1),
        shows=head.some_of("shows", SHOWS),
        made_by=head.text("made_by", LONGEST_NAME),
        made=head.number("made", 0, LAST_MOMENT),
        items=items,
    )
    refuse(head.problems)
    return plan


def _read_plan_item(row: Fields, systems: tuple[str, ...], number: int) -> PlanItem:
    segment = row.whole("segment", 0, MOST_SEGMENTS)
    kind = row.one_of("kind", ("judged", "repeat", "check"))
    if kind == "check":
        return PlanItem(segment, "", "", "check", damaged=row.one_of("damaged", ("left", "right")))
    left, right = (row.one_of(place, systems or ("",)) for place in ("left", "right"))
    if left == right:
        row.wrong(messages.plan_same_systems)
    of = row.whole("of", 0, number - 1) if kind == "repeat" else -1
    return PlanItem(segment, left, right, kind, of)
