"""JSON, JSON Lines and Parquet files: rows of nested values, flattened to text columns."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrays import string_array
from bleu_core.common.formatting import truncate
from bleu_core.common.progress import Progress
from bleu_core.messages import file
from bleu_core.messages import table as messages
from bleu_core.messages.lines import half_surrogate
from bleu_core.readers.parts import (
    CELL,
    CHUNK,
    CHUNK_CELLS,
    MAX_COLUMNS,
    ReadError,
    UnpackBudget,
    check_columns,
    report_damage,
)
from bleu_core.readers.role_names import guess_roles

# Values of one key that become columns, and how deep they may be nested: far more than texts need,
# and far less than alignments and probabilities have.
_MOST_LEAVES, _DEEPEST = 64, 8


class RowCollector:
    """Columns of objects, whose keys may be late or missing, or of strings ("text")."""

    def __init__(self, name: str, size: int) -> None:
        self._name, self._size = name, size
        self._chunks: dict[str, list[pa.Array]] = {}
        self._waiting: dict[str, list[str | None]] = {}
        self._rows = self._flushed = self.bytes = 0
        self._are_texts = False

    def add(self, found: object) -> None:
        self._rows += 1
        if self._rows == 1:
            self._are_texts = isinstance(found, str)
        if self._are_texts and isinstance(found, str):
            found = {"text": found}
        elif self._are_texts or not isinstance(found, dict):
            raise ReadError([messages.json_shape(self._name, self._rows)])
        place = self._rows - self._flushed - 1
        for key, value in _flatten(found):
            values = self._waiting.get(key)
            if values is None:
                if len(self._waiting) >= MAX_COLUMNS:  # before it is made
                    raise ReadError([file.too_many(self._name, MAX_COLUMNS, "columns")])
                check_columns(self._rows, len(self._waiting) + 1, self._size, self._name)
                values = self._waiting[key] = []
            if len(values) > place:
                raise ReadError([messages.repeated_key(self._name, key, self._rows)])
            values.extend([None] * (place - len(values)))
            values.append(value)
        if place + 1 == CHUNK or (place + 1) * len(self._waiting) > CHUNK_CELLS:
            self._flush()

    def _flush(self) -> None:
        size = self._rows - self._flushed
        check_columns(self._rows, len(self._waiting), self._size, self._name)
        for key, values in self._waiting.items():
            values.extend([None] * (size - len(values)))
            chunks = self._chunks.setdefault(key, [])
            if self._flushed and not chunks:
                chunks.append(pa.nulls(self._flushed, pa.large_string()))
            try:
                key.encode()
                chunks.append(string_array(values))
            except UnicodeEncodeError:
                raise ReadError([half_surrogate(f"{self._name}: {truncate(key)!a}")]) from None
            self.bytes += chunks[-1].nbytes
            values.clear()
        self._flushed = self._rows

    def columns(self) -> dict[str, pa.Array]:
        self._flush()
        return {key: pa.concat_arrays(self._chunks.pop(key)) for key in [*self._chunks]}


def _flatten(row: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    """The name and text of each value of a row; a list or object too large stays JSON text."""
    for key, value in row.items():
        if value is None or isinstance(value, str):  # nearly all values, so at once
            yield key, value
            continue
        cells = list(islice(_leaves(key, value, _DEEPEST), _MOST_LEAVES + 1))
        if len(cells) > _MOST_LEAVES:
            yield key, json.dumps(value, ensure_ascii=False)
        else:
            yield from cells


def _leaves(path: str, value: object, deeper: int) -> Iterator[tuple[str, str | None]]:
    if value is None or isinstance(value, str):
        yield path, value
    elif isinstance(value, bool):
        yield path, "true" if value else "false"
    elif not deeper:
        yield path, json.dumps(value, ensure_ascii=False)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}", inner, deeper - 1)
    elif isinstance(value, list):
        for number, inner in enumerate(value, 1):
            yield from _leaves(f"{path} {number}", inner, deeper - 1)


def read_json_columns(
    utf8: bytes, name: str, *, form: str, progress: Progress | None = None
) -> dict[str, pa.Array]:
    """Columns of JSON (a list of objects, an object of lists) or JSON Lines, as written."""
    decoder = json.JSONDecoder(
        object_pairs_hook=object_of_pairs, parse_int=str, parse_float=str, parse_constant=str
    )
    objects: Iterable[object]
    try:
        if form == "jsonl":
            objects = _json_lines(decoder, utf8, name)
        else:
            parsed = _decoded(decoder, utf8.decode(), name)
            objects = _rows_of_object(parsed, name) if isinstance(parsed, dict) else parsed
        return _columns_of_rows(objects, name, len(utf8), progress)
    except RecursionError:
        raise ReadError([file.unreadable(name, "table", "it is nested too deeply")]) from None
    except _RepeatedKey as error:
        raise ReadError([messages.repeated_key(name, str(error))]) from None


class _RepeatedKey(ValueError):
    """A repeated key in an object: one of its values would be lost."""


def object_of_pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _RepeatedKey(next(key for key, number in counts.items() if number > 1))
    return made


def _json_lines(decoder: json.JSONDecoder, utf8: bytes, name: str) -> Iterator[Any]:
    for number, line in enumerate(io.BytesIO(utf8), 1):
        if not line.isspace():
            try:
                yield decoder.decode(line.decode())
            except json.JSONDecodeError as error:
                message = messages.json_syntax(name, number, error.msg, error.pos + 1)
                raise ReadError([message]) from None


def _decoded(decoder: json.JSONDecoder, text: str, name: str) -> Any:
    try:
        found = decoder.decode(text)
    except json.JSONDecodeError as error:
        line = text.count("\n", 0, error.pos) + 1
        raise ReadError([messages.json_syntax(name, line, error.msg)]) from None
    if not isinstance(found, list | dict):
        raise ReadError([messages.json_shape(name)])
    return found


def _rows_of_object(parsed: dict[str, Any], name: str) -> Iterable[object]:
    """The rows of an object of lists, of an object with one list of rows, or of a single row."""
    nested = [value for value in parsed.values() if isinstance(value, list | dict)]
    about = [key for key, value in parsed.items() if not isinstance(value, list | dict)]
    rows = nested[0] if len(nested) == 1 else None
    if (
        isinstance(rows, list) and rows and all(isinstance(item, dict) for item in rows)
        and not {"source", "reference"} & {*guess_roles(about).values()}
    ):  # fmt: skip
        return rows  # {"version": 1, "data": [{…}, {…}]}
    is_by_key = len(nested) > 1 and all(isinstance(value, dict) for value in parsed.values())
    if not parsed or is_by_key:  # {"segment 1": {…}, "segment 2": {…}}
        raise ReadError([messages.json_shape(name)])
    lists = [isinstance(values, list) for values in parsed.values()]
    nulls = [key for key, values in parsed.items() if values is None]
    if nulls and any(lists) and sum(lists) + len(nulls) == len(parsed):
        raise ReadError([messages.null_column(name, nulls)])
    if not all(lists):
        return [parsed]
    sizes = {key: len(values) for key, values in parsed.items()}
    if len(set(sizes.values())) > 1:
        raise ReadError([messages.unequal_columns(name, list(sizes), list(sizes.values()))])
    cells = zip(*parsed.values(), strict=True)
    return (dict(zip(parsed, row, strict=True)) for row in cells)


def _columns_of_rows(
    rows: Iterable[object], name: str, size: int, progress: Progress | None = None
) -> dict[str, pa.Array]:
    collected = RowCollector(name, size)
    for number, row in enumerate(rows):
        collected.add(row)
        if progress and number % CHUNK == 0:
            progress(min(1.0, collected.bytes / max(size, 1)))
    return collected.columns()


_PARQUET_ERRORS = (
    pa.ArrowException, OSError, ValueError, UnicodeError, OverflowError, TypeError, KeyError,
    IndexError, MemoryError,
)  # fmt: skip


def read_parquet_columns(
    data: bytes, name: str, progress: Progress | None = None
) -> dict[str, pa.Array]:
    """Columns of a Parquet file as text, lists as in JSON, with their sizes checked before."""
    import pyarrow.parquet as pq  # slow to load, and most files are text

    chunks: dict[str, list[pa.Array]] = {}
    rows = 0
    with report_damage(_PARQUET_ERRORS, name, "Parquet file"):
        about = pq.read_metadata(pa.BufferReader(data))
        total, left = about.num_rows, UnpackBudget(len(data))
        check_columns(total, about.num_columns, len(data), name)
        # Not the metadata of column chunks: pyarrow ends the process if they are damaged.
        groups = range(about.num_row_groups)
        left.spend(sum(about.row_group(group).total_byte_size for group in groups), name)
        # Repeated values are read as references to one copy.
        leaves = map(about.schema.column, range(about.num_columns))
        texts = [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]
        parquet = pq.ParquetFile(pa.BufferReader(data), read_dictionary=texts)
        if again := [key for key, n in Counter(parquet.schema_arrow.names).items() if n > 1]:
            raise ReadError([messages.repeated_key(name, again[0])])
        left = UnpackBudget(len(data))
        for batch in parquet.iter_batches(batch_size=CHUNK):
            left.spend(sum(map(_expanded_bytes, batch.columns)), name)
            for key, values in _text_columns(batch, name, rows, len(data)):
                parts = chunks.setdefault(key, [])
                have = sum(map(len, parts))
                if have > rows:  # as in JSON: a list "a" has a column "a 1", which may be there
                    raise ReadError([messages.repeated_key(name, key, rows + 1)])
                if have < rows:  # a list that was shorter until here
                    parts.append(pa.nulls(rows - have, pa.large_string()))
                parts.append(values)
            rows += len(batch)
            check_columns(rows, len(chunks), len(data), name)
            if progress:
                progress(rows / max(total, 1))
        if rows != total:  # a row group with a damaged number of rows is read up to it
            raise ValueError(f"{rows} of {total} rows can be read")
    if rows == 0:
        raise ReadError([file.nothing(name, "rows")])
    columns = {}
    for key in [*chunks]:
        parts = chunks.pop(key)
        missing = rows - sum(map(len, parts))
        columns[key] = pa.concat_arrays([*parts, pa.nulls(missing, pa.large_string())])
    return columns


def _expanded_bytes(values: pa.Array) -> int:
    """Bytes of a column in which each cell has its own text."""
    if pa.types.is_nested(values.type):
        inner = [values.keys, values.items] if pa.types.is_map(values.type) else values.flatten()
        return sum(map(_expanded_bytes, [inner] if isinstance(inner, pa.Array) else inner))
    if not pa.types.is_dictionary(values.type):
        return int(values.nbytes)
    if not _is_bytes(values.type.value_type):
        return len(values) * CELL
    lengths = pc.binary_length(values.dictionary).take(values.indices)
    return (pc.sum(lengths).as_py() or 0) + len(values) * CELL


def _is_bytes(kind: pa.DataType) -> bool:
    return kind in (pa.string(), pa.large_string(), pa.binary(), pa.large_binary())


def _text_columns(
    batch: pa.RecordBatch, name: str, before: int, size: int
) -> Iterator[tuple[str, pa.Array]]:
    for key, values in zip(batch.schema.names, batch.columns, strict=True):
        if pa.types.is_dictionary(values.type):
            values = values.dictionary_decode()
        if _is_bytes(values.type):
            try:
                yield key, values.cast(pa.large_binary()).cast(pa.large_string())
            except pa.ArrowInvalid:
                _python_values(values.cast(pa.large_binary()), key, name, before)
                raise
        elif pa.types.is_nested(values.type):
            rows = ({key: value} for value in _python_values(values, key, name, before))
            yield from _columns_of_rows(rows, name, size).items()
        else:
            yield key, values.cast(pa.large_string())


def _python_values(values: pa.Array, key: str, name: str, before: int) -> list[object]:
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
