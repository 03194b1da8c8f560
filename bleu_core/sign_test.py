"""The sign test of many small counts of wins, and what to make of many tests at once."""

from __future__ import annotations

import math

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


def false_discovery_rates(p: FloatArray) -> FloatArray:
    """The q of each of (K,) p-values: the share of false finds if all with q as low are believed.

    Benjamini and Hochberg (1995), "Controlling the False Discovery Rate", section 3.1.
    """
    order = np.argsort(p)[::-1]
    ranks = np.arange(len(p), 0, -1)
    q = np.empty(len(p))
    q[order] = np.minimum.accumulate(p[order] * len(p) / ranks)
    return np.minimum(q, 1.0)
