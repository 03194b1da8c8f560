"""Paired tests by resampling: approximate randomization and bootstrap."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.common.formatting import LEVEL, format_p, format_plain
from bleu_core.common.progress import Progress
from bleu_core.common.stats import student_limit
from bleu_core.common.trials import SAMPLES, SEED, TRIALS
from bleu_core.messages import scoring
from bleu_core.metrics.additive import Additive, AdditiveMetric, FloatArray
from bleu_core.significance.resampling import (
    MANY,
    gradient,
    influence,
    multiply_blocks,
    observed_delta,
    resample_counts,
    resampling_p,
    resampling_units,
    smallest_p,
    swap_masks,
)

# Trials whose |Δ*| is nearer than this to |Δ| are scored to the last digit, which may decide
# whether they count. Far above the error of `quick_scores`.
NEAR = 1e-6


@dataclass(frozen=True)
class Randomization:
    """Result of `paired_approximate_randomization`."""

    p_value: float  # Two-sided: (#{|Δ*| ≥ |Δ|} + 1) / (trials + 1)
    delta: float  # Score of B minus that of A, in points
    trials: int
    seed: int
    units: int  # Number of segments, or documents, that are exchanged
    ties: int = 0  # Trials with |Δ*| = |Δ|, which `p_value` counts and sacreBLEU does not
    differing: int | None = None  # Units in which the statistics of A and B differ; None: all

    @property
    def error(self) -> float:
        """Monte Carlo standard error of p: how much p varies between seeds."""
        return math.sqrt(self.p_value * (1 - self.p_value) / self.trials)

    @property
    def smallest_p(self) -> float:
        """The smallest p that a test on so many units could give."""
        return smallest_p(self.trials, self.units)

    @property
    def can_be_significant(self) -> bool:
        """Whether p could be below 0.05, however large Δ in the units that differ."""
        units = self.units if self.differing is None else self.differing
        return smallest_p(self.trials, units) < LEVEL

    @property
    def near_level(self) -> bool:
        """Whether p is within two errors of 0.05, so that another seed may decide otherwise.

        No seed can where no p could be below it.
        """
        return abs(self.p_value - LEVEL) <= 2 * self.error and self.can_be_significant

    @property
    def written(self) -> str:
        """p for display, with its Monte Carlo error if it is near 0.05."""
        error = f" ± {format_plain(self.error, 1)}" if self.near_level else ""
        return format_p(self.p_value) + error

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
    """Test the difference of two systems by paired approximate randomization.

    The null hypothesis is that the systems are exchangeable. Each trial exchanges the outputs of A
    and B in each segment, or in each cluster, with probability 1/2. p is two-sided:
    (#{|Δ*| ≥ |Δ|} + 1) / (trials + 1).

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same S segments, under the same settings.
    trials, seed : int
        Number of trials, and seed of the random draws.
    progress : callable, optional
        Called up to 100 times with the part done, 0 to 1; may raise to stop the test.
    clusters : (S,) whole numbers, optional
        Document of each segment. Documents are then exchanged as wholes, because segments of one
        document are not independent. With G documents, p is at least about 2 / 2^G. None
        exchanges single segments.

    Returns
    -------
    Randomization
        `p_value`, `delta` in points, and the Monte Carlo `error` of p.

    Raises
    ------
    ValueError
        The statistics are empty, or differ in segments or settings; or `clusters` are not (S,)
        whole numbers.

    Notes
    -----
    For the same seed, the draws are those of sacreBLEU 2, and so is p by segment, with two
    exceptions. sacreBLEU does not count trials with |Δ*| = |Δ|, so it calls identical outputs
    significantly different, where p is 1 here. In sacreBLEU, seed 0 means no seed; here it is a
    seed like any other.

    References
    ----------
    Riezler and Maxwell (2005), "On Some Pitfalls in Automatic Evaluation and Significance Testing
    for MT", https://aclanthology.org/W05-0908.

    Examples
    --------
    Unigrams only: in each of three segments A matches 4 of 5 words and B all. Of the 8 ways to
    exchange them, all and none give as large a difference: p is 2/8, except for the randomness of
    the draws.

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[5, 5, 4, 5]] * 3), config)
    >>> b = SegmentStatistics(np.array([[5, 5, 5, 5]] * 3), config)
    >>> test = paired_approximate_randomization(a, b)
    >>> round(test.delta, 6), abs(test.p_value - 2 / 8) < 3 * test.error
    (20.0, True)
    """
    a, b = resampling_units(stats_a, stats_b, clusters, trials)
    masks = swap_masks(len(a.matrix), trials, seed)
    return randomization_of(
        a, b, multiply_blocks(masks, a.matrix - b.matrix, trials, progress), seed
    )


def randomization_of(
    a: AdditiveMetric, b: AdditiveMetric, exchanged: FloatArray, seed: int
) -> Randomization:
    """The test from units and their drawn trials.

    `exchanged` is (trials, K): masks times the difference of the statistics, A − B. Where a mask is
    set the first pseudo-system has A's unit, elsewhere B's.
    """
    sum_a, sum_b = a.matrix.sum(axis=0), b.matrix.sum(axis=0)
    delta, rounding = observed_delta(a, b)
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
    differing = int((a.matrix != b.matrix).any(axis=1).sum())
    p_value, units = resampling_p(extreme), len(a.matrix)
    return Randomization(p_value, delta, len(sizes), seed, units, ties, differing)


# The two-sided 95% limit of the normal distribution.
NORMAL = NormalDist().inv_cdf(1 - LEVEL / 2)


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """Result of `paired_bootstrap`."""

    # 95% CI of Δ: the 2.5th and 97.5th percentiles of `deltas`; for clusters, more extreme ones
    # (see `interval_widening`).
    ci_low: float
    ci_high: float
    # Two-sided and centred: how often Δ of a resample is as far from Δ as Δ is from 0. For
    # clusters, its distance is multiplied by `interval_widening`.
    p_value: float
    delta: float  # Score of B minus that of A, in points
    deltas: FloatArray  # (samples,) Δ of each resample
    seed: int
    units: int  # Number of segments, or documents, that are resampled
    # (samples,) standard error of Δ, estimated from each resample; None if it was not estimated or,
    # with very many units, hardly varies.
    errors: FloatArray | None = None

    @property
    def sacrebleu_p_value(self) -> float:
        """sacreBLEU's bootstrap p from these resamples: see `sacrebleu_bootstrap_p`."""
        sizes = np.abs(self.deltas)
        return resampling_p(sizes - sizes.mean() > abs(self.delta))


