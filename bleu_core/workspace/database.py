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
from bleu_core.workspace import backups, checking, schema, seals, texts
from bleu_core.workspace.errors import Gone, WorkspaceError, is_busy, is_damage, told
from bleu_core.workspace.seals import Connection

__all__ = ["Gone", "Workspace", "WorkspaceError"]
NAME = "workspace.sqlite"
EVERY = -1  # SQLite's word for no limit
# How long a write waits for another one, in seconds; a large comparison takes a few.
PATIENCE = 30.0
# How often it is looked whether a backup is due, in seconds.
OFTEN = 3_600
# What no other user of the machine may read.
PRIVATE_FILE, PRIVATE_FOLDER = 0o600, 0o700


@dataclass
class _Known:
    """What this process knows of a file that it has checked.

    `file` tells it from one put into its place, `seen` from the same one after
    a write. `structure` and `rows` are messages, `texts` hashes. What is
    `doubtful` is looked at again after each write: it may have been mended.
    """

    file: tuple[int, int] | None = None
    seen: tuple[int, ...] = ()
    doubtful: bool = False
    # When to look whether a backup is due, in seconds since 1970; what kept one from being made.
    look_again: float = 0
    backup: Message | None = None
    structure: Message | None = None
    rows: list[Message] = field(default_factory=list)
    texts: set[str] = field(default_factory=set)


_checked: dict[Path, _Known] = {}
_checking = threading.RLock()


