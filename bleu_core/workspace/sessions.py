"""Blind sessions in the workspace: their plans and tasks, and the log of each.

Where a session was made its plan is kept, with the comparison that it is of; where somebody else
judges, its task alone, which is of no comparison. What is answered stands in `answers`.
"""

from __future__ import annotations

import functools
import time
from dataclasses import dataclass
from typing import NamedTuple

from bleu_core.people.sessions import plan_file, task_file
from bleu_core.people.sessions.plan import Plan
from bleu_core.people.sessions.task import Task
from bleu_core.readers import File
from bleu_core.workspace import checksums
from bleu_core.workspace.checksums import Row
from bleu_core.workspace.connection import Connection
from bleu_core.workspace.database import Gone, Workspace, WorkspaceError
from bleu_core.workspace.saying import size_of


@dataclass(frozen=True)
class Session:
    """A blind session.

    Attributes
    ----------
    id : str
        The digest of its plan.
    plan : Plan or None
        None where only its task was imported.
    task : Task
    made : float
        When it was made or imported here, in seconds since 1970.
    unblinded : float or None
        When whoever made it was shown which system is which.
    """

    id: str
    plan: Plan | None
    task: Task
    made: float
    unblinded: float | None


class Event(NamedTuple):
    """A line of a session's log: when, in seconds since 1970, by whom, and what was done."""

    at: float
    who: str
    what: str


def keep_session(workspace: Workspace, plan: Plan, task: Task) -> None:
    """Keep a plan and its task; what is there already, with its answers, stays.

    Raises
    ------
    Gone
        If the comparison is not kept.
    """
    with workspace.writing() as connection:
        size_of(connection, plan.test_set)
        there = _row(connection, task.session)
        if there is None:
            _insert(connection, plan.test_set, plan_file.written(plan), task)
            add_line(connection, task.session, plan.made_by, "made")
        elif not there["plan"]:
            connection.execute(
                "UPDATE sessions SET comparison = ?, plan = ? WHERE id = ?",
                (plan.test_set, plan_file.written(plan), task.session),
            )
            add_line(connection, task.session, plan.made_by, "plan imported")


def keep_task(workspace: Workspace, task: Task, who: str = "") -> bool:
    """Keep a task that somebody else made; False where the session is here already."""
    with workspace.writing() as connection:
        if _row(connection, task.session) is not None:
            return False
        _insert(connection, None, "", task)
        add_line(connection, task.session, who, "task imported")
    return True


def sessions(workspace: Workspace, digest: str | None = None) -> list[Session]:
    """The sessions of a comparison, or all, the one made last first; damaged ones are left out."""
    which = "" if digest is None else "WHERE comparison = ?"
    values = () if digest is None else (digest,)
    with workspace.reading() as connection:
        rows = checksums.valid_rows(
            connection, "sessions", f"{which} ORDER BY made DESC, rowid DESC", values
        )
    return [session_of(row) for row in rows]


def named_in(workspace: Workspace, name: str) -> int:
    """How many sessions somebody is to judge, or has made, by that name."""
    return sum(
        name in dict(one.task.orders) or (one.plan is not None and one.plan.made_by == name)
        for one in sessions(workspace)
    )


def find_session(workspace: Workspace, session: str) -> Session | None:
    """One session, or None where there is none."""
    with workspace.reading() as connection:
        row = _row(connection, session)
    return session_of(row) if row else None


def log(workspace: Workspace, session: str) -> list[Event]:
    """What was done with a session, in its order."""
    with workspace.reading() as connection:
        rows = checksums.valid_rows(
            connection, "session_log", "WHERE session = ? ORDER BY at, rowid", (session,)
        )
    return [Event(row["at"], row["who"], row["what"]) for row in rows]


def note(workspace: Workspace, session: str, who: str, what: str) -> None:
    """Add a line to the log of a session: that a file of it was exported."""
    with workspace.writing() as connection:
        row_of(connection, session)
        add_line(connection, session, who, what)


def delete_session(workspace: Workspace, session: str) -> None:
    """Delete a session with its answers and log; nothing where it is gone already.

    In the backups it stays until others have taken their places.
    """
    with workspace.writing() as connection:
        connection.execute("DELETE FROM sessions WHERE id = ?", (session,))
    workspace.compact()


def _row(connection: Connection, session: str) -> Row | None:
    """The row of a session, None where there is none.

    Raises
    ------
    WorkspaceError
        If it is damaged.
    """
    found = checksums.checked_rows(connection, "sessions", "WHERE id = ?", (session,))
    if not found:
        return None
    row, holds = found[0]
    if not holds:
        raise WorkspaceError(checksums.row_message(connection, "sessions", row))
    return row


def row_of(connection: Connection, session: str) -> Row:
    """The row of a session; `Gone` where there is none."""
    row = _row(connection, session)
    if row is None:
        raise Gone
    return row


# They never change, and each answer is checked against one.
@functools.lru_cache(maxsize=32)
def task_of(text: str) -> Task:
    """The task that is written so."""
    return task_file.read(File("the task", text.encode()))


def add_line(connection: Connection, session: str, who: str, what: str) -> None:
    """Add a line to the log."""
    connection.execute(
        "INSERT INTO session_log (session, at, who, what) VALUES (?, ?, ?, ?)",
        (session, time.time(), who, what),
    )


def _insert(connection: Connection, comparison: str | None, plan: str, task: Task) -> None:
    connection.execute(
        "INSERT INTO sessions (id, comparison, plan, task, made) VALUES (?, ?, ?, ?, ?)",
        (task.session, comparison, plan, task_file.written(task), time.time()),
    )


def session_of(row: Row) -> Session:
    """The session of a row."""
    plan = _plan(row["plan"]) if row["plan"] else None
    return Session(row["id"], plan, task_of(row["task"]), row["made"], row["unblinded"])


@functools.lru_cache(maxsize=32)
def _plan(text: str) -> Plan:
    return plan_file.read(File("the plan", text.encode()))
