"""Sorting by key: the step of n-gram counting that takes most of its time."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def sorted_by(keys: Ints, positions: Ints) -> tuple[Ints, Ints]:
    """Sort keys with their positions; positions of equal keys keep their order.

    Keys and positions are 0 or more, and positions ascend.

    >>> keys, positions = sorted_by(np.array([7, 3, 7]), np.array([0, 1, 5]))
    >>> keys.tolist(), positions.tolist()
    ([3, 7, 7], [1, 0, 5])
    """
    bits = int(positions[-1]).bit_length() if len(positions) else 0
    if int(keys.max(initial=0)).bit_length() + bits < 63:
        # Key and position packed into one number sort in place, several times as fast as
        # argsort.
        packed = keys << bits | positions
        packed.sort()
        return packed >> bits, packed & ((1 << bits) - 1)
    order = np.argsort(keys, kind="stable")
    return keys[order], positions[order]
