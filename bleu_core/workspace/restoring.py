"""Bringing a workspace back from a backup, with all that is intact in the file that it replaces."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups, checking, schema, seals, texts
from bleu_core.workspace.backups import Backup
from bleu_core.workspace.database import Workspace, WorkspaceError
from bleu_core.workspace.errors import is_damage, told
from bleu_core.workspace.seals import Connection

_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)


class _Changed(Exception):
    """Somebody wrote to the file after it was looked at."""


def problems(workspace: Workspace) -> list[Message]:
    """A message for each thing that is damaged in the file as it is on the disk now."""
    workspace.check_anew()
    try:
        with workspace.reading() as connection:
            return checking.everything(connection)
    except WorkspaceError as error:
        return [error.args[0]]


def restore(workspace: Workspace, backup: Backup | None) -> Path | None:
    """Put a backup in the place of a workspace's file; answer where that is now, if it was there.

    Others may go on meanwhile: what they write is in one of the two files. Where
    the present one is damaged, all that is intact in it comes along; without a
    backup that is all.

    Raises
    ------
    WorkspaceError
        If the backup is damaged, or the disk refuses; then nothing has changed.
    """
    file = workspace.path
    with told(file, 30):
        while True:
            part = workspace.folder / f".{uuid4().hex}.part"
            try:
                return _restore(workspace, backup, part)
            except _Changed:
                continue
            finally:
                part.unlink(missing_ok=True)
                workspace.check_anew()


def _restore(workspace: Workspace, backup: Backup | None, part: Path) -> Path | None:
    file = workspace.path
    with _unchanged(file) as guard:
        is_damaged = file.exists() and bool(problems(workspace))
        _make(backup, part)
        if is_damaged:
            _carry(file, part)
        moment = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
        aside = file.with_name(f"put-aside-{moment}.sqlite") if file.exists() else None
        try:
            if aside:
                backups.copy(file, backups.new_file(aside))
                with closing(backups.opened(part)) as made, closing(backups.opened(file)) as old:
                    # By pages, so that the guard looks when the first one has locked the file.
                    made.backup(old, pages=1, progress=guard)
                return aside
        except _Changed:
            if aside:
                aside.unlink()
            raise
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
    # No database to anybody, so that nobody holds it open.
    for old_path in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        if aside and old_path.exists():
            old_path.replace(aside.with_name(old_path.name.replace(file.name, aside.name)))
    part.replace(file)
    return aside


def _make(backup: Backup | None, part: Path) -> None:
    """What is to take the file's place, brought up to date."""
    backups.new_file(part)
    if backup:
        try:
            backups.copy(backup.path, part)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            why = [messages.structure(str(error))]
            raise WorkspaceError(messages.backup_damaged(str(backup.path), why)) from error
    with closing(backups.opened(part)) as connection:
        if backup:
            fault = schema.fault(connection)
            wrong = [fault] if fault else checking.everything(connection)
            if wrong:
                raise WorkspaceError(messages.backup_damaged(str(backup.path), wrong))
        if schema.version(connection) < len(schema.MIGRATIONS):
            schema.migrate(connection)


def _carry(file: Path, part: Path) -> None:
    """Bring what is intact in a file over into another one."""
    with closing(backups.opened(part)) as made, closing(backups.opened(file)) as spoiled:
        tables = ["texts", *seals.sealed(made)]
        made.execute("BEGIN")
        for table in tables:
            rows, is_whole = _readable(spoiled, table, _columns(made, table))
            if is_whole:
                # What was deleted since the backup does not come back.
                made.execute(f"DELETE FROM {table}")
            marks = ", ".join("?" * len(_columns(made, table)))
            made.executemany(f"INSERT OR REPLACE INTO {table} VALUES ({marks})", rows)
        # The damaged file may be of a version that kept letters.
        seals.arm(made)
        schema.run(made, schema.BY_PLACE)
        made.execute("COMMIT")


def _columns(connection: Connection, table: str) -> list[str]:
    return [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]


def _readable(
    connection: Connection, table: str, names: list[str]
) -> tuple[list[tuple[object, ...]], bool]:
    """The rows of a table that are what was written, and whether they are all that there were."""
    found: dict[int, tuple[object, ...]] = {}
    is_whole = False
    query = f"SELECT rowid, {', '.join(names)} FROM {table} NOT INDEXED ORDER BY rowid"
    with suppress(*_UNREADABLE):
        is_whole = connection.execute(f"PRAGMA integrity_check({table})").fetchone() == ("ok",)
    # A damaged page ends a reading: the pages after it are found from the end.
    for direction in ("ASC", "DESC"):
        with suppress(*_UNREADABLE):
            for place, *row in connection.execute(f"{query} {direction}"):
                found[place] = tuple(row)
    good = [
        row
        for row in found.values()
        if (texts.is_right(*row) if table == "texts" else seals.holds(names, row))
    ]
    return good, is_whole and len(good) == len(found)


@contextmanager
def _unchanged(file: Path) -> Iterator[Callable[[int, int, int], None] | None]:
    """What raises _Changed in the middle of a backup if somebody else has written since."""
    if not file.exists():
        yield None
        return
    with closing(backups.opened(file)) as watch:
        version = "PRAGMA data_version"
        try:
            before = watch.execute(version).fetchone()
        except sqlite3.DatabaseError:
            yield None
            return

        def guard(status: int, remaining: int, total: int) -> None:
            if remaining and watch.execute(version).fetchone() != before:
                raise _Changed

        yield guard
