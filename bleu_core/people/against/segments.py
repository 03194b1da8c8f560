"""A metric held against people segment by segment: the systems of each, and where both part."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics import percentile_ranks
from bleu_core.metrics.additive import AdditiveMetric, FloatArray
from bleu_core.metrics.bleu_score import SegmentStatistics
from bleu_core.metrics.metric import MetricStatistics
from bleu_core.people.against.correlation import kendall, pairs_of
from bleu_core.people.against.standings import Against
from bleu_core.people.against.ties import Calibrated, calibrate
from bleu_core.significance import SEED

# Pairs of outputs that are compared; of more a sample of the segments is taken.
MOST_PAIRS = 2_000_000


@dataclass(frozen=True, eq=False)
class Parted:
    """Segments on which the metric prefers one output and people another; the farthest first.

    Attributes
    ----------
    segments : (m,) array
        Indices in the test set.
    people, metric : (m,) arrays
        The place, among the systems, of the output that people find better, and the metric: of
        each segment the pair on which they are farthest apart.
    of_people, of_metric : (m,) arrays
        By how much each does, above 0.
    """

    segments: NDArray[np.int64]
    people: NDArray[np.intp]
    metric: NDArray[np.intp]
    of_people: FloatArray
    of_metric: FloatArray

    def __len__(self) -> int:
        return len(self.segments)


@dataclass(frozen=True, eq=False)
class BySegment:
    """What a metric says of the outputs of each segment, held against people.

    Attributes
    ----------
    judged : int
        How many segments people judged.
    segments : (n,) array
        Those that were compared, by their indices in the test set: fewer, where a sample was
        taken.
    calibrated : Calibrated or None
        None where no segment has two outputs that were judged.
    taus : (n,) array
        Kendall's τ-b over the systems of each; NaN where it has none.
    parted : Parted
    """

    judged: int
    segments: NDArray[np.int64]
    calibrated: Calibrated | None
    taus: FloatArray
    parted: Parted

    @property
    def tau(self) -> float:
        """The mean τ-b of the segments that have one; NaN where none has."""
        found = self.taus[~np.isnan(self.taus)]
        return float(found.mean()) if found.size else float("nan")


def by_segment(held: Against, seed: int = SEED) -> BySegment | None:
    """A metric held against people segment by segment; None for a single system.

    BLEU of a segment is as screens have it, with effective order.

    Notes
    -----
    Memory: some 100 bytes for each pair of outputs of a segment, of which there are at most
    `MOST_PAIRS`: of more, segments are drawn at random.
    """
    if not held.pairs:
        return None
    judged = len(held.segments)
    which = np.arange(judged)
    if judged * held.pairs > MOST_PAIRS:
        most = max(1, MOST_PAIRS // held.pairs)
        which = np.sort(np.random.default_rng(seed).choice(judged, most, replace=False))
    metric = held.signs[0] * np.stack([_sentences(one)[which] for one in held.metric])
    people = held.signs[1] * np.stack([one.sentence_scores()[which] for one in held.said])
    i, j = pairs_of(len(held))
    of_metric, of_people = (rounded(values[i] - values[j]).T for values in (metric, people))
    return BySegment(
        judged=judged,
        segments=held.segments[which],
        calibrated=calibrate(of_metric, of_people),
        taus=kendall(metric.T, people.T),
        parted=_parted(of_metric, of_people, held.segments[which], (i, j)),
    )


def _sentences(stats: AdditiveMetric) -> FloatArray:
    """The score of every segment alone."""
    if isinstance(stats, SegmentStatistics):
        return stats.rescored(effective_order=True).sentence_scores()
    assert isinstance(stats, MetricStatistics)
    return stats.sentence_scores()


def _parted(
    of_metric: FloatArray,
    of_people: FloatArray,
    segments: NDArray[np.int64],
    ends: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> Parted:
    """Of each segment the pair on which they part farthest, as rank differences have it.

    A difference's place is its percentile rank among all of its kind; how far two of opposite
    sign are apart is the sum of theirs.
    """
    ranks = (percentile_ranks(np.abs(d).ravel()).reshape(d.shape) for d in (of_metric, of_people))
    opposed = of_metric * of_people < 0
    apart = np.where(opposed, sum(ranks), 0.0)
    farthest = apart.argmax(axis=1)
    rows = np.arange(len(apart))
    sizes = apart[rows, farthest]
    order = np.argsort(-sizes, kind="stable")[: int((sizes > 0).sum())]
    pairs = farthest[order]
    first, second = (end[pairs] for end in ends)
    m, p = of_metric[order, pairs], of_people[order, pairs]
    return Parted(
        segments[order],
        np.where(p > 0, first, second),
        np.where(m > 0, first, second),
        np.abs(p),
        np.abs(m),
    )