def paired_bootstrap(
    stats_a: Additive,
    stats_b: Additive,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
    clusters: ArrayLike | None = None,
) -> Bootstrap:
    """Estimate a confidence interval and a p-value of Δ by paired bootstrap resampling.

    Each sample draws as many segments as there are, with replacement, and takes both systems'
    outputs for them; or as many clusters. p is centred, as a test of Δ = 0 requires:
    (#{|Δ* − Δ| ≥ |Δ|} + 1) / (samples + 1).

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same S segments, under the same settings.
    samples, seed : int
        Number of resamples, and seed of the random draws.
    progress : callable, optional
        Called up to 100 times with the part done, 0 to 1; may raise to stop.
    clusters : (S,) whole numbers, optional
        Document of each segment. Documents are then drawn as wholes, because segments of one
        document are not independent; interval and p are widened for their number (see
        `interval_widening`). None draws single segments.

    Returns
    -------
    Bootstrap
        `ci_low` and `ci_high`, the 95% CI of Δ in points, and `p_value`.

    Raises
    ------
    ValueError
        The statistics are empty, or differ in segments or settings; or `clusters` are not (S,)
        whole numbers, or are all one cluster.

    Notes
    -----
    For the same seed, the draws are those of sacreBLEU 2; its p-value is another one (see
    `sacrebleu_bootstrap_p`).

    References
    ----------
    - Koehn (2004), "Statistical Significance Tests for Machine Translation Evaluation",
      https://aclanthology.org/W04-3250.
    - Efron and Tibshirani (1993), "An Introduction to the Bootstrap", section 16.4, for centring.

    Examples
    --------
    Unigrams only: in each segment A matches 4 of 5 words and B all, so Δ is 20 in every resample.
    None is as far from 20 as 20 is from 0: p is (0 + 1) / (1000 + 1).

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[5, 5, 4, 5]] * 3), config)
    >>> b = SegmentStatistics(np.array([[5, 5, 5, 5]] * 3), config)
    >>> result = paired_bootstrap(a, b)
    >>> round(result.ci_low, 6), round(result.ci_high, 6), result.p_value == 1 / 1001
    (20.0, 20.0, True)
    """
    a, b = resampling_units(stats_a, stats_b, clusters, samples)
    size = len(a.matrix)
    columns = [a.matrix, b.matrix]
    if size < MANY:
        columns.append(influence(a, b)[:, None] ** 2)
    counts = resample_counts(size, samples, seed)
    drawn = multiply_blocks(counts, np.hstack(columns), samples, progress)
    return bootstrap_of(a, b, drawn, seed, clusters is not None)


