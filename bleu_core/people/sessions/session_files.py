"""Files of a blind session, out and back: the task for an annotator elsewhere, and answers.

They are JSON Lines: a header, then one object per line. Files are untrusted: the length of lines is
limited, and each field is read as its type. Reading stops at the first line that is wrong.
"""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from bleu_core.common import ipc
from bleu_core.common.formatting import format_count, join_words
from bleu_core.messages import session as messages
from bleu_core.messages import text_of
from bleu_core.people.sessions.item_answers import answer_from, answer_to_fields
from bleu_core.people.sessions.plan import ASKS
from bleu_core.people.sessions.task import BlindItem, BlindTask, ItemAnswer
from bleu_core.readers import File, ReadError
from bleu_core.readers.values import between, is_number, is_table, is_text, is_whole, list_of

TASK_KIND = "task of a blind session"
ANSWERS_KIND = "answers to a blind session"
VERSION = 1
DIGEST = re.compile("[0-9a-f]{64}")
LONGEST_NAME, LONGEST_TEXT = 200, 200_000
# Bytes of a line; its objects may take twenty times as much memory.
LONGEST_LINE = 4_000_000
# Lines of a file; a browser holds all items of a session at once.
MOST_LINES = {TASK_KIND: 2_001, ANSWERS_KIND: 200_001}
LAST_MOMENT = 1e11


@dataclass(frozen=True)
class Line:
    """An object of a line; ReadError for a field that is not as expected."""

    values: Mapping[str, Any]
    file: str
    number: int

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


# Files are read in a process of their own.
for _class in (BlindItem, BlindTask, Line):
    ipc.register(_class)


def write_task(task: BlindTask) -> str:
    """The task as JSON Lines, one item per line, without the texts that are not shown."""
    head = {
        "session": task.session,
        "name": task.name,
        "ask": task.ask,
        "orders": [{"annotator": name, "items": order} for name, order in task.orders],
    }
    rows = (
        {name: value for name, value in asdict(item).items() if value not in ((), None)}
        for item in task.items
    )
    return _write_lines(TASK_KIND, head, rows)


def read_task(file: File) -> BlindTask:
    """The task in a file; ReadError names the first line that is wrong."""
    head, *rows = read_lines(file, TASK_KIND)
    if not rows:
        raise head.refused(messages.task_empty())
    items = tuple(map(_read_item, rows))
    orders = {}
    each_item = "a list with the number of each item once, from 0"
    objects = head.read("orders", list_of(is_table), "a list of objects")
    for one in (Line(values, head.file, head.number) for values in objects):
        order = one.read("items", list_of(is_whole), each_item)
        if sorted(order) != list(range(len(items))):
            raise one.refused(messages.field_unfit("items", each_item))
        orders[one.text("annotator", LONGEST_NAME)] = tuple(order)
    if not orders or "" in orders or len(orders) < len(objects):
        raise head.refused(messages.task_annotators())
    ask = head.read("ask", lambda value: value in ASKS, join_words(map(repr, ASKS), last="or"))
    name = head.text("name", LONGEST_NAME)
    return BlindTask(head.values["session"], name, ask, items, tuple(orders.items()))


def _read_item(row: Line) -> BlindItem:
    there = {name for name, value in row.values.items() if value is not None}
    lists = [
        tuple(row.read(name, list_of(is_text), "a list of strings")) if name in there else ()
        for name in ("references", "before", "after")
    ]
    source = row.text("source") if "source" in there else None
    return BlindItem(row.text("left"), row.text("right"), source, *lists)


def write_answers(task: BlindTask, answers: Iterable[ItemAnswer]) -> str:
    """Answers as JSON Lines, one per item and annotator."""
    rows = (
        {"item": answer.item, "annotator": answer.annotator}
        | answer_to_fields(answer)
        | {"changed": answer.changed}
        for answer in answers
    )
    return _write_lines(ANSWERS_KIND, {"session": task.session, "name": task.name}, rows)


def read_answer_lines(file: File) -> list[Line]:
    """The lines of a file of answers, for `read_answers`; no field has a list or an object."""

    def flat(values: Mapping[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in values.items() if not isinstance(value, list | dict)}

    lines = read_lines(file, ANSWERS_KIND)
    return [replace(line, values=flat(line.values)) for line in lines]


def read_answers(lines: Sequence[Line], task: BlindTask) -> list[ItemAnswer]:
    """The answers in the lines of a file to a task; ReadError names the first wrong line."""
    answers: dict[tuple[str, int], ItemAnswer] = {}
    for row in lines[1:]:
        last = len(task.items) - 1
        item = row.read("item", between(0, last, is_whole), f"a whole number from 0 to {last}")
        annotator, changed = row.text("annotator", LONGEST_NAME), time.time()
        if row.values.get("changed") is not None:
            fits = between(0, LAST_MOMENT, is_number)
            changed = min(changed, row.read("changed", fits, "a time in seconds since 1970"))
        try:
            answer = answer_from(task, annotator, item, row.values, changed)
        except ValueError as error:
            raise row.refused(error.args[0]) from None
        if (annotator, item) in answers:
            raise row.refused(messages.answered_twice())
        answers[annotator, item] = answer
    return list(answers.values())


def kind_of(file: File) -> str:
    """The kind in a file's header; '' for none."""
    try:
        head = json.loads(file.data[:LONGEST_LINE].partition(b"\n")[0])
    except (ValueError, RecursionError):
        return ""
    kind = head.get("bleuscope") if isinstance(head, dict) else ""
    return kind if isinstance(kind, str) else ""


def read_lines(file: File, kind: str) -> list[Line]:
    """The header of a file of a kind, which names a session, and its other lines."""
    lines: list[Line] = []
    for number, data in enumerate(io.BytesIO(file.data.removeprefix(b"\xef\xbb\xbf")), 1):
        if number > MOST_LINES[kind]:
            raise ReadError([messages.too_many_lines(file.name, MOST_LINES[kind])])
        if not data.isspace():
            lines.append(_read_line(data, file.name, number))
            if lines[0].values.get("bleuscope") != kind:
                break
    if not lines or lines[0].values.get("bleuscope") != kind:
        raise ReadError([messages.other_file(file.name, kind)])
    newer = f"{VERSION}; if it is higher, the file is from a newer BLEUscope"
    lines[0].read("version", lambda value: is_whole(value) and value == VERSION, newer)
    hexadecimal = "64 hexadecimal digits"
    lines[0].read("session", lambda v: is_text(v) and bool(DIGEST.fullmatch(v)), hexadecimal)
    return lines


def _write_lines(kind: str, head: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> str:
    lines = [{"bleuscope": kind, "version": VERSION, **head}, *rows]
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def _read_line(data: bytes, name: str, number: int) -> Line:
    line = Line({}, name, number)
    if len(data) > LONGEST_LINE:
        raise line.refused(messages.line_long(LONGEST_LINE))
    try:
        values = json.loads(data.decode())
    # No JSON, no UTF-8, a number of too many digits, or too many brackets.
    except (ValueError, RecursionError) as error:
        raise line.refused(messages.line_unreadable(text_of(error))) from None
    if not isinstance(values, dict):
        raise line.refused(messages.line_no_object())
    return Line(values, name, number)
