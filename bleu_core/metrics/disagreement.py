"""Where two metrics disagree: segments whose Δ one ranks high and the other low.

Points of one metric are not points of another, so ranks are compared: the percentile rank of a
segment is the share of all segments that gain less, plus half of those that gain as much. The
difference of two ranks is the term of Spearman's footrule ("Footrule" for measuring correlation,
British Journal of Psychology 2, 1906).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.two_systems import Opinion


def percentile_ranks(gains: FloatArray) -> FloatArray:
    """(S,) percentile ranks, above 0 and below 100; equal numbers have equal ranks.

    Numbers that differ by rounding errors are equal. NaN has rank NaN and does not count.

    >>> percentile_ranks(np.array([5.0, -1.0, 5.0, 9.0]))
    array([50. , 12.5, 50. , 87.5])
    """
    there = ~np.isnan(gains)
    _, which, sizes = np.unique(rounded(gains[there]), return_inverse=True, return_counts=True)
    ranks = np.full(len(gains), np.nan)
    ranks[there] = 100 * (np.cumsum(sizes) - sizes / 2)[which] / max(there.sum(), 1)
    return ranks


def rank_disagreement(one: Opinion, other: Opinion) -> FloatArray:
    """(S,) how much higher one metric ranks the change of a segment than another: -100 to 100.

    Parameters
    ----------
    one, other : Opinion
        On the same segments; ranks are of gains, also where lower is better.

    Returns
    -------
    (S,) array
        Percentile rank by `one` minus that by `other`; NaN where either has no score.

    Examples
    --------
    >>> from bleu_core.metrics import Chrf, Opinion, Wer, measure
    >>> old = ["it is the cat", "unbelievable cat", "no"]
    >>> new = ["it is a cat", "unbelievable cats", "no"]
    >>> references = [["it is a cat", "unbelievable cats", "yes"]]
    >>> wer, chrf = (Opinion(*measure(m, [old, new], references)) for m in (Wer(), Chrf()))
    >>> rank_disagreement(wer, chrf).round().tolist()
    [-33.0, 33.0, 0.0]
    """
    difference: FloatArray = percentile_ranks(one.gains) - percentile_ranks(other.gains)
    return difference


def tally(one: Opinion, other: Opinion) -> dict[str, int]:
    """Count the segments that "both" metrics call better, only "first", only "second", "neither".

    "first" are those that `one` calls better and `other` worse; "neither" those that both call
    worse; "same" those that either calls unchanged or has no score for.
    """
    a, b = np.sign(rounded(one.gains)), np.sign(rounded(other.gains))
    counts = {
        "both": (a > 0) & (b > 0),
        "first": (a > 0) & (b < 0),
        "second": (a < 0) & (b > 0),
        "neither": (a < 0) & (b < 0),
    }
    sizes = {name: int(which.sum()) for name, which in counts.items()}
    return sizes | {"same": len(a) - sum(sizes.values())}


def opposed(one: Opinion, other: Opinion) -> NDArray[np.int64]:
    """(S,) 1 where `one` calls B better and `other` worse, -1 where the reverse holds, else 0."""
    signs = np.sign(rounded(one.gains)), np.sign(rounded(other.gains))
    return np.where(signs[0] * signs[1] < 0, signs[0], 0).astype(np.int64)
