"""Sums of segments by the value that they have in a column, and by group of blocks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrow import numbered
from bleu_core.metrics.additive import Rows
from bleu_core.significance import BLOCK

# Blocks are put into so many groups, which is how it is known by how much a value's Δ varies.
GROUPS = 64
# Values kept of a column: the first by name, which are the same in whatever order fragments come.
MOST_VALUES = 10_000
# Of a column with more values than this groups are not told apart.
MOST_TESTED = 100


class Summed(NamedTuple):
    """How many segments, and (2, 2 + 2N) the sums of their statistics, of A and of B."""

    segments: int
    sums: Rows

    def plus(self, other: Summed) -> Summed:
        return Summed(self.segments + other.segments, self.sums + other.sums)


@dataclass(frozen=True, eq=False)
class Division:
    """A data set by the values of one column.

    Attributes
    ----------
    values : mapping from a value to a mapping from a group of blocks to Summed
        At most `MOST_VALUES`; "" stands for nothing. Under the one group -1 where
        there are more than `MOST_TESTED`.
    more : bool
        Whether there are more values than are kept.
    """

    values: Mapping[str, Mapping[int, Summed]] = field(default_factory=dict)
    more: bool = False

    @property
    def grouped(self) -> bool:
        """Whether groups are told apart."""
        return len(self.values) <= MOST_TESTED

    def total(self, value: str) -> Summed:
        """All segments of a value."""
        return _total(self.values[value])


def divided(texts: pa.Array, groups: NDArray[np.int64], both: Rows) -> Division:
    """Some segments by what they have in a column.

    Parameters
    ----------
    texts : (S,) column of texts; a null is ""
    groups : (S,) array
        The group of blocks of each segment, below `GROUPS`.
    both : (S, 2 * (2 + 2N)) array
        The statistics of A and of B side by side.
    """
    codes, names = numbered(texts)
    keys, of = np.unique(codes * GROUPS + groups, return_inverse=True)
    sums = np.column_stack([_added(of, column, len(keys)) for column in both.T])
    sizes = np.bincount(of, minlength=len(keys)).tolist()
    labels = names.to_pylist()
    values: dict[str, dict[int, Summed]] = {}
    for key, size, row in zip(keys.tolist(), sizes, sums.reshape(len(keys), 2, -1), strict=True):
        values.setdefault(labels[key // GROUPS], {})[key % GROUPS] = Summed(size, row)
    return _kept(values, False)


def joined(divisions: Iterable[Division]) -> Division:
    """Several as one, exactly, in any order."""
    values: dict[str, dict[int, Summed]] = {}
    more = False
    for division in divisions:
        more = more or division.more
        for value, groups in division.values.items():
            mine = values.setdefault(value, {})
            for group, summed in groups.items():
                mine[group] = mine[group].plus(summed) if group in mine else summed
    return _kept(values, more)


def groups_of_lines(first: int, rows: int) -> NDArray[np.int64]:
    """(rows,) the group of each of some lines, of which `first` lines are in front."""
    groups: NDArray[np.int64] = (first + np.arange(rows)) // BLOCK % GROUPS
    return groups


def groups_of_documents(documents: pa.Array) -> NDArray[np.int64]:
    """(S,) the group of each segment's document: of its name alone, wherever it stands."""
    codes, names = numbered(documents)
    groups = [crc32(name.encode()) % GROUPS for name in names.to_pylist()]
    return np.array(groups, np.int64)[codes]


def _kept(values: dict[str, dict[int, Summed]], more: bool) -> Division:
    """No more values than are kept, and groups only of few.

    A value among the first of all is among the first of each part that has it.
    """
    if len(values) > MOST_VALUES:
        values, more = {value: values[value] for value in sorted(values)[:MOST_VALUES]}, True
    if len(values) > MOST_TESTED:
        values = {value: {-1: _total(groups)} for value, groups in values.items()}
    return Division(values, more)


def _total(groups: Mapping[int, Summed]) -> Summed:
    sizes, sums = zip(*groups.values(), strict=True)
    return Summed(sum(sizes), np.sum(sums, axis=0))


def _added(of: NDArray[np.int64], column: Rows, size: int) -> NDArray[Any]:
    """(size,) the sums of a column; whole numbers stay whole, as none here nears 2^53."""
    sums = np.bincount(of, column, size)
    return sums.astype(column.dtype)
