"""A metric against human scores within segments: τ over systems, acc_eq, discordant segments."""

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

# Most pairs of outputs to compare; beyond that, segments are sampled.
MOST_PAIRS = 2_000_000


@dataclass(frozen=True, eq=False)
class Parted:
    """Segments where the metric and people prefer different outputs; the largest gap first.

    Attributes
    ----------
    segments : (m,) array
        Indices in the test set.
    people, metric : (m,) arrays
        Indices of the systems that people prefer, and that the metric prefers, in the pair with the
        largest gap of each segment.
    of_people, of_metric : (m,) arrays
        By how much each prefers its system, above 0.
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
    """Agreement of a metric with people within segments.

    Attributes
    ----------
    judged : int
        Number of judged segments.
    segments : (n,) array
        Compared segments, by index in the test set; fewer if they were sampled.
    calibrated : Calibrated or None
        None if no segment has two judged outputs.
    taus : (n,) array
        Kendall's τ-b over the systems of each segment; NaN if undefined.
    parted : Parted
    """

    judged: int
    segments: NDArray[np.int64]
    calibrated: Calibrated | None
    taus: FloatArray
    parted: Parted

    @property
    def tau(self) -> float:
        """Mean τ-b of the segments that have one; NaN if none has."""
        defined = self.taus[~np.isnan(self.taus)]
        return float(defined.mean()) if defined.size else float("nan")


def by_segment(versus: Against, seed: int = SEED) -> BySegment | None:
    """Compare a metric with people segment by segment; None for a single system.

    Sentence BLEU uses effective order, as on screens.

    Notes
    -----
    Memory: about 100 bytes per pair of outputs of a segment. Beyond `MOST_PAIRS` pairs, segments
    are drawn at random.
    """
    if not versus.pairs:
        return None
    judged = len(versus.segments)
    which = np.arange(judged)
    if judged * versus.pairs > MOST_PAIRS:
        most = max(1, MOST_PAIRS // versus.pairs)
        which = np.sort(np.random.default_rng(seed).choice(judged, most, replace=False))
    metric = versus.signs[0] * np.stack([_sentences(one)[which] for one in versus.metric])
    people = versus.signs[1] * np.stack([one.sentence_scores()[which] for one in versus.human])
    i, j = pairs_of(len(versus))
    of_metric, of_people = (rounded(values[i] - values[j]).T for values in (metric, people))
    return BySegment(
        judged=judged,
        segments=versus.segments[which],
        calibrated=calibrate(of_metric, of_people),
        taus=kendall(metric.T, people.T),
        parted=_parted(of_metric, of_people, versus.segments[which], (i, j)),
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
    """For each segment the pair with the largest gap, by rank differences.

    The gap of two differences of opposite sign is the sum of their percentile ranks, each among all
    differences of its kind.
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
