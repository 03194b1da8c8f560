"""Connections to SQLite files; their errors become a `WorkspaceError`."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)
# Primary result codes: https://www.sqlite.org/rescode.html
_BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)

Row = Mapping[str, Any]
# Seconds that a write waits for another one; a large comparison takes a few.
PATIENCE = 30.0


class WorkspaceError(Exception):
    """The workspace cannot be used; its argument is a `Message` with the reason and the remedy."""


class DamagedFile(WorkspaceError):
    """A file is damaged; `reason` is SQLite's, `text` what a damaged text is, or ''."""

    def __init__(self, path: Path, reason: str, text: str = "") -> None:
        super().__init__(messages.file_damaged(str(path), reason))
        self.reason, self.text = reason, text


class DamagedText(sqlite3.DatabaseError):
    """A text is not the one that was saved; the rest of the file may be intact."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT

    def __init__(self, text: str) -> None:
        super().__init__(f"the text of {text} is not what was saved")
        self.text = text


class Gone(Exception):
    """The requested item was deleted; nothing was written."""

    def __init__(self) -> None:
        super().__init__(messages.gone())


class Connection(sqlite3.Connection):
    """A connection; with `synchronous` "FULL" a commit is on the disk when it returns."""

    synchronous = "FULL"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.text_factory = bytes.decode  # invalid UTF-8 raises UnicodeDecodeError: it is damage

    def configure(self) -> None:
        """Wait for the disk at each commit, check references, and overwrite what is deleted."""
        self.execute(f"PRAGMA synchronous = {self.synchronous}")
        self.execute("PRAGMA foreign_keys = ON")
        self.execute("PRAGMA secure_delete = ON")

    def rows(self, table: str, which: str = "", *values: object) -> list[Row]:
        """Return the rows of a table that a clause selects, by column."""
        cursor = self.execute(f"SELECT * FROM {table} {which}", values)
        names = [column[0] for column in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor]

    def insert(self, table: str, row: Mapping[str, object]) -> int:
        """Insert a row, given by column; return its rowid."""
        return self.execute(_insertion(table, row), tuple(row.values())).lastrowid or 0

    def insert_all(self, table: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Insert rows with the same columns."""
        remaining = iter(rows)
        first = next(remaining, None)
        if first is not None:
            values = (tuple(row.values()) for row in chain([first], remaining))
            self.executemany(_insertion(table, first), values)


def _insertion(table: str, row: Mapping[str, object]) -> str:
    columns, places = ", ".join(row), ", ".join("?" * len(row))
    return f"INSERT INTO {table} ({columns}) VALUES ({places})"


def open_file(path: Path, mode: Literal["rw", "rwc"] = "rw") -> Connection:
    """Open a file that must exist, or, with "rwc", may be new."""
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    return sqlite3.connect(
        uri, timeout=PATIENCE, isolation_level=None, factory=Connection, uri=True
    )


def has_content(path: Path) -> bool:
    """Whether a file is there and not empty; another process may delete it at any moment."""
    try:
        return path.stat().st_size > 0
    except FileNotFoundError:
        return False


def new_file(path: Path) -> Path:
    """Create an empty file that only its owner can read, from the first moment on."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    return path


def check(db: Connection, how: Literal["quick_check", "integrity_check"]) -> None:
    """Let SQLite check a file, and raise what it finds as an error.

    `integrity_check` takes half as long again: it also compares each index with its table.
    """
    (found,) = db.execute(f"PRAGMA {how}(1)").fetchone()
    if found != "ok":
        raise damage(str(found).replace("*** in database main ***", "").strip())


def damage(reason: str) -> sqlite3.DatabaseError:
    """Return an error as SQLite raises it when it finds a damaged page."""
    error = sqlite3.DatabaseError(reason)
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


@contextmanager
def workspace_errors(path: Path) -> Iterator[None]:
    """Raise errors of the disk and of SQLite as a `WorkspaceError`."""
    try:
        yield
    except (sqlite3.Error, OSError, UnicodeDecodeError) as error:
        if is_damage(error):
            raise DamagedFile(path, str(error), getattr(error, "text", "")) from error
        raise WorkspaceError(_message(error, path)) from error


def is_busy(error: BaseException) -> bool:
    """Whether another connection holds a lock."""
    return _code(error) in _BUSY


def is_damage(error: BaseException) -> bool:
    """Whether SQLite reports that the file is damaged or not a database."""
    return _code(error) in _DAMAGED or isinstance(error, UnicodeDecodeError)


def _code(error: BaseException) -> int:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _message(error: Exception, path: Path) -> Message:
    code, number, name = _code(error), getattr(error, "errno", None), str(path)
    reason = getattr(error, "strerror", None) or str(error)
    if code in _BUSY:
        return messages.busy(name, PATIENCE)
    if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) or number in _FULL:
        return messages.disk_full(name, reason)
    return messages.unusable(str(getattr(error, "filename", None) or path), reason)
