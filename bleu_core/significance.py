"""Is the difference more than chance? Tests that resample the segments of two systems.

All of them need the sufficient statistics alone: a resample is a sum of rows, and
many resamples are a matrix product, done in blocks so that memory stays bounded.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bleu_core.bleu import SegmentStatistics
from bleu_core.encoding import Progress
from bleu_core.formula import bleu_scores
from bleu_core.ledger import require_pair

FloatArray = NDArray[np.float64]

# On fewer segments no claim is made. The bootstrap takes the segments for the whole
# population: at a nominal 5 % it rejects 9 % of true nulls on 20 segments and 13 %
# on 10 (tests/benchmarks/calibration.py).
MIN_SEGMENTS = 30

# Scores that differ by less than this part of them are the same, but for rounding.
ROUNDING = 1e-9

# Resamples drawn at a time, where segments are few and where they are many.
DRAWS, ROWS = 1 << 14, 16

# OpenBLAS starts threads for larger products than this. So thin a matrix gains
# nothing by them, and on a busy machine waiting for them cost five times the work.
MULTIPLICATIONS = 1 << 18


@dataclass(frozen=True)
class Randomization:
    """The result of `paired_approximate_randomization`; `delta` is B − A in BLEU points."""

    p_value: float
    delta: float
    trials: int
    seed: int


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """The result of `paired_bootstrap`.

    Attributes
    ----------
    ci_low, ci_high : float
        The 95 % interval of Δ: the 2.5 and 97.5 percentiles of `deltas`.
    p_value : float
        Two-sided, centred: how often Δ of a resample is as far from Δ as Δ from 0.
    delta : float
        BLEU of B minus BLEU of A.
    deltas : (samples,) array
        Δ of each resample.
    seed : int
    """

    ci_low: float
    ci_high: float
    p_value: float
    delta: float
    deltas: FloatArray
    seed: int

    @property
    def sacrebleu_p_value(self) -> float:
        """The p of sacreBLEU's bootstrap from these resamples: see `sacrebleu_bootstrap_p`."""
        sizes = np.abs(self.deltas)
        return _p_value(sizes - sizes.mean() > abs(self.delta))


def paired_approximate_randomization(
    stats_a: SegmentStatistics,
    stats_b: SegmentStatistics,
    trials: int = 10_000,
    seed: int = 12345,
    progress: Progress | None = None,
) -> Randomization:
    """Test whether the systems could change places, segment by segment (Riezler and Maxwell 2005).

    Each trial exchanges the outputs of A and B in a random half of the segments;
    p = (#{|Δ*| ≥ |Δ|} + 1) / (trials + 1), two-sided. The draws are those of
    sacreBLEU 2 for the same seed, and so is p, except that sacreBLEU leaves out
    trials with |Δ*| = |Δ|: it finds any two identical outputs different, where
    p is 1 here. Also, 0 is a seed like any other (to sacreBLEU it means none).

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics
        The baseline and the candidate on the same segments, under the same settings.
    trials, seed : int
    progress : optional
        Called up to 100 times with the part done, 0 to 1; may raise to stop.

    Raises
    ------
    ValueError
        Where the statistics are not of the same segments or settings, or empty.
    """
    _check(stats_a, stats_b, trials)
    masks = swap_masks(len(stats_a), trials, seed)
    a, b = stats_a.matrix, stats_b.matrix
    # Where the mask is set the first pseudo-system has A's segment, elsewhere B's.
    exchanged = _products(masks, a - b, trials, progress)
    sizes = np.abs(
        bleu_scores(b.sum(axis=0) + exchanged, stats_a.config)
        - bleu_scores(a.sum(axis=0) - exchanged, stats_a.config)
    )
    delta, rounding = _delta(stats_a, stats_b)
    return Randomization(_p_value(sizes >= abs(delta) - rounding), delta, trials, seed)


def paired_bootstrap(
    stats_a: SegmentStatistics,
    stats_b: SegmentStatistics,
    samples: int = 1_000,
    seed: int = 12345,
    progress: Progress | None = None,
) -> Bootstrap:
    """Estimate how far Δ would vary on other segments like these (Koehn 2004).

    Each sample draws as many segments as there are, with replacement, and both
    systems' outputs for them. p is centred, as the test of Δ = 0 needs it (Efron
    and Tibshirani 1993, section 16.4): (#{|Δ* − Δ| ≥ |Δ|} + 1) / (samples + 1).
    The draws are those of sacreBLEU 2 for the same seed.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics
        The baseline and the candidate on the same segments, under the same settings.
    samples, seed : int
    progress : optional
        Called up to 100 times with the part done, 0 to 1; may raise to stop.

    Raises
    ------
    ValueError
        Where the statistics are not of the same segments or settings, or empty.
    """
    _check(stats_a, stats_b, samples)
    width = stats_a.matrix.shape[1]
    both = np.hstack([stats_a.matrix, stats_b.matrix])
    sums = _products(resample_counts(len(both), samples, seed), both, samples, progress)
    config = stats_a.config
    deltas = bleu_scores(sums[:, width:], config) - bleu_scores(sums[:, :width], config)
    delta, rounding = _delta(stats_a, stats_b)
    low, high = np.percentile(deltas, [2.5, 97.5]).tolist()
    p_value = _p_value(np.abs(deltas - delta) >= abs(delta) - rounding)
    return Bootstrap(low, high, p_value, delta, deltas, seed)


