"""Which occurrences of n-grams get the credit, in many texts at once: `allot` without its loops.

All tokens lie in one array, text after text. What is said of an n-gram of order n stands at the
token that it begins with, in row n - 1; where the text ends before the n-gram does, there is none.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Column = NDArray[np.int32]
Flags = NDArray[np.bool_]


def number_ngrams(ids: Column, texts: Column, max_order: int) -> Column:
    """(N, T) which n-gram begins at each token, by a number of its order from 0 on; -1 for none.

    Parameters
    ----------
    ids : (T,) int32 array
        The tokens, as numbers.
    texts : (T,) int32 array
        Which text each is in; those of a text lie side by side.
    max_order : int

    Examples
    --------
    Two texts, "a b a b" and "b a":

    >>> ids, texts = np.array([0, 1, 0, 1, 1, 0], np.int32), np.array([0, 0, 0, 0, 1, 1], np.int32)
    >>> number_ngrams(ids, texts, 2).tolist()
    [[0, 1, 0, 1, 1, 0], [0, 1, 0, -1, 1, -1]]
    """
    size = len(ids)
    found = np.full((max_order, size), -1, np.int32)
    found[0] = ids
    vocabulary = int(ids.max(initial=0)) + 1
    for order in range(2, max_order + 1):
        first = np.arange(max(0, size - order + 1))
        first = first[texts[first] == texts[first + order - 1]]
        # An n-gram is one of the order before and a token: the two numbers are its key, exactly.
        keys = found[order - 2, first].astype(np.int64) * vocabulary + ids[first + order - 1]
        found[order - 1, first] = np.unique(keys, return_inverse=True)[1]
    return found


def allot_many(numbers: Column, texts: Column, segments: Column, references: Flags) -> Flags:
    """(N, T) which occurrences are credited: see `matching.credit.allot`.

    Parameters
    ----------
    numbers : (N, T) int32 array
        That of `number_ngrams`, of outputs and references together.
    texts : (T,) int32 array
        As there.
    segments : (T,) int32 array
        Of which segment the text is, which says what references an output has.
    references : (T,) bool array
        Whether the text is a reference; nothing in it is credited.

    Examples
    --------
    "x s z w s y" against "x s y": of the two "s" the first gets the credit that there is.

    >>> ids = np.array([0, 1, 2, 3, 1, 4, 0, 1, 4], np.int32)
    >>> texts = np.array([0] * 6 + [1] * 3, np.int32)
    >>> numbers = number_ngrams(ids, texts, 2)
    >>> credited = allot_many(numbers, texts, np.zeros(9, np.int32), texts == 1)
    >>> credited[:, :6].astype(int).tolist()
    [[1, 1, 0, 0, 0, 1], [1, 0, 0, 0, 1, 0]]
    """
    orders, size = numbers.shape
    credited = np.zeros((orders, size), np.bool_)
    # Of each occurrence one order up, how long a credited n-gram holds it. An occurrence
    # here lies in the two that begin before it and with it.
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
    """Of the occurrences at `where`, the greatest count of the n-gram in any single reference."""
    given = np.flatnonzero((row >= 0) & references)
    keys = texts[given].astype(np.int64) * kinds + row[given]
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    given = given[first]
    # From texts to segments.
    keys = segments[given].astype(np.int64) * kinds + row[given]
    order = np.argsort(keys, kind="stable")
    keys, counts = keys[order], counts[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    if not len(starts):
        return np.zeros(len(where), np.int64)
    keys, most = keys[starts], np.maximum.reduceat(counts, starts)
    wanted = segments[where].astype(np.int64) * kinds + row[where]
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    found: Ints = np.where(keys[place] == wanted, most[place], 0)
    return found


def _first(keys: Ints, held: NDArray[np.int8], limits: Ints) -> Flags:
    """Of each key as many as its limit: those held longest, and then from left to right."""
    order = np.lexsort((-held, keys))  # which keeps the order of equals
    sorted_keys = keys[order]
    starts = np.flatnonzero(np.diff(sorted_keys, prepend=-1))
    sizes = np.diff(starts, append=len(keys))
    rank = np.arange(len(keys)) - np.repeat(starts, sizes)
    gets = np.empty(len(keys), np.bool_)
    gets[order] = rank < limits[order]
    return gets
