"""The distribution of Δ over segments, in bins that can be selected."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import format_count, format_delta
from bleu_core.common.rounding import rounded

# Bins on either side of 0, and the smallest difference of their limits, in points.
SIDE = 21
UNIT = 0.1


class DeltaBin(NamedTuple):
    """A bin: its limits, its number of segments, and these in words."""

    low: float
    high: float
    segments: int
    text: str


def delta_bins(deltas: NDArray[np.float64]) -> list[DeltaBin]:
    """Bins of the segments whose sentence BLEU differs; `deltas` (S,) are B − A, in points.

    The bins are equally wide, with limits that are short to write, and 0 is one of them.

    >>> bins = delta_bins(np.array([-2.0, 0.0, 1.5, 1.52]))
    >>> len(bins), sum(one.segments for one in bins), bins[1].text
    (42, 3, 'Δ from −2.0 to −1.9: 1 segment')
    """
    values = rounded(deltas)
    reach = float(np.abs(values).max(initial=0))
    width = max(1, math.ceil(reach / SIDE / UNIT))
    edges = [round(UNIT * width * i, 1) for i in range(-SIDE, SIDE + 1)]
    counts = np.histogram(values[values != 0], bins=edges)[0].tolist()
    return [
        DeltaBin(low, high, number, f"Δ from {_limit(low)} to {_limit(high)}: {_segments(number)}")
        for (low, high), number in zip(pairwise(edges), counts, strict=True)
    ]


def _limit(delta: float) -> str:
    return format_delta(delta, digits=1)


def _segments(number: int) -> str:
    return format_count(number, "segment")
