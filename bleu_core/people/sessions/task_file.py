"""A task as a file, for an annotator on another machine, without anything that unblinds."""

from __future__ import annotations

import re
from typing import Any

from bleu_core.messages import session as messages
from bleu_core.people.sessions import json_lines
from bleu_core.people.sessions.json_lines import Fields
from bleu_core.people.sessions.plan import ASKS
from bleu_core.people.sessions.plan_file import LONGEST_NAME
from bleu_core.people.sessions.task import BlindItem, Task
from bleu_core.readers import File

KIND = "task of a blind session"
DIGEST = re.compile("[0-9a-f]{64}")


def written(task: Task) -> str:
    """The task as JSON Lines, one item per line."""
    head = {
        "session": task.session,
        "name": task.name,
        "asks": task.asks,
        "orders": [{"annotator": name, "items": order} for name, order in task.orders],
    }
    return json_lines.written(KIND, head, map(_row, task.items))


def read(file: File) -> Task:
    """The task in a file.

    Raises
    ------
    ReadError
        With all problems, by line.
    """
    head, rows = json_lines.read(file, KIND, "the task of a session")
    session = head.text("session", 64)
    if not DIGEST.fullmatch(session):
        head.wrong(messages.no_digest, "session")
    asks = head.some_of("asks", ASKS, least=1)
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
    task = Task(session, name, asks, tuple(map(_item, rows)), tuple(orders))
    json_lines.refuse(head.problems)
    return task


def _row(item: BlindItem) -> dict[str, Any]:
    everything: dict[str, Any] = {
        "left": item.left,
        "right": item.right,
        "source": item.source,
        "references": item.references,
        "before": item.before,
        "after": item.after,
    }
    return {name: value for name, value in everything.items() if value != () and value is not None}


def _item(row: Fields) -> BlindItem:
    return BlindItem(
        row.text("left"),
        row.text("right"),
        row.text("source") if row.has("source") else None,
        row.texts("references"),
        row.texts("before"),
        row.texts("after"),
    )
