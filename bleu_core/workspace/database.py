"""The workspace's file: an SQLite database that several windows and processes share."""

from __future__ import annotations

import os
import sqlite3
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups, checksums, schema, texts
from bleu_core.workspace.connection import (
    Connection,
    Gone,
    WorkspaceError,
    has_content,
    has_log,
    is_busy,
    is_damage,
    is_full_disk,
    may_write,
    open_file,
    open_to_read,
    workspace_errors,
)

__all__ = ["Gone", "Workspace", "WorkspaceError"]
NAME = "workspace.sqlite"
EVERY = -1  # SQLite's value for no limit
# Seconds that a write waits for another one; a large comparison takes a few.
PATIENCE = 30.0
# Seconds between checks whether a backup is due.
BACKUP_INTERVAL = 3_600
# Permissions: other users of the machine read nothing.
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


@dataclass
class _FileState:
    """What this process found in a file; cached, as a full check is slow."""

    file: tuple[int, int] | None = None  # identifies the file
    seen: tuple[int, ...] = ()  # identifies its last write
    doubtful: bool = False  # to be checked again after each write: it may have been repaired
    look_again: float = 0  # when to check for a due backup, in seconds since 1970
    backup: Message | None = None  # why the last one failed
    structure: Message | None = None
    rows: list[Message] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)  # hashes of damaged texts


_checked: dict[Path, _FileState] = {}
_checking = threading.RLock()


