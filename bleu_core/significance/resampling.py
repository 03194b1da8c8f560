"""Resampling: units, sacreBLEU's draws and their products; the delete-one jackknife."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress
from bleu_core.common.rounding import ROUNDING
from bleu_core.common.stats import student_limit
from bleu_core.messages import scoring
from bleu_core.messages.lines import no_segments
from bleu_core.metrics.additive import Additive, AdditiveMetric, FloatArray, require_pair, score_of

# Resamples per block, for few units and for many.
DRAWS, ROWS = 1 << 17, 16

# Number of units from which threads pay off.
MANY = 20_000

# OpenBLAS starts threads for larger products. So thin a matrix gains nothing from them, and on a
# busy machine waiting for them took five times as long as the work.
MULTIPLICATIONS = 1 << 18


def resampling_units(
    stats_a: Additive, stats_b: Additive, clusters: ArrayLike | None, repetitions: int
) -> tuple[Additive, Additive]:
    """The statistics of the units that are resampled: segments, or the sum of each cluster.

    Clusters are in the order of their first segments, so that only their grouping matters, not
    their numbers.
    """
    require_pair(stats_a, stats_b)
    size = len(stats_a.matrix)
    if not size:
        raise ValueError(no_segments("The test set"))
    if repetitions < 1:
        raise ValueError(scoring.must_be("trials or samples", repr(repetitions), "at least 1"))
    if clusters is None:
        return stats_a, stats_b
    number = np.asarray(clusters)
    if number.shape != (size,):
        expected = f"one number per segment, of shape {(size,)}"
        raise ValueError(scoring.must_be("clusters", f"of shape {number.shape}", expected))
    if not np.issubdtype(number.dtype, np.integer):
        expected = "whole numbers, the same for all segments of a document"
        raise ValueError(scoring.must_be("clusters", f"of type {number.dtype}", expected))
    _, first, inverse = np.unique(number, return_index=True, return_inverse=True)
    order = np.argsort(first[inverse], kind="stable")
    starts = np.flatnonzero(np.diff(first[inverse][order], prepend=-1))
    a, b = (
        stats.with_rows(np.add.reduceat(stats.matrix[order], starts, axis=0))
        for stats in (stats_a, stats_b)
    )
    return a, b


def swap_masks(units: int, trials: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    """Random bits by blocks of trials, (rows, units) each.

    Together they are `default_rng(seed).integers(2, size=(trials, units), dtype=bool)`,
    sacreBLEU's draws, which numpy takes from the generator's words, lowest bit first. Taking them
    from the words directly needs only the memory of a block, and a tenth of the time.
    """
    words = np.random.default_rng(seed).bit_generator
    spare = np.empty(0, np.uint8)
    for rows in _blocks(trials, units):
        size = rows * units
        raw = np.asarray(words.random_raw(-(-(size - len(spare)) // 64)), "<u8")
        bits = np.concatenate([spare, np.unpackbits(raw.view(np.uint8), bitorder="little")])
        yield bits[:size].reshape(rows, units)
        spare = bits[size:]


def resample_counts(units: int, samples: int, seed: int) -> Iterator[NDArray[np.integer]]:
    """How often each resample has each unit, by blocks of samples, (rows, units) each.

    The draws are those of `default_rng(seed).choice(units, size=(samples, units))`.
    """
    rng = np.random.default_rng(seed)
    for rows in _blocks(samples, units):
        if units >= MANY:
            # Row by row, in bytes: the counts stay within a processor's cache.
            counted = (np.bincount(rng.choice(units, units), minlength=units) for _ in range(rows))
            yield np.stack([row.astype(np.min_scalar_type(row.max())) for row in counted])
            continue
        drawn = rng.choice(units, size=(rows, units))
        drawn += units * np.arange(rows)[:, None]
        yield np.bincount(drawn.ravel(), minlength=rows * units).reshape(rows, units)


def _blocks(rows: int, units: int) -> Iterator[int]:
    size = max(ROWS, DRAWS // units)
    for start in range(0, rows, size):
        yield min(size, rows - start)


def multiply_blocks(
    blocks: Iterator[NDArray[np.integer]],
    matrix: NDArray[np.number],
    rows: int,
    progress: Progress | None,
) -> FloatArray:
    """Stacked blocks (rows, units) times the matrix (units, columns)."""
    single, double = matrix.astype(np.float32), matrix.astype(np.float64)
    largest = np.abs(matrix).max(initial=0) if np.issubdtype(matrix.dtype, np.integer) else np.inf

    def product(block: NDArray[np.integer]) -> FloatArray:
        width = max(1, MULTIPLICATIONS // (len(block) * matrix.shape[1]))
        # Sums of whole numbers are exact in any order, below 2^24, or 2^53 in float64.
        small = largest * width * block.max(initial=0) < 1 << 24
        factor: NDArray[Any] = single if small else double
        sums = np.zeros((len(block), matrix.shape[1]))
        for left in range(0, len(matrix), width):
            tile = block[:, left : left + width].astype(factor.dtype)
            sums += tile @ factor[left : left + width]
        return sums

    stacked, end = np.zeros((rows, matrix.shape[1])), 0
    # While blocks are drawn, earlier ones are multiplied.
    for part in (in_order if len(matrix) >= MANY else map)(product, blocks):
        start, end = end, end + len(part)
        stacked[start:end] = part
        if progress is not None and end * 100 // rows > start * 100 // rows:
            progress(end / rows)
    return stacked


def observed_delta(stats_a: AdditiveMetric, stats_b: AdditiveMetric) -> tuple[float, float]:
    """Δ, and its possible rounding error."""
    score_a, score_b = score_of(stats_a), score_of(stats_b)
    return score_b - score_a, ROUNDING * max(abs(score_a), abs(score_b))


def resampling_p(extreme: NDArray[np.bool_]) -> float:
    """The p-value, from which resamples are at least as extreme as the observed Δ."""
    # The observed assignment is one of those possible, so p is never 0 (Phipson and Smyth 2010).
    return (int(extreme.sum()) + 1) / (len(extreme) + 1)


def smallest_p(trials: int, units: int) -> float:
    """The smallest p that a randomization test can give, about.

    n units have 2^n exchanges, of which two give the observed distance.

    >>> smallest_p(999, 529), smallest_p(9999, 10)
    (0.001, 0.001953125)
    """
    return max(1 / (trials + 1), 2.0 ** (1 - units))


# Size of the steps of `influence`, relative to each statistic.
STEP = 1e-3


def influence(a: AdditiveMetric, b: AdditiveMetric) -> FloatArray:
    """How much each unit adds to Δ, (n,) points, to first order: Δ of a resample is about Δ + sum.

    The derivative of the score by each statistic, times the unit's statistics (the infinitesimal
    jackknife: Efron and Tibshirani 1993, section 21.3); the sum over all units is about 0.
    """
    return b.matrix @ gradient(b) - a.matrix @ gradient(a)


def gradient(stats: AdditiveMetric, sums: FloatArray | None = None) -> FloatArray:
    """Derivatives of the score by the sums of the statistics, (K,), by central differences.

    The sums are those of all units, unless others are given.
    """
    if sums is None:
        sums = stats.matrix.sum(axis=0, dtype=np.float64)
    steps = np.diag(STEP * sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        slopes = (stats.scores(sums + steps) - stats.scores(sums - steps)) / (2 * STEP * sums)
    # A statistic that is 0 in all units is 0 in all resamples.
    return np.where(sums == 0, 0.0, slopes)


# Beyond these degrees of freedom Student's limits equal the normal ones to within 0.3%.
MOST_DEGREES = 1_000


def jackknife_interval(
    stats_a: Additive, stats_b: Additive, coverage: float = 0.95, clusters: ArrayLike | None = None
) -> tuple[float, float]:
    """Compute a confidence interval of Δ from its jackknife standard error: Δ ± t · error.

    The standard error is that of the delete-one jackknife, √((n − 1)/n · Σ(Δ₋ᵢ − mean)²), with Δ₋ᵢ
    computed without unit i. t is Student's, with n − 1 degrees of freedom.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same S segments, under the same settings.
    coverage : float
        Confidence level, 0 to 1: the share of such intervals that contain the true Δ.
    clusters : (S,) whole numbers, optional
        Document of each segment; documents are then the units instead of segments.

    Returns
    -------
    tuple of two floats
        Lower and upper end, in points.

    Raises
    ------
    ValueError
        As in `paired_bootstrap`, and for a single unit.

    References
    ----------
    Efron and Tibshirani (1993), "An Introduction to the Bootstrap", section 11.2.

    Examples
    --------
    Unigrams only, outputs as long as their references: BLEU is a mean, and the jackknife error is
    its standard error. Δ is 10 and 20: 15 ± 12.706 · 7.07/√2, t with one degree of freedom.

    >>> import numpy as np
    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[10, 10, 8, 10], [10, 10, 8, 10]]), config)
    >>> b = SegmentStatistics(np.array([[10, 10, 9, 10], [10, 10, 10, 10]]), config)
    >>> low, high = jackknife_interval(a, b)
    >>> round(low, 2), round(high, 2)
    (-48.53, 78.53)
    """
    delta, error, degrees = jackknife(stats_a, stats_b, clusters)
    half = student_limit(coverage, degrees) * error
    return delta - half, delta + half


def jackknife(
    stats_a: Additive, stats_b: Additive, clusters: ArrayLike | None = None
) -> tuple[float, float, int]:
    """Δ, its jackknife standard error (see `jackknife_interval`), and the degrees of freedom."""
    a, b = resampling_units(stats_a, stats_b, clusters, 1)
    number = len(a.matrix)
    if number == 1:
        raise ValueError(scoring.one_cluster())
    scores_a, scores_b = (stats.scores(stats.matrix.sum(axis=0) - stats.matrix) for stats in (a, b))
    error = (scores_b - scores_a).std() * math.sqrt(number - 1)
    delta, _ = observed_delta(a, b)
    return delta, float(error), min(number - 1, MOST_DEGREES)
