"""Which tokens of an output lie in a marked span, and the kinds of these marks."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.marks import Mark
from bleu_core.text.spans import Token

# Severity and category of a mark.
Kind = tuple[str, str]
Kinds = frozenset[Kind]
Column = NDArray[np.int32]


class KindSets:
    """Sets of mark kinds over tokens, by number; 0 is the empty set."""

    def __init__(self) -> None:
        self._numbers: dict[Kinds, int] = {frozenset(): 0}

    @property
    def sets(self) -> tuple[Kinds, ...]:
        return tuple(self._numbers)

    def number(self, kinds: Iterable[Kind]) -> int:
        key = frozenset(kinds)
        return self._numbers.setdefault(key, len(self._numbers))

    def unions(self, first: Column, second: Column) -> Column:
        """(T,) numbers of the unions."""
        both = np.flatnonzero((first != second) & (first > 0) & (second > 0))
        result: Column = np.maximum(first, second)  # correct if one is empty or both are equal
        if len(both):
            pairs, which = np.unique(
                np.stack([first[both], second[both]]), axis=1, return_inverse=True
            )
            sets = self.sets
            numbers = [self.number(sets[a] | sets[b]) for a, b in pairs.T.tolist()]
            result[both] = np.array(numbers, np.int32)[which.ravel()]
        return result


def kinds_over(tokens: Sequence[Token], marks: Iterable[Mark]) -> list[set[Kind]]:
    """For each token, the kinds of the marks that share a character with it.

    >>> tokens = [Token("Tatsache", 0, 8), Token("in", 9, 11), Token("Betracht", 12, 20)]
    >>> kinds_over(tokens, [Mark("Style/Awkward", "minor", 10, 12)])
    [set(), {('minor', 'Style/Awkward')}, set()]
    """
    result: list[set[Kind]] = [set() for _ in tokens]
    starts, ends = [token.start for token in tokens], [token.end for token in tokens]
    for mark in marks:
        if mark.side != "target":
            continue
        # Tokens are in order, so candidates are contiguous.
        for i in range(bisect_right(ends, mark.start), bisect_left(starts, mark.end)):
            if max(starts[i], mark.start) < min(ends[i], mark.end):
                result[i].add((mark.severity, mark.category))
    return result
