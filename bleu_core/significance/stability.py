"""How many documents or segments a significant difference hangs on.

Units are removed in the order of their contribution to Δ, the largest first. (The smallest set
whose removal changes a test is hard to find; this order finds one that is not much larger.)
Significance without them is by a t-test on the units that are left, computed anew for them, which
agrees closely with randomization.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.stats import student_limit
from bleu_core.metrics.additive import Additive
from bleu_core.significance.resampling import (
    LEVEL,
    MOST_DEGREES,
    gradient,
    influence,
    observed_delta,
    resampling_units,
)

Ints = NDArray[np.int64]


class Stability(NamedTuple):
    """The fewest units, in the order of their contribution, whose removal changes the result.

    `insignificant` and `reversed` are numbers of units without which Δ is not significant, and
    without which it has the other sign; None if no removal of up to half of the units does that.
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
    order = np.argsort(-np.sign(delta) * influence(a, b), kind="stable")
    half = number // 2
    sums_a, sums_b = (
        stats.matrix.sum(axis=0, dtype=np.float64) - np.cumsum(stats.matrix[order[:half]], axis=0)
        for stats in (a, b)
    )
    deltas = np.sign(delta) * (a.scores(sums_b) - a.scores(sums_a))

    def is_insignificant(removed: int) -> bool:
        at, left = removed - 1, order[removed:]
        own = b.matrix[left] @ gradient(b, sums_b[at]) - a.matrix[left] @ gradient(a, sums_a[at])
        error = np.sqrt((own**2).sum() * len(left) / (len(left) - 1))
        limit = student_limit(1 - LEVEL, min(len(left) - 1, MOST_DEGREES))
        return bool(deltas[at] <= limit * error)

    insignificant = _first(is_insignificant, half)
    reverse = int((deltas < 0).argmax()) + 1 if (deltas < 0).any() else None
    most = max(insignificant or 0, reverse or 0)
    return Stability(number, insignificant, reverse, _first_rows(clusters, number)[order[:most]])


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


def _first_rows(clusters: ArrayLike | None, number: int) -> Ints:
    """The first row of each unit, in the order of `resampling_units`."""
    if clusters is None:
        return np.arange(number)
    return np.sort(np.unique(np.asarray(clusters), return_index=True)[1])