@dataclass(frozen=True)
class Workspace:
    """Saved comparisons with their texts and annotations, in one SQLite file.

    Every function of this package takes one. A connection lives for one transaction, so any
    thread and any process may use the same file.

    Write-ahead logging (https://www.sqlite.org/wal.html) lets readers go on while one writes. A
    commit is on the disk when it returns (`synchronous = FULL`), so it survives a kill and a power
    cut. `secure_delete` overwrites deleted rows, except for copies left behind when rows moved to
    another page: see `compact` and `row_copy.rewrite`.

    A process checks a file when it first opens it, and again if the file was replaced. Damaged
    parts are left out and reported (`damage`). A file with a damaged structure, or one that may
    not be written, is opened read-only (`closed`).
    """

    folder: Path

    @property
    def path(self) -> Path:
        return self.folder / NAME

    @classmethod
    def open(cls, folder: Path) -> Workspace:
        """Open the workspace in a folder; create it or bring it up to date if necessary."""
        workspace = cls(folder)
        with workspace._connected():
            return workspace

    def closed(self) -> str:
        """Return why nothing can be written, a `Message`; '' if it can."""
        return self.condition()[0]

    def damage(self) -> list[Message]:
        """Return a message for each part known to be damaged; everything else is intact."""
        return self.condition()[1]

    def condition(self) -> tuple[str, list[Message]]:
        """Return `closed` and `damage` at once."""
        with self._connected() as db:
            state = self._state_of_file
            damage = [*state.rows, *checksums.text_damage(db, state.texts)]
            return self._closed(), [*damage, *filter(None, [state.backup])]

    def damaged_texts(self) -> set[str]:
        """Return the hashes of the texts known to be damaged."""
        return set(self._state_of_file.texts)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees one state of the file."""
        with self._connected() as db:
            db.execute("BEGIN")
            yield db

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is committed at the end, or rolled back by an exception."""
        with self._connected(to_write=True) as db:
            if self._closed():
                raise WorkspaceError(self._closed())
            checksums.install_triggers(db)
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

    def check_again(self) -> None:
        """Discard what is known about the file, so that it is checked when next opened."""
        _checked.pop(self.path, None)

    def _back_up(self) -> None:
        """Start a backup in a thread if one is due; nobody waits for it."""
        state = self._state_of_file
        if time.time() < state.look_again:
            return
        state.look_again = time.time() + BACKUP_INTERVAL

        def make() -> None:
            try:
                with workspace_errors(self.path, 0):
                    if backups.is_due(self.folder):
                        backups.make(self.path)
                state.backup = None
            except WorkspaceError as error:
                state.backup = error.args[0]

        # Not a daemon: a program ends when its backup is complete.
        threading.Thread(target=make, name="bleuscope backup").start()

    @property
    def _state_of_file(self) -> _FileState:
        return _checked.setdefault(self.path, _FileState())

    def _closed(self) -> str:
        reason = self._state_of_file.structure
        if reason or may_write(self.path):
            return reason or ""
        return messages.read_only(str(self.path))

    @contextmanager
    def _connected(self, to_write: bool = False) -> Iterator[Connection]:
        """Connect to the file; closing the connection rolls back what was not committed.

        The file is examined each time: while a server runs, it may be deleted, or a newer
        version may bring it up to date.
        """
        try:
            with workspace_errors(self.path, PATIENCE):
                self._create()
                with closing(self._connect(to_write)) as db:
                    self._prepare(db)
                    try:
                        yield db
                    finally:
                        self._remember_damage(db)
        except WorkspaceError as error:
            if is_damage(error.__cause__):
                self.check_again()
            raise

    def _create(self) -> None:
        """Create the folder and an empty file, both private from the first moment on."""
        if self.is_lost():
            # A new file would hide the loss, and its backups would replace the old ones.
            raise WorkspaceError(messages.lost(str(self.path), str(self.folder / backups.FOLDER)))
        self.folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        if not self.path.exists():
            with suppress(FileExistsError):  # another process was first
                backups.new_file(self.path)

    def _connect(self, to_write: bool) -> Connection:
        if may_write(self.path):
            alone = not has_log(self.path)
            db = open_file(self.path, "rwc", PATIENCE)
            try:
                schema.version(db)  # creates the log
                return db
            except sqlite3.DatabaseError as error:
                db.close()
                if to_write or not (alone and is_full_disk(error)):
                    raise
        return open_to_read(self.path, PATIENCE)

    def _prepare(self, db: Connection) -> None:
        """Bring the file up to date, and check it unless this process already has."""
        db.configure()
        state, file, seen = self._state_of_file, self._file(), self.state()
        version = schema.version(db)
        is_new = state.file != file
        may_be_repaired = state.doubtful and state.seen != seen
        if not is_new and not may_be_repaired and version == len(schema.MIGRATIONS):
            return
        with _checking:
            self._refuse_others(db)
            if is_new or state.structure:
                reason = checksums.structure_damage(db)
                state.structure = messages.damaged(str(self.path), reason) if reason else None
            if version < len(schema.MIGRATIONS):
                self._bring_up_to_date(db)
            state.rows = [] if state.structure else checksums.row_damage(db)
            state.texts = set() if is_new else texts.damaged(db, state.texts)
            state.doubtful = bool(state.structure or state.rows or state.texts)
            if is_new:
                self._make_private()
            state.file, state.seen = file, seen

    def _refuse_others(self, db: Connection) -> None:
        if schema.is_newer(db):
            raise WorkspaceError(messages.newer(str(self.path)))
        fault = schema.fault(db)
        if fault:
            raise WorkspaceError(messages.damaged(str(self.path), fault))

    def _bring_up_to_date(self, db: Connection) -> None:
        # A migration sets all checksums, after which damage could not be detected.
        is_empty = not schema.version(db)
        rows = [] if is_empty else checksums.row_damage(db)
        if self._state_of_file.structure or rows:
            raise WorkspaceError(messages.damaged(str(self.path), messages.outdated_damaged()))
        if not may_write(self.path):
            raise WorkspaceError(messages.outdated(str(self.path), str(self.folder)))
        if not is_empty:
            backups.make(self.path)
        _write_ahead(db)
        schema.migrate(db)

    def _remember_damage(self, db: Connection) -> None:
        """Report from now on the damage that was found through a connection."""
        state = self._state_of_file
        is_news = db.has_damaged_rows and not (state.rows or state.structure)
        if is_news or not db.damaged_texts <= state.texts:
            state.texts |= db.damaged_texts
            state.doubtful, state.seen = True, ()

    def _file(self) -> tuple[int, int]:
        now = self.path.stat()
        return now.st_dev, now.st_ino

    def _make_private(self) -> None:
        """Remove the rights of others from files of an earlier version."""
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
