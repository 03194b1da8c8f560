"""An archive, of which nothing is believed: names, sizes and hashes are looked at first."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from bleu_core.messages import text_of
from bleu_core.messages import workspace as messages
from bleu_core.workspace import backups
from bleu_core.workspace.archive import contents
from bleu_core.workspace.archive.contents import Entry
from bleu_core.workspace.errors import WorkspaceError, told

_BLOCK = 1 << 20
# Of the list of files; one of a million names takes less.
_MOST = 200_000_000
_ENCRYPTED = 0x1
# What zipfile raises of a file that is none, or is damaged.
_UNREADABLE = (BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError, RuntimeError)


class Archive:
    """An archive that is open: its files are those that its list names, and no others."""

    def __init__(self, file: Path, archive: ZipFile) -> None:
        self.file = file
        self._archive = archive
        self._members = _members(archive)
        self.entries = self._listed()

    @property
    def size(self) -> int:
        """Bytes of all its files once they are unpacked."""
        return sum(entry.size for entry in self.entries)

    def unpack(self, entry: Entry, path: Path | None) -> None:
        """Write a file of the archive to a path where nothing is, or only look whether it is whole.

        Raises
        ------
        ValueError
            If it is not what the list says. No more than that many bytes are unpacked.
        """
        digest, size = sha256(), 0
        with ExitStack() as stack:
            source = stack.enter_context(self._archive.open(self._members[entry.name]))
            target = stack.enter_context(backups.new_file(path).open("wb")) if path else None
            while size <= entry.size and (block := source.read(_BLOCK)):
                digest.update(block)
                size += len(block)
                if target:
                    target.write(block)
        if (size, digest.hexdigest()) != (entry.size, entry.sha256):
            raise ValueError(messages.archive_changed(entry.name))

    def _listed(self) -> list[Entry]:
        info = self._members.pop(contents.MANIFEST, None)
        if info is None or info.file_size > _MOST:
            raise ValueError(messages.archive_unlisted())
        with self._archive.open(info) as said:
            text = said.read(_MOST + 1)
        try:
            entries = contents.entries_of(json.loads(text))
        except RecursionError as error:
            raise ValueError(messages.archive_list_unreadable()) from error
        if {entry.name for entry in entries} != self._members.keys():
            raise ValueError(messages.archive_list_differs())
        return entries


@contextmanager
def opened(file: Path) -> Iterator[Archive]:
    """An archive of a home; what is wrong with it in the block is told as a WorkspaceError.

    Raises
    ------
    WorkspaceError
        If it is no archive of a home, or it is damaged.
    """
    with told(file, 0):
        try:
            with ZipFile(file) as archive:
                yield Archive(file, archive)
        except _UNREADABLE as error:
            why = text_of(error) or messages.archive_broken_off()
            raise WorkspaceError(messages.archive_unreadable(str(file), why)) from error


def _members(archive: ZipFile) -> dict[str, ZipInfo]:
    found: dict[str, ZipInfo] = {}
    for info in archive.infolist():
        # `orig_filename` is what stands there, before anything in it is mended.
        name = info.orig_filename
        plain = info.compress_type == ZIP_DEFLATED and not info.flag_bits & _ENCRYPTED
        if name in found or name != info.filename or not plain:
            raise ValueError(messages.archive_foreign())
        found[name] = info
    return found
