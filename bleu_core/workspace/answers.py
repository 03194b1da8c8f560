"""Answers of blind sessions, each saved when it is given, and unblinding."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from typing import Any

from bleu_core.messages import session as messages
from bleu_core.people.sessions.item_answers import answer_from, answer_to_fields
from bleu_core.people.sessions.task import BlindTask, ItemAnswer, is_done
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.sessions import row_of, session_errors, session_of, task_of


def save_answer(
    workspace: Workspace, session: str, annotator: str, item: int, fields: Mapping[str, Any]
) -> None:
    """Save an answer, as `people.sessions.item_answers` reads it; the last write wins."""
    with workspace.writing() as db:
        task = _open_task(workspace, db, session)
        answer = answer_from(task, annotator, item, fields, time.time())
        _put_answer(db, session, answer)


def load_answers(
    workspace: Workspace, session: str, annotator: str | None = None
) -> list[ItemAnswer]:
    """Return the answers of a session, of one annotator or all, by annotator and item."""
    with workspace.reading() as db:
        return _answers_of(workspace, db, session, annotator)


def import_answers(
    workspace: Workspace, session: str, found: Sequence[ItemAnswer]
) -> tuple[int, int, list[tuple[str, int]]]:
    """Import answers that were read from a file; errors are those of `save_answer`.

    Returned: how many are new; how many were here already; and the (annotator, item) of those
    that differ from finished ones here, which stay.
    """
    new, same, stays = 0, 0, []
    with workspace.writing() as db:
        task = _open_task(workspace, db, session)
        there = {(a.annotator, a.item): a for a in _answers_of(workspace, db, session)}
        for answer in found:
            key = answer.annotator, answer.item
            fields = answer_to_fields(answer_from(task, *key, answer_to_fields(answer), 0))
            ours = answer_to_fields(there[key]) if key in there else {}
            if fields and fields == ours:
                same += 1
            elif fields and key in there and is_done(there[key], task.ask):
                stays.append(key)
            elif fields:
                new += 1
                _put_answer(db, session, answer)
    return new, same, stays


def unblind(workspace: Workspace, session: str, who: str) -> None:
    """Save that the maker of a session is shown which system is which; it takes no more answers."""
    with workspace.writing() as db:
        row = row_of(db, session)
        with session_errors(workspace, session):
            plan = session_of(row).plan
        if plan is None or plan.made_by != who:
            raise ValueError(messages.not_maker())
        if row["unblinded"] is None:
            db.execute("UPDATE sessions SET unblinded = ? WHERE id = ?", (time.time(), session))


def _answers_of(
    workspace: Workspace, db: Connection, session: str, annotator: str | None = None
) -> list[ItemAnswer]:
    which = "WHERE session = ? AND (? IS NULL OR annotator = ?) ORDER BY annotator, item"
    with session_errors(workspace, session):
        task = task_of(row_of(db, session)["task"])
        return [
            answer_from(
                task, row["annotator"], row["item"], json.loads(row["answer"]), row["changed"]
            )
            for row in db.rows("answers", which, session, annotator, annotator)
        ]


def _open_task(workspace: Workspace, db: Connection, session: str) -> BlindTask:
    """Return the task of a session that is not unblinded yet."""
    with session_errors(workspace, session):
        row = row_of(db, session)
        task = task_of(row["task"])
    if row["unblinded"] is not None:
        raise ValueError(messages.unblinded(row["unblinded"]))
    return task


def _put_answer(db: Connection, session: str, answer: ItemAnswer) -> None:
    which = {"session": session, "annotator": answer.annotator, "item": answer.item}
    where = "session = ? AND annotator = ? AND item = ?"
    db.execute(f"DELETE FROM answers WHERE {where}", tuple(which.values()))
    if fields := answer_to_fields(answer):
        row = {"answer": json.dumps(fields), "changed": answer.changed}
        db.insert("answers", {**which, **row})
