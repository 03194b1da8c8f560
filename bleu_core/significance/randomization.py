"""Could the systems change places? Paired approximate randomization."""

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

# Trials whose size is nearer than this to that of Δ are scored to the last digit:
# whether they count may hang on it. Far above what `quick_scores` may be off.
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
        How many segments, or documents, could change places.
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
        """Monte Carlo standard error of p: how far other seeds would take it."""
        return math.sqrt(self.p_value * (1 - self.p_value) / self.trials)

    @property
    def near_level(self) -> bool:
        """Whether 0.05 is within two errors of p, so that another seed may find otherwise."""
        return abs(self.p_value - LEVEL) <= 2 * self.error

    @property
    def written(self) -> str:
        """p as it reads; where 0.05 is near, with its Monte Carlo error."""
        error = f" ± {plain(self.error, 1)}" if self.near_level else ""
        return p_value(self.p_value) + error

    @property
    def sacrebleu_p_value(self) -> float:
        """p by sacreBLEU's strict comparison; sacreBLEU's own where the units are segments."""
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
    """Test whether the systems could change places (Riezler and Maxwell 2005).

    Each trial exchanges the outputs of A and B in each segment, or in each cluster,
    with probability 1/2; p = (#{|Δ*| ≥ |Δ|} + 1) / (trials + 1), two-sided. The
    draws are those of sacreBLEU 2 for the same seed, and so is p where segments
    are exchanged, except that sacreBLEU leaves out trials with |Δ*| = |Δ|: it
    finds any two identical outputs different, where p is 1 here. Also, 0 is a
    seed like any other (to sacreBLEU it means none).

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same segments, under the same settings.
    trials, seed : int
    progress : optional
        Called up to 100 times with the part done, 0 to 1; may raise to stop.
    clusters : (S,) whole numbers, optional
        The document of each segment. Whole documents are then exchanged, because
        segments of one document are not independent. With G documents no p is
        below 2 / 2^G. None: segment by segment.

    Raises
    ------
    ValueError
        Where the statistics are not of the same segments or settings, or empty;
        where `clusters` are not (S,) whole numbers.

    Examples
    --------
    Words alone: in each of three segments A matches 4 of 5 and B all. Of the 8 ways to
    exchange them, all and none are as far apart: p is 2/8, but for the draws.

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
    """The test of units whose trials have been drawn.

    `exchanged` is (trials, K): masks times the difference of the statistics,
    A's less B's. Where a mask is set the first pseudo-system has A's unit, elsewhere B's.
    """
    sum_a, sum_b = a.matrix.sum(axis=0), b.matrix.sum(axis=0)
    delta, rounding = observed(a, b)
    # Statistics are scored column by column, which is quickest where each is contiguous.
    columns = np.asfortranarray(exchanged)
    sizes = np.abs(a.quick_scores(sum_b + columns) - a.quick_scores(sum_a - columns))
    near = np.flatnonzero(np.abs(sizes - abs(delta)) < NEAR)
    # Where systems differ in few segments many trials are near, and few are different.
    moved, which = np.unique(exchanged[near], axis=0, return_inverse=True)
    exact = np.abs(a.scores(sum_b + moved) - a.scores(sum_a - moved))
    sizes[near] = exact[which.ravel()]
    extreme = sizes >= abs(delta) - rounding
    ties = int((extreme & (sizes <= abs(delta))).sum())
    return Randomization(p_of(extreme), delta, len(sizes), seed, len(a.matrix), ties)
