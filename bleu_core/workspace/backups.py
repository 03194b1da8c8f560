"""Backups: the last five copies of the workspace's file, in a folder beside it."""

from __future__ import annotations

import os
import re
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import checksums, texts
from bleu_core.workspace.connection import (
    WorkspaceError,
    has_content,
    is_damage,
    open_file,
    open_to_read,
    workspace_errors,
)

FOLDER = "backups"
KEPT = 5
_FORM = "workspace-%Y-%m-%d-%H%M%S.sqlite"
# A partial copy left by a killed process is deleted after so many seconds.
_STALE = 3_600


@dataclass(frozen=True, order=True)
class Backup:
    """A copy of a workspace; nothing in it was damaged when it was made."""

    made: datetime
    path: Path


def listed(folder: Path) -> list[Backup]:
    """Return the backups of the workspace in a folder, the last one first.

    One with a date in the future, from before the clock was set back, counts as older than others.
    """
    found = []
    for path in (folder / FOLDER).glob("workspace-*.sqlite"):
        try:
            found.append(Backup(datetime.strptime(path.name, _FORM), path))
        except ValueError:
            continue  # not one of ours
    now = datetime.now()
    return sorted(found, key=lambda backup: (backup.made <= now, backup.made), reverse=True)


def problem(backup: Backup) -> Message | None:
    """Return why a backup cannot be restored, as far as SQLite tells; None if it is intact."""
    try:
        with workspace_errors(backup.path, 0), closing(open_to_read(backup.path)) as db:
            empty = None if has_content(backup.path) else messages.is_empty()
            return empty or checksums.structure_damage(db)
    except WorkspaceError as error:
        cause = error.__cause__
        return messages.structure(str(cause)) if is_damage(cause) else error.args[0]


def make(file: Path) -> Path:
    """Back up a file while others work on it; WorkspaceError if it is damaged."""
    folder = file.parent / FOLDER
    with workspace_errors(folder, 0):
        if not file.stat().st_size:
            raise WorkspaceError(messages.damaged(str(file), messages.is_empty()))
        folder.mkdir(exist_ok=True, mode=0o700)
        part = new_file(folder / f".{uuid4().hex}.part")
        try:
            copy(file, part)
            with closing(open_file(part)) as db:
                wrong = checksums.all_damage(db)
            if wrong:
                raise WorkspaceError(messages.no_backup(str(file), wrong))
            made = folder / datetime.now().strftime(_FORM)
            part.replace(made)
        finally:
            part.unlink(missing_ok=True)
        _delete_deleted(file, made)
        for old in listed(file.parent)[KEPT:]:
            old.path.unlink(missing_ok=True)
        remove_stale(folder)
    return made


def remove_stale(folder: Path) -> None:
    """Delete the partial copies that killed processes left in a folder."""
    for left in filter(_is_part, folder.glob(".*.part*")):
        with suppress(FileNotFoundError):  # a copy that was completed meanwhile
            if left.stat().st_mtime < time.time() - _STALE:
                left.unlink()


def _is_part(path: Path) -> bool:
    """Whether a file is one of our partial copies, or a log of one."""
    ours = re.fullmatch(r"\.[0-9a-f]{32}\.part(-journal|-wal|-shm)?", path.name)
    return bool(ours) and path.is_file()


def is_due(folder: Path) -> bool:
    """Whether there is no backup of today."""
    return not any(backup.made.date() == datetime.now().date() for backup in listed(folder))


def forget(folder: Path, digest: str) -> None:
    """Delete a comparison from the backups too."""
    for backup in listed(folder):
        with workspace_errors(backup.path, 0):
            _delete(backup.path, [digest])


def copy(source: Path, target: Path) -> None:
    """Copy a database, including its log, to a single file that needs no log."""
    with closing(open_file(source)) as old, closing(open_file(target)) as new:
        new.configure()
        old.backup(new)
        new.execute("PRAGMA journal_mode = DELETE")


def new_file(path: Path) -> Path:
    """Create an empty file that only its owner can read, from the first moment on."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    return path


def _delete_deleted(file: Path, backup: Path) -> None:
    """Delete from a backup the comparisons that were deleted while it was made."""
    every = "SELECT digest FROM comparisons"
    with closing(open_file(file)) as now, closing(open_file(backup)) as then:
        deleted = set(then.execute(every)) - set(now.execute(every))
    _delete(backup, [digest for (digest,) in deleted])


def _delete(file: Path, digests: list[str]) -> None:
    with closing(open_file(file)) as db:
        db.configure()
        deleted = [digest for digest in digests if texts.delete(db, digest)]
        if deleted:
            db.execute("VACUUM")
