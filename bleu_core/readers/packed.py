"""Compressed files and archives, unpacked in memory within limits.

Nothing is written to disk, and names in an archive are labels: no path is ever
made of one.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, Any

import pyarrow as pa

from bleu_core.readers.parts import File, ReadError, first_line
from bleu_core.words import whole

# Limits against archives that are made to burst; all may be set.
MAX_ENTRIES = 256
MAX_EXPANDED = 2_000_000_000
# Text packs 3 to 20 times; beyond this, and beyond what is harmless anyway, it is a bomb.
MAX_RATIO = 500
HARMLESS = 20_000_000

_STEP = 1 << 20
_GZIP, _BZIP2, _XZ, _ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"
_OPENERS: dict[bytes, Callable[[bytes], Any]] = {
    _GZIP: lambda data: gzip.GzipFile(fileobj=io.BytesIO(data)),
    _BZIP2: lambda data: bz2.BZ2File(io.BytesIO(data)),
    _XZ: lambda data: lzma.open(io.BytesIO(data)),  # noqa: SIM115 - closed by who opens it
    _ZSTD: lambda data: pa.CompressedInputStream(pa.BufferReader(data), "zstd"),
}
_SUFFIXES = {".gz", ".bz2", ".xz", ".zst", ".tgz"}
_NAMES = {_GZIP: "gzip", _BZIP2: "bzip2", _XZ: "xz", _ZSTD: "zstd"}
_DAMAGE = (
    OSError, EOFError, zlib.error, lzma.LZMAError, pa.ArrowException, zipfile.BadZipFile,
    tarfile.TarError, NotImplementedError, RuntimeError, ValueError, OverflowError,
    UnicodeError, KeyError, IndexError, MemoryError, zipfile.LargeZipFile,
)  # fmt: skip
# What systems put into archives beside the files.
_LITTER = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini", "/._")


def kind(data: bytes) -> str:
    """ "zip", "tar", the name of a compression, or ""."""
    for magic, name in _NAMES.items():
        if data.startswith(magic) and (magic != _BZIP2 or data[4:10] == b"1AY&SY"):
            return name
    if data.startswith((b"PK\3\4", b"PK\5\6")):
        return "zip"
    return "tar" if data[257:262] == b"ustar" else ""


def unpack(data: bytes, name: str) -> tuple[list[File], list[str]]:
    """The files in what may be compressed or an archive, and what was left out of it.

    A file that is neither is its own only entry. An archive may be compressed;
    it may not hold archives.

    Raises
    ------
    ReadError
        Damaged, encrypted, too many entries, too much when unpacked, nested.
    """
    how = kind(data)
    if how in _NAMES.values():
        data, name = _decompressed(data, name, how), _without_suffix(name)
        how = kind(data)
        if how not in ("tar", ""):
            raise ReadError(
                [f"{name}: {how} inside {'a compressed file'} is not unpacked; unpack it once."]
            )
    if not how or (how == "zip" and is_workbook(data)):
        return [File(name, data)], []
    left_out: list[str] = []
    entries = entries_of_zip(data, name) if how == "zip" else _entries_of_tar(data, name, left_out)
    files = []
    for label, content in entries:
        if any(part in f"/{label}" for part in _LITTER):
            left_out.append(f"{name}: {label!r} is left out; it belongs to an operating system.")
        elif nested := kind(content):
            raise ReadError([
                f"{name}: {label!r} inside it is itself packed ({nested}); unpack it first."
            ])  # fmt: skip
        else:
            files.append(File(label, content))
    if not files:
        raise ReadError([f"{name} holds no file.", *left_out])
    return files, left_out


def is_workbook(data: bytes) -> bool:
    """Whether a zip is an XLSX workbook."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except _DAMAGE:
        return False


def _decompressed(data: bytes, name: str, how: str) -> bytes:
    magic = next(magic for magic, known in _NAMES.items() if known == how)
    try:
        with _OPENERS[magic](data) as stream:
            return _read(stream, name, _Budget(len(data)))
    except ReadError:
        raise
    except _DAMAGE as error:
        raise ReadError([
            f"{name} is {how}-compressed but damaged or cut off: {first_line(error)}. Pack it anew."
        ]) from None  # fmt: skip


class _Budget:
    """What unpacking may still give: the limits hold for all entries together."""

    def __init__(self, packed: int) -> None:
        self._most = min(MAX_EXPANDED, max(HARMLESS, packed * MAX_RATIO))
        self.left = self._most

    def spend(self, size: int, name: str) -> None:
        self.left -= size
        if self.left < 0:
            raise ReadError([
                f"{name} unpacks to more than {whole(self._most)} bytes, which is the limit for a "
                "file of its size. If it is no mistake, unpack it yourself and give the parts."
            ])  # fmt: skip


def _read(stream: IO[bytes], name: str, budget: _Budget) -> bytes:
    pieces = []
    while piece := stream.read(_STEP):
        budget.spend(len(piece), name)
        pieces.append(piece)
    return b"".join(pieces)


def entries_of_zip(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in a zip."""
    budget = _Budget(len(data))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            _check_number(len(infos), name)
            for info in infos:
                if info.flag_bits & 1:
                    raise ReadError([f"{name}: {info.filename!r} is encrypted; unpack it first."])
                with archive.open(info) as stream:
                    yield info.filename, _read(stream, name, budget)
    except ReadError:
        raise
    except _DAMAGE as error:
        raise ReadError(
            [f"{name} is a damaged zip archive: {first_line(error)}. Pack it anew."]
        ) from None


def _entries_of_tar(data: bytes, name: str, left_out: list[str]) -> Iterator[tuple[str, bytes]]:
    budget = _Budget(len(data))
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for number, member in enumerate(archive, 1):
                _check_number(number, name)
                if member.isdir():
                    continue
                if not member.isreg() or member.issparse():
                    left_out.append(
                        f"{name}: {member.name!r} is left out; it is no regular file but a link, "
                        "a device or the like."
                    )
                    continue
                stream = archive.extractfile(member)
                if stream is None:  # pragma: no cover - a regular file has content
                    continue
                with stream:
                    content = _read(stream, name, budget)
                if len(content) != member.size:
                    raise tarfile.ReadError("unexpected end of data")
                yield member.name, content
    except ReadError:
        raise
    except _DAMAGE as error:
        raise ReadError(
            [f"{name} is a damaged tar archive: {first_line(error)}. Pack it anew."]
        ) from None


def _check_number(number: int, name: str) -> None:
    if number > MAX_ENTRIES:
        raise ReadError(
            [f"{name} has more than {whole(MAX_ENTRIES)} entries; give only those needed."]
        )


def _without_suffix(name: str) -> str:
    for suffix in _SUFFIXES:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name
