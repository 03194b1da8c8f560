"""Pairwise accuracy within segments with ties: acc_eq with tie calibration.

Deutsch, Foster and Freitag 2023, "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise
Accuracy and Tie Calibration", sections 5 and 6, grouped by segment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bleu_core.metrics.additive import FloatArray


@dataclass(frozen=True, eq=False)
class Calibrated:
    """acc_eq at the ε that maximizes it.

    Attributes
    ----------
    epsilon : float
        Metric differences up to ε count as ties; the smallest optimal value.
    segments : (n,) array
        Share of pairs of each segment on which metric and people agree; NaN without pairs.
    uncalibrated : float
        acc_eq at ε = 0.
    tied : float
        Mean share of pairs that people find equal: acc_eq of a metric with ties only.
    """

    epsilon: float
    segments: FloatArray
    uncalibrated: float
    tied: float

    @property
    def accuracy(self) -> float:
        """The mean over segments."""
        return float(np.nanmean(self.segments))


def calibrate(metric: FloatArray, people: FloatArray) -> Calibrated | None:
    """acc_eq from differences within pairs; None without a pair where both have a value.

    Parameters
    ----------
    metric, people : (n, P) arrays
        Differences between the outputs of each pair in each of n segments, turned so that higher is
        better, without rounding errors; NaN if missing.
    """
    there = ~np.isnan(metric + people)
    pairs = there.sum(axis=1)
    if not pairs.any():
        return None
    # Segments have equal weight, however many of their pairs were judged.
    weights = np.where(there, 1.0, 0.0) / np.maximum(pairs, 1)[:, None] / np.count_nonzero(pairs)
    alike = np.where(there, np.sign(metric) == np.sign(people), False)
    tied = np.where(there, people == 0, False)
    # Gain or loss of accuracy when a pair becomes a tie of the metric, by metric difference.
    gain = (weights * (tied.astype(float) - alike))[there]
    sizes = np.abs(metric)[there]
    order = np.argsort(sizes, kind="stable")
    sizes, gained = sizes[order], np.cumsum(gain[order])
    last = np.flatnonzero(np.diff(sizes, append=np.inf) > 0)
    candidates = np.concatenate([[0.0], sizes[last]])
    # Sums of thousands of fractions: differences by rounding alone count as equal.
    gains = np.round(np.concatenate([[0.0], gained[last]]), 12)
    epsilon = float(candidates[gains.argmax()])
    right = np.where(np.abs(metric) <= epsilon, tied, alike)
    shares = np.divide(right.sum(axis=1), pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
    return Calibrated(
        epsilon, shares, float((weights * alike).sum()), float((weights * tied).sum())
    )
