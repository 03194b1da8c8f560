"""What keeps the workspace from doing what it was asked, each with a message that fits it."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
# Primary result codes: https://www.sqlite.org/rescode.html
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_CLOSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN)


class WorkspaceError(Exception):
    """The workspace cannot be used; its argument is a `Message` that says why and what to do."""


class Gone(Exception):
    """What was asked for is no longer kept; nothing was written."""

    def __init__(self) -> None:
        super().__init__(messages.gone())


@contextmanager
def told(path: Path, patience: float) -> Iterator[None]:
    """What the disk and SQLite raise about a file, as a WorkspaceError."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise WorkspaceError(_message(error, path, patience)) from error
    except UnicodeDecodeError as error:  # a message of SQLite that quotes what was spoiled
        raise WorkspaceError(messages.damaged(str(path), messages.tables_unreadable())) from error


def is_busy(error: BaseException) -> bool:
    """Whether another connection is in the way."""
    return _code(error) in _BUSY


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite found the file to be none of its own, or not as it wrote it."""
    return _code(error) in _DAMAGED or isinstance(error, UnicodeDecodeError)


def _code(error: BaseException | None) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _message(error: Exception, path: Path, patience: float) -> Message:
    code, number, name = _code(error), getattr(error, "errno", None), str(path)
    reason = getattr(error, "strerror", None) or str(error)
    if code in _BUSY:
        return messages.busy(name, patience)
    if code in _DAMAGED:
        return messages.damaged(name, reason)
    if code == sqlite3.SQLITE_FULL or number in _FULL:
        return messages.disk_full(name, reason)
    if code == sqlite3.SQLITE_IOERR:
        return messages.disk_fails(name, reason)
    if code in _CLOSED or number in _FORBIDDEN:
        return messages.not_permitted(name, reason, str(getattr(error, "filename", None) or path))
    return messages.unusable(name, reason)
