"""Lines as chrF reads them: their characters and words, as numbers.

All lines are one array of code points, and boundaries are found in all of them at once, as in
`bleu_core.text.tokenizers.byte_path`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy
from bleu_core.text.tokenizers.byte_path import WHITESPACE

Ints = NDArray[np.int64]
Points = NDArray[np.uint32]

# Signs that sacreBLEU, like Popović's chrF++.py, splits off a word: Python's string.punctuation.
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


@dataclass(frozen=True, eq=False)
class Units:
    """The characters or the words of some lines, as numbers.

    Attributes
    ----------
    numbers : (U,) int64
        1 or more; equal for equal units.
    lengths : (L,) int64
        Units in each line.
    """

    numbers: Ints
    lengths: Ints


@dataclass(frozen=True, eq=False)
class Text:
    """Code points of some lines, (U,), one line after another, and their lengths, (L,)."""

    points: Points
    lengths: Ints

    @classmethod
    def of(cls, lines: Sequence[str]) -> Text:
        data = "".join(lines).encode("utf-32-le", "surrogatepass")
        lengths = np.fromiter(map(len, lines), np.int64, len(lines))
        return cls(np.frombuffer(data, np.uint32), lengths)

    def characters(self, whitespace: bool) -> Units:
        """Every character, with or without white space.

        >>> units = Text.of(["a b", "ba"]).characters(whitespace=False)
        >>> units.numbers.tolist(), units.lengths.tolist()
        ([1, 2, 2, 1], [2, 2])
        """
        text = self if whitespace else self._printed
        occurs = np.zeros(int(text.points.max(initial=0)) + 1, bool)
        occurs[text.points] = True
        return Units(np.cumsum(occurs)[text.points], text.lengths)

    def words(self) -> Units:
        """Words between white space, with punctuation split off one end.

        In a word of two characters or more, the last is a word of its own if it is punctuation,
        else the first if that is (Popović 2017, and sacreBLEU's `_remove_punctuation`).

        >>> units = Text.of(["(hi) ...", "hi"]).words()  # "(hi", ")", "..", "."; "hi"
        >>> units.numbers.tolist(), units.lengths.tolist()
        ([1, 2, 3, 4, 5], [4, 1])
        """
        printed = self._printed
        # A word begins at the beginning of a line and after white space.
        breaks = np.concatenate([[True], self._space])
        breaks[cumulative(self.lengths)] = True
        firsts = np.flatnonzero(breaks[:-1][~self._space])
        ends = np.append(firsts, len(printed.points))[1:]
        is_mark = _is_one_of(printed.points, _PUNCTUATION)
        at_end = is_mark[ends - 1]
        cuts = np.where(at_end, ends - 1, firsts + 1)
        cuts = cuts[(ends - firsts > 1) & (at_end | is_mark[firsts])]
        starts = np.sort(np.concatenate([firsts, cuts]))
        lengths = np.diff(np.searchsorted(starts, cumulative(printed.lengths)))
        return Units(_numbered(printed.points, starts), lengths)

    @cached_property
    def _space(self) -> NDArray[np.bool_]:
        return _is_one_of(self.points, _SPACE)

    @cached_property
    def _printed(self) -> Text:
        """The same lines without white space."""
        before = cumulative(self._space)
        spaces = np.diff(before[cumulative(self.lengths)])
        return Text(self.points[~self._space], self.lengths - spaces)


def cumulative(counts: NDArray[Any]) -> Ints:
    """(N + 1,) sums of the first 0, 1 … N of the counts."""
    sums = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=sums[1:])
    return sums


def _is_one_of(points: Points, table: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(U,) whether the table contains each; its last entry covers all code points beyond it."""
    contained: NDArray[np.bool_] = table[np.minimum(points, len(table) - 1)]
    return contained


def _table(characters: Sequence[str]) -> NDArray[np.bool_]:
    points = [ord(character) for character in characters]
    table = np.zeros(max(points) + 2, bool)
    table[points] = True
    return table


_SPACE, _PUNCTUATION = _table(WHITESPACE), _table(PUNCTUATION)


def _numbered(points: Points, starts: Ints) -> Ints:
    """(W,) numbers from 1, equal for words of the same code points."""
    offsets = 4 * np.append(starts, len(points))
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(points))]
    words = pa.Array.from_buffers(pa.large_binary(), len(starts), buffers)
    return as_numpy(words.dictionary_encode().indices).astype(np.int64) + 1
