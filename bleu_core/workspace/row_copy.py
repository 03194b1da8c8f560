"""Copy rows: a comparison to another workspace, intact rows into a restored backup."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups, checksums, schema, texts
from bleu_core.workspace.backups import Backup
from bleu_core.workspace.checksums import Row
from bleu_core.workspace.connection import (
    Connection,
    Gone,
    WorkspaceError,
    has_content,
    is_damage,
    open_file,
    workspace_errors,
)
from bleu_core.workspace.database import Workspace

_OF_SESSIONS = "session IN (SELECT id FROM sessions WHERE comparison = ?)"
# Each table after those that its rows refer to, with the condition for the rows of a comparison.
TABLES = {
    "comparisons": "digest = ?",
    **dict.fromkeys(("parts", "imports", "said", "marks", "scores", "sessions"), "comparison = ?"),
    **dict.fromkeys(("answers", "session_log"), _OF_SESSIONS),
}
# The label types belong to a whole workspace; annotations of the comparison use them.
LABEL_TYPES = "typology"
_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
# Seconds that `restore` waits for a pause in which nobody writes.
PATIENCE = 30


def copy_comparison(source: Workspace, target: Workspace, digest: str) -> None:
    """Copy a comparison, with its texts and annotations, into an empty workspace.

    The list of label types is copied too; the last view and everything else is not. In memory are
    one compressed text column at a time, and all annotations. Raises Gone if the comparison is not
    saved; WorkspaceError if a part of it is damaged; then nothing was written.
    """
    with source.reading() as old, target.writing() as new:
        tables = TABLES.items()
        rows = {table: _undamaged(old, table, f"WHERE {which}", digest) for table, which in tables}
        if not rows["comparisons"]:
            raise Gone
        for name in sorted({row["hash"] for row in [*rows["parts"], *rows["scores"]]}):
            column = texts.get(old, name)
            if column is None:
                raise WorkspaceError(messages.text_not_copied())
            texts.put(new, column)
        for table, copied in {**rows, LABEL_TYPES: _undamaged(old, LABEL_TYPES)}.items():
            new.insert_all(table, copied)
        new.execute("UPDATE comparisons SET view = ''")


def rewrite(db: Connection, table: str) -> None:
    """Write all rows of a table again, so that deleted values cannot be recovered.

    `secure_delete` overwrites a deleted row, but not the copies that SQLite leaves behind when
    rows move to another page. `VACUUM` would do, but copies the whole file.
    """
    rows = checksums.all_rows(db, table)
    db.execute(f"DELETE FROM {table}")
    # With their checksums: moving a damaged row does not repair it.
    db.insert_all(table, rows)


def problems(workspace: Workspace) -> list[Message]:
    """Return a message for each damaged part of the file as it is on the disk now."""
    workspace.check_again()
    try:
        with workspace.reading() as db:
            return checksums.all_damage(db)
    except WorkspaceError as error:
        return [error.args[0]]


def restore(workspace: Workspace, backup: Backup | None) -> Path | None:
    """Replace a workspace's file by a backup; return where the former file is, if there was one.

    Others can go on working: their changes are in one of the two files. If the current file is
    damaged, everything intact in it is added; without a backup, this becomes the whole content.
    Raises WorkspaceError if the backup is damaged, the disk fails, or others write without a pause;
    then nothing has changed.
    """
    end = time.monotonic() + PATIENCE
    with workspace_errors(workspace.path, PATIENCE):
        backups.remove_stale(workspace.folder)
        while True:
            part, aside = (workspace.folder / f".{uuid4().hex}.part" for _ in range(2))
            try:
                return _restore(workspace, backup, part, aside)
            except _Changed:
                if time.monotonic() > end:
                    raise WorkspaceError(messages.busy(str(workspace.path), PATIENCE)) from None
            finally:
                part.unlink(missing_ok=True)
                aside.unlink(missing_ok=True)
                workspace.check_again()


class _Changed(Exception):
    """Another process wrote to the file after it was examined."""


def _restore(workspace: Workspace, backup: Backup | None, part: Path, copy: Path) -> Path | None:
    """Restore once; `part` and `copy` are names of the new and the former file while written."""
    file = workspace.path
    with _unchanged(file) as guard:
        is_damaged = file.exists() and bool(problems(workspace))
        _prepare(backup, part)
        if is_damaged:
            _add_intact_rows(file, part)
        moment = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
        aside = file.with_name(f"put-aside-{moment}.sqlite") if file.exists() else None
        try:
            if aside:
                backups.copy(file, backups.new_file(copy))
                copy.replace(aside)
                with closing(open_file(part)) as new, closing(open_file(file)) as old:
                    # By pages, so that the guard runs once the first one has locked the file.
                    new.backup(old, pages=1, progress=guard)
                return aside
        except _Changed:
            if aside:
                aside.unlink()
            raise
        except sqlite3.DatabaseError as error:
            if isinstance(error, sqlite3.OperationalError):
                raise
    # SQLite cannot open the file as a database, so no process holds it open.
    for old_path in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        if aside and old_path.exists():
            old_path.replace(aside.with_name(old_path.name.replace(file.name, aside.name)))
    part.replace(file)
    return aside


def _prepare(backup: Backup | None, part: Path) -> None:
    """Write the new file: the backup, brought up to date, or an empty workspace."""
    backups.new_file(part)
    if backup:
        try:
            backups.copy(backup.path, part)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            why = [messages.structure(str(error))]
            raise WorkspaceError(messages.backup_damaged(str(backup.path), why)) from error
    with closing(open_file(part)) as db:
        if backup:
            fault = schema.fault(db)
            wrong = [fault] if fault else checksums.all_damage(db)
            if wrong:
                raise WorkspaceError(messages.backup_damaged(str(backup.path), wrong))
        if schema.version(db) < len(schema.MIGRATIONS):
            schema.migrate(db)
        db.execute("PRAGMA journal_mode = WAL")  # as `Workspace.open` does


def _add_intact_rows(file: Path, part: Path) -> None:
    with closing(open_file(part)) as new, closing(open_file(file)) as damaged:
        new.execute("BEGIN")
        for table in ["texts", *checksums.checked_tables(new)]:
            columns = [name for _, name, *_ in new.execute(f"PRAGMA table_info({table})")]
            rows, is_complete = _intact(damaged, table, columns)
            if is_complete:
                # What was deleted since the backup does not come back.
                new.execute(f"DELETE FROM {table}")
            new.insert_all(table, rows, "INSERT OR REPLACE")
        # The damaged file may be of a version that stored A and B.
        checksums.install_triggers(new)
        schema.run(new, schema.BY_PLACE)
        new.execute("COMMIT")


def _undamaged(db: Connection, table: str, which: str = "", *values: str) -> list[Row]:
    rows = checksums.checked_rows(db, table, which, *values)
    if not all(valid for _, valid in rows):
        raise WorkspaceError(messages.not_copied())
    return [row for row, _ in rows]


def _intact(db: Connection, table: str, names: list[str]) -> tuple[list[Row], bool]:
    """Return the intact rows of a damaged table, and whether no row was lost."""
    found: dict[int, Row] = {}
    is_whole = False
    query = f"SELECT rowid, {', '.join(names)} FROM {table} NOT INDEXED ORDER BY rowid"
    with suppress(*_UNREADABLE):
        is_whole = db.execute(f"PRAGMA integrity_check({table})").fetchone() == ("ok",)
    # A damaged page ends a query: the pages after it are read from the end.
    for direction in ("ASC", "DESC"):
        with suppress(*_UNREADABLE):
            for place, *row in db.execute(f"{query} {direction}"):
                found[place] = dict(zip(names, row, strict=True))
    is_good = texts.is_right_row if table == "texts" else checksums.is_valid
    good = [row for row in found.values() if is_good(row)]
    return good, is_whole and len(good) == len(found)


@contextmanager
def _unchanged(file: Path) -> Iterator[Callable[[int, int, int], None] | None]:
    """Yield a progress handler that raises _Changed if another process has written since."""
    if not has_content(file):
        yield None  # nobody writes to a lost file
        return
    with closing(open_file(file)) as watch:
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
