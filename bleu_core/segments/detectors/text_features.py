"""What detectors read of the texts, computed once: words, numbers, scripts, lengths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from sys import maxunicode
from unicodedata import digit

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import (
    as_arrow,
    as_numpy,
    fill_nulls,
    mask,
    nulls_as_empty,
    string_array,
    utf8_buffer,
)
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.detectors.words import WordIndex
from bleu_core.text.evalset import EvalSet

_SCRIPT_NAMES = (
    "Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil "
    "Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Khmer "
    "Mongolian"
)
# RE2 classes. Chinese and Japanese scripts count as one.
SCRIPTS = {name: rf"\p{{{name}}}" for name in _SCRIPT_NAMES.split()}
SCRIPTS["Han"] = r"\p{Han}\p{Hiragana}\p{Katakana}"
# Characters of none of these scripts, and characters not classified yet.
_NONE, _UNSEEN = len(SCRIPTS), 255
# Texts processed together; characters take four bytes each.
SCRIPT_BLOCK = 4_000

ScriptBits = NDArray[np.uint32]


def scripts_seen(texts: pa.Array, in_a_row: int) -> ScriptBits:
    """(S,) bit i: the text has `in_a_row` letters (1 or 2) of script i of SCRIPTS in a row.

    >>> found = scripts_seen(pa.array(["α cat", "αβ", "12", None], pa.large_string()), 2)
    >>> [[name for i, name in enumerate(SCRIPTS) if bits >> i & 1] for bits in found.tolist()]
    [['Latin'], ['Greek'], [], []]
    """
    texts = nulls_as_empty(texts)
    # The first script, Latin, is the only one in ASCII.
    result = mask(pc.match_substring_regex(texts, f"[A-Za-z]{{{in_a_row}}}")).astype(np.uint32)
    others = np.flatnonzero(~mask(pc.string_is_ascii(texts)))
    known = np.full(0x110000, _UNSEEN, np.uint8)
    for first in range(0, len(others), SCRIPT_BLOCK):
        rows = others[first : first + SCRIPT_BLOCK]
        result[rows] = _scripts_of_block(texts.take(as_arrow(rows)), in_a_row, known)
    return result


def _scripts_of_block(texts: pa.Array, in_a_row: int, known: NDArray[np.uint8]) -> ScriptBits:
    """Scripts of non-empty texts; `known` caches the script of each character."""
    data, _ = utf8_buffer(texts)
    characters = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), np.uint32)
    _learn_scripts(known, characters)
    script = known[characters]
    starts = np.cumsum(as_numpy(pc.utf8_length(texts)), dtype=np.int64)
    starts = np.append(0, starts[:-1])
    if in_a_row == 2:
        alone = script != np.append(_NONE, script[:-1])
        alone[starts] = True
        script = np.where(alone, _NONE, script)
    bits = np.append(np.uint32(1) << np.arange(_NONE, dtype=np.uint32), np.uint32(0))
    return np.bitwise_or.reduceat(bits[script], starts)


def _learn_scripts(known: NDArray[np.uint8], characters: NDArray[np.uint32]) -> None:
    """Classify characters that are new: some hundreds per language."""
    new = np.unique(characters[known[characters] == _UNSEEN])
    if not len(new):
        return
    texts = string_array(list(map(chr, new.tolist())))
    known[new] = _NONE
    for number, letters in enumerate(SCRIPTS.values()):
        known[new[mask(pc.match_substring_regex(texts, f"[{letters}]"))]] = number


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


@dataclass(frozen=True, eq=False)
class WrittenNumbers:
    """The numbers of S texts.

    `rows` (K,) has the text of each number, ascending; `numbers` are as written, in ASCII digits.
    """

    rows: Ints
    numbers: pa.DictionaryArray

    @classmethod
    def of(cls, texts: pa.Array) -> WrittenNumbers:
        """Numbers of large_string texts; a null has none.

        >>> found = WrittenNumbers.of(pa.array(["1,000 of 3", None, "٣!"], pa.large_string()))
        >>> found.rows.tolist(), found.numbers.to_pylist()
        ([0, 0, 2], ['1,000', '3', '3'])
        """
        rows, numbers = [np.zeros(0, np.int64)], [string_array([])]
        for first in range(0, len(texts), NUMBER_BLOCK):
            block = _with_ascii_digits(texts[first : first + NUMBER_BLOCK])
            there, values = _numbers_of_block(block)
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
        flat = string_array([value for one in readings for value in one])
        return np.repeat(self.rows, sizes), flat.take(as_arrow(places))


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
    texts = nulls_as_empty(texts)
    if pc.all(pc.string_is_ascii(texts)).as_py():
        return texts
    others = mask(pc.match_substring_regex(texts, r"[^\P{Nd}0-9]"))
    if not others.any():
        return texts
    lines = texts.to_pylist()
    for i in np.flatnonzero(others).tolist():
        lines[i] = lines[i].translate(_ascii_digits())
    return string_array(lines)


@cache
def _ascii_digits() -> dict[int, str]:
    every = map(chr, range(128, maxunicode + 1))
    return {ord(c): str(digit(c)) for c in every if c.isdecimal()}


Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class DetectorInput:
    """The texts of S segments: pyarrow arrays (S,), null for a missing reference.

    `evalset` is their test set; the references of its `whole` define what is usual.
    """

    a: pa.Array
    b: pa.Array
    source: pa.Array | None
    references: tuple[pa.Array, ...]
    evalset: EvalSet

    @classmethod
    def of(cls, comparison: Comparison) -> DetectorInput:
        """Input of a comparison; for a part of a test set, usual values come from the whole."""
        data = comparison.evalset
        a, b = (data.systems[name] for name in (comparison.a, comparison.b))
        return cls(a, b, data.source, tuple(data.references), data)

    def __len__(self) -> int:
        return len(self.a)

    @property
    def whole(self) -> EvalSet:
        """The test set that these segments are a part of, or all of."""
        return self.evalset.whole

    def output(self, side: str) -> pa.Array:
        """The outputs of "a" or "b"."""
        return {"a": self.a, "b": self.b}[side]

    @property
    def others(self) -> list[pa.Array]:
        """The source, if any, and the references."""
        return [*([] if self.source is None else [self.source]), *self.references]

    @property
    def texts(self) -> dict[str, pa.Array]:
        """All texts by name: "a", "b", "source" if any, "reference 0", "reference 1" …"""
        source = {} if self.source is None else {"source": self.source}
        references = {f"reference {i}": one for i, one in enumerate(self.references)}
        return {"a": self.a, "b": self.b, **source, **references}

    def compared_texts(self, side: str) -> list[str]:
        """Names of an output's texts and of the texts it is compared with."""
        return [side, *(name for name in self.texts if name not in ("a", "b"))]

    @cached_property
    def scripts(self) -> ScriptBits:
        """(S,) scripts with a letter in any reference: see `scripts_seen`."""
        bits: ScriptBits = np.bitwise_or.reduce([scripts_seen(r, 1) for r in self.references])
        return bits

    @cached_property
    def numbers(self) -> dict[str, WrittenNumbers]:
        """Numbers in all texts, by text name."""
        return {name: WrittenNumbers.of(texts) for name, texts in self.texts.items()}

    @cached_property
    def words(self) -> WordIndex:
        """Words of all texts."""
        return WordIndex.of(self.evalset, self.texts)

    @cached_property
    def characters_per_source(self) -> float:
        """Reference characters per source character, over the test set; NaN without a source."""
        if self.whole.source is None:
            return float("nan")
        source, total, sources = character_counts(self.whole.source), 0.0, 0.0
        for reference in self.whole.references:
            both = as_numpy(reference.is_valid()) & (source > 0)
            total += character_counts(reference)[both].sum()
            sources += source[both].sum()
        return total / sources if sources else float("nan")

    def rows(self, wanted: Mask, side: str) -> Iterator[tuple[int, str, list[str]]]:
        """Selected segments: index, output, and its other texts, source first."""
        rows = np.flatnonzero(wanted)
        indices = as_arrow(rows)
        outputs = self.output(side).take(indices).to_pylist()
        columns = [column.take(indices).to_pylist() for column in self.others]
        for i, output, *others in zip(rows.tolist(), outputs, *columns, strict=True):
            yield i, output or "", [text for text in others if text is not None]


def character_counts(texts: pa.Array) -> NDArray[np.float64]:
    """(S,) Unicode characters of each text; 0 for null."""
    return fill_nulls(pc.utf8_length(pc.utf8_trim_whitespace(texts)), np.float64)


def matches_any(texts: Sequence[pa.Array], pattern: str) -> Mask:
    """(S,) whether an RE2 pattern matches any text of a segment."""
    result: Mask = np.any([mask(pc.match_substring_regex(text, pattern)) for text in texts], axis=0)
    return result
