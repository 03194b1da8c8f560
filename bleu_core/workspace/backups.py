"""Copies of the workspace's file: a backup of each of the last five days, exports, restoring."""

from __future__ import annotations

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from uuid import uuid4

from bleu_core.messages import workspace as messages
from bleu_core.workspace import schema, texts
from bleu_core.workspace.connection import (
    Connection,
    WorkspaceError,
    check,
    damage,
    has_content,
    is_busy,
    is_damage,
    new_file,
    open_file,
    workspace_errors,
)

FOLDER = "backups"
KEPT = 5  # days
_PART = re.compile(r"\.[0-9a-f]{32}\.part(-journal)?")
# A partial copy left by a killed process is deleted after so many seconds.
_STALE = 3_600


def listed(folder: Path) -> list[Path]:
    """Return the backups of the workspace in a folder, the last day's first.

    Those of days to come are last: they were made while the clock was wrong.
    """
    day, today = "[0-9][0-9]", of_today(folder)
    found = (folder / FOLDER).glob(f"workspace-{day}{day}-{day}-{day}.sqlite")
    return sorted(found, key=lambda backup: (backup <= today, backup), reverse=True)


def of_today(folder: Path) -> Path:
    """Return the path of today's backup, whether it was made or not."""
    return folder / FOLDER / f"workspace-{datetime.now():%Y-%m-%d}.sqlite"


def make(file: Path) -> Path:
    """Make today's backup of a file, while others work on it; WorkspaceError if it is damaged."""
    made = of_today(file.parent)
    with workspace_errors(made.parent):
        made.parent.mkdir(exist_ok=True, mode=0o700)
        for left in made.parent.glob(".*.part*"):  # of killed processes
            with suppress(FileNotFoundError):  # a copy that was completed meanwhile
                if _PART.fullmatch(left.name) and left.stat().st_mtime < time.time() - _STALE:
                    left.unlink()
        with _checked_copy(file, made.parent) as part:
            part.replace(made)
        for old in listed(file.parent)[KEPT:]:
            old.unlink(missing_ok=True)
    return made


def export(file: Path, target: Path) -> None:
    """Write one state of a file to a new one, while others work on it."""
    if target.exists():
        raise WorkspaceError(messages.file_exists(str(target)))
    with workspace_errors(target), _checked_copy(file, target.parent) as part:
        part.replace(target)


def restore(file: Path, source: Path) -> Path | None:
    """Replace a file by a copy of another one; return where the former one is, if there was one."""
    with workspace_errors(file):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _checked_copy(source, file.parent) as part:
            aside = _put_aside(file)
            part.replace(file)
    return aside


def check_copy(file: Path) -> None:
    """Check a backup or export completely; WorkspaceError if it is damaged or no workspace."""
    with _opened(file) as db:
        check_contents(db)


def check_contents(db: Connection) -> None:
    """Check a whole file: pages, indexes, references and texts; an error of SQLite's for damage."""
    check(db, "integrity_check")
    if wrong := db.execute("PRAGMA foreign_key_check").fetchone():
        raise damage(f"{wrong[0]} refer to {wrong[2]} that are missing")
    texts.check_all(db)


def is_intact(file: Path) -> bool:
    """Whether a backup passes all checks; found once for a file."""
    with suppress(OSError):
        return _is_intact(file, file.stat().st_mtime_ns)
    return False


@lru_cache(maxsize=KEPT)
def _is_intact(file: Path, _modified: int) -> bool:
    try:
        check_copy(file)
    except WorkspaceError:
        return False
    return True


@contextmanager
def _opened(file: Path) -> Iterator[Connection]:
    """Open a file that must be a workspace."""
    with workspace_errors(file), closing(open_file(file)) as db:
        if wrong := schema.fault(db):
            raise WorkspaceError(messages.not_a_workspace(str(file), wrong))
        yield db


@contextmanager
def _checked_copy(source: Path, folder: Path) -> Iterator[Path]:
    """Copy one state of a workspace's file, with its log, to a private file that exists meanwhile.

    Both are checked: the copy gets new indexes, so that only the source shows damage in its own.
    """
    part = new_file(folder / f".{uuid4().hex}.part")
    try:
        with _opened(source) as db:
            check(db, "integrity_check")
            db.execute("VACUUM INTO ?", (str(part),))
        with part.open("r+b") as written:
            os.fsync(written.fileno())
        with workspace_errors(source), closing(open_file(part)) as db:
            check_contents(db)
        yield part
    finally:
        part.unlink(missing_ok=True)


def _put_aside(file: Path) -> Path | None:
    """Copy a file that nobody uses to a new name, with the log of a damaged one."""
    if not file.exists():
        return None
    try:
        with closing(open_file(file)) as db:
            db.execute("PRAGMA busy_timeout = 1000")
            # Only the sole user of a file can end write-ahead logging, which empties the log.
            db.execute("PRAGMA journal_mode = DELETE")
    except Exception as error:
        if is_busy(error):
            raise WorkspaceError(messages.in_use(str(file))) from error
        if not is_damage(error):
            raise
    log, index = (file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm"))
    aside = file.with_name(f"put-aside-{datetime.now():%Y-%m-%d-%H%M%S-%f}.sqlite")
    try:
        shutil.copyfile(file, new_file(aside))
        if has_content(log):
            shutil.copyfile(log, new_file(aside.with_name(f"{aside.name}-wal")))
    except OSError:
        aside.unlink(missing_ok=True)
        raise
    # The log of the former file would be read as that of the new one.
    log.unlink(missing_ok=True)
    index.unlink(missing_ok=True)
    return aside
