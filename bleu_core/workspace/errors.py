"""What keeps the workspace from doing what it was asked, each told in a sentence that fits it."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bleu_core.numerals import duration
from bleu_core.workspace.place import VARIABLE

RESTORE = "`bleuscope workspace restore`"
_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
# Primary result codes: https://www.sqlite.org/rescode.html
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_CLOSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN)


class WorkspaceError(Exception):
    """The workspace cannot be used; the message is a sentence that says why and what to do."""


class Gone(Exception):
    """What was asked for is no longer kept; nothing was written."""

    def __init__(self) -> None:
        super().__init__("This was deleted meanwhile.")


@contextmanager
def told(path: Path, patience: float) -> Iterator[None]:
    """What the disk and SQLite raise about a file, as a WorkspaceError."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise WorkspaceError(_sentence(error, path, patience)) from error
    except UnicodeDecodeError as error:  # a message of SQLite that quotes what was spoiled
        raise WorkspaceError(damaged(path, "its tables cannot be read")) from error


def is_busy(error: BaseException) -> bool:
    """Whether another connection is in the way."""
    return _code(error) in _BUSY


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite found the file to be none of its own, or not as it wrote it."""
    return _code(error) in _DAMAGED or isinstance(error, UnicodeDecodeError)


def damaged(path: Path, what: str) -> str:
    """A sentence on a file that is damaged as a whole, and what mends it."""
    return (
        f"The workspace {path} is damaged: {what.strip().rstrip('.')}. {RESTORE} puts the file "
        "aside, and brings back the last backup with all that is intact in the file."
    )


def _code(error: BaseException | None) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _sentence(error: Exception, path: Path, patience: float) -> str:
    code, number = _code(error), getattr(error, "errno", None)
    reason = getattr(error, "strerror", None) or str(error)
    if code in _BUSY:
        return (
            f"The workspace {path} is busy: another window or program has been writing to it for "
            f"{duration(patience)}. Try again."
        )
    if code in _DAMAGED:
        return damaged(path, reason)
    if code == sqlite3.SQLITE_FULL or number in _FULL:
        return (
            f"The disk of the workspace {path} is full ({reason}): this was not written. What was "
            "kept before is intact; make room, and try again."
        )
    if code == sqlite3.SQLITE_IOERR:
        return (
            f"The workspace {path} cannot be used: {reason}. The disk is full, or it fails. What "
            "was asked for was not written; what was kept before is intact. Make room, and try "
            "again."
        )
    where = getattr(error, "filename", None) or path
    if code in _CLOSED or number in _FORBIDDEN:
        return (
            f"The workspace {path} cannot be used: {reason}. Allow the user who runs BLEUscope "
            f"to read and write {where}, or set {VARIABLE} to a folder that can be written, or "
            "to off to keep nothing."
        )
    return (
        f"The workspace {path} cannot be used: {reason}. Set {VARIABLE} to a folder that can be "
        "written, or to off to keep nothing."
    )
