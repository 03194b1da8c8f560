"""The distribution of Δ over segments, in bins that can be selected."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import format_count, format_delta
from bleu_core.common.rounding import STEP, rounded


def histogram(
    deltas: NDArray[np.float64], bins: int = 41
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Counts of the nonzero deltas in an even number of equal bins, 0 being an edge."""
    values = rounded(deltas)
    reach = max(1.0, float(np.abs(values).max(initial=0)))
    edges = rounded(np.linspace(-reach, reach, bins + bins % 2 + 1))
    return np.histogram(values[values != 0], bins=edges)[0], edges


def inclusive_ends(edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """The largest number in each bin: an edge belongs to the bin that begins there."""
    return np.append(rounded(edges[1:-1] - STEP), edges[-1])


class DeltaBin(NamedTuple):
    """A bin: its limits, both inclusive, its number of segments, and these in words."""

    low: float
    high: float
    count: int
    text: str


def delta_bins(deltas: NDArray[np.float64]) -> list[DeltaBin]:
    """Bins of the segments whose sentence BLEU differs between A and B.

    Parameters
    ----------
    deltas : (S,) array of float
        Sentence BLEU of B minus A, in points.

    Examples
    --------
    >>> bins = delta_bins(np.array([-2.0, 0.0, 1.5, 1.9]))
    >>> len(bins), bins[0].text, bins[-1].low, bins[-1].count
    (42, 'Δ from −2.0 to −1.9: 1 segment', 1.904761905, 0)
    """
    counts, edges = histogram(deltas)
    return [
        DeltaBin(low, high, number, f"Δ from {_end(start)} to {_end(end)}: {_segments(number)}")
        for low, high, number, (start, end) in zip(
            edges[:-1].tolist(),
            inclusive_ends(edges).tolist(),
            counts.tolist(),
            pairwise(edges.tolist()),
            strict=True,
        )
    ]


def _end(delta: float) -> str:
    return format_delta(delta, digits=1)


def _segments(number: int) -> str:
    return format_count(number, "segment")
