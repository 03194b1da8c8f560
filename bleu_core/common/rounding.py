"""Comparisons of scores with limits and with each other that ignore rounding errors.

A perfect segment scores 100.00000000000004, in sacreBLEU as here, because the exponential of a
mean of logarithms is rounded. The score itself is not changed. Before it is compared with a limit,
put into a band or bin, or its sign is taken, it is `rounded`. Unlike a tolerance, rounding puts
every score into exactly one of two neighbouring bins.
"""

from __future__ import annotations

import math
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

# Rounding errors are about 1e-14 of 100 points; meaningful differences are far larger.
DIGITS = 9
STEP = 10.0**-DIGITS
# Scores that differ by less than this proportion are equal except for rounding.
ROUNDING = 1e-9

Scores = TypeVar("Scores", float, NDArray[np.float64])


def rounded(scores: Scores) -> Scores:
    """Scores or differences of scores, in points, without rounding errors."""
    with np.errstate(over="ignore"):  # a limit may be 1e308
        return np.round(scores, DIGITS)


def round_ticks(low: float, high: float, most: int) -> list[float]:
    """Numbers to label an axis with: multiples of 1, 2 or 5 times a power of ten, `most` steps.

    >>> round_ticks(-0.2, 1.1, 5), round_ticks(0, 2445, 5)
    ([0.0, 0.5, 1.0], [0.0, 500.0, 1000.0, 1500.0, 2000.0])
    """
    least = (high - low) / most
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * part for part in (1, 2, 5, 10) if power * part >= least * (1 - ROUNDING))
    first, last = math.ceil(low / step - ROUNDING), math.floor(high / step + ROUNDING)
    return [n * step for n in range(first, last + 1)]