def bootstrap_of(
    a: AdditiveMetric, b: AdditiveMetric, drawn: FloatArray, seed: int, clustered: bool
) -> Bootstrap:
    """The interval from the units and their drawn samples.

    `drawn` is (samples, 2K), sums of A's statistics, followed by those of B; or (samples, 2K + 1),
    with sums of the squares of `influence`.
    """
    drawn_a, drawn_b, squares = np.split(drawn, np.cumsum([a.matrix.shape[1]] * 2), axis=1)
    deltas = a.scores(drawn_b) - a.scores(drawn_a)
    errors = None
    if squares.size:
        sums = drawn_b @ gradient(b) - drawn_a @ gradient(a)
        errors = errors_within(sums, squares[:, 0], len(a.matrix))
    return bootstrap_of_deltas(a, b, deltas, seed, clustered, errors)


def errors_within(sums: FloatArray, squares: FloatArray, units: int) -> FloatArray:
    """Standard error of Δ of each resample, from the sums of `influence` and of its squares.

    The standard error of a sum of `units` independent terms is √(Σu² − (Σu)²/units).
    """
    errors: FloatArray = np.sqrt(np.maximum(squares - sums**2 / units, 0))
    return errors


def bootstrap_of_deltas(
    a: AdditiveMetric,
    b: AdditiveMetric,
    deltas: FloatArray,
    seed: int,
    clustered: bool,
    errors: FloatArray | None = None,
) -> Bootstrap:
    """The interval from units, the scored Δ of their samples, (samples,), and its `errors`."""
    number = len(a.matrix)
    delta, rounding = observed_delta(a, b)
    low, high = bootstrap_interval(deltas, number, clustered)  # raises if there is none
    wider = interval_widening(number) if clustered else 1
    p_value = resampling_p(wider * np.abs(deltas - delta) >= abs(delta) - rounding)
    return Bootstrap(low, high, p_value, delta, deltas, seed, number, errors)


def bootstrap_interval(values: FloatArray, number: int, clustered: bool) -> tuple[float, float]:
    """The 95% CI of a statistic, from its values on resamples of `number` units."""
    if clustered and number == 1:
        raise ValueError(scoring.one_cluster())
    outside = NormalDist().cdf(-NORMAL * interval_widening(number)) if clustered else LEVEL / 2
    low, high = np.percentile(values, [100 * outside, 100 - 100 * outside]).tolist()
    return low, high


def interval_widening(number: int) -> float:
    """Factor by which Δ over `number` clusters (2 or more) varies more than over resamples.

    The variance over resamples of n clusters is (n − 1)/n of the true one, and has n − 1 degrees of
    freedom: √(n/(n−1))·t replaces 1.96 (Hesterberg 2015, "What teachers should know about the
    bootstrap", section 3.3: the expanded percentile interval).

    >>> round(interval_widening(10), 3), round(interval_widening(100), 3)
    (1.217, 1.017)
    """
    number = min(number, 1_000)  # beyond, it is 1 to within 0.2%
    return math.sqrt(number / (number - 1)) * student_limit(1 - LEVEL, number - 1) / NORMAL


def sacrebleu_bootstrap_p(
    stats_a: Additive, stats_b: Additive, samples: int = SAMPLES, seed: int = SEED
) -> float:
    """Compute the p-value of sacreBLEU's paired bootstrap test, for comparison only.

    It rejects a true null hypothesis too often: at a nominal 5%, in 10% of cases on 250 segments
    and in 18% on 30 (tests/benchmarks/calibration.txt). Use `paired_approximate_randomization`
    for decisions.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same S segments, under the same settings.
    samples, seed : int
        Number of resamples, and seed of the random draws.

    Returns
    -------
    float
        sacreBLEU's p-value, 0 to 1.

    Notes
    -----
    The test counts samples with `|Δ*| − mean|Δ*| > |Δ|`, as Moses' script did. It centres `|Δ*|`
    instead of `Δ*`, which makes the distribution too narrow.

    With numpy 2, sacreBLEU computes precisions of samples in single precision: a sample within
    0.00001 BLEU of the limit may count there but not here.

    Examples
    --------
    >>> from bleu_core import segment_statistics
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> a = segment_statistics(reference, [reference])
    >>> b = segment_statistics([line.replace("home", "back") for line in reference], [reference])
    >>> round(sacrebleu_bootstrap_p(a, b), 4)
    0.001
    """
    return paired_bootstrap(stats_a, stats_b, samples, seed).sacrebleu_p_value
