"""How far would Δ vary on other texts like these? Paired bootstrap."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.common.binomial import student_limit
from bleu_core.common.progress import Progress
from bleu_core.messages import significance
from bleu_core.metrics.additive import Additive, AdditiveMetric, FloatArray
from bleu_core.significance.resampling import (
    SAMPLES,
    SEED,
    observed,
    p_of,
    products,
    resample_counts,
    units,
)

# The limit of 95 % of a normal distribution.
NORMAL = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """The result of `paired_bootstrap`.

    Attributes
    ----------
    ci_low, ci_high : float
        The 95 % interval of Δ: the 2.5 and 97.5 percentiles of `deltas`; of clusters,
        percentiles somewhat farther out: see `widening`.
    p_value : float
        Two-sided, centred: how often Δ of a resample is as far from Δ as Δ from 0;
        of clusters, `widening` times as far.
    delta : float
        The score of B minus that of A.
    deltas : (samples,) array
        Δ of each resample.
    seed : int
    units : int
        How many segments, or documents, were drawn from.
    """

    ci_low: float
    ci_high: float
    p_value: float
    delta: float
    deltas: FloatArray
    seed: int
    units: int

    @property
    def sacrebleu_p_value(self) -> float:
        """The p of sacreBLEU's bootstrap from these resamples: see `sacrebleu_bootstrap_p`."""
        sizes = np.abs(self.deltas)
        return p_of(sizes - sizes.mean() > abs(self.delta))


def paired_bootstrap(
    stats_a: Additive,
    stats_b: Additive,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
    clusters: ArrayLike | None = None,
) -> Bootstrap:
    """Estimate how far Δ would vary on other segments, or documents, like these (Koehn 2004).

    Each sample draws as many segments as there are, with replacement, and both
    systems' outputs for them; or as many clusters. p is centred, as the test of
    Δ = 0 needs it (Efron and Tibshirani 1993, section 16.4):
    (#{|Δ* − Δ| ≥ |Δ|} + 1) / (samples + 1). The draws are those of sacreBLEU 2
    for the same seed.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same segments, under the same settings.
    samples, seed : int
    progress : optional
        Called up to 100 times with the part done, 0 to 1; may raise to stop.
    clusters : (S,) whole numbers, optional
        The document of each segment. Whole documents are then drawn, because
        segments of one document are not independent; interval and p are
        widened for their number: see `widening`. None: segment by segment.

    Raises
    ------
    ValueError
        Where the statistics are not of the same segments or settings, or empty;
        where `clusters` are not (S,) whole numbers, or are all one cluster.

    Examples
    --------
    Words alone: in each segment A matches 4 of 5 and B all, so Δ is 20 in every resample.
    None is as far from 20 as 20 is from 0: p is (0 + 1)/(1000 + 1).

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[5, 5, 4, 5]] * 3), config)
    >>> b = SegmentStatistics(np.array([[5, 5, 5, 5]] * 3), config)
    >>> found = paired_bootstrap(a, b)
    >>> round(found.ci_low, 6), round(found.ci_high, 6), found.p_value == 1 / 1001
    (20.0, 20.0, True)
    """
    a, b = units(stats_a, stats_b, clusters, samples)
    counts = resample_counts(len(a.matrix), samples, seed)
    drawn = products(counts, np.hstack([a.matrix, b.matrix]), samples, progress)
    return bootstrap_of(a, b, drawn, seed, clusters is not None)


def bootstrap_of(
    a: AdditiveMetric,
    b: AdditiveMetric,
    drawn: FloatArray,
    seed: int,
    clustered: bool,
) -> Bootstrap:
    """The interval from units whose samples have been drawn.

    `drawn` is (samples, 2K): the sums of A's statistics, and of B's beside them.
    """
    width = a.matrix.shape[1]
    deltas = a.scores(drawn[:, width:]) - a.scores(drawn[:, :width])
    return bootstrap_of_deltas(a, b, deltas, seed, clustered)


def bootstrap_of_deltas(
    a: AdditiveMetric, b: AdditiveMetric, deltas: FloatArray, seed: int, clustered: bool
) -> Bootstrap:
    """The interval from units whose samples have been drawn and scored, (samples,)."""
    number = len(a.matrix)
    delta, rounding = observed(a, b)
    low, high = interval(deltas, number, clustered)  # raises where there is none to be told
    wider = widening(number) if clustered else 1
    p_value = p_of(wider * np.abs(deltas - delta) >= abs(delta) - rounding)
    return Bootstrap(low, high, p_value, delta, deltas, seed, number)


def interval(values: FloatArray, number: int, clustered: bool) -> tuple[float, float]:
    """The 95 % interval of what has these values on resamples of `number` units."""
    if clustered and number == 1:
        raise ValueError(significance.one_cluster())
    outside = NormalDist().cdf(-NORMAL * widening(number)) if clustered else 0.025
    low, high = np.percentile(values, [100 * outside, 100 - 100 * outside]).tolist()
    return low, high


def widening(number: int) -> float:
    """How much farther Δ varies over `number` clusters, 2 or more, than over their resamples.

    Resamples of n clusters vary by (n − 1)/n of what they should, and there are
    n − 1 degrees of freedom to tell by how much: √(n/(n−1))·t where 1.96 is taken
    (Hesterberg 2015, "What teachers should know about the bootstrap", section 3.3:
    the expanded percentile interval).

    >>> round(widening(10), 3), round(widening(100), 3)
    (1.217, 1.017)
    """
    number = min(number, 1_000)  # from there on it is 1 but for 0.2 %
    return math.sqrt(number / (number - 1)) * student_limit(0.95, number - 1) / NORMAL


def sacrebleu_bootstrap_p(
    stats_a: Additive,
    stats_b: Additive,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> float:
    """The p of sacreBLEU's paired bootstrap test, for comparison only.

    It counts samples with |Δ*| − mean|Δ*| > |Δ|, as Moses' script did. That
    centres the size of Δ* and not Δ*, so the distribution comes out too narrow:
    at a nominal 5 % it rejects 10 % of true nulls on 250 segments, 18 % on 30
    (tests/benchmarks/calibration.txt).

    Equal to sacreBLEU's p. (Under numpy 2 it computes precisions of samples in
    single precision: a sample within 0.00001 BLEU of the limit may count there
    and not here.)

    >>> from bleu_core import segment_statistics
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> a = segment_statistics(reference, [reference])
    >>> b = segment_statistics([line.replace("home", "back") for line in reference], [reference])
    >>> round(sacrebleu_bootstrap_p(a, b), 4)
    0.001
    """
    return paired_bootstrap(stats_a, stats_b, samples, seed).sacrebleu_p_value
