"""Arrays: conversion between Arrow and numpy without pandas, sorting by key, releasing memory.

pyarrow's own conversions (`to_numpy`, `np.asarray`, `pa.array`, `pa.scalar`) import pandas on their
first call: a fifth of a second, a third of the command's start.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray


def as_numpy(column: pa.Array | pa.ChunkedArray) -> NDArray[Any]:
    """Numbers or booleans of a column without nulls, as a read-only array."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if pa.types.is_boolean(column.type):  # Arrow packs them into bits, DLPack has none
        return np.from_dlpack(column.cast(pa.uint8())).view(np.bool_)
    return np.from_dlpack(column)


def fill_nulls(column: pa.Array, kind: type, null: int = 0) -> NDArray[Any]:
    """(S,) values of a column of bool or numbers, with `null` for its nulls."""
    values: NDArray[Any] = np.full(len(column), null, kind)
    values[as_numpy(column.is_valid())] = as_numpy(column.drop_null())
    return values


def mask(column: pa.Array) -> NDArray[np.bool_]:
    """(S,) True where a boolean column is true; False for its nulls."""
    return fill_nulls(column, bool)


def factorize(column: pa.Array) -> tuple[NDArray[np.int64], pa.Array]:
    """Encode texts as numbers in order of first appearance: (S,) numbers, and the texts.

    A null counts as the empty text.

    >>> numbers, texts = factorize(pa.array(["b", "a", None, "b", ""]))
    >>> numbers.tolist(), texts.to_pylist()
    ([0, 1, 2, 0, 2], ['b', 'a', ''])
    """
    encoded = nulls_as_empty(column).dictionary_encode()
    return as_numpy(encoded.indices).astype(np.int64), encoded.dictionary


def as_arrow(numbers: NDArray[Any]) -> pa.Array:
    """A column that shares the memory of an array of numbers."""
    kind = pa.from_numpy_dtype(numbers.dtype)
    return pa.Array.from_buffers(kind, len(numbers), [None, pa.py_buffer(numbers)])


def string_array(values: Sequence[str | None]) -> pa.Array:
    """Python strings as a (S,) large_string array; None becomes null."""
    size = len(values)
    missing = None
    if None in values:
        there = np.fromiter((value is not None for value in values), np.bool_, size)
        missing = pa.py_buffer(np.packbits(there, bitorder="little"))
    encoded = [value.encode() if value else b"" for value in values]
    offsets = np.zeros(size + 1, np.int64)
    np.cumsum(np.fromiter(map(len, encoded), np.int64, size), out=offsets[1:])
    text = pa.py_buffer(b"".join(encoded))
    return pa.Array.from_buffers(pa.large_string(), size, [missing, pa.py_buffer(offsets), text])


def nulls_as_empty(texts: pa.Array) -> pa.Array:
    """Texts with the empty text in place of nulls."""
    return pc.fill_null(texts, string_array([""])[0])


def utf8_buffer(texts: pa.Array) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """UTF-8 bytes of large_string texts without nulls, and the (S + 1,) offsets of the texts."""
    _, offsets, data = texts.buffers()
    places = np.frombuffer(offsets, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return np.frombuffer(data or b"", np.uint8)[places[0] : places[-1]], places - places[0]


def spaces(rows: int) -> pa.Array:
    """A column of rows that are one space each."""
    offsets, text = pa.py_buffer(np.arange(rows + 1)), pa.py_buffer(b" " * rows)
    return pa.Array.from_buffers(pa.large_string(), rows, [None, offsets, text])


Ints = NDArray[np.int64]


def sort_by_key(keys: Ints, positions: Ints) -> tuple[Ints, Ints]:
    """Sort keys with their positions; positions of equal keys keep their order.

    Keys and positions are 0 or more, and positions ascend.
    """
    bits = int(positions[-1]).bit_length() if len(positions) else 0
    if int(keys.max(initial=0)).bit_length() + bits < 63:
        # Key and position packed into one number sort in place, several times as fast as
        # argsort.
        packed = keys << bits | positions
        packed.sort()
        return packed >> bits, packed & ((1 << bits) - 1)
    order = np.argsort(keys, kind="stable")
    return keys[order], positions[order]


def ranges(begins: Ints, sizes: Ints) -> Ints:
    """The integers from each of `begins` on, `sizes` of them.

    >>> ranges(np.array([5, 1]), np.array([2, 3])).tolist()
    [5, 6, 1, 2, 3]
    """
    ends = np.cumsum(sizes)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(begins - ends + sizes, sizes)


def release_memory() -> None:
    """Release unused memory that Arrow and the C library hold.

    Counting and testing 100,000 segments leaves 200 MB, as much as the process needs. Takes some
    milliseconds; only glibc, among C libraries, supports it.
    """
    pa.default_memory_pool().release_unused()
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
