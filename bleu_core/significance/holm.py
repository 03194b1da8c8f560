"""Many tests at once: p values corrected for how many there are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


def holm(p_values: Sequence[float]) -> list[float]:
    """Each p corrected for the number of them all (Holm 1979): rejected at a level if not above it.

    The i-th smallest of m is multiplied by m − i + 1, is no smaller than those before it, and
    at most 1. The chance of any false rejection in the family stays at the level, whatever the
    tests have to do with each other: pairs of systems share systems, so they have.

    S. Holm (1979), "A simple sequentially rejective multiple test procedure".

    >>> [round(p, 4) for p in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    p = np.asarray(p_values, float)
    order = np.argsort(p, kind="stable")
    factors = np.arange(len(p), 0, -1)
    adjusted = np.minimum(np.maximum.accumulate(p[order] * factors), 1.0)
    found = np.empty(len(p))
    found[order] = adjusted
    return found.tolist()
