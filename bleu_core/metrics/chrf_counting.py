"""Counting for chrF: lines as numbered characters and words, and their n-gram matches.

An n-gram of numbered units is encoded as one integer: its segment, then its units, a few bits
each. Occurrences sorted by the longest order are sorted by every shorter one too, because an n-gram
begins with its shorter ones; so one sort serves all orders, and equal neighbours are counted. If
the longest order does not fit into an integer (many characters, as in Chinese, or a high order),
the n-grams that fit are ranked, and their rank takes their place before the next units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy
from bleu_core.text.tokenizers import WHITESPACE

Ints = NDArray[np.int64]
Points = NDArray[np.uint32]

# The characters or the words of some lines: their numbers, (U,), 1 or more and equal for equal
# units; and the units in each line, (L,).
Units = tuple[Ints, Ints]

# Signs that sacreBLEU, like Popović's chrF++.py, splits off a word: Python's string.punctuation.
PUNCTUATION = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"


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

        >>> numbers, lengths = Text.of(["a b", "ba"]).characters(whitespace=False)
        >>> numbers.tolist(), lengths.tolist()
        ([1, 2, 2, 1], [2, 2])
        """
        text = self if whitespace else self._printed
        occurs = np.zeros(int(text.points.max(initial=0)) + 1, bool)
        occurs[text.points] = True
        return np.cumsum(occurs)[text.points], text.lengths

    def words(self) -> Units:
        """Words between white space, with punctuation split off one end.

        In a word of two characters or more, the last is a word of its own if it is punctuation,
        else the first if that is (Popović 2017, and sacreBLEU's `_remove_punctuation`).

        >>> numbers, lengths = Text.of(["(hi) ...", "hi"]).words()  # "(hi", ")", "..", "."; "hi"
        >>> numbers.tolist(), lengths.tolist()
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
        offsets = 4 * np.append(starts, len(printed.points))
        buffers = [None, pa.py_buffer(offsets), pa.py_buffer(np.ascontiguousarray(printed.points))]
        words = pa.Array.from_buffers(pa.large_binary(), len(starts), buffers)
        return as_numpy(words.dictionary_encode().indices).astype(np.int64) + 1, lengths

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


# Bits of an n-gram's number: of int64, one bit is the sign and one tells system from reference.
ROOM = 62


def count_matches(units: Units, systems: int, segments: int, max_order: int) -> Ints:
    """Clipped matches of each system with each reference in each segment.

    `units` are those of K systems, then of R references, (K + R) · S lines -> (K, R, S, N).
    "aab" and "baab" have a, a, b in common, then aa and ab, then aab:

    >>> units = np.array([1, 1, 2, 2, 1, 1, 2]), np.array([3, 4])
    >>> count_matches(units, systems=1, segments=1, max_order=4).tolist()
    [[[[3, 2, 1, 0]]]]
    """
    lengths = units[1].reshape(-1, segments)
    counts = np.zeros((systems, len(lengths) - systems, segments, max_order), np.int64)
    for keys, done, orders, bits in _windows(units, systems, segments, max_order):
        sizes = np.maximum(lengths - done, 0)
        sides = np.split(keys, np.cumsum(sizes.sum(axis=1))[:-1])
        for k, hypothesis in enumerate(sides[:systems]):
            for r, reference in enumerate(sides[systems:]):
                both = sizes[k] + sizes[systems + r]
                matches = _count_pair(hypothesis, reference, both, orders, bits)
                counts[k, r, :, done : done + orders] = matches
    return counts


def _windows(
    units: Units, systems: int, segments: int, max_order: int
) -> Iterator[tuple[Ints, int, int, int]]:
    """All orders, as many at a time as fit into a number.

    A key for each n-gram of `done + 1` units; how many orders are `done`, how many these are, and
    the bits of a unit. Where fewer than `done + orders` units are left in the segment, fillers
    follow that are no units and differ between systems and references: these never match.
    """
    numbers, lengths = units
    # Enough fillers follow each line that no n-gram reaches into the next.
    end = int(numbers.max(initial=0)) + 1
    bits = end.bit_length()
    gap, lines = max_order - 1, len(lengths)
    line = np.repeat(np.arange(lines), lengths)
    positions = np.arange(len(line)) + gap * line
    codes = np.full(len(line) + gap * lines, end)
    codes[: lengths[: systems * segments].sum() + gap * systems * segments] = 0
    codes[positions] = numbers
    prefix = np.repeat(np.arange(lines) % segments, lengths)
    done = 0
    while True:
        free = ROOM - int(prefix.max(initial=0)).bit_length()
        orders = min(max_order - done, free // bits)
        next_units = np.zeros(len(codes) - gap, np.int64)
        for offset in range(done, done + orders):
            next_units <<= bits
            next_units |= codes[offset : offset + len(next_units)]
        keys = prefix << bits * orders | next_units[positions]
        yield keys, done, orders, bits
        done += orders
        if done == max_order:
            return
        following = codes[positions + done]
        whole = (following > 0) & (following < end)
        positions = positions[whole]
        prefix = np.unique(keys[whole], return_inverse=True)[1]


def _count_pair(hypothesis: Ints, reference: Ints, sizes: Ints, orders: int, bits: int) -> Ints:
    """(S, orders) matches of one system and one reference; `sizes` are their keys per segment."""
    matches = np.zeros((len(sizes), orders), np.int64)
    keys = np.concatenate([hypothesis << 1, reference << 1 | 1])
    keys.sort()
    from_reference = cumulative(keys & 1)
    changes = keys[1:] ^ keys[:-1]
    starts = cumulative(sizes)[:-1]
    filled = sizes > 0
    for order in range(orders):
        shift = 1 + bits * (orders - order - 1)
        inside = np.flatnonzero(changes >= 1 << shift) + 1
        edges = np.concatenate([[0], inside, [len(keys)]])
        of_reference = np.diff(from_reference[edges])
        matched = np.minimum(of_reference, np.diff(edges) - of_reference)
        firsts = np.searchsorted(edges, starts[filled])
        matches[filled, order] = np.add.reduceat(matched, firsts)
    return matches
