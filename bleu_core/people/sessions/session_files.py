"""Files of a blind session, out and back: the task for an annotator elsewhere, and answers."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from bleu_core.common import ipc
from bleu_core.messages import session as messages
from bleu_core.people.sessions import item_answers
from bleu_core.people.sessions.json_lines import Fields, read_json_lines, refuse, write_json_lines
from bleu_core.people.sessions.plan import ASKS
from bleu_core.people.sessions.task import BlindItem, BlindTask, ItemAnswer
from bleu_core.readers import File, ReadError

TASK_KIND = "task of a blind session"
DIGEST = re.compile("[0-9a-f]{64}")
LONGEST_NAME = 200
# Files are read in a process of their own.
for _class in (BlindItem, BlindTask, ItemAnswer):
    ipc.register(_class)


def write_task(task: BlindTask) -> str:
    """The task as JSON Lines, one item per line."""
    head = {
        "session": task.session,
        "name": task.name,
        "ask": task.ask,
        "orders": [{"annotator": name, "items": order} for name, order in task.orders],
    }
    return write_json_lines(TASK_KIND, head, map(_task_row, task.items))


def read_task(file: File) -> BlindTask:
    """The task in a file; ReadError has all problems, by line."""
    head, rows = read_json_lines(file, TASK_KIND, "a task file")
    session = head.text("session", 64)
    if not DIGEST.fullmatch(session):
        head.wrong(messages.field_unfit, "session", "64 hexadecimal digits")
    ask = head.one_of("ask", ASKS)
    orders = [
        (each.text("annotator", LONGEST_NAME), each.wholes("items", len(rows)))
        for each in head.objects("orders")
    ]
    if any(sorted(order) != list(range(len(rows))) for _, order in orders):
        head.wrong(messages.task_order)
    names = {name for name, _ in orders}
    if not orders or "" in names or len(names) < len(orders):
        head.wrong(messages.task_annotators)
    if not rows:
        head.wrong(messages.task_empty)
    name = head.text("name", LONGEST_NAME)
    task = BlindTask(session, name, ask, tuple(map(_task_item, rows)), tuple(orders))
    refuse(head.problems)
    return task


def _task_row(item: BlindItem) -> dict[str, Any]:
    """An item without the texts that are not shown."""
    return {name: value for name, value in asdict(item).items() if value not in ((), None)}


def _task_item(row: Fields) -> BlindItem:
    references, before, after = (
        row.texts(name) if row.has(name) else () for name in ("references", "before", "after")
    )
    source = row.text("source") if row.has("source") else None
    return BlindItem(row.text("left"), row.text("right"), source, references, before, after)


ANSWERS_KIND = "answers to a blind session"


def write_answers(task: BlindTask, answers: Iterable[ItemAnswer]) -> str:
    """Answers as JSON Lines, one per item and annotator."""
    head = {"session": task.session, "name": task.name}
    return write_json_lines(ANSWERS_KIND, head, map(_answer_row, answers))


def session_of(file: File) -> str:
    """The id of the session of a file of answers; ReadError for another file."""
    return _answer_lines(file)[0].text("session", 64)


def read_answers(file: File, task: BlindTask) -> list[ItemAnswer]:
    """The answers in a file to the items of a task; ReadError has all problems, by line."""
    head, rows = _answer_lines(file)
    if head.text("session", 64) != task.session:
        raise ReadError([messages.other_session(file.name, task.name)])
    answers: dict[tuple[str, int], ItemAnswer] = {}
    for row in rows:
        answer = _answer(row, task)
        if (answer.annotator, answer.item) in answers:
            row.wrong(messages.answered_twice)
        answers[answer.annotator, answer.item] = answer
    refuse(head.problems)
    return list(answers.values())


def read_answers_to(file: File, task: str) -> list[ItemAnswer]:
    """`read_answers` for another process, which gets the task as the text of its file."""
    return read_answers(file, read_task(File("the task", task.encode())))


def _answer_lines(file: File) -> tuple[Fields, list[Fields]]:
    return read_json_lines(file, ANSWERS_KIND, "an answers file")


def _answer_row(answer: ItemAnswer) -> dict[str, Any]:
    texts = item_answers.answer_to_texts(answer)
    named = {_name(kind, side): text for (kind, side), text in texts.items()}
    head = {"item": answer.item, "annotator": answer.annotator}
    return {**head, **named, "changed": answer.changed}


def _answer(row: Fields, task: BlindTask) -> ItemAnswer:
    item = row.whole("item", 0, len(task.items) - 1)
    annotator = row.text("annotator", LONGEST_NAME)
    texts = {}
    for kind, side in item_answers.ANSWER_PLACES:
        name = _name(kind, side)
        if not row.has(name):
            continue
        text = row.text(name)
        try:
            item_answers.check_answer(task, annotator, item, kind, side, text)
        except ValueError as error:
            row.wrong(messages.answer_refused, error.args[0])
        else:
            if text:
                texts[kind, side] = text
    changed = row.time("changed") if row.has("changed") else time.time()
    return item_answers.answer_from_texts(item, annotator, texts, min(changed, time.time()))


def _name(kind: str, side: str) -> str:
    return f"{kind} {side}".strip()
