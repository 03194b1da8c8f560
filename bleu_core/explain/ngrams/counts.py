"""What is counted of every n-gram, before anything is made of it."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

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

    @property
    def missed_delta(self) -> Column:
        """(K,) how many more B misses than A."""
        return self.missed_b - self.missed_a


SUMS = [field.name for field in fields(NgramCounts)][4:]


@dataclass(frozen=True, eq=False)
class CreditedNgrams:
    """The K n-gram types that a system has a clipped match of, and the D places where they differ.

    All are int32 arrays. Every n-gram within a credited one is credited, too.

    Attributes
    ----------
    order, start, prefix, suffix, matches_a, matches_b
        (K,) as in `NgramCounts`, but that `prefix` and `suffix` count in these types.
    ngram, segment, gained
        (D,) for each type and segment where A and B have not the same number of
        clipped matches: which type, which segment, and B's matches minus A's.
    """

    order: Column
    start: Column
    prefix: Column
    suffix: Column
    matches_a: Column
    matches_b: Column
    ngram: Column
    segment: Column
    gained: Column
