"""Every n-gram of a comparison counted over the corpus, without a loop over occurrences.

The tokens of all texts lie in one array, segment by segment. The occurrences of
order n are sorted by the n-gram that they are, and stay in the order of segments
within it: what is to be counted lies side by side. An n-gram of order n is one of
order n - 1 and a token, so the number of the one and of the other are its key,
exactly, for any order.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.corpus import Corpus
from bleu_core.encoding import Progress

# Occurrences summed at a time: the arrays of one step stay within a few megabytes.
BLOCK = 100_000

Ints = NDArray[np.int64]
Column = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class NgramCounts:
    """Corpus sums of K n-gram types, by order. All are int32 arrays (K,).

    Attributes
    ----------
    order, start
        Its length, and a position in the corpus where it begins.
    prefix, suffix
        The rows of the two n-grams of one order less that it is made of; -1
        where that is not among the rows.
    count_a, count_b
        Occurrences in A and in B.
    limit
        Clip limit, the maximum count in any single reference, summed over segments.
    matches_a, matches_b
        Clipped matches, summed over segments.
    wins_a, wins_b
        Segments where A, and where B, has more clipped matches.
    documents
        Documents that have such a segment; 0 where documents are not known.
    """

    order: Column
    start: Column
    prefix: Column
    suffix: Column
    count_a: Column
    count_b: Column
    limit: Column
    matches_a: Column
    matches_b: Column
    wins_a: Column
    wins_b: Column
    documents: Column

    @property
    def wins(self) -> Column:
        """(K,) segments that tell A and B apart."""
        return self.wins_a + self.wins_b

    @property
    def over_a(self) -> Column:
        """(K,) occurrences in A that get no credit."""
        return self.count_a - self.matches_a

    @property
    def over_b(self) -> Column:
        """(K,) occurrences in B that get no credit."""
        return self.count_b - self.matches_b

    @property
    def over_delta(self) -> Column:
        """(K,) how many more B over-produces than A."""
        return self.over_b - self.over_a

    @property
    def missed_a(self) -> Column:
        """(K,) occurrences that a reference has and A lacks."""
        return self.limit - self.matches_a

    @property
    def missed_b(self) -> Column:
        """(K,) occurrences that a reference has and B lacks."""
        return self.limit - self.matches_b


SUMS = [field.name for field in fields(NgramCounts)][4:]


def count_ngrams(
    corpus: Corpus,
    max_order: int,
    min_count: int,
    documents: Column | None = None,
    progress: Progress | None = None,
) -> NgramCounts:
    """Count the n-grams of orders 1 to `max_order`.

    Parameters
    ----------
    corpus : Corpus
    max_order : int
    min_count : int
        Rows are the n-grams that this many segments tell apart (`wins_a` +
        `wins_b`), or that a system over-produces (`count` - `matches`) or misses
        (`limit` - `matches`) this often.
    documents : (S,) int32 array, optional
        The number of each segment's document.
    progress : optional
        Called with the part done, 0 to 1.
    """
    size, rows = len(corpus.ids), 0
    keys, positions = corpus.ids.astype(np.int64), np.arange(size)
    before, row_of = np.zeros(0, np.int32), np.zeros(0, np.int32)
    found: list[dict[str, Column]] = []
    for order in range(1, max_order + 1):
        positions, numbers, types = _number(keys, positions, min_count)
        chosen, sums = _sum(corpus, numbers, positions, min_count, documents)
        example = np.empty(types, np.int32)
        example[numbers] = positions
        columns = dict(zip(SUMS, sums, strict=True))
        columns["start"] = start = example[chosen]
        columns["order"] = np.full(len(chosen), order, np.int32)
        if order == 1:
            columns["prefix"] = columns["suffix"] = np.full(len(chosen), -1, np.int32)
        else:
            columns["prefix"], columns["suffix"] = row_of[before[start]], row_of[before[start + 1]]
        found.append(columns)
        if progress:
            progress(order / max_order)
        if order == max_order:
            break
        row_of = np.full(types, -1, np.int32)
        row_of[chosen] = np.arange(rows, rows + len(chosen))
        rows += len(chosen)
        # Which n-gram of this order begins where; -1: one too rare to go on with.
        before = np.full(size + 1, -1, np.int32)
        before[positions] = numbers
        positions = np.flatnonzero((before[:-1] >= 0) & (before[1:] >= 0))
        if order == 1:
            # Two words may lie in two texts; two n-grams that overlap cannot.
            positions = positions[corpus.places[positions] == corpus.places[positions + 1]]
        vocabulary = len(corpus.dictionary)
        keys = before[positions].astype(np.int64) * vocabulary + corpus.ids[positions + order]
    return NgramCounts(**{name: np.concatenate([c[name] for c in found]) for name in found[0]})


def _number(keys: Ints, positions: Ints, min_count: int) -> tuple[Ints, Column, int]:
    """Sort occurrences by n-gram, then position, without those of n-grams rarer than `min_count`.

    Returns their positions, the number of the n-gram that each is, ascending,
    and how many n-grams there are. What is too rare here is so in every longer
    n-gram, too.
    """
    bits = int(positions.max(initial=0)).bit_length()
    if int(keys.max(initial=0)).bit_length() + bits < 63:
        # Key and position in one number: several times as fast as sorting indices.
        packed = keys << bits | positions
        packed.sort()
        keys, positions = packed >> bits, packed & ((1 << bits) - 1)
    else:
        order = np.argsort(keys, kind="stable")
        keys, positions = keys[order], positions[order]
    counts = np.diff(_starts(keys[1:] != keys[:-1]), append=len(keys))
    often = counts >= min_count
    positions = positions[np.repeat(often, counts)]
    numbers = np.repeat(np.arange(often.sum(), dtype=np.int32), counts[often])
    return positions, numbers, int(often.sum())


def _starts(changes: NDArray[np.bool_]) -> Ints:
    """Where runs of equal neighbours start; changes[i]: item i + 1 differs from item i."""
    return np.concatenate([[0], np.flatnonzero(changes) + 1])


def _sum(
    corpus: Corpus, numbers: Column, positions: Ints, min_count: int, documents: Column | None
) -> tuple[Ints, Column]:
    """The n-grams that get a row (G,), ascending, and their sums (len(SUMS), G)."""
    cuts = np.searchsorted(numbers, numbers[::BLOCK])
    chosen, chosen_sums = [np.zeros(0, np.int64)], [np.zeros((len(SUMS), 0), np.int32)]
    for first, last in pairwise(np.unique([*cuts, len(numbers)]).tolist()):
        part = slice(first, last)
        own, sums = _sum_block(corpus, numbers[part], positions[part], documents)
        a, b, limit, matches_a, matches_b, wins_a, wins_b, _ = sums
        excess = np.maximum(a - matches_a, b - matches_b)
        missed = limit - np.minimum(matches_a, matches_b)
        most = np.maximum.reduce([wins_a + wins_b, excess, missed])
        chosen.append(own[most >= min_count])
        chosen_sums.append(sums[:, most >= min_count].astype(np.int32))
    return np.concatenate(chosen), np.concatenate(chosen_sums, axis=1)


def _sum_block(
    corpus: Corpus, numbers: Column, positions: Ints, documents: Column | None
) -> tuple[Ints, NDArray[Any]]:
    # From occurrences to texts, from texts to segments, from segments to n-grams:
    # each step adds up equal neighbours.
    places = corpus.places[positions]
    starts = _starts((numbers[1:] != numbers[:-1]) | (places[1:] != places[:-1]))
    occurrences = np.diff(starts, append=len(numbers))
    numbers = numbers[starts]
    segments, streams = np.divmod(places[starts], np.int32(corpus.streams))

    starts = _starts((numbers[1:] != numbers[:-1]) | (segments[1:] != segments[:-1]))
    cell = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(numbers)))
    table = np.zeros((corpus.streams, len(starts)), np.int64)
    table[streams, cell] = occurrences
    numbers, segments = numbers[starts], segments[starts]
    a, b, limit = table[0], table[1], table[2:].max(axis=0)
    matches_a, matches_b = np.minimum(a, limit), np.minimum(b, limit)
    wins_a, wins_b = matches_a > matches_b, matches_b > matches_a

    starts = _starts(numbers[1:] != numbers[:-1])
    cells = np.stack([a, b, limit, matches_a, matches_b, wins_a, wins_b])
    sums = np.add.reduceat(cells, starts, axis=1)
    spread = np.zeros(len(starts), np.int64)
    if documents is not None:
        own = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(numbers)))
        differ = wins_a | wins_b
        kinds = int(documents.max()) + 1
        pairs = np.unique(own[differ] * kinds + documents[segments[differ]])
        spread = np.bincount(pairs // kinds, minlength=len(starts))
    return numbers[starts].astype(np.int64), np.vstack([sums, spread])
