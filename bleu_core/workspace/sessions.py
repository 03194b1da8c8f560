"""Blind sessions: their plans and tasks.

A session that was created here has its plan and its comparison. For a session of somebody else,
only the task is saved, which belongs to no comparison. `answers` has the answers.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from bleu_core.messages import Message
from bleu_core.messages import session as messages
from bleu_core.people.sessions import session_files
from bleu_core.people.sessions.plan import SessionPlan, plan_from_json, plan_to_json
from bleu_core.people.sessions.task import BlindTask
from bleu_core.readers import File, ReadError
from bleu_core.text.evalset import InputError
from bleu_core.workspace.comparisons import size_of
from bleu_core.workspace.connection import Connection, Gone, Row, WorkspaceError
from bleu_core.workspace.database import Workspace


@dataclass(frozen=True)
class Session:
    """A blind session."""

    id: str  # the digest of its plan
    plan: SessionPlan | None  # None if only its task was imported
    task: BlindTask
    made: float  # when it was made or imported here, in seconds since 1970
    unblinded: float | None  # when its maker was shown which system is which


def save_session(workspace: Workspace, plan: SessionPlan, task: BlindTask) -> None:
    """Save a plan and its task; an existing session keeps its answers.

    InputError for a task that exceeds the limits of its file.
    """
    with workspace.writing() as db:
        size_of(db, plan.test_set)
        if _session_row(db, task.session) is None:
            _insert(db, plan.test_set, plan_to_json(plan), task)


def save_task(workspace: Workspace, task: BlindTask) -> bool:
    """Save an imported task; return False if the session is already here."""
    with workspace.writing() as db:
        if _session_row(db, task.session) is not None:
            return False
        _insert(db, None, "", task)
    return True


def load_sessions(workspace: Workspace, digest: str | None = None) -> list[Session]:
    """Return the readable sessions of a comparison, or all, the newest first."""
    return [one for one in _read_sessions(workspace, digest) if isinstance(one, Session)]


def session_problems(workspace: Workspace, digest: str | None = None) -> list[Message]:
    """Return which sessions of a comparison, or of all, cannot be read, and why."""
    found = _read_sessions(workspace, digest)
    return [one.args[0] for one in found if isinstance(one, WorkspaceError)]


def _read_sessions(workspace: Workspace, digest: str | None) -> Iterator[Session | WorkspaceError]:
    which = "WHERE ? IS NULL OR comparison = ? ORDER BY made DESC, rowid DESC"
    with workspace.reading() as db:
        for (session,) in db.execute(f"SELECT id FROM sessions {which}", (digest, digest)):
            try:
                with session_errors(workspace, session):
                    yield session_of(row_of(db, session))
            except WorkspaceError as error:
                yield error


def find_session(workspace: Workspace, session: str) -> Session | None:
    """Return a session by its id, or None; WorkspaceError if it cannot be read."""
    with workspace.reading() as db, session_errors(workspace, session):
        row = _session_row(db, session)
        return session_of(row) if row else None


@contextmanager
def session_errors(workspace: Workspace, session: str) -> Iterator[None]:
    """Raise errors in reading what was saved of a session as a WorkspaceError that names it."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        reason = error.problems[0] if isinstance(error, InputError) else str(error)
        path = str(workspace.path)
        raise WorkspaceError(messages.unreadable(session, path, reason)) from error


def delete_session(workspace: Workspace, session: str) -> None:
    """Delete a session with its answers, if it is still there."""
    workspace.delete("sessions", "id", session)


def _session_row(db: Connection, session: str) -> Row | None:
    """Return the row of a session, or None."""
    return next(iter(db.rows("sessions", "WHERE id = ?", session)), None)


def row_of(db: Connection, session: str) -> Row:
    """Return the row of a session; raise `Gone` if there is none."""
    row = _session_row(db, session)
    if row is None:
        raise Gone
    return row


# Tasks never change, and each answer is checked against one.
@functools.lru_cache(maxsize=32)
def task_of(text: str) -> BlindTask:
    return session_files.read_task(File("", text.encode()))


@functools.lru_cache(maxsize=32)
def _plan_of(text: str) -> SessionPlan:
    return plan_from_json(text)


def session_of(row: Row) -> Session:
    plan = _plan_of(row["plan"]) if row["plan"] else None
    return Session(row["id"], plan, task_of(row["task"]), row["made"], row["unblinded"])


def _insert(db: Connection, comparison: str | None, plan: str, task: BlindTask) -> None:
    text = session_files.write_task(task)
    try:
        task_of(text)  # what is saved can be read again
    except ReadError as error:
        raise InputError([messages.too_large(error.problems[0])]) from error
    row = {"id": task.session, "comparison": comparison, "plan": plan, "made": time.time()}
    db.insert("sessions", {**row, "task": text})
