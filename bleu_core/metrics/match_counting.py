"""Clipped matches of every segment, counted without a loop over n-grams.

The occurrences of order n in a segment are sorted by n-gram, and equal neighbours counted. An
n-gram of order n + 1 is two overlapping n-grams of order n, so the pair of their ranks identifies
it exactly, for any order and length of segment. It can only match where both of these matched, so
each order examines fewer occurrences. Systems and references of a segment are sorted together, so
the references are sorted once for any number of systems.

Segments of similar length are the rows of a matrix, and each row is sorted separately: many
short rows sort ten times as fast as one long array.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.parallel import in_order, runs
from bleu_core.common.progress import Progress
from bleu_core.text.encoding import EncodedStream

# Tokens of the segments that are looked at together, and of those of similar length among them:
# a few arrays of the second length fit into a processor's cache.
RUN_TOKENS, BLOCK_TOKENS = 640_000, 80_000

Ints = NDArray[np.int64]


def count_matches(
    systems: Sequence[EncodedStream],
    references: Sequence[EncodedStream],
    max_order: int,
    progress: Progress | None = None,
    worth: Sequence[NDArray[np.float64]] | None = None,
) -> list[NDArray[Any]]:
    """Clipped matches of every segment: for each of K systems an (S, N) array.

    `worth` has an (N, T) array for each reference: the weight of a match of the n-gram that
    begins at each token, the same for all its occurrences; None: each match counts 1.
    """
    streams = [*systems, *references]
    offsets = np.stack([stream.offsets for stream in streams])
    size = len(systems[0].lengths)
    results = np.zeros((len(systems), size, max_order), np.int64 if worth is None else float)

    def count(run: tuple[int, int]) -> tuple[int, int]:
        # In blocks of segments of similar length.
        first, last = run
        tokens = np.diff(offsets[:, first : last + 1], axis=1).sum(axis=0)
        order = np.argsort(tokens, kind="stable")
        for start, end in runs(np.append(0, np.cumsum(tokens[order])), BLOCK_TOKENS):
            rows = first + order[start:end]
            block = _Block.of(streams, offsets, rows)
            weights = None if worth is None else block.weights(worth, len(systems))
            results[:, rows] = _count_block(block, len(systems), max_order, weights)
        return run

    for _, last in in_order(count, runs(offsets.sum(axis=0), RUN_TOKENS)):
        if progress:
            progress(last / size)
    return list(results)


@dataclass(frozen=True, eq=False)
class _Block:
    """The T tokens of R segments, segment by segment; within it systems, then references."""

    ids: Ints  # (T,)
    row: Ints  # (T,) the segment of each token, as a row of the block, ascending
    side: Ints  # (T,) the stream of each token: systems first
    source: Ints  # (T,) where each token is in its stream
    size: int  # R
    sides: int  # Number of streams

    @classmethod
    def of(cls, streams: Sequence[EncodedStream], offsets: Ints, rows: Ints) -> _Block:
        """The tokens of some segments of streams, whose texts begin at `offsets`."""
        starts = offsets[:, rows].T
        lengths = offsets[:, rows + 1].T - starts
        texts = lengths.ravel()
        ends = np.cumsum(texts)
        source = np.arange(ends[-1]) + np.repeat(starts.ravel() - ends + texts, texts)
        side = np.repeat(np.tile(np.arange(len(streams)), len(rows)), texts)
        ids = np.empty(len(side), np.int64)
        for number, stream in enumerate(streams):
            own = side == number
            ids[own] = stream.ids[source[own]]
        row = np.repeat(np.arange(len(rows)), lengths.sum(axis=1))
        return cls(ids, row, side, source, len(rows), len(streams))

    def weights(self, worth: Sequence[NDArray[np.float64]], systems: int) -> NDArray[np.float64]:
        """(N, T) the weight of the n-gram that begins at each token of a reference."""
        result = np.zeros((len(worth[0]), len(self.ids)))
        for number, values in enumerate(worth, systems):
            own = self.side == number
            result[:, own] = values[:, self.source[own]]
        return result


def _count_block(
    block: _Block, systems: int, max_order: int, weights: NDArray[np.float64] | None
) -> NDArray[Any]:
    """Clipped matches of a block: a (systems, R, N) array."""
    size = block.size
    result = np.zeros((systems, size, max_order), np.int64 if weights is None else float)
    positions, keys = np.arange(len(block.ids)), block.ids
    for order in range(max_order):
        if not len(positions):
            break
        grams = _Grams.of(keys, positions, block, systems)
        mine = grams.side < systems
        gram, row = grams.gram[mine], grams.row[mine]
        credited = np.minimum(grams.times[mine], grams.limit[gram])
        if weights is not None:
            # The last position of an n-gram is in a reference if one has it.
            last = np.append(grams.start[grams.first[1:]], len(positions)) - 1
            credited = credited * weights[order, grams.positions[last[gram]]]
        where = grams.side[mine] * size + row
        result[:, :, order] = np.bincount(where, credited, systems * size).reshape(systems, size)
        if order + 1 == max_order:
            break
        # The number of the n-gram that begins at each position; -1: no system or no reference of
        # the segment has it, so that a longer one cannot match.
        rank = np.full(len(block.ids) + 1, -1)
        numbers = np.where(grams.shared, np.arange(len(grams.shared)), -1)
        rank[grams.positions] = np.repeat(numbers[grams.gram], grams.times)
        pairs = (rank[:-1] >= 0) & (rank[1:] >= 0)
        if order == 0:
            # Two words may be in different texts; two longer n-grams that overlap cannot.
            pairs[np.flatnonzero(np.diff(block.side) | np.diff(block.row))] = False
        positions = np.flatnonzero(pairs)
        keys = rank[positions] * len(numbers) + rank[positions + 1]
    return result


@dataclass(frozen=True, eq=False)
class _Grams:
    """Occurrences of one order, one or more, by segment, n-gram and text.

    `positions` (M,) are sorted so. The arrays (C,) have an entry for each n-gram of each text:
    `start`, its first among the sorted positions, `times`, how often it occurs, `row` and `side`,
    the text, and `gram`, the number of the n-gram, which is another in each segment. The arrays
    (G,) are by that number: `first`, its first entry; `limit`, its largest count in any one
    reference; `shared`, whether a system and a reference have it.
    """

    positions: Ints
    start: Ints
    times: Ints
    row: Ints
    side: Ints
    gram: Ints
    first: Ints
    limit: Ints
    shared: NDArray[np.bool_]

    @classmethod
    def of(cls, keys: Ints, positions: Ints, block: _Block, systems: int) -> _Grams:
        """Sort the n-grams of ascending positions, which are equal if their keys are."""
        rows, sides = block.row[positions], block.side[positions]
        bits = (block.sides - 1).bit_length()
        sizes = np.bincount(rows, minlength=block.size)
        texts, positions = _sort_rows(keys << bits | sides, positions, sizes)
        begins = np.ones(len(texts), bool)
        begins[1:] = (texts[1:] != texts[:-1]) | (rows[1:] != rows[:-1])
        start = np.flatnonzero(begins)
        times = np.diff(start, append=len(texts))
        row, text = rows[start], texts[start]
        side, key = text & ((1 << bits) - 1), text >> bits
        begins = np.ones(len(start), bool)
        begins[1:] = (key[1:] != key[:-1]) | (row[1:] != row[:-1])
        first = np.flatnonzero(begins)
        limit = np.maximum.reduceat(np.where(side < systems, 0, times), first)
        shared = (side[first] < systems) & (limit > 0)
        gram = np.cumsum(begins) - 1
        return cls(positions, start, times, row, side, gram, first, limit, shared)


def _sort_rows(keys: Ints, positions: Ints, sizes: Ints) -> tuple[Ints, Ints]:
    """Sort the keys of each row, of so many each, with their positions.

    Positions ascend; those of equal keys keep their order.
    """
    width = int(sizes.max())
    places = np.arange(width)
    there = places < sizes[:, None]
    bits = width.bit_length()
    matrix = np.full(there.shape, np.iinfo(np.int64).max)
    starts = np.repeat(np.cumsum(sizes) - sizes, sizes)
    if int(keys.max()).bit_length() + bits < 63:
        # Key and place in the row packed into one number, which sorts without a second array.
        matrix[there] = keys << bits | np.arange(len(keys)) - starts
        matrix.sort(axis=1)
        packed = matrix[there]
        return packed >> bits, positions[starts + (packed & ((1 << bits) - 1))]
    matrix[there] = keys
    order = np.argsort(matrix, axis=1, kind="stable")[there]
    return keys[starts + order], positions[starts + order]
