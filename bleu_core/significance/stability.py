"""How many documents or segments a significant difference hangs on.

Units are removed in the order of their contribution to Δ, the largest first. (The smallest set
whose removal changes a test is hard to find; this order finds one that is not much larger.)
Significance without them is by a t-test on the units that are left, which agrees closely with
randomization.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.stats import student_limit
from bleu_core.metrics.additive import Additive
from bleu_core.significance.resampling import (
    LEVEL,
    MOST_DEGREES,
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
    own = np.sign(delta) * influence(a, b)
    order = np.argsort(-own, kind="stable")
    half = number // 2
    left_a, left_b = (
        stats.matrix.sum(axis=0) - np.cumsum(stats.matrix[order[:half]], axis=0) for stats in (a, b)
    )
    deltas = np.sign(delta) * (a.scores(left_b) - a.scores(left_a))
    left = number - np.arange(1, half + 1)
    sums = own.sum() - np.cumsum(own[order[:half]])
    squares = (own**2).sum() - np.cumsum(own[order[:half]] ** 2)
    errors = np.sqrt(np.maximum(squares - sums**2 / left, 0)) * number / left
    errors *= np.sqrt(left / (left - 1))
    # Student's limit is almost linear in 1 / degrees.
    ends = [student_limit(1 - LEVEL, min(int(n) - 1, MOST_DEGREES)) for n in (left[0], left[-1])]
    limits = np.interp(1 / (left - 1), 1 / (left[[0, -1]] - 1), ends)
    insignificant, reverse = _first(deltas < limits * errors), _first(deltas < 0)
    most = max(insignificant or 0, reverse or 0)
    return Stability(number, insignificant, reverse, _first_rows(clusters, number)[order[:most]])


def _first(found: NDArray[np.bool_]) -> int | None:
    """How many are removed where something holds first; None if it never does."""
    return int(found.argmax()) + 1 if found.any() else None


def _first_rows(clusters: ArrayLike | None, number: int) -> Ints:
    """The first row of each unit, in the order of `resampling_units`."""
    if clusters is None:
        return np.arange(number)
    return np.sort(np.unique(np.asarray(clusters), return_index=True)[1])
