"""Outlier systems that dominate a correlation.

Mathur, Baldwin and Cohn 2020, "Tangled up in BLEU: Reevaluating the Evaluation of Automatic Machine
Translation Evaluation Metrics", section 4.1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import FloatArray
from bleu_core.people.against.correlation import pearson
from bleu_core.people.against.standings import LEAST

# For a normal distribution, 1.483 · MAD (median absolute deviation) is a standard deviation.
NORMAL, LIMIT = 1.483, 2.5


def outliers(means: FloatArray) -> NDArray[np.intp]:
    """Indices of systems farther from the median than 2.5 · 1.483 · MAD; none if MAD is 0.

    >>> outliers(np.array([1.0, 1.1, 0.9, 1.05, -3.0])).tolist()
    [4]
    """
    distances = np.abs(means - np.median(means))
    spread = NORMAL * np.median(distances)
    return np.flatnonzero(distances > LIMIT * spread) if spread > 0 else np.array([], np.intp)


def r_without(scores: FloatArray, means: FloatArray, left_out: NDArray[np.intp] | int) -> float:
    """Pearson's r over the other systems; NaN for fewer than three."""
    x, y = (np.delete(values, left_out) for values in (scores, means))
    return float(pearson(x[None], y[None])[0]) if len(x) >= LEAST else float("nan")


def each_left_out(scores: FloatArray, means: FloatArray) -> FloatArray:
    """(K,) r without each system."""
    return np.array([r_without(scores, means, k) for k in range(len(scores))])
