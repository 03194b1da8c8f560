"""Compressed files and archives, unpacked in memory within limits; names are never paths."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pyarrow as pa

from bleu_core.messages import archive as messages
from bleu_core.messages import file as file_messages
from bleu_core.readers.parts import File, ReadError, UnpackBudget, printable_name, report_damage

MAX_ENTRIES = 256
# Memory for unpacking besides the result: xz -9 has a dictionary of 64 MiB.
_XZ_MEMORY = 100 << 20
_STEP, _PACKED_STEP = 1 << 20, 1 << 13
_GZIP, _BZIP2, _XZ, _ZSTD = b"\x1f\x8b", b"BZh", b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd"
_SUFFIXES = {".gz", ".bz2", ".xz", ".zst", ".tgz"}
_NAMES = {_GZIP: "gzip", _BZIP2: "bzip2", _XZ: "xz", _ZSTD: "zstd"}
_DAMAGE_ERRORS = (
    OSError, EOFError, zlib.error, lzma.LZMAError, pa.ArrowException, zipfile.BadZipFile,
    tarfile.TarError, NotImplementedError, RuntimeError, ValueError, OverflowError,
    UnicodeError, KeyError, IndexError, MemoryError, zipfile.LargeZipFile,
)  # fmt: skip
# Files that operating systems add to archives.
_SYSTEM_FILES = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini", "/._")
# Settings, documentation and images beside the texts. No ending is a language's code or a log's.
_NO_TEXTS = re.compile(
    r"(?:.*/)?(?:\.[^/]*|(?:readme|licen[cs]e|copying|notice|changelog|makefile)(?:[._-][^/]*)?"
    r"|(?:[^/]*[._-])?(?:config|settings|metadata|meta|params|args)\.json"
    r"|[^/]*\.(?:neon|ya?ml|cfg|conf|ini|toml|properties|md|pdf|png|jpe?g|gif|svg|webp|ico"
    r"|ipynb|py|pyc|md5|sha1|sha256))",
    re.IGNORECASE,
)
_SMALL_JSON = 100_000  # bytes of settings or results


def archive_type(data: bytes) -> str:
    """Return "zip", "tar", the name of a compression, or ""."""
    for magic, name in _NAMES.items():
        if data.startswith(magic) and (magic != _BZIP2 or data[4:10] == b"1AY&SY"):
            return name
    if data.startswith((b"PK\3\4", b"PK\5\6")):
        return "zip"
    return "tar" if data[257:262] == b"ustar" else ""


def unpack(data: bytes, name: str) -> tuple[list[File], list[str]]:
    """The files in compressed data, an archive or a plain file; notes on what was skipped."""
    packing = archive_type(data)
    if packing in _NAMES.values():
        with report_damage(_DAMAGE_ERRORS, name, f"{packing} file"):
            data = _joined(_pieces(data, packing), name, UnpackBudget(len(data)))
        stem, dot, suffix = name.rpartition(".")
        name = stem if stem and dot + suffix.lower() in _SUFFIXES else name
        packing = archive_type(data)
        if packing not in ("tar", ""):
            raise ReadError([messages.packed(name, name, f"packed too ({packing})")])
    is_workbook = False
    if packing == "zip":
        with suppress(*_DAMAGE_ERRORS), zipfile.ZipFile(io.BytesIO(data)) as archive:
            is_workbook = "xl/workbook.xml" in archive.namelist()
    if not packing or is_workbook:
        return [File(name, data)], []
    special: list[str] = []
    no_texts: list[str] = []
    entries_of = entries_of_zip if packing == "zip" else _entries_of_tar
    files = []
    for label, content in entries_of(data, name, special):
        is_of_system = any(part in f"/{label}" for part in _SYSTEM_FILES)
        if is_of_system or _NO_TEXTS.fullmatch(label) or _is_json_without_texts(label, content):
            no_texts.append(label)
        elif nested := archive_type(content):
            raise ReadError([messages.packed(name, label, f"packed too ({nested})")])
        else:
            files.append(File(label, content))
    skipped = {"special": special, "no text": no_texts}
    notes = [messages.skipped(name, labels, why) for why, labels in skipped.items() if labels]
    if not files:
        raise ReadError([file_messages.nothing(name, "file"), *notes])
    return files, list[str](notes)


def unpack_one(file: File) -> tuple[str, bytes, list[str]]:
    """Name and bytes of the only file in one that may be packed; notes on what was skipped."""
    files, notes = unpack(file.data, printable_name(file.name))
    if len(files) > 1:
        raise ReadError([messages.several_files(file.name, [entry.name for entry in files])])
    return files[0].name, files[0].data, notes


def _is_json_without_texts(label: str, data: bytes) -> bool:
    """Whether a JSON file is an object of single values and lists of numbers: no table."""
    if not label.lower().endswith(".json") or len(data) > _SMALL_JSON:
        return False
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False  # the reader reports it
    return isinstance(found, dict) and all(
        isinstance(value, str | float | int | None)
        or (isinstance(value, list) and all(isinstance(item, float | int) for item in value))
        for value in found.values()
    )


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
    """Decompress concatenated streams; Python's file objects stop at data after a stream."""
    source = io.BytesIO(data)
    waiting = source.read(_PACKED_STEP)
    while waiting:
        unpacker = make()
        while not unpacker.eof:
            if unpacker.needs_input and not waiting:
                raise EOFError("unexpected end of data")
            yield unpacker.decompress(waiting, _STEP)
            waiting = source.read(_PACKED_STEP) if unpacker.needs_input else b""
        waiting = (unpacker.unused_data + waiting).lstrip(b"\0")  # xz pads with zeros
        while not waiting and (more := source.read(_PACKED_STEP)):
            waiting = more.lstrip(b"\0")


