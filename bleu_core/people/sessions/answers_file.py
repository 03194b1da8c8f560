"""Answers as a file, from an annotator on another machine."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from bleu_core.messages import session as messages
from bleu_core.people.sessions import answering, json_lines
from bleu_core.people.sessions.json_lines import Fields
from bleu_core.people.sessions.plan_file import LONGEST_NAME
from bleu_core.people.sessions.task import Answer, Task
from bleu_core.readers import File, ReadError

KIND = "answers to a blind session"


def written(task: Task, answers: Iterable[Answer]) -> str:
    """Answers as JSON Lines, one per item and annotator."""
    return json_lines.written(
        KIND, {"session": task.session, "name": task.name}, map(_row, answers)
    )


def session_of(file: File) -> str:
    """The id of the session of a file of answers.

    Raises
    ------
    ReadError
    """
    return _read(file)[0].text("session", 64)


def read(file: File, task: Task) -> list[Answer]:
    """The answers in a file to the items of a task.

    Raises
    ------
    ReadError
        With all problems, by line.
    """
    head, rows = _read(file)
    if head.text("session", 64) != task.session:
        raise ReadError([messages.other_session(file.name, task.name)])
    answers: dict[tuple[str, int], Answer] = {}
    for row in rows:
        answer = _answer(row, task)
        if (answer.annotator, answer.item) in answers:
            row.wrong(messages.answered_twice)
        answers[answer.annotator, answer.item] = answer
    json_lines.refuse(head.problems)
    return list(answers.values())


def _read(file: File) -> tuple[Fields, list[Fields]]:
    return json_lines.read(file, KIND, "a file of answers to a session")


def _row(answer: Answer) -> dict[str, Any]:
    row: dict[str, Any] = {"item": answer.item, "annotator": answer.annotator}
    for (kind, side), text in answering.as_texts(answer).items():
        row[_name(kind, side)] = text
    return {**row, "changed": answer.changed}


def _answer(row: Fields, task: Task) -> Answer:
    item = row.whole("item", 0, len(task.items) - 1)
    annotator = row.text("annotator", LONGEST_NAME)
    said = {}
    for kind, side in answering.PLACES:
        name = _name(kind, side)
        if not row.has(name):
            continue
        text = row.text(name)
        try:
            answering.check(task, annotator, item, kind, side, text)
        except ValueError as error:
            row.wrong(messages.answer_refused, error.args[0])
        else:
            if text:
                said[kind, side] = text
    changed = row.number("changed", 0, 1e11) if row.has("changed") else time.time()
    return answering.from_texts(item, annotator, said, min(changed, time.time()))


def _name(kind: str, side: str) -> str:
    return f"{kind} {side}".strip()
