"""Skip-bigrams: ordered pairs of words with a limited number of words between them.

"Skip-bigram is any pair of words in their sentence order, allowing for arbitrary gaps" (Lin and
Och 2004, section 4); the maximum skip distance limits the words between. A segment of n words then
has about n · (distance + 1) of them, where all pairs would be n² / 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress
from bleu_core.metrics.words import Ints, Words
from bleu_core.text.encoding import EncodedStream

# Words of a stream per block; a longer segment is a block of its own.
BLOCK_WORDS = 50_000


def skip_bigrams(lengths: Ints, max_skip: int) -> Ints:
    """The number of skip-bigrams in segments of these lengths.

    >>> skip_bigrams(np.array([4, 1, 7]), 4).tolist()  # 3 + 2 + 1; none; 6 + 5 + 4 + 3 + 2
    [6, 0, 20]
    """
    steps = np.arange(1, max_skip + 2)
    return np.maximum(lengths[..., None] - steps, 0).sum(axis=-1)


def matches(words: Words, max_skip: int, progress: Progress | None = None) -> list[Ints]:
    """Skip-bigrams shared by each system and reference: for each system (R, S) numbers.

    One that occurs several times matches as often as both have it.
    """
    streams = [*words.systems, *words.references]
    bounds = [stream.offsets for stream in streams]
    size = len(streams[0].lengths)
    results = [np.zeros((len(words.references), size), np.int64) for _ in words.systems]

    def count(block: tuple[int, int]) -> int:
        first, last = block
        lengths = [stream.lengths[first:last] for stream in streams]
        sides = [
            stream.ids[bound[first] : bound[last]]
            for stream, bound in zip(streams, bounds, strict=True)
        ]
        # Numbered within the block, so that a segment and a pair of words fit into an integer.
        there, numbers = np.unique(np.concatenate(sides), return_inverse=True)
        parts = np.split(numbers, np.cumsum([len(side) for side in sides])[:-1])
        bags = [
            _Bag.of(part, length, len(there), max_skip)
            for part, length in zip(parts, lengths, strict=True)
        ]
        for result, system in zip(results, bags, strict=False):
            for number, reference in enumerate(bags[len(results) :]):
                result[number, first:last] = system.shared(reference, last - first)
        return last

    for last in in_order(count, _blocks(streams)):
        if progress:
            progress(last / size)
    return results


@dataclass(frozen=True, eq=False)
class _Bag:
    """The skip-bigrams of a block of segments.

    `keys` are sorted and `counts` their frequencies; a segment has `per_segment` possible keys.
    """

    keys: Ints
    counts: Ints
    per_segment: int

    @classmethod
    def of(cls, words: Ints, lengths: Ints, distinct: int, max_skip: int) -> _Bag:
        segment = np.repeat(np.arange(len(lengths)), lengths)
        pairs = []
        for step in range(1, max_skip + 2):
            keys = (segment[:-step] * distinct + words[:-step]) * distinct + words[step:]
            pairs.append(keys[segment[:-step] == segment[step:]])
        return cls(*np.unique(np.concatenate(pairs), return_counts=True), distinct**2)

    def shared(self, other: _Bag, size: int) -> Ints:
        """(size,) skip-bigrams that each segment shares with the other bag."""
        keys, here, there = np.intersect1d(
            self.keys, other.keys, assume_unique=True, return_indices=True
        )
        both = np.minimum(self.counts[here], other.counts[there])
        return np.bincount(keys // max(self.per_segment, 1), both, size).astype(np.int64)


def _blocks(streams: Sequence[EncodedStream]) -> Iterator[tuple[int, int]]:
    """Ranges of segments (first, last) with about `BLOCK_WORDS` in the longest stream."""
    words = np.max([stream.lengths for stream in streams], axis=0)
    block = np.cumsum(words) // BLOCK_WORDS
    edges = [0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), len(words)]
    return pairwise(edges)
