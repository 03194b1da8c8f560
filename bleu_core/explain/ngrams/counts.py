"""Counts of every n-gram."""

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
        Its length, and a corpus position where it begins.
    prefix, suffix
        The rows of the two n-grams of one order less inside it; -1 if that has no row.
    count_a, count_b
        Occurrences in A and in B.
    limit
        Clip limit, the maximum count in any single reference, summed over segments.
    matches_a, matches_b
        Clipped matches, summed over segments.
    wins_a, wins_b
        Segments where A, and where B, has more clipped matches.
    documents
        Documents with such a segment; 0 if documents are unknown.
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
        """(K,) segments where the matches of A and B differ."""
        return self.wins_a + self.wins_b

    @property
    def over_a(self) -> Column:
        """(K,) occurrences in A without credit."""
        return self.count_a - self.matches_a

    @property
    def over_b(self) -> Column:
        """(K,) occurrences in B without credit."""
        return self.count_b - self.matches_b

    @property
    def over_delta(self) -> Column:
        """(K,) how many more B over-produces than A."""
        return self.over_b - self.over_a

    @property
    def missed_a(self) -> Column:
        """(K,) occurrences in a reference that A lacks."""
        return self.limit - self.matches_a

    @property
    def missed_b(self) -> Column:
        """(K,) occurrences in a reference that B lacks."""
        return self.limit - self.matches_b

    @property
    def missed_delta(self) -> Column:
        """(K,) how many more B misses than A."""
        return self.missed_b - self.missed_a


SUMS = [field.name for field in fields(NgramCounts)][4:]


@dataclass(frozen=True, eq=False)
class CreditedNgrams:
    """The K n-gram types with a clipped match in a system, and the D places where systems differ.

    All are int32 arrays. Every n-gram within a credited one is credited, too.

    Attributes
    ----------
    order, start, prefix, suffix, matches_a, matches_b
        (K,) as in `NgramCounts`, but `prefix` and `suffix` refer to these types.
    ngram, segment, gained
        (D,) for each type and segment where the clipped matches of A and B differ: the type, the
        segment, and B's matches minus A's.
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
