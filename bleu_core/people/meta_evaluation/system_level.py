"""All measures of a metric against human scores, with bootstrap intervals.

Soft pairwise accuracy: Thompson, Mathur, Deutsch and Khayrallah 2024, "Improving Statistical
Significance in Human Evaluation of Automatic Metrics via Soft Pairwise Accuracy": 1 minus the mean
of |p_people − p_metric| over all pairs of systems, with p of a one-sided paired permutation test.
Their metrics are means of segment scores; here the outputs are exchanged and any additive metric,
corpus BLEU included, is recomputed. For a mean both are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.metrics.additive import Additive, AdditiveMetric, FloatArray, score_of
from bleu_core.metrics.imported import ImportedMetric
from bleu_core.metrics.metric import MetricStatistics
from bleu_core.people.meta_evaluation.metric_vs_human import (
    MIN_SYSTEMS,
    MetricVsHuman,
    accuracy,
    index_pairs,
    kendall,
    outlier_systems,
    pearson,
    r_without,
)
from bleu_core.people.meta_evaluation.segment_level import SegmentLevelResult, evaluate_segments
from bleu_core.significance import (
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    ROUNDING,
    SAMPLES,
    SEED,
    resample_counts,
    swap_masks,
)
from bleu_core.significance.paired_tests import bootstrap_interval
from bleu_core.significance.resampling import multiply_blocks, resampling_units

# As in the paper.
SOFT_PAIRWISE_TRIALS = 1_000


def pairwise_confidence(
    versus: MetricVsHuman,
    trials: int = SOFT_PAIRWISE_TRIALS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> FloatArray:
    """(2, P) p-values of metric and people for each pair (`index_pairs`), where both were judged.

    p is of the one-sided test that i is better than j: near 0 if i is better, near 1 if j is; NaN
    if no segment of both was judged. Metric and people use the same exchanges. If all systems were
    judged on all segments, these are drawn once for all pairs, as in the authors' program.
    """
    sides = (versus.metric, versus.signs[0]), (versus.human, versus.signs[1])
    result = np.full((2, versus.pairs), np.nan)
    if versus.is_complete:
        for side, (systems, sign) in enumerate(sides):
            part = sub_progress(progress, side / 2, (side + 1) / 2)
            result[side] = pairwise_p_values(systems, sign, trials, seed, part)
        return result
    for place, (i, j) in enumerate(zip(*index_pairs(len(versus)), strict=True)):
        if (both := versus.shared(i, j)).any():
            for side, (systems, sign) in enumerate(sides):
                pair = [systems[k].with_rows(systems[k].matrix[both]) for k in (i, j)]
                result[side, place] = pairwise_p_values(pair, sign, trials, seed)[0]
        if progress is not None:
            progress((place + 1) / versus.pairs)
    return result


def pairwise_p_values(
    systems: Sequence[Additive],
    sign: int,
    trials: int = SOFT_PAIRWISE_TRIALS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> FloatArray:
    """(P,) for each pair i < j the share of exchanges in which i wins by as much as observed.

    An exchange assigns each segment's outputs of i and j to two pseudo-systems at random. Ties with
    the observed difference count half, so p of (j, i) is 1 − p of (i, j). The systems have (n, C)
    statistics of the same segments; `sign` is −1 if lower is better.
    """
    size, width = systems[0].matrix.shape
    matrix = np.hstack([system.matrix for system in systems])
    moved = multiply_blocks(swap_masks(size, trials, seed), matrix, trials, progress)
    moved = moved.reshape(trials, len(systems), width)
    sums = [system.matrix.sum(axis=0) for system in systems]
    scores = [score_of(system) for system in systems]
    result = []
    for i, j in zip(*index_pairs(len(systems)), strict=True):
        exchanged = moved[:, i] - moved[:, j]
        first, second = (
            systems[i].scores(rows) for rows in (sums[j] + exchanged, sums[i] - exchanged)
        )
        beyond = sign * (first - second) - sign * (scores[i] - scores[j])
        alike = np.abs(beyond) <= ROUNDING * max(abs(scores[i]), abs(scores[j]))
        result.append(np.where(alike, 0.5, beyond > 0).mean())
    return np.array(result)


Clusters = NDArray[np.int64] | None
# The middle 95% of resamples.
Interval = tuple[float, float]


@dataclass(frozen=True)
class EstimatedMeasure:
    """A measure with its bootstrap intervals."""

    value: float  # NaN if undefined
    # Systems drawn with replacement. None for fewer than three, or if most draws are undefined.
    over_systems: Interval | None = None
    # Segments, or documents, drawn with replacement. None for fewer than `MIN_SEGMENTS` segments.
    over_segments: Interval | None = None


@dataclass(frozen=True, eq=False)
class SystemLevelResult:
    """Measures of a metric against human scores."""

    # Over systems, Pearson's r, Kendall's τ-b, pairwise accuracy, soft pairwise accuracy. The last
    # has no interval over segments, because its p-values already resample them; accuracy has none
    # if pairs are compared on different segments.
    r: EstimatedMeasure
    tau: EstimatedMeasure
    accuracy: EstimatedMeasure
    soft: EstimatedMeasure
    confidence: FloatArray  # (2, P): see `pairwise_confidence`
    outliers: tuple[int, ...]  # Indices of systems that are outliers in the human scores
    r_without_outliers: float  # NaN without outliers
    by_segment: SegmentLevelResult | None
    # Measures of `evaluate_segments`.
    acc_eq: EstimatedMeasure
    tau_of_segments: EstimatedMeasure
    unit: str  # The unit of `over_segments`: "segment" or "document"
    units: int


def evaluate_systems(
    versus: MetricVsHuman,
    documents: Clusters = None,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> SystemLevelResult:
    """Compute all measures of a metric against human scores; `documents`: see `documents_of`.

    The unit is the document where at least `MIN_DOCUMENTS` of them were judged.
    """
    clusters = _judged_documents(documents, versus.segments)
    sure = pairwise_confidence(versus, seed=seed, progress=sub_progress(progress, 0, 0.5))
    x, y = (
        sign * _resampled_scores(systems, clusters, samples, seed, sub_progress(progress, *part))
        for systems, sign, part in (
            (versus.metric, versus.signs[0], (0.5, 0.7)),
            (versus.human, versus.signs[1], (0.7, 0.9)),
        )
    )
    picks = np.random.default_rng(seed).choice(len(versus), size=(samples, len(versus)))
    picked = versus.scores[picks], versus.means[picks]
    counts = np.apply_along_axis(np.bincount, 1, picks, minlength=len(versus)).astype(float)
    same_order = np.where(versus.is_compared, versus.is_agreed, nan)
    segments = evaluate_segments(versus, seed)
    calibrated = segments.calibrated if segments else None
    enough, many = len(versus) >= MIN_SYSTEMS, len(versus.segments) >= MIN_SEGMENTS
    far = outlier_systems(versus.means) if enough else np.array([], np.intp)
    number = len(versus.segments) if clusters is None else len(np.unique(clusters))

    def estimated(
        value: float, over_systems: FloatArray, over_segments: FloatArray | None = None
    ) -> EstimatedMeasure:
        of_segments = None
        if many and over_segments is not None:
            of_segments = _interval_or_none(over_segments, number, clusters is not None)
        of_systems = _interval_or_none(over_systems, len(versus), False) if enough else None
        return EstimatedMeasure(value, of_systems, of_segments)

    def correlated(
        value: float, measure: Callable[[FloatArray, FloatArray], FloatArray]
    ) -> EstimatedMeasure:
        if not enough:
            return EstimatedMeasure(value)
        return estimated(value, measure(*picked), measure(x, y))

    def of_segments(values: FloatArray) -> EstimatedMeasure:
        judged = None if segments is None else _judged_documents(documents, segments.segments)
        return _mean_over_segments(values, judged, samples, seed)

    likeness = 1 - np.abs(np.subtract(*sure))
    agreeing = versus.agreed / versus.compared if versus.compared else nan
    return SystemLevelResult(
        r=correlated(versus.r, pearson),
        tau=correlated(versus.tau, kendall),
        accuracy=estimated(
            agreeing,
            _mean_over_pairs(same_order, counts),
            accuracy(x, y) if versus.is_complete else None,
        ),
        soft=estimated(
            float(likeness[there].mean()) if (there := ~np.isnan(likeness)).any() else nan,
            _mean_over_pairs(likeness, counts),
        ),
        confidence=sure,
        outliers=tuple(far.tolist()),
        r_without_outliers=r_without(versus.scores, versus.means, far) if len(far) else nan,
        by_segment=segments,
        acc_eq=of_segments(calibrated.segments) if calibrated else EstimatedMeasure(nan),
        tau_of_segments=of_segments(segments.taus) if segments else EstimatedMeasure(nan),
        unit="segment" if clusters is None else "document",
        units=number,
    )


def _judged_documents(documents: Clusters, segments: NDArray[np.int64]) -> Clusters:
    """The documents of the segments, if there are enough."""
    of_these = None if documents is None else documents[segments]
    few = of_these is None or len(np.unique(of_these)) < MIN_DOCUMENTS
    return None if few else of_these


def _resampled_scores(
    systems: Sequence[AdditiveMetric],
    clusters: Clusters,
    samples: int,
    seed: int,
    progress: Progress | None,
) -> FloatArray:
    """(samples, K) scores of each system on each resample of segments or documents."""
    grouped = [resampling_units(systems[0], system, clusters, samples)[1] for system in systems]
    size, width = grouped[0].matrix.shape
    matrix = np.hstack([stats.matrix for stats in grouped])
    sums = multiply_blocks(resample_counts(size, samples, seed), matrix, samples, progress)
    drawn = sums.reshape(samples, len(grouped), width)
    return np.stack([stats.scores(drawn[:, k]) for k, stats in enumerate(grouped)], axis=1)


def _mean_over_pairs(values: FloatArray, counts: FloatArray) -> FloatArray:
    """The mean over pairs of systems in each resample of the systems.

    A system drawn twice does not form a pair with itself. Pairs without a value are left out; a
    resample without pairs has no mean.
    """
    i, j = index_pairs(counts.shape[1])
    weights = counts[:, i] * counts[:, j] * ~np.isnan(values)
    total = weights.sum(axis=1)
    return np.divide(
        weights @ np.nan_to_num(values), total, out=np.full(len(total), nan), where=total > 0
    )


def _mean_over_segments(
    values: FloatArray, clusters: Clusters, samples: int, seed: int
) -> EstimatedMeasure:
    """The mean over segments, and its interval."""
    there = ~np.isnan(values)
    if not there.any():
        return EstimatedMeasure(nan)
    rows = np.column_stack([np.where(there, values, 0.0), there])
    mean = MetricStatistics(rows, ImportedMetric("", True))
    means = _resampled_scores([mean], clusters, samples, seed, None)[:, 0]
    number = len(values) if clusters is None else len(np.unique(clusters))
    few = int(there.sum()) < MIN_SEGMENTS
    over = None if few else _interval_or_none(means, number, clusters is not None)
    return EstimatedMeasure(float(values[there].mean()), None, over)


def _interval_or_none(values: FloatArray, number: int, clustered: bool) -> Interval | None:
    """The interval of resamples; None if most are undefined."""
    defined = values[~np.isnan(values)]
    if 2 * len(defined) < len(values):
        return None
    return bootstrap_interval(defined, number, clustered)
