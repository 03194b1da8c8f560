"""All measures of a metric against human scores, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, part_of
from bleu_core.metrics.additive import AdditiveMetric, FloatArray
from bleu_core.metrics.imported import Imported
from bleu_core.metrics.metric import MetricStatistics
from bleu_core.people.against.correlation import accuracy, kendall, pairs_of, pearson
from bleu_core.people.against.outliers import each_left_out, outliers, r_without
from bleu_core.people.against.segments import BySegment, by_segment
from bleu_core.people.against.soft_pairwise import Confidence, confidence
from bleu_core.people.against.standings import LEAST, Against
from bleu_core.significance import (
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    SAMPLES,
    SEED,
    resample_counts,
)
from bleu_core.significance.bootstrap import interval
from bleu_core.significance.resampling import products, units

Clusters = NDArray[np.int64] | None


class Interval(NamedTuple):
    """The middle 95% of resamples."""

    low: float
    high: float


@dataclass(frozen=True)
class Measure:
    """A measure with its bootstrap intervals.

    Attributes
    ----------
    value : float
        NaN if undefined.
    over_systems : Interval or None
        Systems drawn with replacement. None for fewer than three, or if most draws are undefined.
    over_segments : Interval or None
        Segments, or documents, drawn with replacement. None for fewer than `MIN_SEGMENTS` segments.
    """

    value: float
    over_systems: Interval | None = None
    over_segments: Interval | None = None


@dataclass(frozen=True, eq=False)
class Measured:
    """Measures of a metric against human scores.

    Attributes
    ----------
    r, tau, accuracy, soft : Measure
        Over systems: Pearson's r, Kendall's τ-b, pairwise accuracy, soft pairwise accuracy. The
        last has no interval over segments, because its p-values already resample them.
    confidence : Confidence
    outliers : tuple of int
        Indices of systems that are outliers in the human scores.
    r_without_outliers : float
        NaN without outliers.
    r_without_each : (K,) array
    by_segment : BySegment or None
    acc_eq, tau_of_segments : Measure
        Measures of `by_segment`.
    unit : str
        The unit of `over_segments`: "segment" or "document".
    units : int
    """

    r: Measure
    tau: Measure
    accuracy: Measure
    soft: Measure
    confidence: Confidence
    outliers: tuple[int, ...]
    r_without_outliers: float
    r_without_each: FloatArray
    by_segment: BySegment | None
    acc_eq: Measure
    tau_of_segments: Measure
    unit: str
    units: int


def measure(
    versus: Against,
    documents: Clusters = None,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Measured:
    """Compute all measures of a metric against human scores.

    Parameters
    ----------
    versus : Against
    documents : (S,) array or None
        `significance.clusters_of` the test set. The unit is the document where at least
        `MIN_DOCUMENTS` of them were judged.
    samples, seed : int
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.
    """
    clusters = _clusters(documents, versus.segments)
    sure = confidence(versus, seed=seed, progress=part_of(progress, 0, 0.5))
    x, y = _drawn(versus, clusters, samples, seed, part_of(progress, 0.5, 0.9))
    picks = np.random.default_rng(seed).choice(len(versus), size=(samples, len(versus)))
    picked = versus.scores[picks], versus.means[picks]
    counts = np.apply_along_axis(np.bincount, 1, picks, minlength=len(versus)).astype(float)
    same_order = np.equal(*versus.orders).astype(float)
    segments = by_segment(versus, seed)
    calibrated = segments.calibrated if segments else None
    enough = len(versus) >= LEAST
    far = outliers(versus.means) if enough else np.array([], np.intp)
    number = len(versus.segments) if clusters is None else len(np.unique(clusters))

    def over_systems(values: FloatArray) -> Interval | None:
        return _middle(values, len(versus), False) if enough else None

    def over_segments(values: FloatArray) -> Interval | None:
        few = len(versus.segments) < MIN_SEGMENTS
        return None if few else _middle(values, number, clusters is not None)

    def of_segments(values: FloatArray) -> Measure:
        kept = None if segments is None else _clusters(documents, segments.segments)
        return _mean(values, kept, samples, seed)

    return Measured(
        r=Measure(versus.r, over_systems(pearson(*picked)), over_segments(_r(versus, x, y))),
        tau=Measure(versus.tau, over_systems(kendall(*picked)), over_segments(_tau(versus, x, y))),
        accuracy=Measure(
            versus.agreed / versus.pairs if versus.pairs else nan,
            over_systems(_over_pairs(same_order, counts)),
            over_segments(accuracy(x, y)),
        ),
        soft=Measure(sure.soft_accuracy, over_systems(_over_pairs(1 - sure.distances, counts))),
        confidence=sure,
        outliers=tuple(far.tolist()),
        r_without_outliers=r_without(versus.scores, versus.means, far) if len(far) else nan,
        r_without_each=each_left_out(versus.scores, versus.means),
        by_segment=segments,
        acc_eq=of_segments(calibrated.segments) if calibrated else Measure(nan),
        tau_of_segments=of_segments(segments.taus) if segments else Measure(nan),
        unit="segment" if clusters is None else "document",
        units=number,
    )


def _r(versus: Against, x: FloatArray, y: FloatArray) -> FloatArray:
    return pearson(x, y) if len(versus) >= LEAST else np.full(len(x), nan)


def _tau(versus: Against, x: FloatArray, y: FloatArray) -> FloatArray:
    return kendall(x, y) if len(versus) >= LEAST else np.full(len(x), nan)


def _clusters(documents: Clusters, segments: NDArray[np.int64]) -> Clusters:
    """The documents of the segments, if there are enough."""
    of_these = None if documents is None else documents[segments]
    few = of_these is None or len(np.unique(of_these)) < MIN_DOCUMENTS
    return None if few else of_these


def _drawn(
    versus: Against, clusters: Clusters, samples: int, seed: int, progress: Progress | None
) -> tuple[FloatArray, FloatArray]:
    """(samples, K) scores and human means on resamples of the segments, turned."""
    columns: list[FloatArray] = []
    for side, (systems, sign) in enumerate(
        ((versus.metric, versus.signs[0]), (versus.human, versus.signs[1]))
    ):
        scores = _scores_of_samples(
            systems, clusters, samples, seed, part_of(progress, side / 2, (side + 1) / 2)
        )
        columns.append(sign * scores)
    return columns[0], columns[1]


def _scores_of_samples(
    systems: Sequence[AdditiveMetric],
    clusters: Clusters,
    samples: int,
    seed: int,
    progress: Progress | None,
) -> FloatArray:
    """(samples, K) scores of each system on each resample of segments or documents."""
    grouped = [units(systems[0], system, clusters, samples)[1] for system in systems]
    size, width = grouped[0].matrix.shape
    matrix = np.hstack([one.matrix for one in grouped])
    sums = products(resample_counts(size, samples, seed), matrix, samples, progress)
    drawn = sums.reshape(samples, len(grouped), width)
    return np.stack([one.scores(drawn[:, k]) for k, one in enumerate(grouped)], axis=1)


def _over_pairs(values: FloatArray, counts: FloatArray) -> FloatArray:
    """The mean over pairs of systems in each resample of the systems.

    A system drawn twice does not form a pair with itself. Pairs without a value are left out; a
    resample without pairs has no mean.
    """
    i, j = pairs_of(counts.shape[1])
    weights = counts[:, i] * counts[:, j] * ~np.isnan(values)
    total = weights.sum(axis=1)
    return np.divide(
        weights @ np.nan_to_num(values), total, out=np.full(len(total), nan), where=total > 0
    )


def _mean(values: FloatArray, clusters: Clusters, samples: int, seed: int) -> Measure:
    """The mean over segments, and its interval."""
    there = ~np.isnan(values)
    if not there.any():
        return Measure(nan)
    rows = np.column_stack([np.where(there, values, 0.0), there])
    of_one = MetricStatistics(rows, Imported("", True))
    means = _scores_of_samples([of_one], clusters, samples, seed, None)[:, 0]
    number = len(values) if clusters is None else len(np.unique(clusters))
    few = int(there.sum()) < MIN_SEGMENTS
    over = None if few else _middle(means, number, clusters is not None)
    return Measure(float(values[there].mean()), None, over)


def _middle(values: FloatArray, number: int, clustered: bool) -> Interval | None:
    """The interval of resamples; None if most are undefined."""
    defined = values[~np.isnan(values)]
    if 2 * len(defined) < len(values):
        return None
    return Interval(*interval(defined, number, clustered))
