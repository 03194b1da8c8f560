"""A metric against human scores within segments: acc_eq, Kendall's τ, discordant segments.

Deutsch, Foster and Freitag 2023, "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise
Accuracy and Tie Calibration", sections 5 and 6, grouped by segment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics import percentile_ranks
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.bleu import segment_scores
from bleu_core.people.meta_evaluation.metric_vs_human import MetricVsHuman, index_pairs, kendall
from bleu_core.significance import SEED


@dataclass(frozen=True, eq=False)
class TieCalibration:
    """acc_eq at the ε that maximizes it."""

    epsilon: float  # Metric differences up to ε count as ties; the smallest optimal value
    # (n,) share of pairs of each segment on which metric and people agree; NaN without pairs.
    segments: FloatArray
    tied: float  # Mean share of pairs that people find equal: acc_eq of a metric with ties only

    @property
    def accuracy(self) -> float:
        """The mean over segments."""
        return float(np.nanmean(self.segments))


def calibrate_ties(metric: FloatArray, people: FloatArray) -> TieCalibration | None:
    """acc_eq from differences within pairs; None without a pair where both have a value.

    Both arguments are (n, P) differences between the outputs of each pair in each of n segments,
    turned so that higher is better, without rounding errors; NaN if missing.
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
    return TieCalibration(epsilon, shares, float((weights * tied).sum()))


# Most pairs of outputs to compare; beyond that, segments are sampled.
MAX_PAIRS = 2_000_000


class DiscordantSegment(NamedTuple):
    """The pair with the largest gap in a segment where metric and people disagree."""

    segment: int  # index in the test set
    people: int  # index of the system that people prefer
    metric: int  # index of the system that the metric prefers
    by_people: float  # by how much people prefer theirs, above 0
    by_metric: float  # by how much the metric prefers its own, above 0


@dataclass(frozen=True, eq=False)
class SegmentLevelResult:
    """Agreement of a metric with people within segments."""

    judged: int  # Number of segments with two judged outputs
    # (n,) compared segments, by index in the test set; fewer if they were sampled.
    segments: NDArray[np.int64]
    calibrated: TieCalibration | None  # None if no segment has two judged outputs
    taus: FloatArray  # (n,) Kendall's τ-b over the systems of each segment; NaN if undefined
    discordant: list[DiscordantSegment]  # The largest gap first

    @property
    def tau(self) -> float:
        """Mean τ-b of the segments that have one; NaN if none has."""
        defined = self.taus[~np.isnan(self.taus)]
        return float(defined.mean()) if defined.size else float("nan")


def evaluate_segments(versus: MetricVsHuman, seed: int = SEED) -> SegmentLevelResult | None:
    """Compare a metric with people segment by segment; None for a single system.

    Only segments with two judged outputs are compared. Sentence BLEU uses effective order, as on
    screens. Memory: about 100 bytes per pair of outputs of a segment; beyond `MAX_PAIRS` pairs,
    segments are drawn at random.
    """
    if not versus.pairs:
        return None
    metric = versus.signs[0] * np.stack([segment_scores(s) for s in versus.metric])
    people = versus.signs[1] * np.stack([s.sentence_scores() for s in versus.human])
    which = np.flatnonzero((~np.isnan(metric + people)).sum(axis=0) > 1)
    judged = len(which)
    if judged * versus.pairs > MAX_PAIRS:
        most = max(1, MAX_PAIRS // versus.pairs)
        which = np.sort(np.random.default_rng(seed).choice(which, most, replace=False))
    metric, people = metric[:, which], people[:, which]
    i, j = index_pairs(len(versus))
    of_metric, of_people = (rounded(values[i] - values[j]).T for values in (metric, people))
    return SegmentLevelResult(
        judged=judged,
        segments=versus.segments[which],
        calibrated=calibrate_ties(of_metric, of_people),
        taus=kendall(metric.T, people.T),
        discordant=_discordant_segments(of_metric, of_people, versus.segments[which], (i, j)),
    )


def _discordant_segments(
    of_metric: FloatArray,
    of_people: FloatArray,
    segments: NDArray[np.int64],
    ends: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> list[DiscordantSegment]:
    """For each segment the pair with the largest gap, by rank differences.

    The gap of two differences of opposite sign is the sum of their percentile ranks, each among all
    differences of its kind.
    """
    ranks = (percentile_ranks(np.abs(d).ravel()).reshape(d.shape) for d in (of_metric, of_people))
    gaps = np.where(of_metric * of_people < 0, sum(ranks), 0.0)
    pairs = gaps.argmax(axis=1)
    sizes = gaps.max(axis=1)
    result = []
    for row in np.argsort(-sizes, kind="stable")[: int((sizes > 0).sum())]:
        first, second = (int(end[pairs[row]]) for end in ends)
        by_metric, by_people = (float(d[row, pairs[row]]) for d in (of_metric, of_people))
        people, metric = (first, second) if by_people > 0 else (second, first)
        segment = int(segments[row])
        result.append(DiscordantSegment(segment, people, metric, abs(by_people), abs(by_metric)))
    return result
