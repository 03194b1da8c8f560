"""Pairs of outputs as people have them, ties among them: acc_eq with tie calibration.

Deutsch, Foster and Freitag 2023, "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise
Accuracy and Tie Calibration", sections 5 and 6, grouped by segment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bleu_core.metrics.additive import FloatArray


@dataclass(frozen=True, eq=False)
class Calibrated:
    """acc_eq at the ε that makes it largest.

    Attributes
    ----------
    epsilon : float
        Differences of the metric up to it count as ties; the smallest of those that are best.
    segments : (n,) array
        The share of pairs of each segment that the metric has as people have them, NaN where
        there is no pair.
    uncalibrated : float
        acc_eq at ε = 0.
    tied : float
        The mean share of pairs that people find equal: acc_eq of a metric of ties alone.
    """

    epsilon: float
    segments: FloatArray
    uncalibrated: float
    tied: float

    @property
    def accuracy(self) -> float:
        """The mean of the segments."""
        return float(np.nanmean(self.segments))


def calibrate(metric: FloatArray, people: FloatArray) -> Calibrated | None:
    """acc_eq of differences within pairs; None where there is no pair of which both have one.

    Parameters
    ----------
    metric, people : (n, P) arrays
        Differences of the two outputs of each pair in each of n segments, turned so that higher
        is better, free of rounding errors; NaN where there is none.
    """
    there = ~np.isnan(metric + people)
    pairs = there.sum(axis=1)
    if not pairs.any():
        return None
    # Each segment weighs the same, however many of its pairs were judged.
    weights = np.where(there, 1.0, 0.0) / np.maximum(pairs, 1)[:, None] / np.count_nonzero(pairs)
    alike = np.where(there, np.sign(metric) == np.sign(people), False)
    tied = np.where(there, people == 0, False)
    # What is gained, or lost, when a pair becomes a tie of the metric: pairs by their difference.
    gain = (weights * (tied.astype(float) - alike))[there]
    sizes = np.abs(metric)[there]
    order = np.argsort(sizes, kind="stable")
    sizes, gained = sizes[order], np.cumsum(gain[order])
    last = np.flatnonzero(np.diff(sizes, append=np.inf) > 0)
    candidates = np.concatenate([[0.0], sizes[last]])
    # Sums of thousands of fractions: what differs by rounding alone is equally good.
    gains = np.round(np.concatenate([[0.0], gained[last]]), 12)
    epsilon = float(candidates[gains.argmax()])
    right = np.where(np.abs(metric) <= epsilon, tied, alike)
    shares = np.divide(right.sum(axis=1), pairs, out=np.full(len(pairs), np.nan), where=pairs > 0)
    return Calibrated(
        epsilon, shares, float((weights * alike).sum()), float((weights * tied).sum())
    )
