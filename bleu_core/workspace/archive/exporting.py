"""An archive of a home, written while others go on with it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import uuid4
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bleu_core.common.progress import Progress
from bleu_core.messages import Message
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups
from bleu_core.workspace.archive import contents
from bleu_core.workspace.archive.checking import damage
from bleu_core.workspace.archive.contents import Entry
from bleu_core.workspace.errors import WorkspaceError, told

_BLOCK = 1 << 20


@dataclass(frozen=True)
class Exported:
    """What is in an archive; a message for each thing that is damaged in it, or was left out."""

    entries: list[Entry]
    problems: list[Message]


def export(home: Path, file: Path, progress: Progress | None = None) -> Exported:
    """Write all that is kept in a home to a file that is not there yet.

    Each database is copied as SQLite's backup does: one state of it, with all that was
    acknowledged before, whatever is written meanwhile, and nobody waits. What is damaged is in the
    archive as it is, and told.

    Raises
    ------
    WorkspaceError
        If the file is there, nothing is kept in the home, or the disk refuses.
    """
    names = contents.files(home)
    if not names:
        raise WorkspaceError(messages.archive_nothing(str(home)))
    if file.exists():
        raise WorkspaceError(messages.archive_exists(str(file)))
    part = file.with_name(f".{uuid4().hex}.part")
    with told(file, 0):
        try:
            with TemporaryDirectory(prefix=".bleuscope-", dir=file.parent) as private:
                backups.new_file(part)
                made = _write(home, names, part, Path(private), progress)
            part.replace(file)
        finally:
            part.unlink(missing_ok=True)
    return made


def _write(
    home: Path, names: list[str], part: Path, private: Path, progress: Progress | None
) -> Exported:
    entries: list[Entry] = []
    problems: list[Message] = []
    with ZipFile(part, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for done, name in enumerate(names):
            copy = private / "copy"
            try:
                problems += _copied(home / name, copy, contents.is_database(name))
            except FileNotFoundError:
                copy.unlink(missing_ok=True)
                continue  # deleted meanwhile
            if copy.exists():
                entries.append(_added(archive, name, copy))
                copy.unlink()
            if progress:
                progress((done + 1) / len(names))
        made = datetime.now(UTC).isoformat(timespec="seconds")
        archive.writestr(_info(contents.MANIFEST), contents.manifest(entries, made))
    return Exported(entries, problems)


def _copied(source: Path, copy: Path, is_database: bool) -> list[Message]:
    """Copy a file as it is at one moment; what is damaged in it. One that is no database is not."""
    if not is_database:
        shutil.copyfile(source, copy)
        return []
    if not source.exists():
        raise FileNotFoundError
    backups.new_file(copy)
    try:
        backups.copy(source, copy)
        with closing(backups.opened(copy)) as connection:
            wrong = damage(connection, source.name)
            return [messages.archive_problem(str(source), why) for why in wrong]
    except sqlite3.OperationalError as error:
        if not source.exists():  # sharing of it was ended meanwhile
            raise FileNotFoundError from error
        raise
    except sqlite3.DatabaseError as error:
        copy.unlink()
        return [messages.archive_without(str(source), str(error))]


def _added(archive: ZipFile, name: str, copy: Path) -> Entry:
    digest, size = sha256(), 0
    with copy.open("rb") as source, archive.open(_info(name), "w", force_zip64=True) as target:
        while block := source.read(_BLOCK):
            digest.update(block)
            size += len(block)
            target.write(block)
    return Entry(name, size, digest.hexdigest())


def _info(name: str) -> ZipInfo:
    """A file of the archive that whoever unpacks it by other means has for themselves alone."""
    info = ZipInfo(name, datetime.now().timetuple()[:6])
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o600 << 16
    return info
