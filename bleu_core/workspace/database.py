"""The workspace's file: an SQLite database that several windows and processes share."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bleu_core.workspace import schema
from bleu_core.workspace.place import VARIABLE

NAME = "workspace.sqlite"
# How long a write waits for another one, in seconds; a large comparison takes a few.
PATIENCE = 30.0


class WorkspaceError(Exception):
    """The workspace cannot be used; the message is a sentence that says why and what to do."""


class Gone(Exception):
    """What was asked for is no longer kept; nothing was written."""

    def __init__(self) -> None:
        super().__init__("This was deleted meanwhile.")


@dataclass(frozen=True)
class Workspace:
    """What is kept between visits: comparisons with their texts, and what was said of segments.

    Every function of this package takes one. A connection lives for one
    transaction, so any thread and any process may use the same file.

    Parameters
    ----------
    folder : Path

    Notes
    -----
    Write-ahead logging [1]_ lets readers go on while one writes, and a commit
    is on the disk when it returns (`synchronous = FULL`): what was acknowledged
    outlives a kill and a power cut. `secure_delete` overwrites what is deleted,
    but for copies that rows left behind when they moved to another page: see
    `compact`, and `saying.say`.

    .. [1] https://www.sqlite.org/wal.html
    """

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / NAME

    @classmethod
    def open(cls, folder: Path) -> Workspace:
        """The workspace in a folder, made or brought up to date if need be.

        Raises
        ------
        WorkspaceError
        """
        workspace = cls(folder)
        with workspace._connected():
            return workspace

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees one state of the file."""
        with self._connected() as connection:
            connection.execute("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is kept as a whole, or not at all if an exception ends it."""
        with self._connected() as connection:
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")

    def compact(self) -> None:
        """Write the file anew and empty its log: then it has nothing but what is kept."""
        with self._connected() as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextmanager
    def _connected(self) -> Iterator[sqlite3.Connection]:
        """A connection to the file; closing it rolls back what was not committed.

        The file is looked at each time: while a server runs, it may be deleted,
        or a newer version may have brought it up to date.
        """
        with _told(self):
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
            with closing(connection):
                found = schema.version(connection)
                if found > len(schema.MIGRATIONS):
                    raise WorkspaceError(
                        f"{self.path} was written by a newer BLEUscope. Update this one, or "
                        f"set {VARIABLE} to another folder."
                    )
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA secure_delete = ON")
                if found < len(schema.MIGRATIONS):
                    _write_ahead(connection)
                    schema.migrate(connection)
                yield connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn write-ahead logging on, which SQLite refuses at once while another makes the file."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return


def _is_busy(error: Exception) -> bool:
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


@contextmanager
def _told(workspace: Workspace) -> Iterator[None]:
    """What the disk and SQLite raise, as a sentence."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        if _is_busy(error):
            raise WorkspaceError(
                f"The workspace {workspace.path} is busy: another window or program has been "
                f"writing to it for {PATIENCE:.0f} seconds. Try again."
            ) from error
        reason = getattr(error, "strerror", None) or str(error)
        raise WorkspaceError(
            f"The workspace {workspace.path} cannot be used: {reason}. Set {VARIABLE} to a folder "
            "that can be written, or to off to keep nothing."
        ) from error