def _read(stream: Any) -> Iterator[bytes]:
    while piece := stream.read(_STEP):
        yield piece


def _joined(pieces: Iterable[bytes], name: str, left: UnpackBudget) -> bytes:
    """Join pieces within the limit, without a second copy."""
    joined = io.BytesIO()
    for piece in pieces:
        left.spend(len(piece), name)
        joined.write(piece)
    return joined.getvalue()


def entries_of_zip(data: bytes, name: str, special: list[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each file in a zip; links are added to `special`."""
    left, damaged = UnpackBudget(len(data)), report_damage(_DAMAGE_ERRORS, name, "zip archive")
    with damaged, zipfile.ZipFile(io.BytesIO(data)) as archive:
        # The library does not compare the number of entries: a damaged one can hide the next.
        end = data.rfind(b"PK\5\6")
        declared = int.from_bytes(data[end + 10 : end + 12], "little")
        if declared not in (len(archive.infolist()), 0xFFFF):  # the latter in ZIP64
            raise zipfile.BadZipFile("the directory is damaged")
        infos = [info for info in archive.infolist() if not info.is_dir()]
        _check_number(len(infos), name)
        for info in infos:
            if info.flag_bits & 1:
                raise ReadError([messages.packed(name, printable_name(info.filename), "encrypted")])
            if stat.S_ISLNK(info.external_attr >> 16):
                special.append(printable_name(info.filename))
                continue
            with archive.open(info) as stream:
                yield printable_name(info.filename), _joined(_read(stream), name, left)


def _entries_of_tar(data: bytes, name: str, special: list[str]) -> Iterator[tuple[str, bytes]]:
    left, damaged = UnpackBudget(len(data)), report_damage(_DAMAGE_ERRORS, name, "tar archive")
    source = io.BytesIO(data)
    with damaged, tarfile.open(fileobj=source, mode="r:") as archive:
        for number, member in enumerate(archive, 1):
            _check_number(number, name)
            if member.isdir():
                continue
            is_plain = member.isreg() and not member.issparse()
            stream = archive.extractfile(member) if is_plain else None
            if stream is None:
                special.append(printable_name(member.name))
                continue
            with stream:
                content = _joined(_read(stream), name, left)
            if len(content) != member.size:
                raise tarfile.ReadError("unexpected end of data")
            yield printable_name(member.name), content
        # At a damaged or missing header, the library stops without an error, as at the end.
        end = data[archive.offset :]
        if len(end) < tarfile.BLOCKSIZE or end.strip(b"\0"):
            raise tarfile.ReadError("unexpected end of data")


def _check_number(number: int, name: str) -> None:
    if number > MAX_ENTRIES:
        raise ReadError([file_messages.too_many(name, MAX_ENTRIES, "entries")])
