"""An archive put into a home: all of it is looked at first, then it is there as a whole."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups
from bleu_core.workspace.archive import contents, reading
from bleu_core.workspace.archive.checking import unpacked
from bleu_core.workspace.database import NAME, PRIVATE_FOLDER
from bleu_core.workspace.errors import WorkspaceError, is_damage, told

# A server may need what is left of the disk while it works.
_SPARE = 50_000_000


def put(
    file: Path, home: Path, replace: bool, progress: Progress | None = None
) -> tuple[Path | None, list[Message]]:
    """Put an archive into a home; answer where what was there is now, and what is damaged in it.

    Parameters
    ----------
    replace : bool
        Whether what is kept there is to be put aside; nothing is deleted.

    Raises
    ------
    WorkspaceError
        If something is kept there and is not to be replaced, if it is in use, or the archive is
        none, or damaged. Then all is as it was.
    """
    if contents.parts(home) and not replace:
        raise WorkspaceError(messages.archive_home_used(str(home)))
    with told(home, 0), reading.opened(file) as archive:
        home.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        _see_room(archive, home)
        with _own_folder(home) as new:
            damaged = _unpack(archive, new, progress)
            for name in contents.files(home):
                if contents.is_database(name):
                    _released(home / name)
            if contents.parts(home):
                return _exchanged(home, new), damaged
            _move(new, home, list(new.iterdir()))
            return None, damaged


def _see_room(archive: reading.Archive, home: Path) -> None:
    free = shutil.disk_usage(home).free
    if archive.size + _SPARE > free:
        file = str(archive.file)
        raise WorkspaceError(messages.archive_no_room(file, archive.size, str(home), free))


@contextmanager
def _own_folder(home: Path) -> Iterator[Path]:
    new = home / f".import-{uuid4().hex}"
    new.mkdir(mode=PRIVATE_FOLDER)
    try:
        yield new
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _unpack(archive: reading.Archive, new: Path, progress: Progress | None) -> list[Message]:
    """All files of the archive, each looked at; what is damaged in them, and was before."""
    found: list[Message] = []
    for done, entry in enumerate(archive.entries):
        path = new / entry.name
        for folder in reversed(path.relative_to(new).parents):
            (new / folder).mkdir(exist_ok=True, mode=PRIVATE_FOLDER)
        archive.unpack(entry, path)
        if contents.is_database(entry.name):
            found += unpacked(path, entry.name)
            if path.name == NAME:
                with closing(backups.opened(path)) as connection, suppress(sqlite3.DatabaseError):
                    connection.execute("PRAGMA journal_mode = WAL")  # as `Workspace.open` makes it
        if progress:
            progress((done + 1) / len(archive.entries))
    return found


def _released(path: Path) -> None:
    """See that nobody has a database open: its log would go on under the name of the new one.

    Only who is alone with a file can take its write-ahead log away.
    """
    try:
        with closing(backups.opened(path)) as connection:
            connection.execute("PRAGMA busy_timeout = 1000")
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise WorkspaceError(messages.archive_in_use(str(path), str(error))) from error


def _exchanged(home: Path, new: Path) -> Path:
    """Put what is kept aside, and the new into its place; where the old is."""
    aside = home / f"put-aside-{datetime.now():%Y-%m-%d-%H%M%S-%f}"
    aside.mkdir(mode=PRIVATE_FOLDER)
    _move(home, aside, contents.parts(home))
    try:
        _move(new, home, list(new.iterdir()))
    except OSError:
        _move(home, new, contents.parts(home))
        _move(aside, home, list(aside.iterdir()))
        raise
    return aside


def _move(source: Path, target: Path, paths: list[Path]) -> None:
    """Within one disk, so that each is there or not; all, or none where one cannot be moved."""
    moved: list[Path] = []
    try:
        for path in paths:
            path.rename(target / path.name)
            moved.append(path)
    except OSError:
        for path in moved:
            (target / path.name).rename(source / path.name)
        raise
