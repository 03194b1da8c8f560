"""Matching of many texts at once: the rule of `matching`, over arrays of tokens.

N orders, and T tokens of many texts, each of which is contiguous. Values of an n-gram are at its
first token, in row order - 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Column = NDArray[np.int32]
Flags = NDArray[np.bool_]


def number_ngrams(ids: Column, texts: Column, max_order: int) -> Column:
    """(N, T) number, from 0, of the n-gram of each order that begins at each token; -1 for none.

    `ids` are (T,) tokens as numbers, `texts` (T,) the text of each; a text is contiguous.

    >>> ids, texts = np.array([0, 1, 0, 1, 1, 0], np.int32), np.array([0, 0, 0, 0, 1, 1], np.int32)
    >>> number_ngrams(ids, texts, 2).tolist()
    [[0, 1, 0, 1, 1, 0], [0, 1, 0, -1, 1, -1]]
    """
    size = len(ids)
    numbers = np.full((max_order, size), -1, np.int32)
    numbers[0] = ids
    vocabulary = int(ids.max(initial=0)) + 1
    for order in range(2, max_order + 1):
        first = np.arange(max(0, size - order + 1))
        first = first[texts[first] == texts[first + order - 1]]
        # An n-gram is one of the previous order and a token: the two numbers identify it.
        keys = numbers[order - 2, first].astype(np.int64) * vocabulary + ids[first + order - 1]
        numbers[order - 1, first] = np.unique(keys, return_inverse=True)[1]
    return numbers


def allot_credit_many(numbers: Column, texts: Column, segments: Column, references: Flags) -> Flags:
    """(N, T) whether each occurrence is credited, by the rule for a single text.

    `numbers` are those of `number_ngrams` for outputs and references together; (T,) `segments`
    relates an output to its references; (T,) `references` says which texts are references, where
    nothing is credited. "x s z w s y" against "x s y", as in `allot_credit`:

    >>> ids = np.array([0, 1, 2, 3, 1, 4, 0, 1, 4], np.int32)
    >>> texts = np.array([0] * 6 + [1] * 3, np.int32)
    >>> numbers = number_ngrams(ids, texts, 2)
    >>> credited = allot_credit_many(numbers, texts, np.zeros(9, np.int32), texts == 1)
    >>> credited[:, :6].astype(int).tolist()
    [[1, 1, 0, 0, 0, 1], [1, 0, 0, 0, 1, 0]]
    """
    limits = np.zeros(numbers.shape, np.int32)
    for row, limit in zip(numbers, limits, strict=True):
        clips = SegmentNgramCounts.largest_of(row, texts, segments, references)
        outputs = np.flatnonzero((row >= 0) & ~references)
        limit[outputs] = clips.of(segments[outputs], row[outputs])
    return allot_up_to(limits, numbers, texts)


@dataclass(frozen=True, eq=False)
class SegmentNgramCounts:
    """Counts of the n-grams of one order in each segment.

    `keys` (K,) identify a segment and an n-gram below `kinds`; they ascend.
    """

    kinds: int
    keys: Ints
    counts: Ints

    @classmethod
    def largest_of(
        cls, row: Column, texts: Column, segments: Column, counted: Flags
    ) -> SegmentNgramCounts:
        """The largest counts in any single `counted` text, (T,) bool; in references, clip limits.

        `row` is one of the N rows of numbers; the others are as in `allot_credit_many`.
        """
        kinds = int(row.max(initial=0)) + 1
        tokens = np.flatnonzero((row >= 0) & counted)
        keys = texts[tokens].astype(np.int64) * kinds + row[tokens]
        _, first, counts = np.unique(keys, return_index=True, return_counts=True)
        tokens = tokens[first]
        # From texts to segments.
        keys = segments[tokens].astype(np.int64) * kinds + row[tokens]
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        most = np.maximum.reduceat(counts, starts) if len(starts) else counts
        return cls(kinds, keys[starts], most)

    def of(self, segments: Column, ngrams: Column) -> Ints:
        """The counts of n-grams, by number, in their segments; 0 for -1 and other n-grams."""
        if not len(self.keys):
            return np.zeros(len(ngrams), np.int64)
        wanted = segments.astype(np.int64) * self.kinds + ngrams
        place = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        known = (ngrams >= 0) & (ngrams < self.kinds) & (self.keys[place] == wanted)
        counts: Ints = np.where(known, self.counts[place], 0)
        return counts


def allot_up_to(limits: NDArray[np.integer], numbers: Column, texts: Column) -> Flags:
    """(N, T) which occurrences are credited, given (N, T) the limit of each in its text.

    The n-grams inside one with a limit above 0 have such limits too.
    """
    orders, size = numbers.shape
    credited = np.zeros((orders, size), np.bool_)
    # For each occurrence one order up, the length of the longest credited n-gram around it. An
    # occurrence here is inside the two that begin one token before it and at it.
    longest = np.zeros(size + 1, np.int8)
    for order in range(orders, 0, -1):
        row, limit = numbers[order - 1], limits[order - 1]
        able = np.flatnonzero(limit > 0)
        held = np.maximum(longest[able], longest[able - 1])
        keys = texts[able].astype(np.int64) * (int(row.max(initial=0)) + 1) + row[able]
        gets = first_up_to_limit(keys, held, limit[able])
        credited[order - 1, able] = gets
        longest = np.zeros(size + 1, np.int8)
        longest[able] = np.where(held > 0, held, order * gets)
    return credited


def first_up_to_limit(keys: Ints, held: NDArray[np.int8], limits: NDArray[np.integer]) -> Flags:
    """For each key as many as its limit: those in the longest n-grams, then left to right."""
    order = np.lexsort((-held, keys))  # stable
    sorted_keys = keys[order]
    starts = np.flatnonzero(np.diff(sorted_keys, prepend=-1))
    sizes = np.diff(starts, append=len(keys))
    rank = np.arange(len(keys)) - np.repeat(starts, sizes)
    gets = np.empty(len(keys), np.bool_)
    gets[order] = rank < limits[order]
    return gets
