"""Unigram F1 of lines of two columns at a distance k: line i of one and line i + k of another.

`f1_of_lines` computes it exactly. `gain_bounds` computes upper bounds of the gain of a line at each
distance, from tables in which few tokens of a line share a slot, in a fraction of the time. If no
run of lines can gain enough by these bounds, none can by F1 itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.text.encoding import EncodedStream

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

# Slots for the tokens of a line: at least so many, and so many for each token of a usual line.
# Tokens are numbered by first appearance, so that frequent ones seldom share a slot.
LEAST_SLOTS, SLOTS_PER_TOKEN = 256, 8
# Lines processed together: their tokens sort fast within a processor's cache.
LINES_IN_BLOCK = 4096


class TokenSets(NamedTuple):
    """The set of tokens of each of n lines.

    `keys` (P,) are line * `vocabulary` + token of each pair, ascending; `sizes` (n,) the distinct
    tokens in each line; `present` (n,) is False for a missing line; `vocabulary` is more than any
    token's number.
    """

    keys: NDArray[np.unsignedinteger]
    sizes: Ints
    present: Mask
    vocabulary: int

    def keys_of(self, lines: slice) -> NDArray[np.unsignedinteger]:
        """The keys of some lines, counted from the first of them."""
        ends = np.append(0, np.cumsum(self.sizes))
        keys = self.keys[ends[lines.start] : ends[lines.stop]]
        return keys - keys.dtype.type(lines.start * self.vocabulary)


def token_sets(stream: EncodedStream, lines: slice, vocabulary: int) -> TokenSets:
    """The sets of tokens of some lines; `vocabulary` is more than any token's number."""
    lengths, offsets = stream.lengths[lines], stream.offsets
    size = len(lengths)
    kind: type[np.unsignedinteger] = np.uint32 if size * vocabulary < 2**32 else np.uint64
    keys = np.repeat(np.arange(size).astype(kind) * kind(vocabulary), lengths)
    keys += stream.ids[offsets[lines.start] : offsets[lines.stop]].astype(kind)
    keys.sort()
    new = np.ones(len(keys), bool)
    new[1:] = keys[1:] != keys[:-1]
    keys = keys[new]
    sizes = np.bincount(keys // kind(vocabulary), minlength=size)
    return TokenSets(keys, sizes, stream.present[lines], vocabulary)


def shared_tokens(one: TokenSets, other: TokenSets, here: slice, there: slice) -> Ints:
    """(n,) distinct tokens that lines `here` of one share with as many lines `there` of another."""
    keys = np.concatenate([one.keys_of(here), other.keys_of(there)])
    keys.sort(kind="stable")  # merges two ascending runs in linear time
    both = keys[1:][keys[1:] == keys[:-1]]
    return np.bincount(both // keys.dtype.type(one.vocabulary), minlength=here.stop - here.start)


def overlapping_lines(size: int, others: int, k: int) -> tuple[slice, slice]:
    """The lines i < size for which line i + k < others exists, and those lines."""
    first, last = max(0, -k), min(size, others - k)
    if first >= last:
        return slice(0, 0), slice(0, 0)
    return slice(first, last), slice(first + k, last + k)


def f1_of_lines(
    column: EncodedStream, others: EncodedStream, shifts: range, vocabulary: int
) -> Floats:
    """(K, n) F1 of line i of n with line i + k of m others, for each k of `shifts`.

    0 beyond the ends, NaN if line i + k is missing in the others.
    """
    size, limit = len(column.lengths), len(others.lengths)
    found = np.zeros((len(shifts), size))
    for first in range(0, size, LINES_IN_BLOCK):
        last = min(first + LINES_IN_BLOCK, size)
        start = min(max(0, first + shifts.start), limit)
        stop = max(start, min(limit, last + shifts.stop - 1))
        lines = token_sets(column, slice(first, last), vocabulary)
        near = token_sets(others, slice(start, stop), vocabulary)
        for row, k in zip(found[:, first:last], shifts, strict=True):
            here, there = overlapping_lines(last - first, stop - start, first + k - start)
            shared = shared_tokens(lines, near, here, there)
            row[here] = 2 * shared / np.maximum(lines.sizes[here] + near.sizes[there], 1)
            row[here][~near.present[there]] = np.nan
    return found


class LineTable(NamedTuple):
    """The tokens of n lines in slots, each of which one token holds.

    `holders` (n, W) are tokens, -1 for none; `bits` (W / 64, n) has a bit for each slot that is
    held, and `held` (n,) their number. `lost` (n,) is at least the number of the other tokens, and
    `present` (n,) is False for a missing line.
    """

    holders: NDArray[np.int32]
    bits: NDArray[np.uint64]
    held: Ints
    lost: Ints
    present: Mask


def slots_for(streams: Sequence[EncodedStream]) -> int:
    """W, a power of two, for lines of these columns."""
    tokens = sum(len(stream.ids) for stream in streams)
    lines = sum(len(stream.lengths) for stream in streams)
    least = max(LEAST_SLOTS, SLOTS_PER_TOKEN * tokens // max(lines, 1))
    return 1 << (least - 1).bit_length()


def line_table(stream: EncodedStream, lines: slice, slots: int) -> LineTable:
    """The tokens of some lines in slots."""
    lengths, offsets = stream.lengths[lines], stream.offsets
    size = len(lengths)
    ids = stream.ids[offsets[lines.start] : offsets[lines.stop]]
    rows = np.repeat(np.arange(size, dtype=np.int32), lengths)
    places = rows * np.int32(slots) + (ids & np.int32(slots - 1))
    table = np.full(size * slots, -1, np.int32)
    table[places] = ids
    lost = np.bincount(rows[table[places] != ids], minlength=size)
    holders = table.reshape(size, slots)
    bits = _as_bits(holders >= 0)
    return LineTable(holders, bits, _count_bits(bits), lost, stream.present[lines])


def _as_bits(slots: Mask) -> NDArray[np.uint64]:
    """(W / 64, n) bits of (n, W) booleans: the lines in a row, which is fast to count."""
    return np.ascontiguousarray(np.packbits(slots, axis=1).view(np.uint64).T)


def _count_bits(bits: NDArray[np.uint64]) -> Ints:
    return np.bitwise_count(bits).sum(axis=0, dtype=np.int64)


class GainBounds(NamedTuple):
    """Upper bounds of what n lines of two columns gain against each other: (K, n) each.

    The gain of line i at distance k is its F1 with line i + k of the other column, 0 beyond the
    ends, less that with line i; NaN where the other column lacks one of these lines.
    """

    column: Floats
    other: Floats


def gain_bounds(column: LineTable, other: LineTable, shifts: range) -> GainBounds:
    """Bounds for the lines of two columns; `shifts` are symmetric."""
    size, home = len(column.held), _least_f1(column, other)
    f1, other_f1 = np.zeros((2, len(shifts), size))
    for k, row, other_row in zip(shifts, f1, other_f1[::-1], strict=True):
        here, there = overlapping_lines(size, size, k)
        # The tokens that two lines share are in slots that both hold. Others than the first in such
        # a slot are lost in both lines, and add to the tokens of both.
        more = np.minimum(column.lost[here], other.lost[there])
        most = _count_bits(column.bits[:, here] & other.bits[:, there]) + more
        tokens = column.held[here] + other.held[there] + 2 * more
        row[here] = 2 * most / np.maximum(tokens, 1)
        other_row[there] = row[here]
        row[here][~other.present[there]] = np.nan
    # At home the gain is 0, whatever its bound.
    f1[shifts.index(0)] = other_f1[shifts.index(0)] = home
    return GainBounds(f1 - np.where(other.present, home, np.nan), other_f1 - home)


def _least_f1(column: LineTable, other: LineTable) -> Floats:
    """(n,) a lower bound of F1 of each line with that of the same number."""
    same = _count_bits(_as_bits(column.holders == other.holders) & column.bits)
    tokens = column.held + column.lost + other.held + other.lost
    return np.asarray(2 * same / np.maximum(tokens, 1))
