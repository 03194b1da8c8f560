"""Which occurrences of n-grams get credit in many texts at once: `allot` without its loops.

All tokens are in one array, text after text. An n-gram of order n is represented at its first
token, in row n - 1; there is none where the text ends first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Column = NDArray[np.int32]
Flags = NDArray[np.bool_]


def number_ngrams(ids: Column, texts: Column, max_order: int) -> Column:
    """(N, T) number, from 0, of the n-gram of each order that begins at each token; -1 for none.

    Parameters
    ----------
    ids : (T,) int32 array
        The tokens, as numbers.
    texts : (T,) int32 array
        The text of each token; tokens of a text are contiguous.
    max_order : int

    Examples
    --------
    Two texts, "a b a b" and "b a":

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


def allot_many(numbers: Column, texts: Column, segments: Column, references: Flags) -> Flags:
    """(N, T) whether each occurrence is credited, by the rule for a single text.

    Parameters
    ----------
    numbers : (N, T) int32 array
        From `number_ngrams`, for outputs and references together.
    texts : (T,) int32 array
        As for `number_ngrams`.
    segments : (T,) int32 array
        The segment of each token, which relates an output to its references.
    references : (T,) bool array
        Whether the text is a reference; nothing in references is credited.

    Examples
    --------
    "x s z w s y" against "x s y": the first of the two "s" gets the only credit.

    >>> ids = np.array([0, 1, 2, 3, 1, 4, 0, 1, 4], np.int32)
    >>> texts = np.array([0] * 6 + [1] * 3, np.int32)
    >>> numbers = number_ngrams(ids, texts, 2)
    >>> credited = allot_many(numbers, texts, np.zeros(9, np.int32), texts == 1)
    >>> credited[:, :6].astype(int).tolist()
    [[1, 1, 0, 0, 0, 1], [1, 0, 0, 0, 1, 0]]
    """
    orders, size = numbers.shape
    credited = np.zeros((orders, size), np.bool_)
    # For each occurrence one order up, the length of the longest credited n-gram around it. An
    # occurrence here is inside the two that begin one token before it and at it.
    longest = np.zeros(size + 1, np.int8)
    for order in range(orders, 0, -1):
        row = numbers[order - 1]
        kinds = int(row.max(initial=0)) + 1
        where = np.flatnonzero((row >= 0) & ~references)
        limits = _limits(row, texts, segments, references, kinds, where)
        held = np.maximum(longest[where], longest[where - 1])
        able = limits > 0
        gets = np.zeros(len(where), np.bool_)
        keys = texts[where[able]].astype(np.int64) * kinds + row[where[able]]
        gets[able] = _first(keys, held[able], limits[able])
        credited[order - 1, where] = gets
        longest = np.zeros(size + 1, np.int8)
        longest[where] = np.where(held > 0, held, order * gets)
    return credited


def _limits(
    row: Column, texts: Column, segments: Column, references: Flags, kinds: int, where: Ints
) -> Ints:
    """The clip limits of the n-grams at `where`: the greatest count in any single reference."""
    tokens = np.flatnonzero((row >= 0) & references)
    keys = texts[tokens].astype(np.int64) * kinds + row[tokens]
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    tokens = tokens[first]
    # From texts to segments.
    keys = segments[tokens].astype(np.int64) * kinds + row[tokens]
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    if not len(starts):
        return np.zeros(len(where), np.int64)
    keys, most = keys[starts], np.maximum.reduceat(counts, starts)
    wanted = segments[where].astype(np.int64) * kinds + row[where]
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    limits: Ints = np.where(keys[place] == wanted, most[place], 0)
    return limits


def _first(keys: Ints, held: NDArray[np.int8], limits: Ints) -> Flags:
    """For each key as many as its limit: those in the longest n-grams, then left to right."""
    order = np.lexsort((-held, keys))  # stable
    sorted_keys = keys[order]
    starts = np.flatnonzero(np.diff(sorted_keys, prepend=-1))
    sizes = np.diff(starts, append=len(keys))
    rank = np.arange(len(keys)) - np.repeat(starts, sizes)
    gets = np.empty(len(keys), np.bool_)
    gets[order] = rank < limits[order]
    return gets
