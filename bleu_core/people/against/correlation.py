"""Correlations: Pearson's r, Kendall's τ-b, and pairwise accuracy.

All take many rows at once, because a bootstrap needs thousands. A measure that is undefined (fewer
than two numbers, or all equal) is NaN.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics.additive import FloatArray
from bleu_core.significance import ROUNDING

# Signs of pairs in memory at a time.
AT_ONCE = 1 << 22


def pearson(x: FloatArray, y: FloatArray) -> FloatArray:
    """Pearson's r of each row of x with that of y: (R, K), (R, K) -> (R,).

    >>> pearson(np.array([[1.0, 2, 3], [1, 1, 1]]), np.array([[2.0, 4, 6], [1, 2, 3]])).tolist()
    [1.0, nan]
    """
    dx, dy = (z - z.mean(axis=1, keepdims=True) for z in (x, y))
    norms = np.sqrt((dx**2).sum(axis=1) * (dy**2).sum(axis=1))
    # If all are equal, the rest is rounding error.
    vary = [np.ptp(z, axis=1) > ROUNDING * np.abs(z).max(axis=1) for z in (x, y)]
    r: FloatArray = np.divide(
        (dx * dy).sum(axis=1), norms, out=np.full(len(x), np.nan), where=vary[0] & vary[1]
    )
    return np.clip(r, -1, 1)


def kendall(x: FloatArray, y: FloatArray) -> FloatArray:
    """Kendall's τ-b (1945), which corrects for ties in both: (R, K), (R, K) -> (R,).

    scipy.stats.kendalltau has it for one pair of rows at a time; importing it costs 0.5 s.

    A missing number (NaN in x or y) is left out with its pairs.

    >>> kendall(np.array([[1.0, 2, 3, 3]]), np.array([[1.0, 3, 2, 4]])).round(3).tolist()
    [0.548]
    """
    pairs = x.shape[1] * (x.shape[1] - 1) // 2
    rows = max(1, AT_ONCE // max(pairs, 1))
    result = np.full(len(x), np.nan)
    for start in range(0, len(x), rows):
        part = slice(start, start + rows)
        sx, sy = pair_signs(x[part]), pair_signs(y[part])
        there = ~np.isnan(sx + sy)
        sx, sy = np.where(there, sx, 0), np.where(there, sy, 0)
        norms = np.sqrt(np.abs(sx).sum(axis=1) * np.abs(sy).sum(axis=1))
        np.divide((sx * sy).sum(axis=1), norms, out=result[part], where=norms > 0)
    return result


def pair_signs(x: FloatArray) -> FloatArray:
    """The order of each pair i < j of columns, (R, K) -> (R, K(K − 1)/2): 1 where j is larger."""
    i, j = pairs_of(x.shape[1])
    signs: FloatArray = np.sign(rounded(x[:, j] - x[:, i]))
    return signs


def pairs_of(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Indices of all pairs i < j of `size` items, ordered by i, then j."""
    return np.triu_indices(size, 1)


def accuracy(x: FloatArray, y: FloatArray) -> FloatArray:
    """Share of pairs that x and y order alike, per row: (R, K), (R, K) -> (R,).

    As in Kocmi et al. 2021 ("To Ship or Not to Ship", section 5.1): a pair tied in only one of them
    counts as a disagreement. NaN without pairs, or if a number is missing.

    >>> accuracy(np.array([[1.0, 2, 3]]), np.array([[1.0, 3, 2]])).round(3).tolist()
    [0.667]
    """
    sx, sy = pair_signs(x), pair_signs(y)
    if not sx.shape[1]:
        return np.full(len(x), np.nan)
    same = np.where(np.isnan(sx + sy), np.nan, sx == sy)
    share: FloatArray = same.mean(axis=1)
    return share
