"""Numbers in texts, found over whole arrays, and how they can be read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from sys import maxunicode
from unicodedata import digit

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_arrow, as_numpy, mask, strings, utf8_of, with_empty

# A number consists of digits with single signs or spaces between them.
SPACES = " \u00a0\u2009\u202f"
SIGNS = f".,'’{SPACES}"
# 1,000 and 1.000.000, 1 000 or 1'000, then decimals after another sign: 1.000,50.
_GROUPED = re.compile(rf"([1-9]\d{{0,2}}([{SIGNS}])\d{{3}}(?:\2\d{{3}})*)(?:(?!\2)[.,](\d+))?")
_DECIMAL = re.compile(r"(\d+)[.,](\d+)")
# Texts processed together, so that their arrays fit into the processor's cache.
BLOCK = 4_000

Ints = NDArray[np.int64]
Bytes = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Written:
    """The numbers of S texts.

    Attributes
    ----------
    rows : (K,) int64 array
        The text of each number, ascending.
    numbers : (K,) pyarrow dictionary array
        As written, in ASCII digits.
    """

    rows: Ints
    numbers: pa.DictionaryArray

    @classmethod
    def of(cls, texts: pa.Array) -> Written:
        """Numbers of large_string texts; a null has none.

        >>> found = Written.of(pa.array(["1,000 of 3", None, "٣!"], pa.large_string()))
        >>> found.rows.tolist(), found.numbers.to_pylist()
        ([0, 0, 2], ['1,000', '3', '3'])
        """
        rows, numbers = [np.zeros(0, np.int64)], [strings([])]
        for first in range(0, len(texts), BLOCK):
            there, values = _in_block(_with_ascii_digits(texts[first : first + BLOCK]))
            rows.append(there + first)
            numbers.append(values)
        together = pa.chunked_array(numbers).combine_chunks()
        return cls(np.concatenate(rows), together.dictionary_encode())

    def read(self, reading: Callable[[str], list[str]]) -> tuple[Ints, pa.Array]:
        """Apply a reading: the row of each value, and the values as large_string."""
        readings = [reading(number) for number in self.numbers.dictionary.to_pylist()]
        sizes = np.array([len(one) for one in readings], np.int64)
        which = as_numpy(self.numbers.indices).astype(np.int64)
        begins, sizes = (np.cumsum(sizes) - sizes)[which], sizes[which]
        ends = np.cumsum(sizes)
        places = np.arange(sizes.sum()) + np.repeat(begins - ends + sizes, sizes)
        flat = strings([value for one in readings for value in one])
        return np.repeat(self.rows, sizes), flat.take(as_arrow(places))


def by_value(written: str) -> list[str]:
    """The value of a number; several values for a date or a list.

    1,000 is 1.000 and 1 000, 2,5 is 2.5 and 007 is 7:

    >>> by_value("1 000,50"), by_value("007"), by_value("3 12.5.2020")
    (['1000.5'], ['7'], ['3', '12', '5', '2020'])
    """
    if written.isdecimal():
        return [_whole(written)]
    if grouped := _GROUPED.fullmatch(written):
        return [_value(re.sub(r"\D", "", grouped[1]), grouped[3] or "")]
    if decimal := _DECIMAL.fullmatch(written):
        return [_value(*decimal.groups())]
    if any(space in written for space in SPACES):
        return [value for one in re.split(f"[{SPACES}]", written) for value in by_value(one)]
    return [_whole(one) for one in re.findall(r"\d+", written)]


def apart(written: str) -> list[str]:
    """Groups of digits, split at all signs except a decimal sign before one digit: 10.30 is 10:30.

    >>> apart("10.30"), apart("2.5"), apart("1,000")
    (['10', '30'], ['2.5'], ['1', '0'])
    """
    decimal = _DECIMAL.fullmatch(written)
    if decimal and len(decimal[2]) == 1:
        return by_value(written)
    return [_whole(one) for one in re.findall(r"\d+", written)]


def _value(whole: str, fraction: str) -> str:
    fraction = fraction.rstrip("0")
    return _whole(whole) + (f".{fraction}" if fraction else "")


def _whole(digits: str) -> str:
    return digits.lstrip("0") or "0"


def _in_block(texts: pa.Array) -> tuple[Ints, pa.Array]:
    """The text of each number, ascending, and the numbers."""
    data, offsets = utf8_of(texts)
    is_digit = data - np.uint8(48) < 10  # below "0" it wraps
    follows = np.zeros(len(data) + 1, bool)
    follows[1:-1] = is_digit[:-1] & is_digit[1:]
    follows[offsets] = False  # no number continues in the next text
    begins = np.flatnonzero(is_digit & ~follows[:-1])
    ends = np.flatnonzero(is_digit & ~follows[1:]) + 1
    rows = np.searchsorted(offsets, begins, side="right") - 1
    joined = (rows[1:] == rows[:-1]) & _is_sign(data, ends[:-1], begins[1:])
    first, last = np.ones(len(rows), bool), np.ones(len(rows), bool)
    first[1:] = last[:-1] = ~joined
    return rows[first], _cut_out(data, begins[first], ends[last])


def _is_sign(data: Bytes, begins: Ints, ends: Ints) -> NDArray[np.bool_]:
    """(K,) whether exactly one of SIGNS lies between two positions."""
    result = np.zeros(len(begins), bool)
    for sign in (sign.encode() for sign in SIGNS):
        near = np.flatnonzero(ends - begins == len(sign))
        is_it = [data[begins[near] + i] == byte for i, byte in enumerate(sign)]
        result[near] |= np.logical_and.reduce(is_it)
    return result


def _cut_out(data: Bytes, begins: Ints, ends: Ints) -> pa.Array:
    sizes = ends - begins
    offsets = np.append(0, np.cumsum(sizes))
    places = np.arange(offsets[-1]) + np.repeat(begins - offsets[:-1], sizes)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(data[places])]
    return pa.Array.from_buffers(pa.large_string(), len(sizes), buffers)


def _with_ascii_digits(texts: pa.Array) -> pa.Array:
    """The texts with all digits in ASCII; null becomes empty."""
    texts = with_empty(texts)
    if pc.all(pc.string_is_ascii(texts)).as_py():
        return texts
    others = mask(pc.match_substring_regex(texts, r"[^\P{Nd}0-9]"))
    if not others.any():
        return texts
    lines = texts.to_pylist()
    for i in np.flatnonzero(others).tolist():
        lines[i] = lines[i].translate(_digits())
    return strings(lines)


@cache
def _digits() -> dict[int, str]:
    every = map(chr, range(128, maxunicode + 1))
    return {ord(c): str(digit(c)) for c in every if c.isdecimal()}
