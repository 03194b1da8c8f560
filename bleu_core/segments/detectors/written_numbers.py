"""Numbers in texts, as written, and their possible values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from sys import maxunicode
from unicodedata import digit

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import (
    as_arrow,
    as_numpy,
    mask,
    nulls_as_empty,
    ranges,
    string_array,
    utf8_buffer,
)

# A number consists of digits with single signs or spaces between them.
SPACES = " \u00a0\u2009\u202f"
SIGNS = f".,'’{SPACES}"
# 1,000 and 1.000.000, 1 000 or 1'000, then decimals after another sign: 1.000,50.
_GROUPED = re.compile(rf"([1-9]\d{{0,2}}([{SIGNS}])\d{{3}}(?:\2\d{{3}})*)(?:(?!\2)[.,](\d+))?")
_DECIMAL = re.compile(r"(\d+)[.,](\d+)")
# Texts processed together, so that their arrays fit into the processor's cache.
NUMBER_BLOCK = 4_000

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]
# The row and the number of each value, by column.
NumberValues = dict[str, tuple[Ints, Ints]]


@dataclass(frozen=True, eq=False)
class NumberIndex:
    """The numbers of S texts each in several columns."""

    rows: Mapping[str, Ints]  # (K,) the text of each number in a column, ascending
    numbers: Mapping[str, NDArray[np.int32]]  # (K,) its place in `written`
    written: pa.Array  # (D,) as written, in ASCII digits

    @classmethod
    def of(cls, columns: Mapping[str, pa.Array]) -> NumberIndex:
        """Numbers of columns of large_string texts; a null has none.

        >>> found = NumberIndex.of({"a": pa.array(["1,000 of 3", None, "٣!"], pa.large_string())})
        >>> found.rows["a"].tolist(), found.written.take(found.numbers["a"]).to_pylist()
        ([0, 0, 2], ['1,000', '3', '3'])
        """
        rows = {}
        chunks: list[pa.Array] = [string_array([])]
        for name, texts in columns.items():
            parts = [np.zeros(0, np.int64)]
            for first in range(0, len(texts), NUMBER_BLOCK):
                block = _with_ascii_digits(texts[first : first + NUMBER_BLOCK])
                there, values = _numbers_of_block(block)
                parts.append(there + first)
                chunks.append(values)
            rows[name] = np.concatenate(parts)
        encoded = pa.chunked_array(chunks).combine_chunks().dictionary_encode()
        ends = np.cumsum([len(there) for there in rows.values()])
        numbers = np.split(as_numpy(encoded.indices), ends[:-1])
        return cls(rows, dict(zip(columns, numbers, strict=True)), encoded.dictionary)

    def read(self, reading: Callable[[str], list[str]]) -> NumberValues:
        """Apply a reading: for each column the row of each value, and the value as a number."""
        kinds: dict[str, int] = {}
        readings = [
            [kinds.setdefault(value, len(kinds)) for value in reading(number)]
            for number in self.written.to_pylist()
        ]
        sizes = np.array([len(one) for one in readings], np.int64)
        begins = np.cumsum(sizes) - sizes
        flat = np.array([value for one in readings for value in one], np.int64)
        found = {}
        for name, which in self.numbers.items():
            values = flat[ranges(begins[which], sizes[which])]
            found[name] = np.repeat(self.rows[name], sizes[which]), values
        return found


def number_values(written: str) -> list[str]:
    """The value of a number; several values for a date or a list.

    1,000 is 1.000 and 1 000, 2,5 is 2.5 and 007 is 7:

    >>> number_values("1 000,50"), number_values("007"), number_values("3 12.5.2020")
    (['1000.5'], ['7'], ['3', '12', '5', '2020'])
    """
    if written.isdecimal():
        return [_integer_value(written)]
    if grouped := _GROUPED.fullmatch(written):
        return [_decimal_value(re.sub(r"\D", "", grouped[1]), grouped[3] or "")]
    if decimal := _DECIMAL.fullmatch(written):
        return [_decimal_value(*decimal.groups())]
    if any(space in written for space in SPACES):
        return [value for one in re.split(f"[{SPACES}]", written) for value in number_values(one)]
    return [_integer_value(one) for one in re.findall(r"\d+", written)]


def digit_groups(written: str) -> list[str]:
    """Groups of digits, split at all signs except a decimal sign before one digit: 10.30 is 10:30.

    >>> digit_groups("10.30"), digit_groups("2.5"), digit_groups("1,000")
    (['10', '30'], ['2.5'], ['1', '0'])
    """
    decimal = _DECIMAL.fullmatch(written)
    if decimal and len(decimal[2]) == 1:
        return number_values(written)
    return [_integer_value(one) for one in re.findall(r"\d+", written)]


def _decimal_value(whole: str, fraction: str) -> str:
    fraction = fraction.rstrip("0")
    return _integer_value(whole) + (f".{fraction}" if fraction else "")


def _integer_value(digits: str) -> str:
    return digits.lstrip("0") or "0"


def _numbers_of_block(texts: pa.Array) -> tuple[Ints, pa.Array]:
    """The text of each number, ascending, and the numbers."""
    data, offsets = utf8_buffer(texts)
    digits = np.flatnonzero(data - np.uint8(48) < 10)  # below "0" it wraps
    rows = np.searchsorted(offsets, digits, side="right") - 1
    new = np.ones(len(digits) + 1, bool)
    new[1:-1] = (digits[1:] != digits[:-1] + 1) | (rows[1:] != rows[:-1])
    begins, ends, rows = digits[new[:-1]], digits[new[1:]] + 1, rows[new[:-1]]
    joined = (rows[1:] == rows[:-1]) & _is_sign(data, ends[:-1], begins[1:])
    first, last = np.ones(len(rows), bool), np.ones(len(rows), bool)
    first[1:] = last[:-1] = ~joined
    begins, sizes = begins[first], ends[last] - begins[first]
    offsets = np.append(0, np.cumsum(sizes))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data[ranges(begins, sizes)])]
    return rows[first], pa.Array.from_buffers(pa.large_string(), len(sizes), buffers)


def _is_sign(data: Bytes, begins: Ints, ends: Ints) -> NDArray[np.bool_]:
    """(K,) whether exactly one of SIGNS lies between two positions."""
    result = np.zeros(len(begins), bool)
    for sign in (sign.encode() for sign in SIGNS):
        near = np.flatnonzero(ends - begins == len(sign))
        is_it = [data[begins[near] + i] == byte for i, byte in enumerate(sign)]
        result[near] |= np.logical_and.reduce(is_it)
    return result


def _with_ascii_digits(texts: pa.Array) -> pa.Array:
    """The texts with all digits in ASCII; null becomes empty."""
    texts = nulls_as_empty(texts)
    others = np.flatnonzero(~as_numpy(pc.string_is_ascii(texts)))
    if len(others):
        foreign = pc.match_substring_regex(texts.take(as_arrow(others)), r"[^\P{Nd}0-9]")
        others = others[mask(foreign)]
    if not len(others):
        return texts
    lines = texts.to_pylist()
    for i in others.tolist():
        lines[i] = lines[i].translate(_ascii_digits())
    return string_array(lines)


@cache
def _ascii_digits() -> dict[int, str]:
    every = map(chr, range(128, maxunicode + 1))
    return {ord(c): str(digit(c)) for c in every if c.isdecimal()}
