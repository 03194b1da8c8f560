"""How points are distributed over a data set: sums by column value, and concentration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import factorize
from bleu_core.metrics.additive import Rows
from bleu_core.significance import BLOCK

# Blocks are put into so many groups, which is how it is known by how much a value's Δ varies.
GROUPS = 64
# Values kept of a column: the first by name, which are the same in whatever order fragments come.
MOST_VALUES = 10_000
# Of a column with more values than this groups are not told apart.
MOST_TESTED = 100


class DivisionSums(NamedTuple):
    """How many segments, and (2, 2 + 2N) the sums of their statistics, of A and of B."""

    segments: int
    sums: Rows

    def plus(self, other: DivisionSums) -> DivisionSums:
        return DivisionSums(self.segments + other.segments, self.sums + other.sums)


@dataclass(frozen=True, eq=False)
class Division:
    """A data set by the values of one column.

    Attributes
    ----------
    values : mapping from a value to a mapping from a group of blocks to DivisionSums
        At most `MOST_VALUES`; "" stands for nothing. Under the one group -1 where
        there are more than `MOST_TESTED`.
    more : bool
        Whether there are more values than are kept.
    """

    values: Mapping[str, Mapping[int, DivisionSums]] = field(default_factory=dict)
    more: bool = False

    @property
    def grouped(self) -> bool:
        """Whether groups are told apart."""
        return len(self.values) <= MOST_TESTED

    def total(self, value: str) -> DivisionSums:
        """All segments of a value."""
        return _total(self.values[value])


def divide_sums(texts: pa.Array, groups: NDArray[np.int64], both: Rows) -> Division:
    """Some segments by what they have in a column.

    Parameters
    ----------
    texts : (S,) column of texts; a null is ""
    groups : (S,) array
        The group of blocks of each segment, below `GROUPS`.
    both : (S, 2 * (2 + 2N)) array
        The statistics of A and of B side by side.
    """
    codes, names = factorize(texts)
    keys, of = np.unique(codes * GROUPS + groups, return_inverse=True)
    sums = np.column_stack([_added(of, column, len(keys)) for column in both.T])
    sizes = np.bincount(of, minlength=len(keys)).tolist()
    labels = names.to_pylist()
    values: dict[str, dict[int, DivisionSums]] = {}
    for key, size, row in zip(keys.tolist(), sizes, sums.reshape(len(keys), 2, -1), strict=True):
        values.setdefault(labels[key // GROUPS], {})[key % GROUPS] = DivisionSums(size, row)
    return _kept(values, False)


def join_divisions(divisions: Iterable[Division]) -> Division:
    """Several as one, exactly, in any order."""
    values: dict[str, dict[int, DivisionSums]] = {}
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
    codes, names = factorize(documents)
    groups = [crc32(name.encode()) % GROUPS for name in names.to_pylist()]
    return np.array(groups, np.int64)[codes]


def _kept(values: dict[str, dict[int, DivisionSums]], more: bool) -> Division:
    """No more values than are kept, and groups only of few.

    A value among the first of all is among the first of each part that has it.
    """
    if len(values) > MOST_VALUES:
        values, more = {value: values[value] for value in sorted(values)[:MOST_VALUES]}, True
    if len(values) > MOST_TESTED:
        values = {value: {-1: _total(groups)} for value, groups in values.items()}
    return Division(values, more)


def _total(groups: Mapping[int, DivisionSums]) -> DivisionSums:
    sizes, sums = zip(*groups.values(), strict=True)
    return DivisionSums(sum(sizes), np.sum(sums, axis=0))


def _added(of: NDArray[np.int64], column: Rows, size: int) -> NDArray[Any]:
    """(size,) the sums of a column; whole numbers stay whole, as none here nears 2^53."""
    sums = np.bincount(of, column, size)
    return sums.astype(column.dtype)


# Two sizes in one bin differ by a 64th at most: the highest bits of a float's mantissa.
_FINE = 6
_SHIFT = 52 - _FINE
# What points are counted in: the largest price of a count, in so many halvings.
_HALVINGS = 20


@dataclass(frozen=True, eq=False)
class PointConcentration:
    """The points of segments, by size.

    Whole numbers, so that the spreads of fragments sum to that of the data set in any order.

    Attributes
    ----------
    bins : mapping from a bin to how many segments there are in it, and their ticks
        A tick is the unit of `ticks_of`. Bins of losses are below 0, and nearer to 0 the
        smaller they are. Segments of less than half a tick are in none.
    """

    bins: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, points: NDArray[np.float64], prices: NDArray[np.float64]) -> PointConcentration:
        """Of some segments."""
        ticks = ticks_of(points, prices)
        ticks = ticks[ticks != 0]
        sizes = np.abs(ticks).astype(np.float64).view(np.int64) >> _SHIFT
        bins, of = np.unique(np.sign(ticks) * sizes, return_inverse=True)
        counts = np.bincount(of, minlength=len(bins)).tolist()
        sums = np.bincount(of, ticks, len(bins)).astype(np.int64).tolist()
        return cls(dict(zip(bins.tolist(), zip(counts, sums, strict=True), strict=True)))

    def curve(self, direction: float) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """How many segments, the largest first, carry which share of the gain (1), or loss (−1).

        Returns
        -------
        segments, shares : (n,) arrays
            From one size to the next smaller; shares from 0 to 1. Empty where there is no gain.
        """
        sign = 1 if direction > 0 else -1
        chosen = [
            self.bins[key]
            for key in sorted(self.bins, key=lambda key: -key * sign)
            if key * sign > 0
        ]
        counts = np.array([count for count, _ in chosen], np.int64)
        sums = np.array([abs(ticks) for _, ticks in chosen], np.float64)
        return np.cumsum(counts), np.cumsum(sums) / max(sums.sum(), 1.0)

    def total(self, direction: float, prices: NDArray[np.float64]) -> float:
        """The points of the gain (1), or of the loss (−1), above 0; `prices` as in `of`."""
        sign = 1 if direction > 0 else -1
        ticks = sum(abs(ticks) for key, (_, ticks) in self.bins.items() if key * sign > 0)
        return ticks * _unit(prices)

    def concentration(self, direction: float) -> int:
        """How many segments carry half of the gain or of the loss: see `ledger.carriers`.

        Within a bin segments are taken for equally large: a 64th of those in the last one,
        at most, is what this may be wrong by. 0 where no segment gains, or loses.
        """
        segments, shares = self.curve(direction)
        if not len(segments):
            return 0
        last = int(np.searchsorted(shares, 0.5))
        counts, reached = np.append(0, segments), np.append(0.0, shares)
        part = (0.5 - reached[last]) / (reached[last + 1] - reached[last])
        return int(counts[last] + np.ceil(part * (counts[last + 1] - counts[last])))


def ticks_of(points: NDArray[np.float64], prices: NDArray[np.float64]) -> NDArray[np.int64]:
    """(S,) points as whole numbers, in a unit that is small beside what one match brings."""
    ticks: NDArray[np.int64] = np.rint(points / _unit(prices)).astype(np.int64)
    return ticks


def _unit(prices: NDArray[np.float64]) -> float:
    return float(2.0 ** (np.floor(np.log2(np.abs(prices).max())) - _HALVINGS))


def join_concentrations(spreads: Iterable[PointConcentration]) -> PointConcentration:
    """Several as one."""
    bins: dict[int, tuple[int, int]] = {}
    for spread in spreads:
        for key, (count, ticks) in spread.bins.items():
            counted, summed = bins.get(key, (0, 0))
            bins[key] = counted + count, summed + ticks
    return PointConcentration(bins)
