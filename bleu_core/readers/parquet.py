"""Parquet: columns as they are, by batches, and no more of them than fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pyarrow as pa

from bleu_core.readers.columns import table
from bleu_core.readers.parts import CHUNK, Parts, ReadError, first_line
from bleu_core.readers.rows import Rows
from bleu_core.words import whole

Progress = Callable[[float], None]

# Bytes that the columns may take: a file of a kilobyte can hold a cell that is
# repeated a thousand million times.
MAX_EXPANDED = 2_000_000_000


def read_parquet(data: bytes, name: str, progress: Progress | None = None) -> Parts:
    """A Parquet file; what is no text is written as text, lists as in JSON."""
    import pyarrow.parquet as pq  # slow to load, and most files are text

    chunks: dict[str, list[pa.Array]] = {}
    size = rows = 0
    try:
        file = pq.ParquetFile(pa.BufferReader(data))
        total = file.metadata.num_rows
        if len(set(file.schema_arrow.names)) < len(file.schema_arrow.names):
            raise ReadError([f"{name} has two columns of one name."])
        for batch in file.iter_batches(batch_size=CHUNK):
            rows += len(batch)
            for key, values in _text_columns(batch):
                parts = chunks.setdefault(key, [])
                have = sum(map(len, parts))
                if have < rows - len(batch):  # a list that was shorter until here
                    parts.append(pa.nulls(rows - len(batch) - have, pa.large_string()))
                parts.append(values)
                size += values.nbytes
            if size > MAX_EXPANDED:
                raise ReadError([f"{name} unpacks to more than {whole(MAX_EXPANDED)} bytes."])
            if progress:
                progress(rows / max(total, 1))
    except (pa.ArrowException, OSError, ValueError, UnicodeError, OverflowError) as error:
        if isinstance(error, ReadError):
            raise
        raise ReadError(
            [f"{name} is no Parquet file that can be read: {first_line(error)}."]
        ) from None
    if rows == 0:
        raise ReadError([f"{name} has no rows."])
    columns = {}
    for key, parts in chunks.items():
        missing = rows - sum(map(len, parts))
        columns[key] = pa.concat_arrays([*parts, pa.nulls(missing, pa.large_string())])
    return table(columns, name, "parquet", [])


def _text_columns(batch: pa.RecordBatch) -> Iterator[tuple[str, pa.Array]]:
    for key, values in zip(batch.schema.names, batch.columns, strict=True):
        kind = values.type
        if pa.types.is_dictionary(kind):
            values, kind = values.dictionary_decode(), kind.value_type
        if pa.types.is_nested(kind) or pa.types.is_binary(kind):
            collected = Rows(key)
            for value in values.to_pylist():
                collected.add({key: _plain_value(value)})
            yield from collected.columns().items()
        else:
            yield key, values.cast(pa.large_string())


def _plain_value(value: object) -> object:
    """A nested value as JSON knows them."""
    if isinstance(value, dict):
        return {str(key): _plain_value(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain_value(item) for item in value]
    if isinstance(value, bytes):
        return value.decode()
    return value if value is None or isinstance(value, str | bool) else str(value)
