"""Turn objects into columns: their keys may appear late, be missing, or have lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from bleu_core.common.arrow import strings
from bleu_core.messages import table as messages
from bleu_core.readers.limits import MAX_COLUMNS, check_columns
from bleu_core.readers.parts import CHUNK, CHUNK_CELLS, ReadError

_LONGEST_KEY = 1_000


class Rows:
    """Columns of objects; a key may appear late or be missing.

    `size`, of the file, limits the number of missing cells.
    """

    def __init__(self, name: str, size: int) -> None:
        self._name, self._size = name, size
        self._chunks: dict[str, list[pa.Array]] = {}
        self._waiting: dict[str, list[str | None]] = {}
        self._rows = self._flushed = self.bytes = 0

    def add(self, found: object) -> None:
        self._rows += 1
        if not isinstance(found, dict):
            raise ReadError([messages.no_object(self._name, self._rows)])
        place = self._rows - self._flushed - 1
        for key, value in _flat(found):
            values = self._waiting.get(key)
            if values is None:
                self._check_key(key)
                values = self._waiting[key] = []
            if len(values) > place:
                raise ReadError([messages.repeated_key(self._name, key, self._rows)])
            values.extend([None] * (place - len(values)))
            values.append(value)
        if place + 1 == CHUNK or (place + 1) * len(self._waiting) > CHUNK_CELLS:
            self._flush()

    def _check_key(self, key: str) -> None:
        """Refuse a column too many, before it is made."""
        if len(self._waiting) >= MAX_COLUMNS:
            raise ReadError([messages.too_many_columns(self._name, MAX_COLUMNS)])
        if len(key) > _LONGEST_KEY:
            raise ReadError([messages.long_key(self._name, self._rows, key, len(key))])
        check_columns(self._rows, len(self._waiting) + 1, self._size, self._name)

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
                chunks.append(strings(values))
            except UnicodeEncodeError:
                raise ReadError([messages.half_surrogate(self._name, key)]) from None
            self.bytes += chunks[-1].nbytes
            values.clear()
        self._flushed = self._rows

    def columns(self) -> dict[str, pa.Array]:
        self._flush()
        return {key: pa.concat_arrays(self._chunks.pop(key)) for key in [*self._chunks]}


def _flat(row: dict[str, Any]) -> Iterator[tuple[str, str | None]]:
    for key, value in row.items():
        if value is None or isinstance(value, str):
            yield key, value
        elif isinstance(value, bool):
            yield key, "true" if value else "false"
        elif isinstance(value, list) and all(isinstance(v, str) or v is None for v in value):
            for number, item in enumerate(value, 1):
                yield f"{key} {number}", item
        elif isinstance(value, dict) and all(isinstance(v, str) for v in value.values()):
            for inner, text in value.items():
                yield f"{key}.{inner}", text
        else:
            yield key, json.dumps(value, ensure_ascii=False)
