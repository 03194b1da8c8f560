"""The texts of a data set as columns that cost no memory: written once, then mapped from disk.

A column is three files of Arrow buffers: offsets (int64), UTF-8 bytes, and bits that are 0 where
there is no text. They hold all rows of all files in one piece, as an `EvalSet` needs them.
"""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from time import time
from typing import Any, BinaryIO
from uuid import uuid4

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy, nulls_as_empty, utf8_buffer
from bleu_core.datasets.counting import folder_errors

# The files of a column, in the order of the buffers of an Arrow array.
VALID, OFFSETS, BYTES = ENDS = (".valid", ".offsets", ".bytes")
# Bytes that are read at a time where a checksum is needed.
BLOCK = 1 << 24
# Seconds after which a folder that is only partly written is nobody's.
ABANDONED = 24 * 3600


@dataclass(frozen=True)
class FileRecord:
    """A file as it was written: its bytes, its time of change in nanoseconds, its CRC-32."""

    size: int
    modified: int
    crc: int

    def matches(self, path: Path) -> bool:
        """Whether a file is still as it was written.

        It is read only if its time of change is another, as after a copy.
        """
        try:
            status = path.stat()
            if status.st_size != self.size:
                return False
            return status.st_mtime_ns == self.modified or _crc_of(path) == self.crc
        except OSError:
            return False


def _crc_of(path: Path) -> int:
    crc = 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            crc = zlib.crc32(block, crc)
    return crc


@dataclass(frozen=True)
class ColumnRecord:
    """A column as it was written: its rows, its missing texts, and its files by their endings."""

    rows: int
    missing: int
    files: Mapping[str, FileRecord]

    @classmethod
    def of_fields(cls, fields: Mapping[str, Any]) -> ColumnRecord:
        """The record from `asdict` of one, as JSON has it."""
        files = {end: FileRecord(**one) for end, one in fields["files"].items()}
        return cls(fields["rows"], fields["missing"], files)

    def mapped(self, folder: Path, name: str) -> pa.Array:
        """The column as a large_string array whose memory is that of its files.

        Raises
        ------
        OSError
            If a file is not as it was written.
        """
        buffers = [self._buffer(folder, name, end) for end in ENDS]
        return pa.Array.from_buffers(pa.large_string(), self.rows, buffers, self.missing)

    def _buffer(self, folder: Path, name: str, end: str) -> pa.Buffer | None:
        if end not in self.files:
            return None
        record, path = self.files[end], folder / f"{name}{end}"
        if not record.matches(path):
            raise OSError(f"{path} is not as it was written")
        if record.size == 0:  # nothing to map
            return pa.py_buffer(b"")
        with pa.memory_map(str(path)) as file:
            return file.read_buffer(record.size)


def write_columns(
    batches: Iterator[Mapping[str, pa.Array]], folder: Path
) -> dict[str, ColumnRecord]:
    """Write columns of text, some rows at a time, as the files of a folder.

    The folder is there as a whole or not at all, and replaces one of the same name.

    Raises
    ------
    FolderError
        If the disk is full, or the folder cannot be written.
    """
    temporary = folder.with_name(f"{folder.name}.{uuid4().hex}")
    try:
        with folder_errors(folder):
            temporary.mkdir(parents=True)
            with ExitStack() as stack:
                writers: dict[str, _ColumnWriter] = {}
                for batch in batches:
                    for name, texts in batch.items():
                        if name not in writers:
                            writers[name] = stack.enter_context(_writing(temporary, name))
                        writers[name].write(texts)
                for writer in writers.values():
                    writer.end()
            records = {name: writer.record() for name, writer in writers.items()}
            if folder.exists():
                shutil.rmtree(folder)
            temporary.rename(folder)
            _delete_abandoned(folder)
            return records
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _delete_abandoned(folder: Path) -> None:
    """Delete what killed processes left; another one may be writing the same texts just now."""
    for left in folder.parent.glob(f"{folder.name}.*"):
        with suppress(OSError):
            if time() - left.stat().st_mtime > ABANDONED:
                shutil.rmtree(left)


class _ColumnWriter:
    def __init__(self, folder: Path, name: str, files: Mapping[str, BinaryIO]) -> None:
        self._paths = {end: folder / f"{name}{end}" for end in ENDS}
        self._files = files
        self._crc = dict.fromkeys(ENDS, 0)
        self._rows = self._missing = self._bytes = 0
        self._bits: NDArray[np.bool_] = np.zeros(0, bool)  # fewer than make a byte
        self._put(OFFSETS, np.zeros(1, np.int64).tobytes())

    def write(self, texts: pa.Array) -> None:
        """Write some more rows."""
        valid = as_numpy(texts.is_valid())
        # A missing text has no bytes, so that the bytes are exactly those of the texts.
        data, ends = utf8_buffer(nulls_as_empty(texts))
        self._put(OFFSETS, (ends[1:] + self._bytes).tobytes())
        self._put(BYTES, data.data)
        bits = np.concatenate([self._bits, valid])
        full = len(bits) // 8 * 8
        self._put(VALID, np.packbits(bits[:full], bitorder="little").tobytes())
        self._bits = bits[full:]
        self._rows += len(texts)
        self._missing += len(valid) - int(valid.sum())
        self._bytes += len(data)

    def end(self) -> None:
        """Write what is left, and close the files."""
        self._put(VALID, np.packbits(self._bits, bitorder="little").tobytes())
        for file in self._files.values():
            file.close()
        if not self._missing:
            self._paths.pop(VALID).unlink()

    def record(self) -> ColumnRecord:
        files = {}
        for end, path in self._paths.items():
            status = path.stat()
            files[end] = FileRecord(status.st_size, status.st_mtime_ns, self._crc[end])
        return ColumnRecord(self._rows, self._missing, files)

    def _put(self, end: str, data: bytes | memoryview) -> None:
        self._files[end].write(data)
        self._crc[end] = zlib.crc32(data, self._crc[end])


@contextmanager
def _writing(folder: Path, name: str) -> Iterator[_ColumnWriter]:
    with ExitStack() as stack:
        files = {end: stack.enter_context((folder / f"{name}{end}").open("wb")) for end in ENDS}
        yield _ColumnWriter(folder, name, files)


def record_fields(records: Mapping[str, ColumnRecord]) -> dict[str, Any]:
    """Records as JSON."""
    return {name: asdict(record) for name, record in records.items()}


def mapped_columns(folder: Path, fields: Mapping[str, Any]) -> dict[str, pa.Array]:
    """The columns of a folder, from `record_fields` of what was written there.

    Raises
    ------
    OSError, KeyError, TypeError
        If a file, or a record, is not as it was written.
    """
    return {name: ColumnRecord.of_fields(fields[name]).mapped(folder, name) for name in fields}
