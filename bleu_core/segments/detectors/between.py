"""The rule for numbers and placeholders: as often as in source and references.

An output must contain each item at least as often as the minimum, and at most as often as the
maximum, over source and references. An item that all have must not be lost; one that none has must
not be added.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy

Ints = NDArray[np.int64]


class Things(NamedTuple):
    """Occurrences of one kind of item in S texts: numbers, placeholders.

    Attributes
    ----------
    rows : (K,) int64 array
        The text of each.
    names : (K,) pyarrow large_string array
        Equal items have equal names.
    present : (S,) pyarrow boolean array
        Which texts exist.
    """

    rows: Ints
    names: pa.Array
    present: pa.Array


def unlike(output: Things, others: Sequence[Things]) -> NDArray[np.bool_]:
    """(S,) where an item is lost or added against the others; at least one other is needed.

    The first of four outputs has one "a" too many and the second lacks it; the third equals the
    second other, and the last equals the only one present:

    >>> def things(*texts):
    ...     rows = np.repeat(np.arange(len(texts)), [len(text or "") for text in texts])
    ...     there = pa.array([text is not None for text in texts])
    ...     return Things(rows, pa.array(list("".join(filter(None, texts)))), there)
    >>> unlike(things("aa", "", "b", ""), [things("a", "a", "ab", None), things("", "a", "b", "")])
    array([ True,  True, False, False])
    """
    streams = [output, *others]
    names = pa.chunked_array([one.names for one in streams]).combine_chunks().dictionary_encode()
    kinds = max(len(names.dictionary), 1)
    keys = np.concatenate([one.rows for one in streams]) * kinds + as_numpy(names.indices)
    cells, cell = np.unique(keys, return_inverse=True)
    stream = np.repeat(np.arange(len(streams)), [len(one.rows) for one in streams])
    times = np.bincount(stream * len(cells) + cell, minlength=len(streams) * len(cells))
    own, *of_others = times.reshape(len(streams), len(cells))
    segments = cells // kinds
    there = [as_numpy(other.present)[segments] for other in others]
    least = np.where(there, of_others, len(keys)).min(axis=0)
    most = np.where(there, of_others, 0).max(axis=0)
    result = np.zeros(len(output.present), bool)
    result[segments[(own < least) | (own > most)]] = True
    return result


class Account(NamedTuple):
    """Items that are lost or added."""

    lost: Counter[str]
    added: Counter[str]

    def __bool__(self) -> bool:
        return bool(self.lost or self.added)


def account(output: Counter[str], others: Sequence[Counter[str]]) -> Account:
    """Items lost or added against at least one other.

    >>> account(Counter("aab"), [Counter("abc"), Counter("bc")])
    Account(lost=Counter({'c': 1}), added=Counter({'a': 1}))
    """
    return Account(reduce(and_, others) - output, output - reduce(or_, others))
