"""What is answered in a blind session, each answer saved by itself, and where each annotator is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from bleu_core.common.numerals import counted
from bleu_core.messages import session as messages
from bleu_core.people.sessions import answering
from bleu_core.people.sessions.answering import as_texts, from_texts
from bleu_core.people.sessions.task import Answer, Task
from bleu_core.workspace import checksums
from bleu_core.workspace.checksums import Row
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.saying import Conflict
from bleu_core.workspace.sessions import add_line, row_of, task_of

# Where an annotator is: kept as what is said of no item.
_PLACE = "place"
# What was decided where annotators differ: see `settled`.
SETTLED = "settled"


@dataclass(frozen=True)
class Laid:
    """What came of a file of answers.

    Attributes
    ----------
    new : int
        Answers that were added, in whole or in part.
    same : int
        Those that were there already.
    stays : list of (annotator, item)
        Those of which something else is there, which stays.
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
    """Write one thing that an annotator says of an item, '' to take it back.

    It is written if what is there is what the writer has seen; sent once more, it
    changes nothing. An answer takes back that the item was skipped.

    Parameters
    ----------
    session, annotator : str
    item : int
        Its number in the plan.
    kind, side, text : str
        As `people.sessions.answering` has them.
    seen : str
        The text before, as the writer's window shows it.

    Raises
    ------
    Conflict
        If something else is there by now.
    Gone
        If the session was deleted.
    ValueError
        For what cannot be said, who is no annotator of the session, and a session that was
        unblinded or given up.
    """
    with workspace.writing() as connection:
        task = _open_task(connection, session)
        answering.check(task, annotator, item, kind, side, text)
        text, seen = _canonical(kind, text), _canonical(kind, seen)
        which = "WHERE session = ? AND annotator = ? AND item = ? AND kind = ? AND side = ?"
        rows = checksums.valid_rows(
            connection, "answers", which, (session, annotator, item, kind, side)
        )
        there = rows[0]["value"] if rows else ""
        if there not in (seen, text):
            raise Conflict(there)
        if there == text:
            return
        if not _has_begun(connection, session, annotator):
            add_line(connection, session, annotator, "begun")
        _put(connection, session, annotator, item, kind, side, text)
        if text and kind in task.asks:
            _put(connection, session, annotator, item, "skipped", "", "")


def answers(workspace: Workspace, session: str, annotator: str | None = None) -> list[Answer]:
    """What is answered in a session, by one annotator or all: by annotator and item.

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
    """Keep what a file of answers says beside what is there: nothing that is there is changed.

    Raises
    ------
    Gone, ValueError
        As `say_answer`; nothing was written.
    """
    new = same = 0
    stays = []
    with workspace.writing() as connection:
        task = _open_task(connection, session)
        there = {(a.annotator, a.item): as_texts(a) for a in answers_of(connection, session)}
        for answer in found:
            said = as_texts(answer)
            for (kind, side), text in said.items():
                answering.check(task, answer.annotator, answer.item, kind, side, text)
            before = there.get((answer.annotator, answer.item), {})
            if before == said:
                same += 1
            elif not before.items() <= said.items():
                stays.append((answer.annotator, answer.item))
            else:
                new += 1
                for (kind, side), text in said.items() - before.items():
                    place = answer.annotator, answer.item, kind, side, text
                    _put(connection, session, *place, file, answer.changed)
        if new:
            add_line(connection, session, who, f"{counted(new, 'answer')} imported from {file}")
    return Laid(new, same, stays)


def stand_at(workspace: Workspace, session: str, annotator: str, item: int) -> None:
    """Note which item an annotator is shown."""
    with workspace.writing() as connection:
        task = task_of(row_of(connection, session)["task"])
        answering.check(task, annotator, item, "seconds", "", "")
        _put(connection, session, annotator, -1, _PLACE, "", str(item))


def stands_at(workspace: Workspace, session: str, annotator: str) -> int | None:
    """The item that an annotator was shown last, by its number in the plan."""
    with workspace.reading() as connection:
        rows = _rows(connection, session, annotator, _PLACE)
    return int(rows[0]["value"]) if rows else None


def _open_task(connection: Connection, session: str) -> Task:
    """The task of a session that is still judged."""
    row = row_of(connection, session)
    if row["unblinded"] is not None:
        raise ValueError(messages.unblinded(row["unblinded"]))
    return task_of(row["task"])


def _put(
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
    place = session, annotator, item, kind, side
    connection.execute(
        "DELETE FROM answers WHERE session = ? AND annotator = ? AND item = ? AND kind = ? "
        "AND side = ?",
        place,
    )
    if text:
        connection.execute(
            "INSERT INTO answers (session, annotator, item, kind, side, value, changed, file) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*place, text, changed or time.time(), file),
        )


def _rows(
    connection: Connection, session: str, annotator: str | None = None, kind: str = ""
) -> list[Row]:
    """What is kept of answers, or of another kind."""
    which = "kind = ?" if kind else f"kind NOT IN ('{_PLACE}', '{SETTLED}')"
    values: list[str] = [session, *([kind] if kind else [])]
    if annotator is not None:
        which += " AND annotator = ?"
        values.append(annotator)
    return checksums.valid_rows(
        connection, "answers", f"WHERE session = ? AND {which} ORDER BY annotator, item", (*values,)
    )


def _has_begun(connection: Connection, session: str, annotator: str) -> bool:
    which = f"session = ? AND annotator = ? AND kind != '{_PLACE}'"
    found = connection.execute(
        f"SELECT EXISTS (SELECT 1 FROM answers WHERE {which})", (session, annotator)
    )
    return bool(found.fetchone()[0])


def answers_of(connection: Connection, session: str, annotator: str | None = None) -> list[Answer]:
    """What is answered in a session, by one annotator or all: by annotator and item."""
    found: dict[tuple[str, int], dict[tuple[str, str], str]] = {}
    changed: dict[tuple[str, int], float] = {}
    for row in _rows(connection, session, annotator):
        of = row["annotator"], row["item"]
        found.setdefault(of, {})[row["kind"], row["side"]] = row["value"]
        changed[of] = max(row["changed"], changed.get(of, 0))
    return [
        from_texts(item, annotator, said, changed[annotator, item])
        for (annotator, item), said in found.items()
    ]


def _canonical(kind: str, text: str) -> str:
    """The same text for what says the same."""
    if not text:
        return ""
    try:
        if kind == "spans":
            return answering.written_marks(answering.read_marks(text))
        if kind in ("score", "seconds"):
            return answering.written_number(float(text))
    except ValueError:
        return text  # what was seen may be anything
    return text
