"""Text columns of a data set that use no memory: written once, then mapped from disk.

A column is three files of Arrow buffers: offsets (int64), UTF-8 bytes, and bits that are 0 for a
missing text. Each holds all rows of all files in one piece, as an `EvalSet` requires.
"""

from __future__ import annotations

import shutil
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
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
# Bytes read at a time to compute a checksum.
BLOCK = 1 << 24
# Seconds after which a partly written folder counts as abandoned.
ABANDONED = 24 * 3600


@dataclass(frozen=True)
class FileRecord:
    """A file as written: size in bytes, modification time in nanoseconds, CRC-32."""

    size: int
    modified: int
    crc: int

    def check(self, path: Path) -> bool:
        """Whether a file is the one that was written; False for a copy with the same contents.

        A copy has another modification time; only then are the contents read. OSError if the file
        is missing or has other contents.
        """
        status = path.stat()
        same = status.st_size == self.size and status.st_mtime_ns == self.modified
        if not same and (status.st_size != self.size or _crc_of(path) != self.crc):
            raise OSError(f"{path} has changed since it was written")
        return same


def _crc_of(path: Path) -> int:
    crc = 0
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            crc = zlib.crc32(block, crc)
    return crc


@dataclass(frozen=True)
class ColumnRecord:
    """A column as written: number of rows, and its files by extension."""

    rows: int
    files: Mapping[str, FileRecord]

    @classmethod
    def of_fields(cls, fields: Mapping[str, Any]) -> ColumnRecord:
        """Create a record from its fields, as `asdict` and JSON have them."""
        files = {end: FileRecord(**one) for end, one in fields["files"].items()}
        return cls(fields["rows"], files)

    def mapped(self, folder: Path, name: str) -> pa.Array:
        """Map the column from its files, as a large_string array."""
        paths = {end: folder / f"{name}{end}" for end in ENDS if end in self.files}
        own = [self.files[end].check(path) for end, path in paths.items()]
        buffers = {end: _mapped(path, self.files[end].size) for end, path in paths.items()}
        _check_buffers(self.rows, buffers)
        found = pa.Array.from_buffers(pa.large_string(), self.rows, list(map(buffers.get, ENDS)))
        if not all(own):  # a copy is not trusted; it may come from elsewhere
            found.validate(full=True)
        return found


def _mapped(path: Path, size: int) -> pa.Buffer:
    if size == 0:  # an empty file cannot be mapped
        return pa.py_buffer(b"")
    with pa.memory_map(str(path)) as file:
        return file.read_buffer(size)


def _check_buffers(rows: int, buffers: Mapping[str, pa.Buffer]) -> None:
    """Raise OSError unless the buffers form a column: Arrow would read beyond their memory."""
    offsets = np.frombuffer(buffers[OFFSETS], np.int64)
    fits = (
        len(offsets) == rows + 1
        and offsets[0] == 0
        and offsets[-1] == buffers[BYTES].size
        and not (offsets[1:] < offsets[:-1]).any()
        and (VALID not in buffers or buffers[VALID].size == -(-rows // 8))
    )
    if not fits:
        raise OSError("The files do not form a column of text.")


def write_columns(
    batches: Iterator[Mapping[str, pa.Array]], folder: Path
) -> dict[str, ColumnRecord]:
    """Write text columns to the files of a folder, in blocks of rows."""
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
            # Delete the remains of killed processes, not what another one may be writing.
            for left in folder.parent.glob(f"{folder.name}.*"):
                with suppress(OSError):
                    if time() - left.stat().st_mtime > ABANDONED:
                        shutil.rmtree(left)
            return records
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


class _ColumnWriter:
    def __init__(self, folder: Path, name: str, files: Mapping[str, BinaryIO]) -> None:
        self._paths = {end: folder / f"{name}{end}" for end in ENDS}
        self._files = files
        self._crc = dict.fromkeys(ENDS, 0)
        self._rows = self._missing = self._bytes = 0
        self._bits: NDArray[np.bool_] = np.zeros(0, bool)  # fewer than 8, not yet written
        self._put(OFFSETS, np.zeros(1, np.int64).tobytes())

    def write(self, texts: pa.Array) -> None:
        """Write some more rows."""
        valid = as_numpy(texts.is_valid())
        # Missing texts have no bytes, so the file has exactly the bytes of the others.
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
        """Write the remaining bits, and close the files."""
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
        return ColumnRecord(self._rows, files)

    def _put(self, end: str, data: bytes | memoryview) -> None:
        self._files[end].write(data)
        self._crc[end] = zlib.crc32(data, self._crc[end])


@contextmanager
def _writing(folder: Path, name: str) -> Iterator[_ColumnWriter]:
    with ExitStack() as stack:
        files = {end: stack.enter_context((folder / f"{name}{end}").open("wb")) for end in ENDS}
        yield _ColumnWriter(folder, name, files)
