"""The format of an archive of saved data: its files, its manifest, and safe reading.

It excludes backups, files that were put aside, and partial files.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from bleu_core import datasets
from bleu_core.common.version import __version__
from bleu_core.messages import archive as messages
from bleu_core.messages import text_of
from bleu_core.workspace import backups
from bleu_core.workspace.connection import WorkspaceError, workspace_errors
from bleu_core.workspace.database import NAME

MANIFEST = "manifest.json"
FORM = 1
BLOCK = 1 << 20
# Texts and statistics of data sets. Partial files have other names: a dot begins or follows these.
_DATA_SETS = re.compile(
    rf"{datasets.FOLDER}/"
    r"(?:sets/\w{64}/(?:data\.json|[\w-]+\.(?:valid|offsets|bytes))|statistics/\w\w/\w{64}\.parquet)",
    re.ASCII,
)
_SHA256 = re.compile(r"[0-9a-f]{64}")
# Bytes that a manifest may have: in any case, and for each file besides its name.
_HEAD, _EACH = 1_000, 200
_ENCRYPTED = 0x1
# What zipfile raises for a file that is damaged or no archive.
_UNREADABLE = (BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class ArchiveEntry:
    """A file of an archive: its name relative to the home, its bytes, and its SHA-256 as hex."""

    name: str
    size: int
    sha256: str


def is_database(name: str) -> bool:
    """Whether a name is that of the SQLite file of a home."""
    return name == NAME


def is_known(name: str) -> bool:
    """Whether a home has files of such a name; if so, it cannot lead outside the home."""
    return is_database(name) or _DATA_SETS.fullmatch(name) is not None


def files(home: Path) -> list[str]:
    """Return the files of a home that belong in an archive, in the order of copying.

    What refers to a file comes before it: a file created meanwhile is then in the archive without
    a reference, which does no harm.
    """
    found = {path.relative_to(home).as_posix(): path for path in _candidates(home)}
    names = [name for name, path in found.items() if is_known(name) and _is_plain(path, home)]
    order = {".sqlite": 0, ".json": 1}
    return sorted(names, key=lambda name: (order.get(Path(name).suffix, 2), name))


def parts(home: Path) -> list[Path]:
    """Return the files and folders of saved data in a home, with their logs and backups."""
    names = [NAME, datasets.FOLDER, backups.FOLDER]
    logs = [f"{NAME}{end}" for end in ("-wal", "-shm", "-journal")]
    return [home / name for name in (*names, *logs) if (home / name).exists()]


def _candidates(home: Path) -> Iterator[Path]:
    yield home / NAME
    yield from (home / datasets.FOLDER).glob("*/*/*")


def _is_plain(path: Path, home: Path) -> bool:
    """Whether a file lies in the home itself, not behind a link."""
    below = [path, *path.parents]
    own = below[: below.index(home)]
    return path.is_file() and not any(part.is_symlink() for part in own)


def manifest(entries: list[ArchiveEntry], made: str) -> str:
    """Return the manifest of an archive as JSON."""
    about = {"bleuscope": __version__, "form": FORM, "made": made}
    return json.dumps(about | {"files": [asdict(entry) for entry in entries]}, indent=0)


def entries_of(content: Any) -> list[ArchiveEntry]:
    """Return the files that a manifest names; ValueError if it is none of this version."""
    if not isinstance(content, dict) or not isinstance(content.get("files"), list):
        raise ValueError(messages.archive_list_unreadable())
    if content.get("form") != FORM:
        raise ValueError(messages.archive_newer())
    entries = [_entry(file) for file in content["files"]]
    if len({entry.name.lower() for entry in entries}) < len(entries):
        raise ValueError(messages.archive_list_twice())
    return entries


def _entry(file: Any) -> ArchiveEntry:
    match file:
        case {"name": str(name), "size": int(size), "sha256": str(digest)} if (
            is_known(name) and size >= 0 and _SHA256.fullmatch(digest)
        ):
            return ArchiveEntry(name, size, digest)
    raise ValueError(messages.archive_list_unknown())


class Archive:
    """An open archive. It is not trusted: names, sizes and hashes must match its manifest."""

    def __init__(self, file: Path, archive: ZipFile) -> None:
        self.file = file
        self._archive = archive
        self._members = _members(archive)
        self.entries = self._read_manifest()

    @property
    def size(self) -> int:
        """Bytes of all files when unpacked."""
        return sum(entry.size for entry in self.entries)

    def unpack(self, entry: ArchiveEntry, path: Path | None) -> None:
        """Write a file of the archive to a new path; without a path, only verify it.

        Raises ValueError if it differs from the manifest. No more bytes than that states are
        unpacked.
        """
        digest, size = sha256(), 0
        with ExitStack() as stack:
            source = stack.enter_context(self._archive.open(self._members[entry.name]))
            target = stack.enter_context(backups.new_file(path).open("wb")) if path else None
            while size <= entry.size and (block := source.read(BLOCK)):
                digest.update(block)
                size += len(block)
                if target:
                    target.write(block)
        if (size, digest.hexdigest()) != (entry.size, entry.sha256):
            raise ValueError(messages.archive_changed(entry.name))

    def _read_manifest(self) -> list[ArchiveEntry]:
        info = self._members.pop(MANIFEST, None)
        if info is None:
            raise ValueError(messages.archive_unlisted())
        # A list of zeros or brackets shrinks a thousandfold, and takes much memory once parsed.
        most = _HEAD + sum(_EACH + len(name) for name in self._members)
        with self._archive.open(info) as file:
            text = file.read(most + 1)
        if len(text) > most:
            raise ValueError(messages.archive_list_unreadable())
        try:
            entries = entries_of(json.loads(text))
        except RecursionError as error:
            raise ValueError(messages.archive_list_unreadable()) from error
        if {entry.name for entry in entries} != self._members.keys():
            raise ValueError(messages.archive_list_differs())
        return entries


@contextmanager
def open_archive(file: Path) -> Iterator[Archive]:
    """Open an archive; what is wrong with it, or found in the block, raises a WorkspaceError."""
    with workspace_errors(file, 0):
        try:
            with ZipFile(file) as archive:
                yield Archive(file, archive)
        except _UNREADABLE as error:
            why = text_of(error) or messages.archive_broken_off()
            raise WorkspaceError(messages.archive_unreadable(str(file), why)) from error


def _members(archive: ZipFile) -> dict[str, ZipInfo]:
    found: dict[str, ZipInfo] = {}
    for info in archive.infolist():
        # `orig_filename` is the name as written, before zipfile cleans it.
        name = info.orig_filename
        plain = info.compress_type == ZIP_DEFLATED and not info.flag_bits & _ENCRYPTED
        if name in found or name != info.filename or not plain:
            raise ValueError(messages.archive_foreign())
        found[name] = info
    return found
