"""How few segments carry a difference, of any number of them: points counted by their size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

# Two sizes in one bin differ by a 64th at most: the highest bits of a float's mantissa.
_FINE = 6
_SHIFT = 52 - _FINE
# What points are counted in: the largest price of a count, in so many halvings.
_HALVINGS = 20


@dataclass(frozen=True, eq=False)
class Spread:
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
    def of(cls, points: NDArray[np.float64], prices: NDArray[np.float64]) -> Spread:
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


def spreads_joined(spreads: Iterable[Spread]) -> Spread:
    """Several as one."""
    bins: dict[int, tuple[int, int]] = {}
    for spread in spreads:
        for key, (count, ticks) in spread.bins.items():
            counted, summed = bins.get(key, (0, 0))
            bins[key] = counted + count, summed + ticks
    return Spread(bins)
