"""The workspace's file: an SQLite database that several windows and processes share."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bleu_core.workspace.home import VARIABLE
from bleu_core.workspace.schema import MIGRATIONS, migrate, version

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
    outlives a kill and a power cut. `secure_delete` overwrites what is deleted.

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
        with _told(workspace):
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with closing(workspace._connect()) as connection:
                if version(connection) > len(MIGRATIONS):
                    raise WorkspaceError(
                        f"{workspace.path} was written by a newer BLEUscope. Update this one, or "
                        f"set {VARIABLE} to another folder."
                    )
                # Has to come first; the file shrinks when something is deleted.
                connection.execute("PRAGMA auto_vacuum = FULL")
                connection.execute("PRAGMA journal_mode = WAL")
                migrate(connection)
        return workspace

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """A transaction that sees one state of the file."""
        with self._transaction("BEGIN") as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that is kept as a whole, or not at all if an exception ends it."""
        with self._transaction("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def _transaction(self, begin: str) -> Iterator[sqlite3.Connection]:
        with _told(self), closing(self._connect()) as connection:
            connection.execute(begin)
            try:
                yield connection
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        return connection

    def empty_log(self) -> None:
        """Take what was deleted out of the write-ahead log too, unless somebody reads it now."""
        with _told(self), closing(self._connect()) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextmanager
def _told(workspace: Workspace) -> Iterator[None]:
    """What the disk and SQLite raise, as a sentence."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except (sqlite3.Error, OSError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise WorkspaceError(
            f"The workspace {workspace.path} cannot be used: {reason}. Set {VARIABLE} to a folder "
            "that can be written, or to off to keep nothing."
        ) from error
