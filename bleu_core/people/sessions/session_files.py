"""Files of a blind session, out and back: the task for an annotator elsewhere, and answers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import asdict

from bleu_core.common import ipc
from bleu_core.messages import session as messages
from bleu_core.people.sessions import item_answers
from bleu_core.people.sessions.json_lines import Line, read_json_lines, write_json_lines
from bleu_core.people.sessions.plan import ASKS
from bleu_core.people.sessions.task import BlindItem, BlindTask, ItemAnswer
from bleu_core.readers import File, ReadError
from bleu_core.readers.values import between, is_number, is_table, is_whole, list_of

TASK_KIND = "task of a blind session"
ANSWERS_KIND = "answers to a blind session"
DIGEST = re.compile("[0-9a-f]{64}")
LONGEST_NAME = 200
LAST_MOMENT = 1e11
# Files are read in a process of their own.
for _class in (BlindItem, BlindTask, ItemAnswer):
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
    return write_json_lines(TASK_KIND, head, rows)


def read_task(file: File) -> BlindTask:
    """The task in a file; ReadError names the first line that is wrong."""
    head, rows = read_json_lines(file, TASK_KIND, "a task file")
    session = head.text("session", 64)
    if not DIGEST.fullmatch(session):
        raise head.refused(messages.field_unfit("session", "64 hexadecimal digits"))
    if not rows:
        raise head.refused(messages.task_empty())
    items = tuple(
        BlindItem(
            row.text("left"),
            row.text("right"),
            row.text("source") if row.has("source") else None,
            *(row.texts(name) for name in ("references", "before", "after")),
        )
        for row in rows
    )
    name, ask = head.text("name", LONGEST_NAME), head.one_of("ask", ASKS)
    return BlindTask(session, name, ask, items, _read_orders(head, len(items)))


def _read_orders(head: Line, items: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Each annotator's order of the items."""
    each_item = "a list with the number of each item once, from 0"
    orders = {}
    objects = head.read("orders", list_of(is_table), "a list of objects")
    for one in (Line(values, head.file, head.number) for values in objects):
        name = one.text("annotator", LONGEST_NAME)
        order = one.read("items", list_of(is_whole), each_item)
        if sorted(order) != list(range(items)):
            raise one.refused(messages.field_unfit("items", each_item))
        orders[name] = tuple(order)
    if not orders or "" in orders or len(orders) < len(objects):
        raise head.refused(messages.task_annotators())
    return tuple(orders.items())


def write_answers(task: BlindTask, answers: Iterable[ItemAnswer]) -> str:
    """Answers as JSON Lines, one per item and annotator."""
    rows = (
        {
            "item": answer.item,
            "annotator": answer.annotator,
            **{_name(*place): t for place, t in item_answers.answer_to_texts(answer).items()},
            "changed": answer.changed,
        }
        for answer in answers
    )
    return write_json_lines(ANSWERS_KIND, {"session": task.session, "name": task.name}, rows)


def session_of(file: File) -> str:
    """The id of the session of a file of answers; ReadError for another file."""
    return read_json_lines(file, ANSWERS_KIND, "an answers file")[0].text("session", 64)


def read_answers(file: File, task: BlindTask) -> list[ItemAnswer]:
    """The answers in a file to the items of a task; ReadError names the first wrong line."""
    head, rows = read_json_lines(file, ANSWERS_KIND, "an answers file")
    if head.text("session", 64) != task.session:
        raise ReadError([messages.other_session(file.name, task.name)])
    answers: dict[tuple[str, int], ItemAnswer] = {}
    for row in rows:
        answer = _read_answer(row, task)
        if (answer.annotator, answer.item) in answers:
            raise row.refused(messages.answered_twice())
        answers[answer.annotator, answer.item] = answer
    return list(answers.values())


def read_answers_to(file: File, task: str) -> list[ItemAnswer]:
    """`read_answers` for another process, which gets the task as the text of its file."""
    return read_answers(file, read_task(File("the task", task.encode())))


def _read_answer(row: Line, task: BlindTask) -> ItemAnswer:
    item = row.whole("item", 0, len(task.items) - 1)
    annotator = row.text("annotator", LONGEST_NAME)
    places = [place for place in item_answers.ANSWER_PLACES if row.has(_name(*place))]
    texts = {place: row.text(_name(*place)) for place in places}
    try:
        for place, text in texts.items():
            item_answers.check_answer(task, annotator, item, *place, text)
    except ValueError as error:
        raise row.refused(error.args[0]) from None
    changed = now = time.time()
    if row.has("changed"):
        fits = between(0, LAST_MOMENT, is_number)
        changed = float(row.read("changed", fits, "a time in seconds since 1970"))
    return item_answers.answer_from_texts(item, annotator, texts, min(changed, now))


def _name(kind: str, side: str) -> str:
    return f"{kind} {side}".strip()
