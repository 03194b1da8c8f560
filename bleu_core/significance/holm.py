"""p-values corrected for the number of tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def holm(p_values: Sequence[float]) -> list[float]:
    """p-values corrected for their number by Holm's method: reject where not above the level.

    scipy does not have it; statsmodels does, and takes a second to import.

    The i-th smallest of m is multiplied by m − i + 1, is at least as large as those before it,
    and at most 1. The probability of any false rejection in the family stays at the level
    however the tests depend on each other, as pairs of systems that share a system do.

    S. Holm (1979), "A simple sequentially rejective multiple test procedure".

    >>> [round(p, 4) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, float)
    order = np.argsort(p, kind="stable")
    factors = np.arange(len(p), 0, -1)
    adjusted = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    corrected = np.empty(len(p))
    corrected[order] = adjusted
    return corrected.tolist()
