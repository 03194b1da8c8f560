"""Connections to SQLite files; their errors become a `WorkspaceError`."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)
_FORBIDDEN = (errno.EACCES, errno.EPERM, errno.EROFS)
# Primary result codes: https://www.sqlite.org/rescode.html
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_CLOSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN)


class WorkspaceError(Exception):
    """The workspace cannot be used; its argument is a `Message` with the reason and the remedy."""


class Gone(Exception):
    """The requested item was deleted; nothing was written."""

    def __init__(self) -> None:
        super().__init__(messages.gone())


class Connection(sqlite3.Connection):
    """A connection that remembers the damage found through it.

    Attributes
    ----------
    has_damaged_rows : bool
        Whether the checksum of a row did not match.
    damaged_texts : set of str
        Hashes of the texts that differ from what was written.
    synchronous : str
        With "FULL" a commit is on the disk when it returns; see `configure`.
    """

    synchronous = "FULL"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.has_damaged_rows = False
        self.damaged_texts: set[str] = set()
        # The damaged byte may be one of UTF-8.
        self.text_factory = lambda text: text.decode("utf-8", "replace")

    def configure(self) -> None:
        """Wait for the disk at each commit, check references, and overwrite what is deleted."""
        self.execute(f"PRAGMA synchronous = {self.synchronous}")
        self.execute("PRAGMA foreign_keys = ON")
        self.execute("PRAGMA secure_delete = ON")

    def insert(self, table: str, row: Mapping[str, object]) -> int:
        """Insert a row, given by column; return its rowid."""
        return self.execute(_insertion("INSERT", table, row), tuple(row.values())).lastrowid or 0

    def insert_all(
        self, table: str, rows: Iterable[Mapping[str, object]], statement: str = "INSERT"
    ) -> None:
        """Insert rows with the same columns, by "INSERT" or "INSERT OR REPLACE"."""
        remaining = iter(rows)
        first = next(remaining, None)
        if first is not None:
            values = (tuple(row.values()) for row in chain([first], remaining))
            self.executemany(_insertion(statement, table, first), values)


def _insertion(statement: str, table: str, row: Mapping[str, object]) -> str:
    columns, places = ", ".join(row), ", ".join("?" * len(row))
    return f"{statement} INTO {table} ({columns}) VALUES ({places})"


def open_file(path: Path, mode: str = "", patience: float = 30) -> Connection:
    """Open a file; `mode` is that of SQLite's URI.

    By default it must exist, and is opened read-only if this user may not write it.
    """
    if not mode and not may_write(path):
        return open_to_read(path, patience)
    uri = f"{path.resolve().as_uri()}?mode={mode or 'rw'}"
    return sqlite3.connect(uri, patience, isolation_level=None, factory=Connection, uri=True)


def open_to_read(path: Path, patience: float = 30) -> Connection:
    """Open a file without the right or the room to write a log beside it."""
    # Without a log, the file is complete.
    return open_file(path, "ro" if has_log(path) else "ro&immutable=1", patience)


def may_write(path: Path) -> bool:
    """Whether this user may write a file, and the log that SQLite writes beside it."""
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def has_log(path: Path) -> bool:
    """Whether a part of a file is in its write-ahead log."""
    return has_content(path.with_name(f"{path.name}-wal"))


def has_content(path: Path) -> bool:
    """Whether a file is there and not empty; another process may delete it at any moment."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


@contextmanager
def workspace_errors(path: Path, patience: float) -> Iterator[None]:
    """Raise errors of the disk and of SQLite as a `WorkspaceError`."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise WorkspaceError(_message(error, path, patience)) from error
    except UnicodeDecodeError as error:  # a message of SQLite that quotes damaged text
        raise WorkspaceError(messages.damaged(str(path), messages.tables_unreadable())) from error


def is_busy(error: BaseException) -> bool:
    """Whether another connection holds a lock."""
    return _code(error) in _BUSY


def is_full_disk(error: BaseException) -> bool:
    """Whether the disk has no room for a file that SQLite creates, or fails."""
    return _code(error) in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite reports that the file is damaged or not a database."""
    return _code(error) in _DAMAGED or isinstance(error, UnicodeDecodeError)


def _code(error: BaseException | None) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _message(error: Exception, path: Path, patience: float) -> Message:
    code, number, name = _code(error), getattr(error, "errno", None), str(path)
    reason = getattr(error, "strerror", None) or str(error)
    if path.suffix == ".sqlite" and path.is_dir():
        return messages.is_folder(name)
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
