"""Export all saved data to one file, check the file, and import it here or on another machine."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import archive as messages
from bleu_core.messages import workspace as workspace_messages
from bleu_core.workspace import archive_file, backups, checksums, row_copy, schema
from bleu_core.workspace.archive_file import BLOCK, Archive, ArchiveEntry, is_database, open_archive
from bleu_core.workspace.connection import (
    Connection,
    WorkspaceError,
    is_damage,
    open_file,
    workspace_errors,
)
from bleu_core.workspace.database import NAME, PRIVATE_FOLDER, Workspace

Item = TypeVar("Item")
# Bytes that stay free on the disk, so that a server can go on working.
_SPARE = 50_000_000
# Begins the name of the folder into which an import unpacks, in the home.
_UNPACKED = ".import-"


@dataclass(frozen=True)
class ExportResult:
    """The files of an archive, and a message for each part that is damaged or left out."""

    entries: list[ArchiveEntry]
    problems: list[Message]


def _tracked(items: Sequence[Item], progress: Progress | None) -> Iterator[Item]:
    """Iterate over items, and report the part done after each."""
    for done, item in enumerate(items, 1):
        yield item
        if progress:
            progress(done / len(items))


def find_problems(home: Path, progress: Progress | None = None) -> dict[Path, list[Message]]:
    """Return each database of a home, with a message for each damaged part."""
    names = [name for name in archive_file.files(home) if is_database(name)]
    if NAME not in names and (Workspace(home).is_lost() or (home / NAME).is_dir()):
        names.append(NAME)
    paths = [home / name for name in names]
    return {path: row_copy.problems(Workspace(path.parent)) for path in _tracked(paths, progress)}


def find_archive_problems(file: Path, progress: Progress | None = None) -> list[Message]:
    """Return a message for each damaged part in an archive; WorkspaceError if it is not one."""
    with open_archive(file) as archive, TemporaryDirectory() as private:
        found: list[Message] = []
        copy = Path(private, "copy")
        databases = [entry.size for entry in archive.entries if is_database(entry.name)]
        _check_room(archive, max(databases, default=0), Path(private))
        for entry in _tracked(archive.entries, progress):
            archive.unpack(entry, copy if is_database(entry.name) else None)
            if copy.exists():
                found += _check_unpacked(copy, entry.name)
                copy.unlink()
    return found


def export_archive(home: Path, file: Path, progress: Progress | None = None) -> ExportResult:
    """Write all saved data of a home to a new file, while others go on working.

    Each database is copied by SQLite's backup: one state of it, with every acknowledged write.
    Damaged parts are copied as they are, and reported. Raises WorkspaceError if the file exists,
    the home has no saved data, or the disk refuses.
    """
    names = archive_file.files(home)
    if not names:
        raise WorkspaceError(messages.archive_nothing(str(home)))
    if file.exists():
        raise WorkspaceError(messages.archive_exists(str(file)))
    part = file.with_name(f".{uuid4().hex}.part")
    with workspace_errors(file, 0):
        try:
            with TemporaryDirectory(prefix=".bleuscope-", dir=file.parent) as private:
                backups.new_file(part)
                exported = _write(home, names, part, Path(private), progress)
            part.replace(file)
        except OSError as error:
            reason = error.strerror or str(error)
            raise WorkspaceError(messages.archive_unwritable(str(file), reason)) from error
        finally:
            with suppress(OSError):  # as of a read-only disk, also if there is none
                part.unlink(missing_ok=True)
    return exported


def import_archive(
    file: Path, home: Path, replace: bool, progress: Progress | None = None
) -> tuple[Path | None, list[Message]]:
    """Import an archive into a home; it is checked completely before anything changes.

    With `replace`, the saved data of the home is set aside; nothing is deleted. Returns its new
    path, and a message for each damaged part of the archive. Raises WorkspaceError if the home is
    in use or has saved data (without `replace`), or if the file is damaged or not an archive.
    """
    if archive_file.parts(home) and not replace:
        raise WorkspaceError(messages.archive_home_used(str(home)))
    with workspace_errors(home, 0), open_archive(file) as archive:
        home.mkdir(parents=True, exist_ok=True, mode=PRIVATE_FOLDER)
        for left in home.glob(f"{_UNPACKED}*"):  # by an import that was killed
            shutil.rmtree(left, ignore_errors=True)
        _check_room(archive, archive.size, home)
        with TemporaryDirectory(prefix=_UNPACKED, dir=home, ignore_cleanup_errors=True) as private:
            new = Path(private)
            damaged = _unpack(archive, new, progress)
            for name in archive_file.files(home):
                if is_database(name):
                    _check_unused(home / name)
            if archive_file.parts(home):
                return _exchange(home, new), damaged
            _move(new, home, list(new.iterdir()))
            return None, damaged


def _write(
    home: Path, names: list[str], part: Path, private: Path, progress: Progress | None
) -> ExportResult:
    entries: list[ArchiveEntry] = []
    problems: list[Message] = []
    with ZipFile(part, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for name in _tracked(names, progress):
            copy = private / "copy"
            try:
                problems += _copy(home / name, copy, is_database(name))
            except FileNotFoundError:
                copy.unlink(missing_ok=True)
                continue  # deleted meanwhile
            except (PermissionError, sqlite3.Error) as error:
                reason = getattr(error, "strerror", None) or str(error)
                raise WorkspaceError(messages.archive_uncopied(str(home / name), reason)) from error
            if copy.exists():
                entries.append(_add(archive, name, copy))
                copy.unlink()
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        archive.writestr(_info(archive_file.MANIFEST), archive_file.manifest(entries, moment))
    return ExportResult(entries, problems)


def _copy(source: Path, copy: Path, is_database: bool) -> list[Message]:
    """Copy one state of a file; return its damage. What is empty or no database is not copied."""
    if not is_database:
        shutil.copyfile(source, copy)
        return []
    if not source.stat().st_size:
        return [messages.archive_without(str(source), workspace_messages.is_empty())]
    backups.new_file(copy)
    try:
        backups.copy(source, copy)
        with closing(open_file(copy)) as db:
            wrong = checksums.all_damage(db)
            return [messages.archive_problem(str(source), why) for why in wrong]
    except sqlite3.OperationalError as error:
        if not source.exists():
            raise FileNotFoundError from error
        raise
    except sqlite3.DatabaseError as error:
        copy.unlink()
        return [messages.archive_without(str(source), str(error))]


def _add(archive: ZipFile, name: str, copy: Path) -> ArchiveEntry:
    digest, size = sha256(), 0
    with copy.open("rb") as source, archive.open(_info(name), "w", force_zip64=True) as target:
        while block := source.read(BLOCK):
            digest.update(block)
            size += len(block)
            target.write(block)
    return ArchiveEntry(name, size, digest.hexdigest())


def _info(name: str) -> ZipInfo:
    """Describe a file that only its owner can read when other programs unpack it."""
    info = ZipInfo(name, datetime.now().timetuple()[:6])
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info


def _check_room(archive: Archive, size: int, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if size + _SPARE > free:
        raise WorkspaceError(messages.archive_no_room(str(archive.file), size, str(folder), free))


def _unpack(archive: Archive, new: Path, progress: Progress | None) -> list[Message]:
    """Unpack and check all files; return the damage that they had when exported."""
    found: list[Message] = []
    for entry in _tracked(archive.entries, progress):
        path = new / entry.name
        for folder in reversed(path.relative_to(new).parents):
            (new / folder).mkdir(exist_ok=True, mode=PRIVATE_FOLDER)
        archive.unpack(entry, path)
        if is_database(entry.name):
            found += _check_unpacked(path, entry.name)
            if path.name == NAME:
                with closing(open_file(path)) as db, suppress(sqlite3.DatabaseError):
                    db.execute("PRAGMA journal_mode = WAL")  # as `Workspace.open` does
    return found


def _check_unpacked(path: Path, name: str) -> list[Message]:
    """Return the damage in a database that came in an archive under this name."""
    try:
        with closing(open_file(path)) as db:
            _refuse_others(db, name)
            return [messages.archive_problem(name, why) for why in checksums.all_damage(db)]
    except sqlite3.DatabaseError as error:
        raise WorkspaceError(messages.archive_file_unreadable(name, str(error))) from error


def _refuse_others(db: Connection, name: str) -> None:
    # Triggers and views of a file run when somebody writes to it; ours has tables alone.
    db.execute("PRAGMA trusted_schema = OFF")
    kinds = {kind for (kind,) in db.execute("SELECT type FROM sqlite_master")}
    if not kinds <= {"table", "index"}:
        raise WorkspaceError(messages.archive_file_foreign(name))
    if schema.is_newer(db):
        raise WorkspaceError(messages.archive_file_newer(name))
    is_new = schema.version(db) == 0
    wrong = schema.fault(db) or (workspace_messages.is_empty() if is_new else None)
    if wrong:
        raise WorkspaceError(messages.archive_file_unusable(name, wrong))


def _check_unused(path: Path) -> None:
    """Check that no process has a database open: it would go on writing the log of the new one."""
    try:
        with closing(open_file(path)) as db:
            db.execute("PRAGMA busy_timeout = 1000")
            # Only the sole user of a file can remove its write-ahead log.
            db.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if not is_damage(error):
            raise WorkspaceError(messages.archive_in_use(str(path), str(error))) from error


def _exchange(home: Path, new: Path) -> Path:
    """Replace the saved data by the new data; return the path of the old data."""
    aside = home / f"put-aside-{datetime.now():%Y-%m-%d-%H%M%S-%f}"
    aside.mkdir(mode=PRIVATE_FOLDER)
    # The backups are moved last: if the process is killed before the new file is there, they show
    # that a file is missing.
    last = home / backups.FOLDER

    def parts() -> list[Path]:
        return [path for path in archive_file.parts(home) if path != last]

    _move(home, aside, parts())
    try:
        _move(new, home, list(new.iterdir()))
        _move(home, aside, [last] if last.exists() else [])
    except OSError:
        _move(home, new, parts())
        _move(aside, home, list(aside.iterdir()))
        raise
    return aside


def _move(source: Path, target: Path, paths: list[Path]) -> None:
    """Move all paths within one disk; none if one cannot be moved."""
    moved: list[Path] = []
    try:
        for path in paths:
            path.rename(target / path.name)
            moved.append(path)
    except OSError:
        for path in moved:
            (target / path.name).rename(source / path.name)
        raise
