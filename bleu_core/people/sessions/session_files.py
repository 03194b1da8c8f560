"""Files of a blind session, out and back: the task for an annotator elsewhere, and answers.

They are JSON Lines: a header, then one object per line. Files are untrusted: the length of lines is
limited, and each field is checked (`readers.fields`).
"""

from __future__ import annotations

import io
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, cast

from bleu_core.common import ipc
from bleu_core.messages import session as messages
from bleu_core.messages import text_of, toml
from bleu_core.messages.file import too_many
from bleu_core.people.sessions.item_answers import answer_from, answer_to_fields
from bleu_core.people.sessions.plan import ASKS, Ask
from bleu_core.people.sessions.task import BlindItem, BlindTask, ItemAnswer
from bleu_core.readers import File, ReadError
from bleu_core.readers.fields import FaultLog, Fields, between, is_number, is_text, is_whole

TASK_KIND = "task of a blind session"
ANSWERS_KIND = "answers to a blind session"
VERSION = 1
DIGEST = re.compile("[0-9a-f]{64}")
LONGEST_NAME, LONGEST_TEXT, MOST_TEXTS = 200, 200_000, 1_000
# Bytes of a line; its objects may take twenty times as much memory.
LONGEST_LINE = 4_000_000
# Lines of a file; a browser holds all items of a session at once.
MOST_LINES = {TASK_KIND: 2_001, ANSWERS_KIND: 200_001}
LAST_MOMENT = 1e11


# An object of a file, and the number of its line.
Line = tuple[int, dict[str, Any]]

# Files are read in a process of their own.
for _class in (BlindItem, BlindTask):
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
    """The task in a file; FileFaults has each wrong field, by line."""
    (head, *rows), faults = _fields(read_lines(file, TASK_KIND), file.name)
    if not rows:
        head.fault("items", toml.missing("items"))
    items = tuple(map(_read_item, rows))
    orders = {}
    objects = head.tables("orders", MOST_LINES[TASK_KIND])
    for order in objects:
        numbers = order.numbers("items", 0, max(len(items) - 1, 0))
        if sorted(numbers) != list(range(len(items))):
            order.fault("items", toml.must_be("items", "a list with each item once, from 0"))
        orders[order.text("annotator", LONGEST_NAME)] = numbers
    if not orders or "" in orders or len(orders) < len(objects):
        head.fault("orders", toml.must_be("orders", "a list of annotators, each named once"))
    head.need("name", "ask")
    ask = cast(Ask, head.choice("ask", ASKS))
    name, session = head.text("name", LONGEST_NAME), head.text("session", LONGEST_NAME)
    faults.end()
    return BlindTask(session, name, ask, items, tuple(orders.items()))


def _read_item(row: Fields) -> BlindItem:
    row.need("left", "right")
    lists = [
        row.texts(name, 0, MOST_TEXTS, LONGEST_TEXT) if row.has(name) else ()
        for name in ("references", "before", "after")
    ]
    source = row.text("source", LONGEST_TEXT) if row.has("source") else None
    return BlindItem(
        row.text("left", LONGEST_TEXT), row.text("right", LONGEST_TEXT), source, *lists
    )


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
    return [
        (number, {key: v for key, v in values.items() if not isinstance(v, list | dict)})
        for number, values in read_lines(file, ANSWERS_KIND)
    ]


def read_answers(lines: Sequence[Line], task: BlindTask, file: str = "") -> list[ItemAnswer]:
    """The answers in the lines of a file to a task; FileFaults has each wrong field, by line."""
    (_, *rows), faults = _fields(lines, file)
    answers: dict[tuple[str, int], ItemAnswer] = {}
    for row in rows:
        row.need("item", "annotator")
        item = row.number("item", len(task.items) - 1, 0)
        annotator, changed = row.text("annotator", LONGEST_NAME), time.time()
        if row.has("changed"):
            fits = between(0, LAST_MOMENT, is_number)
            expected = "a time in seconds since 1970"
            changed = min(changed, row.read("changed", fits, expected, changed))
        if item is None:
            continue
        try:
            answer = answer_from(task, annotator, item, dict(row.items()), changed)
        except ValueError as error:
            row.fault("annotator", error.args[0])
            continue
        if (annotator, item) in answers:
            row.fault("item", messages.answered_twice())
        answers[annotator, item] = answer
    faults.end()
    return list(answers.values())


def _fields(lines: Sequence[Line], file: str) -> tuple[list[Fields], FaultLog]:
    faults = FaultLog(file, lines={(number,): number for number, _ in lines})
    return [Fields(values, (number,), faults) for number, values in lines], faults


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
            raise ReadError([too_many(file.name, MOST_LINES[kind], "lines")])
        if not data.isspace():
            lines.append((number, _read_line(data, file.name, number)))
            if lines[0][1].get("bleuscope") != kind:
                break
    if not lines or lines[0][1].get("bleuscope") != kind:
        raise ReadError([messages.other_file(file.name, kind)])
    (head,), faults = _fields(lines[:1], file.name)
    head.need("version", "session")
    newer = f"{VERSION}; if it is higher, the file is from a newer BLEUscope"
    head.read("version", lambda value: is_whole(value) and value == VERSION, newer)
    hexadecimal = "64 hexadecimal digits"
    head.read("session", lambda v: is_text(v) and bool(DIGEST.fullmatch(v)), hexadecimal)
    faults.end()
    return lines


def _write_lines(kind: str, head: Mapping[str, Any], rows: Iterable[Mapping[str, Any]]) -> str:
    lines = [{"bleuscope": kind, "version": VERSION, **head}, *rows]
    return "".join(json.dumps(line, ensure_ascii=False, allow_nan=False) + "\n" for line in lines)


def _read_line(data: bytes, name: str, number: int) -> dict[str, Any]:
    faults = FaultLog(name)
    values: Any = {}
    if len(data) > LONGEST_LINE:
        faults.at(number, toml.too_long("The line", len(data), LONGEST_LINE, "byte"))
    else:
        try:
            values = json.loads(data.decode())
        # No JSON, no UTF-8, a number of too many digits, or too many brackets.
        except (ValueError, RecursionError) as error:
            faults.at(number, messages.line_unreadable(text_of(error)))
    if not isinstance(values, dict):
        faults.at(number, messages.line_unreadable("it must be an object, {…}"))
    faults.end()
    return dict(values)
