"""What is damaged in a home, or in an archive of one."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bleu_core.common.place import SERVER
from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups, checking, restoring, schema
from bleu_core.workspace.archive import contents, reading
from bleu_core.workspace.database import Workspace
from bleu_core.workspace.errors import WorkspaceError
from bleu_core.workspace.seals import Connection


def workspaces(home: Path) -> Iterator[Workspace]:
    """The workspaces of a home: its own, those of people, and those that are shared."""
    for name in contents.files(home):
        if contents.is_database(name) and name != SERVER:
            yield Workspace((home / name).parent)


def problems_of(home: Path, progress: Progress | None = None) -> dict[Path, list[Message]]:
    """Each database of a home, with a message for each thing that is damaged in it."""
    found: dict[Path, list[Message]] = {}
    paths = [home / name for name in contents.files(home) if contents.is_database(name)]
    for done, path in enumerate(paths):
        if path.name == SERVER:
            found[path] = _problems_of_server(path)
        else:
            found[path] = restoring.problems(Workspace(path.parent))
        if progress:
            progress((done + 1) / len(paths))
    return found


def problems_of_archive(file: Path, progress: Progress | None = None) -> list[Message]:
    """A message for each thing that is damaged in an archive that is whole.

    Raises
    ------
    WorkspaceError
        If it is no archive of a home, or is not as it was written.
    """
    with reading.opened(file) as archive, TemporaryDirectory() as private:
        found: list[Message] = []
        for done, entry in enumerate(archive.entries):
            copy = Path(private, str(done))
            archive.unpack(entry, copy if contents.is_database(entry.name) else None)
            if copy.exists():
                found += unpacked(copy, entry.name)
                copy.unlink()
            if progress:
                progress((done + 1) / len(archive.entries))
    return found


def unpacked(path: Path, name: str) -> list[Message]:
    """What is damaged in a database that came in an archive under this name.

    Raises
    ------
    WorkspaceError
        If it is none that may be used here.
    """
    try:
        with closing(backups.opened(path)) as connection:
            _refuse_others(connection, name)
            return [messages.archive_problem(name, why) for why in damage(connection, name)]
    except sqlite3.DatabaseError as error:
        raise WorkspaceError(messages.archive_file_unreadable(name, str(error))) from error


def damage(connection: Connection, name: str) -> list[Message]:
    """A message for each thing that is damaged in a database; all of it is read."""
    if name == SERVER:
        wrong = checking.structure(connection)
        return [wrong] if wrong else []
    return checking.everything(connection)


def _problems_of_server(path: Path) -> list[Message]:
    try:
        with closing(backups.opened(path)) as connection:
            return damage(connection, SERVER)
    except sqlite3.DatabaseError as error:
        return [messages.structure(str(error))]


def _refuse_others(connection: Connection, name: str) -> None:
    # What stands in a schema is run by whoever writes to the file later: ours have tables alone.
    connection.execute("PRAGMA trusted_schema = OFF")
    kinds = {kind for (kind,) in connection.execute("SELECT type FROM sqlite_master")}
    if not kinds <= {"table", "index"}:
        raise WorkspaceError(messages.archive_file_foreign(name))
    if name == SERVER:
        return
    if schema.is_newer(connection):
        raise WorkspaceError(messages.archive_file_newer(name))
    is_new = schema.version(connection) == 0
    wrong = schema.fault(connection) or (messages.is_empty() if is_new else None)
    if wrong:
        raise WorkspaceError(messages.archive_file_unusable(name, wrong))
