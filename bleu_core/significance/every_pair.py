"""Every pair of several systems, and each system, resampled by the same draws.

The sums that a trial moves between two systems are a product of its mask with the statistics of
each, so one product with the statistics of all systems serves all pairs. So does one for the
bootstrap, whose samples are scored once per system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress, part_of
from bleu_core.metrics.additive import Additive
from bleu_core.significance.bootstrap import Bootstrap, bootstrap_of_deltas, interval
from bleu_core.significance.randomization import Randomization, randomization_of
from bleu_core.significance.resampling import (
    SAMPLES,
    SEED,
    TRIALS,
    products,
    resample_counts,
    swap_masks,
    units,
)


@dataclass(frozen=True, eq=False)
class EveryPair:
    """The tests of all pairs of K systems.

    Attributes
    ----------
    tests : dict from (i, j), i < j, to (Randomization, Bootstrap)
        System i as A and j as B; equal to the two tests of this pair alone.
    intervals : list of K (low, high)
        The 95 % bootstrap interval of each system's score.
    units : int
        The number of segments, or clusters, resampled.
    """

    tests: dict[tuple[int, int], tuple[Randomization, Bootstrap]]
    intervals: list[tuple[float, float]]
    units: int


def resample_every_pair(
    systems: Sequence[Additive],
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    clusters: ArrayLike | None = None,
    progress: Progress | None = None,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> EveryPair:
    """Randomization and bootstrap of every pair of K systems on the same segments.

    The draws depend only on the seed and the number of units, so each p equals that of
    `paired_approximate_randomization` for the pair, and by segment sacreBLEU's. (Fractional
    statistics are summed in another order: they agree to about 1e-15.)

    Parameters
    ----------
    systems : list of K SegmentStatistics, or of another AdditiveMetric, one or more
        On the same S segments, under the same settings; each (S, C).
    trials, samples, seed, clusters, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.
    pairs : list of (i, j), optional
        Only these pairs, for example each run with the next.

    Raises
    ------
    ValueError
        As in these two functions.

    Notes
    -----
    Memory: two copies of the statistics as float64, 16 · S · K · C bytes, and
    16 · (trials + samples) · K · C for their products: 26 MB for 16 systems and 10,000 trials of
    BLEU up to order 4 (C = 10). Each pair keeps Δ of each sample, 8 · samples bytes.

    Examples
    --------
    Words only: in each of 40 segments the second matches one more word of ten, and the third
    equals the second.

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> rows = [[[10, 10, 8, 10]] * 40, [[10, 10, 9, 10]] * 40, [[10, 10, 9, 10]] * 40]
    >>> result = resample_every_pair([SegmentStatistics(np.array(r), config) for r in rows])
    >>> {pair: float(f"{test.p_value:.1g}") for pair, (test, _) in result.tests.items()}
    {(0, 1): 0.0001, (0, 2): 0.0001, (1, 2): 1.0}
    >>> [round(end, 6) for end in result.intervals[1]]
    [90.0, 90.0]
    """
    first, size = systems[0], len(systems)
    grouped = [units(first, stats, clusters, min(trials, samples))[1] for stats in systems]
    number, width = grouped[0].matrix.shape
    matrix = np.hstack([stats.matrix for stats in grouped])
    # Samples take some four times as long to draw as trials.
    share = 0.5 * trials / (trials + 4 * samples)
    trial_sums = products(
        swap_masks(number, trials, seed), matrix, trials, part_of(progress, 0, share)
    )
    sample_sums = products(
        resample_counts(number, samples, seed), matrix, samples, part_of(progress, share, 0.5)
    )
    # (K, C, trials): scoring is fastest if each statistic is contiguous over trials.
    moved = np.ascontiguousarray(trial_sums.T).reshape(size, width, trials)
    drawn = sample_sums.reshape(samples, size, width)
    scores = [stats.scores(drawn[:, k]) for k, stats in enumerate(grouped)]
    clustered = clusters is not None

    def test(pair: tuple[int, int]) -> tuple[Randomization, Bootstrap]:
        i, j = pair
        a, b = grouped[i], grouped[j]
        return (
            randomization_of(a, b, (moved[i] - moved[j]).T, seed),
            bootstrap_of_deltas(a, b, scores[j] - scores[i], seed, clustered),
        )

    pairs = list(combinations(range(size), 2)) if pairs is None else pairs
    rest = part_of(progress, 0.5, 1)
    tests = {}
    for done, (pair, result) in enumerate(zip(pairs, in_order(test, pairs), strict=True), 1):
        tests[pair] = result
        if rest is not None:
            rest(done / len(pairs))
    return EveryPair(tests, [interval(row, number, clustered) for row in scores], number)
