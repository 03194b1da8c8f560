"""Parquet: columns, read in batches within limits."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.progress import Progress
from bleu_core.messages import table as messages
from bleu_core.readers.columns import table
from bleu_core.readers.limits import CELL, Unpacking, check_columns
from bleu_core.readers.parts import CHUNK, Parts, ReadError, first_line
from bleu_core.readers.rows import Rows

_DAMAGE = (
    pa.ArrowException, OSError, ValueError, UnicodeError, OverflowError, TypeError, KeyError,
    IndexError, MemoryError,
)  # fmt: skip


def read_parquet(data: bytes, name: str, progress: Progress | None = None) -> Parts:
    """Read a Parquet file; other values become text, lists as in JSON.

    A file of a kilobyte can repeat a cell a thousand million times, so the size of columns is
    computed before they are made.

    Raises
    ------
    ReadError
        Damaged; bytes that are not UTF-8, with column and row; too large when unpacked.
    """
    import pyarrow.parquet as pq  # slow to load, and most files are text

    chunks: dict[str, list[pa.Array]] = {}
    rows = 0
    try:
        about = pq.read_metadata(pa.BufferReader(data))
        total, left = about.num_rows, Unpacking(len(data))
        check_columns(total, about.num_columns, len(data), name)
        left.spend(sum(chunk.total_uncompressed_size for chunk in _chunks(about)), name)
        # Repeated values are read as references to one copy.
        repeated = {c.path_in_schema for c in _chunks(about) if c.has_dictionary_page}
        file = pq.ParquetFile(pa.BufferReader(data), read_dictionary=sorted(repeated))
        if len(set(file.schema_arrow.names)) < len(file.schema_arrow.names):
            raise ReadError([messages.repeated_column(name)])
        left = Unpacking(len(data))
        for batch in file.iter_batches(batch_size=CHUNK):
            left.spend(sum(map(_expanded, batch.columns)), name)
            for key, values in _text_columns(batch, name, rows, len(data)):
                parts = chunks.setdefault(key, [])
                have = sum(map(len, parts))
                if have < rows:  # a list that was shorter until here
                    parts.append(pa.nulls(rows - have, pa.large_string()))
                parts.append(values)
            rows += len(batch)
            check_columns(rows, len(chunks), len(data), name)
            if progress:
                progress(rows / max(total, 1))
    except ReadError:
        raise
    except _DAMAGE as error:
        message = messages.unreadable(name, "Parquet file", first_line(error))
        raise ReadError([message]) from None
    if rows == 0:
        raise ReadError([messages.no_rows(name)])
    columns = {}
    for key in [*chunks]:
        parts = chunks.pop(key)
        missing = rows - sum(map(len, parts))
        columns[key] = pa.concat_arrays([*parts, pa.nulls(missing, pa.large_string())])
    return table(columns, name, "parquet", [])


def _chunks(about: Any) -> Iterator[Any]:
    """Metadata of each column of each row group."""
    for group in range(about.num_row_groups):
        for column in range(about.num_columns):
            yield about.row_group(group).column(column)


def _expanded(values: pa.Array) -> int:
    """Bytes of a column in which each cell has its own text."""
    if pa.types.is_nested(values.type):
        inner = [values.keys, values.items] if pa.types.is_map(values.type) else values.flatten()
        return sum(map(_expanded, [inner] if isinstance(inner, pa.Array) else inner))
    if not pa.types.is_dictionary(values.type):
        return int(values.nbytes)
    if not _is_bytes(values.type.value_type):
        return len(values) * CELL
    lengths = pc.binary_length(values.dictionary).take(values.indices)
    return (pc.sum(lengths).as_py() or 0) + len(values) * CELL


def _is_bytes(kind: pa.DataType) -> bool:
    types = pa.types
    return bool(
        types.is_string(kind)
        or types.is_large_string(kind)
        or types.is_binary(kind)
        or types.is_large_binary(kind)
    )


def _text_columns(
    batch: pa.RecordBatch, name: str, before: int, size: int
) -> Iterator[tuple[str, pa.Array]]:
    for key, values in zip(batch.schema.names, batch.columns, strict=True):
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        if _is_bytes(values.type):
            yield key, _checked(values.cast(pa.large_binary()), key, name, before)
        elif pa.types.is_nested(values.type):
            collected = Rows(name, size)
            for value in _held(values, key, name, before):
                collected.add({key: value})
            yield from collected.columns().items()
        else:
            yield key, values.cast(pa.large_string())


def _checked(values: pa.Array, key: str, name: str, before: int) -> pa.Array:
    """Decode bytes that must be text."""
    try:
        return values.cast(pa.large_string())
    except pa.ArrowInvalid:
        _held(values, key, name, before)
        raise


def _held(values: pa.Array, key: str, name: str, before: int) -> list[object]:
    """Cells as Python values, with text decoded."""
    found = []
    for row, value in enumerate(values, before + 1):
        try:
            found.append(_plain_value(value.as_py()))
        except UnicodeDecodeError:
            raise ReadError([messages.not_utf8(name, key, row)]) from None
    return found


def _plain_value(value: object) -> object:
    """A nested value as JSON has it."""
    if isinstance(value, dict):
        return {str(key): _plain_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_value(item) for item in value]
    if isinstance(value, bytes):
        return value.decode()
    return value if value is None or isinstance(value, str | bool) else str(value)
