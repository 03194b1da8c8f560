"""Scores against limits, and against each other: what only rounding tells apart is equal.

A perfect segment scores 100.00000000000004, sacreBLEU's and ours, because the exponential of a
mean of logarithms is rounded on the way. The score stays as it is; where it is compared with a
limit, put into a band or a bar, or asked for its sign, it is compared as `rounded`. Rounding
keeps every score in exactly one of two neighbouring bars, which a tolerance would not.
"""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

# Errors are of some 1e-14 of 100 points; differences that anything means are far above.
DIGITS = 9
STEP = 10.0**-DIGITS

Scores = TypeVar("Scores", float, NDArray[np.float64])


def rounded(scores: Scores) -> Scores:
    """Scores or differences of scores, in points, free of rounding errors."""
    with np.errstate(over="ignore"):  # a limit may be 1e308
        return np.round(scores, DIGITS)


def within(scores: NDArray[Any], low: float, high: float) -> NDArray[np.bool_]:
    """Which scores lie from `low` to `high`, both ends included."""
    values = rounded(np.asarray(scores, np.float64))
    inside: NDArray[np.bool_] = (values >= rounded(low)) & (values <= rounded(high))
    return inside
