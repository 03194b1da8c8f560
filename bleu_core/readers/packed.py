"""Compressed files and archives, unpacked in memory within limits.

Nothing is written to disk, and names in an archive are labels: no path is made of them.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa

from bleu_core.messages import archive as messages
from bleu_core.readers.limits import Unpacking
from bleu_core.readers.parts import File, ReadError, first_line, printable

MAX_ENTRIES = 256
# Memory for unpacking besides the result: xz -9 has a dictionary of 64 MiB.
_XZ_MEMORY = 100 << 20
_STEP, _PACKED_STEP = 1 << 20, 1 << 13
_GZIP, _BZIP2, _XZ, _ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"
_SUFFIXES = {".gz", ".bz2", ".xz", ".zst", ".tgz"}
_NAMES = {_GZIP: "gzip", _BZIP2: "bzip2", _XZ: "xz", _ZSTD: "zstd"}
_DAMAGE = (
    OSError, EOFError, zlib.error, lzma.LZMAError, pa.ArrowException, zipfile.BadZipFile,
    tarfile.TarError, NotImplementedError, RuntimeError, ValueError, OverflowError,
    UnicodeError, KeyError, IndexError, MemoryError, zipfile.LargeZipFile,
)  # fmt: skip
# Files that operating systems add to archives.
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
    """Unpack a file that may be compressed or an archive; also return what was skipped.

    A file that is neither is its own only entry. An archive may be compressed, but contain no
    archives.

    Raises
    ------
    ReadError
        Damaged, encrypted, nested, too many entries, or too large when unpacked.
    """
    packing = kind(data)
    if packing in _NAMES.values():
        data, name = _decompressed(data, name, packing), _without_suffix(name)
        packing = kind(data)
        if packing not in ("tar", ""):
            raise ReadError([messages.nested(name, packing)])
    if not packing or (packing == "zip" and is_workbook(data)):
        return [File(name, data)], []
    left_out: list[str] = []
    entries = (
        entries_of_zip(data, name) if packing == "zip" else _entries_of_tar(data, name, left_out)
    )
    files = []
    for label, content in entries:
        if any(part in f"/{label}" for part in _LITTER):
            left_out.append(messages.system_file(name, label))
        elif nested := kind(content):
            raise ReadError([messages.nested(name, nested, label)])
        else:
            files.append(File(label, content))
    if not files:
        raise ReadError([messages.empty(name), *left_out])
    return files, left_out


def is_workbook(data: bytes) -> bool:
    """Whether a zip is an XLSX workbook."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return "xl/workbook.xml" in archive.namelist()
    except _DAMAGE:
        return False


def _decompressed(data: bytes, name: str, packing: str) -> bytes:
    try:
        return _held(_pieces(data, packing), name, Unpacking(len(data)))
    except ReadError:
        raise
    except _DAMAGE as error:
        raise ReadError([messages.damaged(name, packing, first_line(error))]) from None


def _pieces(data: bytes, packing: str) -> Iterator[bytes]:
    """Decompress piece by piece."""
    if packing == "gzip":
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            yield from _read(stream)
    elif packing == "zstd":
        with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
            yield from _read(stream)
    elif packing == "bzip2":
        yield from _streams(data, bz2.BZ2Decompressor)
    else:
        yield from _streams(data, lambda: lzma.LZMADecompressor(memlimit=_XZ_MEMORY))


def _streams(data: bytes, make: Callable[[], Any]) -> Iterator[bytes]:
    """Decompress concatenated streams; Python's files end at what is not a stream."""
    source = io.BytesIO(data)
    waiting = source.read(_PACKED_STEP)
    while waiting:
        unpacker = make()
        while not unpacker.eof:
            if unpacker.needs_input and not waiting:
                raise EOFError("it ends too early")
            yield unpacker.decompress(waiting, _STEP)
            waiting = source.read(_PACKED_STEP) if unpacker.needs_input else b""
        waiting = (unpacker.unused_data + waiting).lstrip(b"\0")  # xz is filled up with zeros
        while not waiting and (more := source.read(_PACKED_STEP)):
            waiting = more.lstrip(b"\0")


def _read(stream: Any) -> Iterator[bytes]:
    while piece := stream.read(_STEP):
        yield piece


def _held(pieces: Iterable[bytes], name: str, left: Unpacking) -> bytes:
    """Join pieces within the limit, without a second copy."""
    joined = io.BytesIO()
    for piece in pieces:
        left.spend(len(piece), name)
        joined.write(piece)
    return joined.getvalue()


def entries_of_zip(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """Name and content of each file in a zip."""
    left = Unpacking(len(data))
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            infos = [info for info in archive.infolist() if not info.is_dir()]
            _check_number(len(infos), name)
            for info in infos:
                if info.flag_bits & 1:
                    raise ReadError([messages.encrypted(name, printable(info.filename))])
                with archive.open(info) as stream:
                    yield printable(info.filename), _held(_read(stream), name, left)
    except ReadError:
        raise
    except _DAMAGE as error:
        raise ReadError([messages.damaged(name, "zip", first_line(error))]) from None


def _entries_of_tar(data: bytes, name: str, left_out: list[str]) -> Iterator[tuple[str, bytes]]:
    left = Unpacking(len(data))
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for number, member in enumerate(archive, 1):
                _check_number(number, name)
                if member.isdir():
                    continue
                if not member.isreg() or member.issparse():
                    left_out.append(messages.special_file(name, printable(member.name)))
                    continue
                stream = archive.extractfile(member)
                if stream is None:  # pragma: no cover - a regular file has content
                    continue
                with stream:
                    content = _held(_read(stream), name, left)
                if len(content) != member.size:
                    raise tarfile.ReadError("unexpected end of data")
                yield printable(member.name), content
    except ReadError:
        raise
    except _DAMAGE as error:
        raise ReadError([messages.damaged(name, "tar", first_line(error))]) from None


def _check_number(number: int, name: str) -> None:
    if number > MAX_ENTRIES:
        raise ReadError([messages.too_many_entries(name, MAX_ENTRIES)])


def _without_suffix(name: str) -> str:
    for suffix in _SUFFIXES:
        if name.lower().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name
