"""Small counts of wins: the sign test of many, what to make of many tests, a share's interval."""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]


def sign_test(wins_a: ArrayLike, wins_b: ArrayLike) -> FloatArray:
    """Two-sided p that A and B are equally likely to win: the exact binomial with chance 1/2.

    Parameters
    ----------
    wins_a, wins_b : (K,) integer arrays
        Ties are left out, as the sign test does.

    Returns
    -------
    (K,) array; 1 where neither wins.

    All of 5, as 5 heads or 5 tails of 5 tosses, have the chance 2/2⁵; 1 of 2 says nothing.

    >>> sign_test([5, 1], [0, 1]).tolist()
    [0.0625, 1.0]
    """
    low, high = np.minimum(wins_a, wins_b), np.maximum(wins_a, wins_b)
    # Of a million n-grams only some thousands differ in these two numbers.
    span = int(high.max(initial=0)) + 1
    pairs, which = np.unique(low.astype(np.int64) * span + high, return_inverse=True)
    p = np.array([_two_sided(*divmod(pair, span)) for pair in pairs.tolist()], np.float64)
    return p[which]


def _two_sided(low: int, high: int) -> float:
    """Twice the chance of `low` heads or fewer among low + high tosses, at most 1."""
    if low == high:
        return 1.0
    total = low + high
    # The chance of `low` heads, and from it downwards by the ratio of neighbours.
    logarithm = math.lgamma(total + 1) - math.lgamma(low + 1) - math.lgamma(high + 1)
    heads = np.arange(low, 0, -1)
    below = float(np.cumprod(heads / (total - heads + 1)).sum())
    return min(1.0, 2 * math.exp(logarithm - total * math.log(2)) * (1 + below))


def wilson_interval(wins: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Between which shares that of wins lies, if trials are independent; (0, 1) without trials.

    Wilson (1927), "Probable Inference, the Law of Succession, and Statistical
    Inference": unlike ± its standard error it keeps its level where trials are
    few, or nearly all are won.
    """
    if not trials:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = wins / trials
    middle = share + z * z / (2 * trials)
    reach = z * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    whole = 1 + z * z / trials
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def false_discovery_rates(p: FloatArray) -> FloatArray:
    """The q of each of (K,) p-values: the share of false finds if all with q as low are believed.

    Benjamini and Hochberg (1995), "Controlling the False Discovery Rate", section 3.1.

    The smallest of three is taken times 3/1, the next times 3/2, the last times 3/3; and
    none is above that of a greater p:

    >>> false_discovery_rates(np.array([0.5, 0.01, 0.012])).round(3).tolist()
    [0.5, 0.018, 0.018]
    """
    order = np.argsort(p)[::-1]
    ranks = np.arange(len(p), 0, -1)
    q = np.empty(len(p))
    q[order] = np.minimum.accumulate(p[order] * len(p) / ranks)
    return np.minimum(q, 1.0)
