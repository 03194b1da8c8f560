"""Chance made visible: the trials of a randomization test, and the interval of a correlation."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.messages.lesson import no_interval
from bleu_core.metrics.additive import AdditiveMetric, require_pair
from bleu_core.significance import ROUNDING, swap_masks

# The normal deviate of a 95 % interval.
DEVIATE = 1.959963984540054


@dataclass(frozen=True, eq=False)
class Filling:
    """A histogram that grows with the number of trials.

    Attributes
    ----------
    edges : (bins + 1,) array
        In BLEU points, symmetric about 0.
    counts : (frames, bins) array
        The first `trials[f]` trials by bin.
    trials, extreme : (frames,) arrays
        Trials done, and how many of them differ at least as much as A and B.
    """

    edges: NDArray[np.float64]
    counts: NDArray[np.int64]
    trials: NDArray[np.int64]
    extreme: NDArray[np.int64]


def randomized_deltas(
    stats_a: AdditiveMetric, stats_b: AdditiveMetric, trials: int = 1_000, seed: int = 12345
) -> NDArray[np.float64]:
    """(trials,) Δ of each trial of `paired_approximate_randomization`, with the same draws."""
    require_pair(stats_a, stats_b)
    a, b = stats_a.matrix, stats_b.matrix
    masks = swap_masks(len(a), trials, seed)
    exchanged = np.vstack([mask.astype(np.int64) @ (a - b) for mask in masks])
    first, second = b.sum(axis=0) + exchanged, a.sum(axis=0) - exchanged
    return stats_a.scores(first) - stats_a.scores(second)


def filling(deltas: NDArray[np.float64], delta: float, bins: int = 40, frames: int = 50) -> Filling:
    """The histogram of trials at `frames` moments, wide enough to include `delta`."""
    reach = 1.05 * max(float(np.abs(deltas).max(initial=0)), abs(delta), 0.1)
    edges = np.linspace(-reach, reach, bins + 1)
    trials = np.linspace(0, len(deltas), frames + 1).astype(int)[1:]
    counts = np.array([np.histogram(deltas[:n], bins=edges)[0] for n in trials])
    extreme = np.abs(deltas) >= abs(delta) * (1 - ROUNDING)
    return Filling(edges, counts, trials, np.cumsum(extreme)[trials - 1])


def correlation_interval(r: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a correlation of n points, by Fisher's z (1921).

    >>> low, high = correlation_interval(0.96, 5)
    >>> round(low, 2), round(high, 2)
    (0.51, 1.0)

    Raises
    ------
    ValueError
        For fewer than 4 points, or r outside (-1, 1).
    """
    if n < 4 or not -1 < r < 1:
        raise ValueError(no_interval(r, n))
    half = DEVIATE / math.sqrt(n - 3)
    return math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)