def sacrebleu_bootstrap_p(
    stats_a: SegmentStatistics, stats_b: SegmentStatistics, samples: int = 1_000, seed: int = 12345
) -> float:
    """The p of sacreBLEU's paired bootstrap test, for comparison only.

    It counts samples with |Δ*| − mean|Δ*| > |Δ|, as Moses' script did. That
    centres the size of Δ* and not Δ*, so the distribution comes out too narrow:
    at a nominal 5 % it rejects 11-13 % of true nulls (tests/benchmarks/calibration.py).

    Equal to sacreBLEU's p. (Under numpy 2 it computes precisions of samples in
    single precision: a sample within 0.00001 BLEU of the limit may count there
    and not here.)
    """
    return paired_bootstrap(stats_a, stats_b, samples, seed).sacrebleu_p_value


def swap_masks(segments: int, trials: int, seed: int) -> Iterator[NDArray[np.uint8]]:
    """Random bits by blocks of trials, (rows, segments) each.

    Together they are `default_rng(seed).integers(2, size=(trials, segments), dtype=bool)`,
    sacreBLEU's draws: numpy takes them from the generator's words, lowest bit
    first. Taken from the words here, they need no more memory than a block, and
    a tenth of the time.
    """
    words = np.random.default_rng(seed).bit_generator
    spare = np.empty(0, np.uint8)
    for rows in _blocks(trials, segments):
        size = rows * segments
        raw = np.asarray(words.random_raw(-(-(size - len(spare)) // 64)), "<u8")
        bits = np.concatenate([spare, np.unpackbits(raw.view(np.uint8), bitorder="little")])
        yield bits[:size].reshape(rows, segments)
        spare = bits[size:]


def resample_counts(segments: int, samples: int, seed: int) -> Iterator[NDArray[np.int64]]:
    """How often each resample has each segment, by blocks of samples, (rows, segments) each.

    The draws are those of `default_rng(seed).choice(segments, size=(samples, segments))`.
    """
    rng = np.random.default_rng(seed)
    for rows in _blocks(samples, segments):
        drawn = rng.choice(segments, size=(rows, segments))
        drawn += segments * np.arange(rows)[:, None]
        yield np.bincount(drawn.ravel(), minlength=rows * segments).reshape(rows, segments)


def _blocks(rows: int, segments: int) -> Iterator[int]:
    size = max(ROWS, DRAWS // segments)
    for start in range(0, rows, size):
        yield min(size, rows - start)


def _products(
    blocks: Iterator[NDArray[np.integer]],
    matrix: NDArray[np.number],
    rows: int,
    progress: Progress | None,
) -> FloatArray:
    """All blocks, one below the other (rows, S), times the matrix (S, columns)."""
    # Exact: sums of whole numbers below 2^53 are, in float64, in any order.
    factor = matrix.astype(np.float64)
    products = np.zeros((rows, factor.shape[1]))
    end = 0
    for block in blocks:
        start, end = end, end + len(block)
        width = max(1, MULTIPLICATIONS // (len(block) * factor.shape[1]))
        for left in range(0, len(factor), width):
            tile = block[:, left : left + width].astype(np.float64)
            products[start:end] += tile @ factor[left : left + width]
        if progress is not None and end * 100 // rows > start * 100 // rows:
            progress(end / rows)
    return products


def _delta(stats_a: SegmentStatistics, stats_b: SegmentStatistics) -> tuple[float, float]:
    """Δ, and how much of it may be rounding."""
    score_a, score_b = stats_a.corpus().score, stats_b.corpus().score
    return score_b - score_a, ROUNDING * max(score_a, score_b)


def _p_value(extreme: NDArray[np.bool_]) -> float:
    # The observed order is one of those possible, so p is never 0 (Phipson and Smyth 2010).
    return (int(extreme.sum()) + 1) / (len(extreme) + 1)


def _check(stats_a: SegmentStatistics, stats_b: SegmentStatistics, repetitions: int) -> None:
    require_pair(stats_a, stats_b)
    if not len(stats_a):
        raise ValueError("There are no segments to resample.")
    if repetitions < 1:
        raise ValueError(f"{repetitions} repetitions were asked for; at least 1 is needed.")
