"""Sufficient statistics of every segment, from numbered tokens.

n-grams are counted without a loop over them: the occurrences of order n are sorted by n-gram, and
equal neighbours counted. An n-gram of order n + 1 is two overlapping n-grams of order n, so the
pair of their ranks identifies it exactly, for any order and length of segment. It can only match
where both of these matched, so each order examines fewer occurrences. Systems and references of a
segment are sorted together, so the references are sorted once for any number of systems.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.arrays import sort_by_key
from bleu_core.common.parallel import in_order, runs
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import EncodedStream, encode
from bleu_core.text.evalset import Stream, check_streams, count_references

# Tokens per block: a few arrays of this length fit into a processor's cache.
BLOCK_TOKENS = 80_000

Ints = NDArray[np.int64]


def collect_statistics(
    systems: Sequence[Sequence[str]],
    references: Sequence[Stream],
    config: BleuConfig,
    progress: Progress | None = None,
) -> tuple[list[Ints], int]:
    """Statistics of K systems against the same references.

    Returns
    -------
    matrices : list of K arrays (S, 2 + 2N)
        Columns: sys_len, ref_len, counts 1..N, totals 1..N; int64, or float64
        under reference_length="average".
    num_refs : int
        References per segment; -1 if that varies.

    Notes
    -----
    Memory: 4 bytes per token for all streams, and the result.

    Examples
    --------
    Example 2 of Papineni et al. (2002): the modified unigram precision is 2/7, as no reference
    has "the" more than twice. The reference of 7 words is closer in length.

    >>> references = [["the cat is on the mat"], ["there is a cat on the mat"]]
    >>> config = BleuConfig(max_ngram_order=2)
    >>> (matrix,), _ = collect_statistics([["the the the the the the the"]], references, config)
    >>> matrix.tolist()  # lengths 7 and 7; 2 and 0 matches of 7 and 6 n-grams
    [[7, 7, 2, 0, 7, 6]]
    """
    check_streams(systems, references)
    encoded, _ = encode([*systems, *references], config, sub_progress(progress, 0, 0.6))
    hypotheses, refs = encoded[: len(systems)], encoded[len(systems) :]
    return statistics_of_tokens(hypotheses, refs, config, sub_progress(progress, 0.6, 1))


def statistics_of_tokens(
    hypotheses: Sequence[EncodedStream],
    refs: Sequence[EncodedStream],
    config: BleuConfig,
    progress: Progress | None = None,
) -> tuple[list[Ints], int]:
    """`collect_statistics` of texts that are encoded already."""
    counts = count_matches(hypotheses, refs, config.max_ngram_order, progress)
    present = np.stack([ref.present for ref in refs])
    lengths = np.stack([ref.lengths for ref in refs])
    matrices = []
    for hypothesis, matched in zip(hypotheses, counts, strict=True):
        ref_len = reference_lengths(hypothesis.lengths, lengths, present, config.reference_length)
        orders = np.arange(config.max_ngram_order)
        totals = np.maximum(hypothesis.lengths[:, None] - orders, 0)
        matrices.append(np.column_stack([hypothesis.lengths, ref_len, matched, totals]))
    return matrices, count_references(present)


def reference_lengths(
    sys_len: Ints, ref_lens: Ints, present: NDArray[np.bool_], rule: str
) -> NDArray[Any]:
    """(S,) the reference length of each segment; `ref_lens` and `present` are (R, S).

    "closest" takes the shorter of two equally close ones: "best match length" of Papineni et al.
    (2002), section 2.2.2, with sacreBLEU's tie rule.
    """
    if rule == "average":
        average: NDArray[Any] = np.where(present, ref_lens, 0).sum(axis=0) / present.sum(axis=0)
        return average
    far = np.iinfo(np.int64).max
    lengths = np.where(present, ref_lens, far)
    if rule == "shortest":
        return np.min(lengths, axis=0)
    distance = np.where(present, np.abs(ref_lens - sys_len), far)
    nearest = distance == distance.min(axis=0)
    return np.min(np.where(nearest, lengths, far), axis=0)


def reference_length(sys_len: int, ref_lens: Sequence[int | None], rule: str) -> float:
    """`reference_lengths` of one segment; None is a missing reference.

    >>> reference_length(9, [7, None, 11], "closest")
    7
    """
    lengths = np.array([[length or 0] for length in ref_lens])
    present = np.array([[length is not None] for length in ref_lens])
    chosen: float = reference_lengths(np.array([sys_len]), lengths, present, rule)[0].item()
    return chosen


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
    bounds = [stream.offsets for stream in streams]
    tokens_before = np.sum(bounds, axis=0)
    size = len(systems[0].lengths)
    kind = np.int64 if worth is None else float
    results = [np.zeros((size, max_order), kind) for _ in systems]

    def count(block: tuple[int, int]) -> tuple[int, int]:
        first, last = block
        sides = [
            stream.ids[bound[first] : bound[last]]
            for stream, bound in zip(streams, bounds, strict=True)
        ]
        lengths = [stream.lengths[first:last] for stream in streams]
        weights = None
        if worth is not None:
            # The weight of a system's n-gram is that in a reference.
            none = [np.zeros((max_order, len(side))) for side in sides[: len(systems)]]
            parts = [
                part[:, bound[first] : bound[last]]
                for part, bound in zip(worth, bounds[len(systems) :], strict=True)
            ]
            weights = np.concatenate([*none, *parts], axis=1)
        matched = _count_block(sides, lengths, len(systems), max_order, weights)
        for result, columns in zip(results, matched, strict=True):
            result[first:last] = columns
        return block

    for _, last in in_order(count, runs(tokens_before, BLOCK_TOKENS)):
        if progress:
            progress(last / size)
    return results


def _count_block(
    sides: list[NDArray[np.int32]],
    lengths: list[Ints],
    systems: int,
    max_order: int,
    weights: NDArray[np.float64] | None,
) -> list[NDArray[Any]]:
    """Clipped matches of a block of segments: for each system a (segments, N) array.

    `weights` is (N, tokens of the block): the weight of the n-gram that begins at a token of a
    reference.
    """
    size = len(lengths[0])
    kind = np.int64 if weights is None else float
    results = [np.zeros((size, max_order), kind) for _ in range(systems)]
    ids = np.concatenate(sides).astype(np.int64)
    segment = np.concatenate([np.repeat(np.arange(size), n) for n in lengths])
    side = np.repeat(np.arange(len(sides)), [len(tokens) for tokens in sides])
    positions = np.arange(len(ids))
    keys = ids + segment * (int(ids.max(initial=0)) + 1)
    for order in range(max_order):
        if not len(positions):
            break
        grams = _Grams.sort(keys, positions)
        tallies = grams.tally(side, systems)
        credited = np.minimum(tallies.times, tallies.limit[tallies.gram])
        if weights is not None:
            # The last position of an n-gram is in a reference if one has it.
            credited = credited * weights[order, grams.example[tallies.gram]]
        where = tallies.side * size + segment[grams.example[tallies.gram]]
        matched = np.bincount(where, credited, systems * size).reshape(systems, size)
        for result, column in zip(results, matched, strict=True):
            result[:, order] = column
        if order + 1 == max_order:
            break
        # rank[i]: the n-gram that begins at position i; alive[i]: a system and a reference of the
        # segment have it, so that a longer one may match too.
        rank = np.zeros(len(ids) + 1, np.int64)
        rank[grams.positions] = grams.number
        alive = np.zeros(len(ids) + 1, bool)
        alive[grams.positions] = tallies.shared[grams.number]
        pairs = alive[:-1] & alive[1:]
        if order == 0:
            # Two words may be in different segments; longer n-grams that are alive cannot.
            ends = np.cumsum(np.concatenate(lengths))
            pairs[ends[ends > 0] - 1] = False
        positions = np.flatnonzero(pairs)
        keys = rank[positions] * len(grams.example) + rank[positions + 1]
    return results


@dataclass(frozen=True, eq=False)
class _Tallies:
    """How often systems and references have each n-gram of one order.

    `gram`, `side` and `times` are (T,), one entry for each n-gram of each system: the n-gram, the
    system, the count. For each n-gram, `limit` is its largest count in any one reference, and
    `shared` whether a system and a reference have it.
    """

    gram: Ints
    side: Ints
    times: Ints
    limit: Ints
    shared: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class _Grams:
    """Occurrences of one order, one or more, sorted by n-gram.

    `number` is (M,), the n-gram at each of the sorted `positions`; `example` is (count,), the last
    position of each n-gram.
    """

    positions: Ints
    number: Ints
    example: Ints

    @classmethod
    def sort(cls, keys: Ints, positions: Ints) -> _Grams:
        keys, positions = sort_by_key(keys, positions)
        last = np.ones(len(keys), bool)
        last[:-1] = keys[1:] != keys[:-1]
        return cls(positions, np.cumsum(last) - last, positions[last])

    def tally(self, side: Ints, systems: int) -> _Tallies:
        """Count by sides; `side` gives the side of every position: systems first, then references.

        The occurrences of an n-gram are in order of position, and so of side. A new count begins
        wherever the n-gram or the side changes, whatever the number of sides.
        """
        owner = side[self.positions]
        begins = np.ones(len(owner), bool)
        begins[1:] = (self.number[1:] != self.number[:-1]) | (owner[1:] != owner[:-1])
        starts = np.flatnonzero(begins)
        times = np.diff(starts, append=len(owner))
        gram, owner = self.number[starts], owner[starts]
        of_system = owner < systems
        first = np.flatnonzero(np.diff(gram, prepend=-1))
        limit = np.maximum.reduceat(np.where(of_system, 0, times), first)
        shared = of_system[first] & (limit > 0)
        return _Tallies(gram[of_system], owner[of_system], times[of_system], limit, shared)
