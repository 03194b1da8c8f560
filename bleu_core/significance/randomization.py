"""Paired approximate randomization: whether the systems are exchangeable."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.common.numerals import p_value, plain
from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import Additive, AdditiveMetric, FloatArray
from bleu_core.significance.resampling import (
    LEVEL,
    SEED,
    TRIALS,
    observed,
    p_of,
    products,
    swap_masks,
    units,
)

# Trials whose |Δ*| is nearer than this to |Δ| are scored to the last digit, which may decide
# whether they count. Far above the error of `quick_scores`.
NEAR = 1e-6


@dataclass(frozen=True)
class Randomization:
    """The result of `paired_approximate_randomization`.

    Attributes
    ----------
    p_value : float
        Two-sided: (#{|Δ*| ≥ |Δ|} + 1) / (trials + 1).
    delta : float
        The score of B minus that of A, in points.
    trials, seed : int
    units : int
        The number of segments, or documents, exchanged.
    ties : int
        Trials with |Δ*| = |Δ|, which `p_value` counts and sacreBLEU does not.
    """

    p_value: float
    delta: float
    trials: int
    seed: int
    units: int
    ties: int = 0

    @property
    def error(self) -> float:
        """Monte Carlo standard error of p: how far p varies between seeds."""
        return math.sqrt(self.p_value * (1 - self.p_value) / self.trials)

    @property
    def near_level(self) -> bool:
        """Whether 0.05 is within two errors of p, so that another seed may decide otherwise."""
        return abs(self.p_value - LEVEL) <= 2 * self.error

    @property
    def written(self) -> str:
        """p for display, with its Monte Carlo error if it is near 0.05."""
        error = f" ± {plain(self.error, 1)}" if self.near_level else ""
        return p_value(self.p_value) + error

    @property
    def sacrebleu_p_value(self) -> float:
        """p by sacreBLEU's strict comparison; equal to sacreBLEU's if units are segments."""
        extreme = round(self.p_value * (self.trials + 1)) - self.ties
        return extreme / (self.trials + 1)


def paired_approximate_randomization(
    stats_a: Additive,
    stats_b: Additive,
    trials: int = TRIALS,
    seed: int = SEED,
    progress: Progress | None = None,
    clusters: ArrayLike | None = None,
) -> Randomization:
    """Test whether the systems are exchangeable (Riezler and Maxwell 2005).

    Each trial exchanges the outputs of A and B in each segment, or in each cluster, with
    probability 1/2; p = (#{|Δ*| ≥ |Δ|} + 1) / (trials + 1), two-sided. The draws are those of
    sacreBLEU 2 for the same seed, and so is p by segment, except that sacreBLEU does not count
    trials with |Δ*| = |Δ|: it finds any two identical outputs different, where p is 1 here. Also,
    0 is a seed like any other (in sacreBLEU it means none).

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same segments, under the same settings.
    trials, seed : int
    progress : optional
        Called up to 100 times with the part done, 0 to 1; may raise to stop.
    clusters : (S,) whole numbers, optional
        The document of each segment. Whole documents are then exchanged, because segments of one
        document are not independent. With G documents no p is below 2 / 2^G. None: single
        segments.

    Raises
    ------
    ValueError
        If the statistics differ in segments or settings, or are empty; if `clusters` are not
        (S,) whole numbers.

    Examples
    --------
    Words only: in each of three segments A matches 4 of 5 and B all. Of the 8 ways to exchange
    them, all and none are as far apart: p is 2/8, except for the randomness of the draws.

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[5, 5, 4, 5]] * 3), config)
    >>> b = SegmentStatistics(np.array([[5, 5, 5, 5]] * 3), config)
    >>> test = paired_approximate_randomization(a, b)
    >>> round(test.delta, 6), abs(test.p_value - 2 / 8) < 3 * test.error
    (20.0, True)
    """
    a, b = units(stats_a, stats_b, clusters, trials)
    masks = swap_masks(len(a.matrix), trials, seed)
    return randomization_of(a, b, products(masks, a.matrix - b.matrix, trials, progress), seed)


def randomization_of(
    a: AdditiveMetric, b: AdditiveMetric, exchanged: FloatArray, seed: int
) -> Randomization:
    """The test from units and their drawn trials.

    `exchanged` is (trials, K): masks times the difference of the statistics, A − B. Where a mask is
    set the first pseudo-system has A's unit, elsewhere B's.
    """
    sum_a, sum_b = a.matrix.sum(axis=0), b.matrix.sum(axis=0)
    delta, rounding = observed(a, b)
    # Scoring by column is fastest if each column is contiguous.
    columns = np.asfortranarray(exchanged)
    sizes = np.abs(a.quick_scores(sum_b + columns) - a.quick_scores(sum_a - columns))
    near = np.flatnonzero(np.abs(sizes - abs(delta)) < NEAR)
    # If systems differ in few segments many trials are near, but few of them distinct.
    moved, which = np.unique(exchanged[near], axis=0, return_inverse=True)
    exact = np.abs(a.scores(sum_b + moved) - a.scores(sum_a - moved))
    sizes[near] = exact[which.ravel()]
    extreme = sizes >= abs(delta) - rounding
    ties = int((extreme & (sizes <= abs(delta))).sum())
    return Randomization(p_of(extreme), delta, len(sizes), seed, len(a.matrix), ties)
