"""Copies of the workspace's file in a folder beside it, of which the last five stay."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from bleu_core.messages import workspace as messages
from bleu_core.workspace import checking, texts
from bleu_core.workspace.errors import WorkspaceError, told
from bleu_core.workspace.seals import Connection

FOLDER = "backups"
KEPT = 5
_FORM = "workspace-%Y-%m-%d-%H%M%S.sqlite"
# A copy that a kill left half made is cleared away after so many seconds.
_STALE = 3_600


@dataclass(frozen=True, order=True)
class Backup:
    """A copy of a workspace, in which nothing was damaged when it was made."""

    made: datetime
    path: Path


def listed(folder: Path) -> list[Backup]:
    """The backups of the workspace in a folder, the last one first."""
    found = []
    for path in (folder / FOLDER).glob("workspace-*.sqlite"):
        try:
            found.append(Backup(datetime.strptime(path.name, _FORM), path))
        except ValueError:
            continue  # somebody else's
    return sorted(found, reverse=True)


def make(file: Path) -> Path:
    """Back a workspace's file up while others go on with it; answer where the copy is.

    Raises
    ------
    WorkspaceError
        If anything in it is damaged: it takes no good backup's place.
    """
    folder = file.parent / FOLDER
    with told(folder, 0):
        folder.mkdir(exist_ok=True, mode=0o700)
        part = new_file(folder / f".{uuid4().hex}.part")
        try:
            copy(file, part)
            with closing(opened(part)) as connection:
                wrong = checking.everything(connection)
            if wrong:
                raise WorkspaceError(messages.no_backup(str(file), wrong))
            made = folder / datetime.now().strftime(_FORM)
            part.replace(made)
        finally:
            part.unlink(missing_ok=True)
        _forget_deleted(file, made)
        for old in listed(file.parent)[KEPT:]:
            old.path.unlink(missing_ok=True)
        for left in folder.glob(".*.part"):
            with suppress(FileNotFoundError):  # another one that was made meanwhile
                if left.stat().st_mtime < time.time() - _STALE:
                    left.unlink()
    return made


def is_due(folder: Path) -> bool:
    """Whether no backup was made today."""
    return not any(one.made.date() == datetime.now().date() for one in listed(folder))


def forget(folder: Path, digest: str) -> None:
    """Delete a comparison from the backups too.

    Raises
    ------
    WorkspaceError
        If one of them still has it.
    """
    for backup in listed(folder):
        with told(backup.path, 0):
            _delete(backup.path, [digest])


def copy(source: Path, target: Path) -> None:
    """Copy a database with what is in its log, as one file that needs none."""
    with closing(opened(source)) as old, closing(opened(target)) as new:
        new.sync()
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")


def opened(path: Path) -> Connection:
    """A connection to a file that is there."""
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=rw",
        isolation_level=None,
        factory=Connection,
        uri=True,
        timeout=30,
    )


def new_file(path: Path) -> Path:
    """An empty file that is the user's alone from its first moment on."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    return path


def _forget_deleted(file: Path, backup: Path) -> None:
    """Delete from a backup what was deleted while it was made."""
    every = "SELECT digest FROM comparisons"
    with closing(opened(file)) as now, closing(opened(backup)) as then:
        gone = set(then.execute(every)) - set(now.execute(every))
    _delete(backup, [digest for (digest,) in gone])


def _delete(file: Path, digests: list[str]) -> None:
    with closing(opened(file)) as connection:
        connection.sync()
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA secure_delete = ON")
        deleted = [digest for digest in digests if texts.delete(connection, digest)]
        if deleted:
            connection.execute("VACUUM")
