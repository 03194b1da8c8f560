"""Answers of blind sessions, each saved by itself; unblinding, and decisions after it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from bleu_core.common.numerals import counted
from bleu_core.messages import session as messages
from bleu_core.people.sessions import answering
from bleu_core.people.sessions.answering import as_texts, from_texts
from bleu_core.people.sessions.task import Answer, Task
from bleu_core.workspace.checksums import Row, valid_rows
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.saying import Conflict
from bleu_core.workspace.sessions import add_line, row_of, task_of

# Kinds of rows that are not answers: the present item of an annotator, and a decision after
# unblinding (see `save_decision`).
_PLACE = "place"
SETTLED = "settled"


@dataclass(frozen=True)
class Laid:
    """The result of importing a file of answers.

    Attributes
    ----------
    new : int
        Answers that were added, in whole or in part.
    same : int
        Answers that were there already.
    stays : list of (annotator, item)
        Items with another answer, which stays.
    """

    new: int
    same: int
    stays: list[tuple[str, int]]


def say_answer(
    workspace: Workspace,
    session: str,
    annotator: str,
    item: int,
    kind: str,
    side: str,
    text: str,
    seen: str,
) -> None:
    """Save one part of an answer, '' to delete it, unless another window has changed it.

    Saving the same text again changes nothing. An answer deletes the note that the item was
    skipped.

    Parameters
    ----------
    session, annotator : str
    item : int
        Its number in the plan.
    kind, side, text : str
        See `people.sessions.answering`.
    seen : str
        The former text, as the writer's window shows it.

    Raises
    ------
    Conflict
        If there is another text by now.
    Gone
        If the session was deleted.
    ValueError
        For an invalid text, an unknown annotator, or a session that was unblinded.
    """
    with workspace.writing() as connection:
        task = _open_task(connection, session)
        answering.check(task, annotator, item, kind, side, text)
        text, seen = _canonical(kind, text), _canonical(kind, seen)
        which = "WHERE session = ? AND annotator = ? AND item = ? AND kind = ? AND side = ?"
        rows = valid_rows(connection, "answers", which, (session, annotator, item, kind, side))
        there = rows[0]["value"] if rows else ""
        if there not in (seen, text):
            raise Conflict(there)
        if there == text:
            return
        if not _has_begun(connection, session, annotator):
            add_line(connection, session, annotator, "begun")
        _put_answer(connection, session, annotator, item, kind, side, text)
        if text and kind in task.asks:
            _put_answer(connection, session, annotator, item, "skipped", "", "")


def answers(workspace: Workspace, session: str, annotator: str | None = None) -> list[Answer]:
    """Return the answers of a session, of one annotator or all, by annotator and item.

    Raises
    ------
    Gone
        If the session was deleted.
    """
    with workspace.reading() as connection:
        row_of(connection, session)
        return answers_of(connection, session, annotator)


def lay_answers(
    workspace: Workspace, session: str, file: str, found: Sequence[Answer], who: str = ""
) -> Laid:
    """Import the answers of a file; existing answers stay.

    Raises
    ------
    Gone, ValueError
        As `save_answer`; nothing was written.
    """
    new = same = 0
    stays = []
    with workspace.writing() as connection:
        task = _open_task(connection, session)
        there = {(a.annotator, a.item): as_texts(a) for a in answers_of(connection, session)}
        for answer in found:
            key = answer.annotator, answer.item
            texts, before = as_texts(answer), there.get(key, {})
            for (kind, side), text in texts.items():
                answering.check(task, *key, kind, side, text)
            if before == texts:
                same += 1
            elif not before.items() <= texts.items():
                stays.append(key)
            else:
                new += 1
                for (kind, side), text in texts.items() - before.items():
                    _put_answer(connection, session, *key, kind, side, text, file, answer.changed)
        if new:
            add_line(connection, session, who, f"{counted(new, 'answer')} imported from {file}")
    return Laid(new, same, stays)


def stand_at(workspace: Workspace, session: str, annotator: str, item: int) -> None:
    """Save the item that an annotator sees."""
    with workspace.writing() as connection:
        task = task_of(row_of(connection, session)["task"])
        answering.check(task, annotator, item, "seconds", "", "")
        _put_answer(connection, session, annotator, -1, _PLACE, "", str(item))


def stands_at(workspace: Workspace, session: str, annotator: str) -> int | None:
    """Return the item that an annotator saw last, by its number in the plan."""
    with workspace.reading() as connection:
        rows = _answer_rows(connection, session, annotator, _PLACE)
    return int(rows[0]["value"]) if rows else None


def answers_of(connection: Connection, session: str, annotator: str | None = None) -> list[Answer]:
    """Return the answers of a session, of one annotator or all, by annotator and item."""
    texts: dict[tuple[str, int], dict[tuple[str, str], str]] = {}
    changed: dict[tuple[str, int], float] = {}
    for row in _answer_rows(connection, session, annotator):
        key = row["annotator"], row["item"]
        texts.setdefault(key, {})[row["kind"], row["side"]] = row["value"]
        changed[key] = max(row["changed"], changed.get(key, 0))
    return [
        from_texts(item, annotator, parts, changed[annotator, item])
        for (annotator, item), parts in texts.items()
    ]


def _open_task(connection: Connection, session: str) -> Task:
    """Return the task of a session that is not unblinded yet."""
    row = row_of(connection, session)
    if row["unblinded"] is not None:
        raise ValueError(messages.unblinded(row["unblinded"]))
    return task_of(row["task"])


def _put_answer(
    connection: Connection,
    session: str,
    annotator: str,
    item: int,
    kind: str,
    side: str,
    text: str,
    file: str = "",
    changed: float = 0,
) -> None:
    key = {"session": session, "annotator": annotator, "item": item, "kind": kind, "side": side}
    connection.execute(
        "DELETE FROM answers WHERE session = :session AND annotator = :annotator "
        "AND item = :item AND kind = :kind AND side = :side",
        key,
    )
    if text:
        row = {**key, "value": text, "changed": changed or time.time(), "file": file}
        connection.insert("answers", row)


def _answer_rows(
    connection: Connection, session: str, annotator: str | None = None, kind: str = ""
) -> list[Row]:
    """Return the rows of answers, or of another kind."""
    which = "kind = ?" if kind else f"kind NOT IN ('{_PLACE}', '{SETTLED}')"
    values: list[str] = [session, *([kind] if kind else [])]
    if annotator is not None:
        which += " AND annotator = ?"
        values.append(annotator)
    query = f"WHERE session = ? AND {which} ORDER BY annotator, item"
    return valid_rows(connection, "answers", query, values)


def _has_begun(connection: Connection, session: str, annotator: str) -> bool:
    which = f"session = ? AND annotator = ? AND kind != '{_PLACE}'"
    cursor = connection.execute(
        f"SELECT EXISTS (SELECT 1 FROM answers WHERE {which})", (session, annotator)
    )
    return bool(cursor.fetchone()[0])


def _canonical(kind: str, text: str) -> str:
    """Normalize a text, so that equal marks and numbers have equal texts."""
    if not text:
        return ""
    try:
        if kind == "spans":
            return answering.written_marks(answering.read_marks(text))
        if kind in ("score", "seconds"):
            return answering.written_number(float(text))
    except ValueError:
        return text  # the former text may be anything
    return text
