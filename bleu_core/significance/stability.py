"""How many documents or segments a significant difference hangs on.

Units are removed in the order of their influence: how much Δ would change without each, to first
order, which is not its points. (The smallest set whose removal changes a test is hard to find; this
order finds one that is not much larger.)
Significance without them is by a t-test on the units that are left, computed anew for them. It
agrees with randomization within a few units, but less well where only a few of those that are left
differ between A and B. Whether a single unit is enough is exact for up to 200 units:
each is tried. Of more, those are tried that change the test most.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.formatting import LEVEL
from bleu_core.common.stats import student_limit
from bleu_core.metrics.additive import Additive, AdditiveMetric, FloatArray
from bleu_core.significance.resampling import (
    MOST_DEGREES,
    gradient,
    influence,
    observed_delta,
    resampling_units,
)

Ints = NDArray[np.int64]
# Up to so many units, each is tried alone; of more, so many whose removal, to first order, leaves a
# Δ that exceeds what is significant by at most this part of it.
ALL_TRIED, MOST_TRIED, NEAR = 200, 10, 0.1


class Stability(NamedTuple):
    """The fewest units, in the order of their influence, whose removal changes the result.

    `insignificant` and `reversed` are numbers of units without which Δ is not significant, and
    without which it has the other sign; None if no removal of up to half of the units does that.
    `insignificant` is 0 if the t-test of all units does not find Δ significant.
    `rows` are the first rows of the units in this order, of as many as these numbers need.
    """

    units: int
    insignificant: int | None
    reversed: int | None
    rows: Ints


def stability_of(
    stats_a: Additive, stats_b: Additive, clusters: ArrayLike | None = None
) -> Stability | None:
    """Count the units that a difference hangs on.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same S segments, under the same settings.
    clusters : (S,) whole numbers, optional
        Document of each segment; documents are then removed instead of segments.

    Returns
    -------
    Stability or None
        None if there is no difference.

    Examples
    --------
    Unigrams only: each second segment has one more match in B. Without 17 of these 20, the other
    three are not significant.

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[10, 10, 5, 10]] * 40), config)
    >>> rows = np.array([[10, 10, 5, 10], [10, 10, 6, 10]] * 20)
    >>> found = stability_of(a, SegmentStatistics(rows, config))
    >>> found.insignificant, found.reversed, found.rows[:3].tolist()
    (17, None, [1, 3, 5])
    """
    a, b = resampling_units(stats_a, stats_b, clusters, 1)
    delta, _ = observed_delta(a, b)
    number = len(a.matrix)
    if not delta or number < 4:
        return None
    pair = _Pair.of(a, b, float(np.sign(delta)))
    order = _order(pair)
    half = number // 2
    insignificant: int | None = 0
    if pair.margin(order[:0]) > 0:
        insignificant = _first(lambda removed: pair.margin(order[:removed]) <= 0, half)
    deltas = pair.deltas(*(np.cumsum(rows[order[:half]], axis=0) for rows in pair.rows))
    reverse = int((deltas < 0).argmax()) + 1 if (deltas < 0).any() else None
    most = max(insignificant or 0, reverse or 0)
    # The first row of each unit, in the order of `resampling_units`.
    rows = np.arange(number)
    if clusters is not None:
        rows = np.sort(np.unique(np.asarray(clusters), return_index=True)[1])
    return Stability(number, insignificant, reverse, rows[order[:most]])


class _Pair(NamedTuple):
    """Two systems; `sign` is that of Δ, and turns differences into its direction."""

    a: AdditiveMetric
    b: AdditiveMetric
    sign: float
    rows: list[FloatArray]  # the statistics of A and of B, and their sums
    sums: list[FloatArray]

    @classmethod
    def of(cls, a: AdditiveMetric, b: AdditiveMetric, sign: float) -> _Pair:
        rows = [stats.matrix.astype(np.float64) for stats in (a, b)]
        return cls(a, b, sign, rows, [one.sum(axis=0) for one in rows])

    def deltas(self, removed_a: FloatArray, removed_b: FloatArray) -> FloatArray:
        """Δ in its direction without each of these sums of statistics."""
        scores_a = self.a.scores(self.sums[0] - removed_a)
        return self.sign * (self.b.scores(self.sums[1] - removed_b) - scores_a)

    def margin(self, removed: Ints) -> float:
        """Δ without these units minus what it must exceed to be significant."""
        gone_a, gone_b = (rows[removed].sum(axis=0) for rows in self.rows)
        own = self.rows[1] @ gradient(self.b, self.sums[1] - gone_b)
        own -= self.rows[0] @ gradient(self.a, self.sums[0] - gone_a)
        own[removed] = 0
        size = len(own) - len(removed)
        error = np.sqrt(own @ own * size / (size - 1))
        return float(self.deltas(gone_a[None], gone_b[None])[0] - _limit(size) * error)


def _order(pair: _Pair) -> Ints:
    """Units by influence; first one that is enough by itself, if the largest is not."""
    own = pair.sign * influence(pair.a, pair.b)
    order = np.argsort(-own, kind="stable")
    alone = pair.deltas(*pair.rows)
    if alone.min() < 0:
        best = order[0] if alone[order[0]] < 0 else alone.argmin()
    elif pair.margin(order[:1]) <= 0:
        return order
    else:
        left = len(own) - 1
        # To first order, as if the influences of the others stayed the same.
        squares = np.maximum((own**2).sum() - own**2 * (1 + 1 / left), 0)
        margins = alone - _limit(left) * np.sqrt(squares) * (left + 1) / left
        near = min(MOST_TRIED, np.count_nonzero(margins <= NEAR * alone))
        tried = np.argsort(margins)[: len(own) if len(own) <= ALL_TRIED else near]
        margins = np.array([pair.margin(tried[[place]]) for place in range(len(tried))])
        if not (margins <= 0).any():
            return order
        best = tried[np.argmin(margins)]
    return np.concatenate([[best], order[order != best]])


def _limit(units: int) -> float:
    return student_limit(1 - LEVEL, min(units - 1, MOST_DEGREES))


def _first(holds: Callable[[int], bool], most: int) -> int | None:
    """A number from 1 to `most` where something holds, and one before it does not; None if none.

    Found in few steps: 1, 2, 4, … until it holds, then by bisection.
    """
    low, high = 0, 1
    while not holds(high):
        if high == most:
            return None
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high
