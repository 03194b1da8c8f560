"""The workspace's file: an SQLite database that several windows and processes share."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups, schema
from bleu_core.workspace.connection import (
    PATIENCE,
    Connection,
    DamagedFile,
    WorkspaceError,
    check,
    has_content,
    is_busy,
    new_file,
    open_file,
    workspace_errors,
)

NAME = "workspace.sqlite"
EVERY = -1  # SQLite's value for no limit
# Seconds between checks whether a backup is due.
BACKUP_INTERVAL = 3_600
# Permissions: other users of the machine read nothing.
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


@dataclass
class _FileState:
    """What this process knows of a file."""

    checked: tuple[int, int] | None = None  # identifies the file that `quick_check` found intact
    look_again: float = 0  # when to check for a due backup, in seconds since 1970
    backup_problem: Message | None = None  # why the last backup failed


_states: dict[Path, _FileState] = {}


@dataclass(frozen=True)
class Workspace:
    """Saved comparisons with their texts and annotations, in one SQLite file.

    A connection lives for one transaction, so any thread and any process may use the same file.
    Write-ahead logging (https://www.sqlite.org/wal.html) lets readers go on while one writes. A
    commit is on the disk when it returns (`synchronous = FULL`), so it survives a kill and a power
    cut. `secure_delete` overwrites deleted rows, except for copies left behind when rows moved to
    another page: see `compact`. A process checks a file when it first opens it, and again if it was
    replaced; a damaged file, or one that is not a workspace of this version, is refused.
    """

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / NAME

    @classmethod
    def open(cls, folder: Path) -> Workspace:
        """Open the workspace in a folder; create it if necessary."""
        workspace = cls(folder)
        with workspace._connected():
            return workspace

    def backup_problem(self) -> Message | None:
        """Return why the last backup by this process failed, or None."""
        return self._state_of_file.backup_problem

    def check(self) -> None:
        """Check the whole file; WorkspaceError if it is damaged."""
        with self._connected() as db:
            backups.check_contents(db)

    def back_up(self) -> Path:
        """Make today's backup and return it; WorkspaceError if the file is damaged."""
        with self._connected():
            return backups.make(self.path)

    def export(self, target: Path) -> None:
        """Write one state of the file to a new one; WorkspaceError if it is damaged."""
        with self._connected():
            backups.export(self.path, target)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one state of the file."""
        with self._connected() as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is committed at the end, or rolled back by an exception."""
        with self._connected() as db:
            db.execute("BEGIN IMMEDIATE")
            yield db
            db.execute("COMMIT")
        self._back_up()

    def state(self) -> tuple[int, ...]:
        """Return a value that differs after each write, by any program."""
        values: tuple[int, ...] = ()
        for path in (self.path, self.path.with_name(f"{NAME}-wal")):
            with suppress(FileNotFoundError):  # the last process to close deletes the log
                now = path.stat()
                values += now.st_mtime_ns, now.st_size
        return values

    def compact(self) -> None:
        """Rewrite the file and empty its log, so that no deleted data is left in them."""
        with self._connected() as db:
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def delete(self, table: str, column: str, value: str) -> None:
        """Delete rows from the file; backups have them until newer ones replace these."""
        with self.writing() as db:
            db.execute(f"DELETE FROM {table} WHERE {column} = ?", (value,))
        self.compact()

    def is_lost(self) -> bool:
        """Whether the file is missing or empty, although something was saved: it has backups."""
        return not has_content(self.path) and bool(backups.listed(self.folder))

    def _back_up(self) -> None:
        """Start a backup in a thread if one is due; nobody waits for it."""
        state = self._state_of_file
        if time.time() < state.look_again:
            return
        state.look_again = time.time() + BACKUP_INTERVAL

        def make() -> None:
            try:
                if not backups.of_today(self.folder).exists():
                    backups.make(self.path)
                state.backup_problem = None
            except WorkspaceError as error:
                state.backup_problem = self._with_remedy(error).args[0]

        # Not a daemon: a program ends when its backup is complete.
        threading.Thread(target=make, name="bleuscope backup").start()

    @property
    def _state_of_file(self) -> _FileState:
        return _states.setdefault(self.path, _FileState())

    def _with_remedy(self, error: WorkspaceError) -> WorkspaceError:
        """Return an error that names the last intact backup, if the file is damaged."""
        if not isinstance(error, DamagedFile):
            return error
        intact = (one.name for one in backups.listed(self.folder) if backups.is_intact(one))
        name = next(intact, "")
        if error.text:
            return WorkspaceError(messages.text_damaged(str(self.path), error.text, name))
        return WorkspaceError(messages.damaged(str(self.path), error.reason, name))

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Connect to the file; closing the connection rolls back what was not committed."""
        try:
            with workspace_errors(self.path):
                self._create_file()
                with closing(open_file(self.path, "rwc")) as db:
                    self._prepare(db)
                    yield db
        except DamagedFile as error:
            self._state_of_file.checked = None
            raise self._with_remedy(error) from error

    def _create_file(self) -> None:
        """Create the folder and an empty file, both private from the first moment on."""
        if self.is_lost():
            # A new file would hide the loss, and its backups would replace the old ones.
            raise WorkspaceError(messages.lost(str(self.path), str(self.folder / backups.FOLDER)))
        self.folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        if not self.path.exists():
            with suppress(FileExistsError):  # another process was first
                new_file(self.path)

    def _prepare(self, db: Connection) -> None:
        """Create the tables of a new file, and check a file that this process has not checked."""
        db.configure()
        now = self.path.stat()
        file = now.st_dev, now.st_ino
        if self._state_of_file.checked == file and schema.version(db) == schema.VERSION:
            return
        if not now.st_size:
            schema.create(db)
        if wrong := schema.fault(db):
            raise WorkspaceError(messages.not_a_workspace(str(self.path), wrong))
        check(db, "quick_check")
        _write_ahead(db)
        self._make_private()
        self._state_of_file.checked = file

    def _make_private(self) -> None:
        """Remove the rights of others from files that somebody copied into the folder."""
        for path in self.folder.glob(f"{NAME}*"):
            with suppress(FileNotFoundError):  # a log that another process has just closed
                now = path.stat()
                is_mine = hasattr(os, "getuid") and now.st_uid == os.getuid()
                if is_mine and stat.S_IMODE(now.st_mode) & ~PRIVATE_FILE:
                    path.chmod(PRIVATE_FILE)


def _write_ahead(db: sqlite3.Connection) -> None:
    """Turn write-ahead logging on; retry while another process creates the file."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            db.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return