@dataclass(frozen=True)
class Workspace:
    """What is kept between visits: comparisons with their texts, and what was said of segments.

    Every function of this package takes one. A connection lives for one
    transaction, so any thread and any process may use the same file.

    Parameters
    ----------
    folder : Path
    only_read : str
        Why nothing is to be written to it by who has been given this, in a sentence, or ''.

    Notes
    -----
    Write-ahead logging [1]_ lets readers go on while one writes, and a commit
    is on the disk when it returns (`synchronous = FULL`): what was acknowledged
    outlives a kill and a power cut. `secure_delete` overwrites what is deleted,
    but for copies that rows left behind when they moved to another page: see
    `compact`, and `saying.say`.

    A process checks a file when it first opens it, and one that is put into its
    place. What is damaged by itself is left out and told (`damage`); a file whose
    structure is damaged, and one that may not be written, is opened for reading
    only (`closed`).

    .. [1] https://www.sqlite.org/wal.html
    """

    folder: Path
    only_read: str = ""

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

    def closed(self) -> str:
        """Why nothing can be written, a `Message` or what `only_read` says, or ''."""
        return self.condition()[0]

    def damage(self) -> list[Message]:
        """A message for each part that is known to be damaged; what is not named is intact."""
        return self.condition()[1]

    def condition(self) -> tuple[str, list[Message]]:
        """`closed` and `damage` at once."""
        with self._connected() as connection:
            known = self._known
            found = [*known.rows, *checking.texts(connection, known.texts)]
            return self._closed(), [*found, *([known.backup] if known.backup else [])]

    def damaged_texts(self) -> set[str]:
        """Hashes of the texts that are known to be damaged."""
        return set(self._known.texts)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of the file."""
        with self._connected() as connection:
            connection.execute("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is kept as a whole, or not at all if an exception ends it."""
        with self._connected() as connection:
            if self._closed():
                raise WorkspaceError(self._closed())
            seals.arm(connection)
            connection.execute("BEGIN IMMEDIATE")
            yield connection
            connection.execute("COMMIT")
        self._back_up()

    def state(self) -> tuple[int, ...]:
        """What differs after each write, by whatever program."""
        found: tuple[int, ...] = ()
        for path in (self.path, self.path.with_name(f"{NAME}-wal")):
            with suppress(FileNotFoundError):  # the last one to leave takes the log away
                now = path.stat()
                found += now.st_mtime_ns, now.st_size
        return found

    def compact(self) -> None:
        """Write the file anew and empty its log: then it has nothing but what is kept."""
        with self._connected() as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def check_anew(self) -> None:
        """Forget what is known of the file: it is checked at the next opening."""
        _checked.pop(self.path, None)

    def _back_up(self) -> None:
        """Back the file up if that is due, beside what goes on: nobody waits for it."""
        known = self._known
        if time.time() < known.look_again:
            return
        known.look_again = time.time() + OFTEN

        def make() -> None:
            try:
                with told(self.path, 0):
                    if backups.is_due(self.folder):
                        backups.make(self.path)
                known.backup = None
            except WorkspaceError as error:
                known.backup = error.args[0]

        # A program that has nothing else to do ends when it is done.
        threading.Thread(target=make, name="bleuscope backup").start()

    @property
    def _known(self) -> _Known:
        return _checked.setdefault(self.path, _Known())

    def _closed(self) -> str:
        if self.only_read:
            return self.only_read
        if self._known.structure:
            return self._known.structure
        if self._may_write():
            return ""
        return messages.read_only(str(self.path))

    def _may_write(self) -> bool:
        # SQLite writes its log beside the file.
        return os.access(self.path, os.W_OK) and os.access(self.folder, os.W_OK)

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection to the file; closing it rolls back what was not committed.

        The file is looked at each time: while a server runs, it may be deleted,
        or a newer version may have brought it up to date.
        """
        try:
            with told(self.path, PATIENCE):
                self._make()
                with closing(self._connect()) as connection:
                    self._look(connection)
                    if self.only_read:
                        connection.execute("PRAGMA query_only = ON")
                    try:
                        yield connection
                    finally:
                        self._remember(connection)
        except WorkspaceError as error:
            if is_damage(error.__cause__):
                self.check_anew()
            raise

    def _make(self) -> None:
        """The folder, and an empty file that is the user's alone from its first moment on."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        if not self.path.exists():
            with suppress(FileExistsError):  # another process was first
                backups.new_file(self.path)

    def _connect(self) -> Connection:
        if self._may_write():
            target, is_uri = str(self.path), False
        else:
            # Where there is no log, and none can be made, the file is all that there is.
            log = self.path.with_name(f"{NAME}-wal")
            alone = not (log.exists() and log.stat().st_size)
            target = f"{self.path.resolve().as_uri()}?mode=ro{'&immutable=1' * alone}"
            is_uri = True
        return sqlite3.connect(
            target, PATIENCE, isolation_level=None, factory=Connection, uri=is_uri
        )

    def _look(self, connection: Connection) -> None:
        """Bring the file up to date, and check it if this process has not yet."""
        connection.execute("PRAGMA foreign_keys = ON")
        connection.sync()
        connection.execute("PRAGMA secure_delete = ON")
        known, file, seen = self._known, self._file(), self.state()
        found = schema.version(connection)
        is_new = known.file != file
        may_be_mended = known.doubtful and known.seen != seen
        if not is_new and not may_be_mended and found == len(schema.MIGRATIONS):
            return
        with _checking:
            self._refuse_others(connection)
            if is_new or known.structure:
                what = checking.structure(connection)
                known.structure = messages.damaged(str(self.path), what) if what else None
            if found < len(schema.MIGRATIONS):
                self._bring_up_to_date(connection)
            known.rows = [] if known.structure else checking.rows(connection)
            known.texts = set() if is_new else texts.damaged(connection, known.texts)
            known.doubtful = bool(known.structure or known.rows or known.texts)
            if is_new:
                self._make_private()
            known.file, known.seen = file, seen

    def _refuse_others(self, connection: Connection) -> None:
        if schema.is_newer(connection):
            raise WorkspaceError(messages.newer(str(self.path)))
        wrong = schema.fault(connection)
        if wrong:
            raise WorkspaceError(messages.damaged(str(self.path), wrong))

    def _bring_up_to_date(self, connection: Connection) -> None:
        # Sealed anew, what is damaged would pass for what was said.
        if self._known.structure or (schema.version(connection) and checking.rows(connection)):
            raise WorkspaceError(messages.damaged(str(self.path), messages.outdated_damaged()))
        if not self._may_write():
            raise WorkspaceError(messages.outdated(str(self.path), str(self.folder)))
        if schema.version(connection):
            backups.make(self.path)
        _write_ahead(connection)
        schema.migrate(connection)

    def _remember(self, connection: Connection) -> None:
        """What was found damaged on the way is told from now on."""
        known = self._known
        is_news = connection.doubtful and not (known.rows or known.structure)
        if is_news or not connection.texts <= known.texts:
            known.texts |= connection.texts
            known.doubtful, known.seen = True, ()

    def _file(self) -> tuple[int, int]:
        now = self.path.stat()
        return now.st_dev, now.st_ino

    def _make_private(self) -> None:
        """Take the rights of others from files that an earlier version made."""
        for path in self.folder.glob(f"{NAME}*"):
            now = path.stat()
            is_mine = hasattr(os, "getuid") and now.st_uid == os.getuid()
            if is_mine and stat.S_IMODE(now.st_mode) & ~PRIVATE_FILE:
                path.chmod(PRIVATE_FILE)


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn write-ahead logging on, which SQLite refuses at once while another makes the file."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > end:
                raise
            time.sleep(0.02)
        else:
            return
