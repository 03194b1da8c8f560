"""Every pair of several systems, and each system, resampled by the same draws.

What a trial moves from one system to another is a product of its mask with the statistics of
each, so one product with those of all systems side by side serves all pairs. So does one for the
bootstrap, whose samples are scored once a system.
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
        Of system i as A and j as B: each equal to the two tests of this pair alone.
    intervals : list of K (low, high)
        The 95 % bootstrap interval of the score of each system.
    units : int
        How many segments, or clusters, were resampled.
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

    The draws depend on the seed and the number of units only, so that each p is exactly that
    of `paired_approximate_randomization` of the pair, and by segment sacreBLEU's. (Statistics
    that are fractions are summed in another order than there: to some 1e-15 of their size.)

    Parameters
    ----------
    systems : list of K SegmentStatistics, or of another AdditiveMetric, one or more
        Of the same S segments, under the same settings; each (S, C).
    trials, samples, seed, clusters, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.
    pairs : list of (i, j), optional
        Only these pairs, such as each run and the next.

    Raises
    ------
    ValueError
        As in these two.

    Notes
    -----
    Memory: the statistics twice over, as float64, 16 · S · K · C bytes; and
    16 · (trials + samples) · K · C for their products: 26 MB for 16 systems and 10,000 trials
    of BLEU up to order 4 (C = 10). Of each pair Δ of each sample is kept, 8 · samples bytes.

    Examples
    --------
    Words alone: in each of 40 segments the second matches one word more of ten, and the third
    is the second once more.

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> rows = [[[10, 10, 8, 10]] * 40, [[10, 10, 9, 10]] * 40, [[10, 10, 9, 10]] * 40]
    >>> found = resample_every_pair([SegmentStatistics(np.array(r), config) for r in rows])
    >>> {pair: float(f"{test.p_value:.1g}") for pair, (test, _) in found.tests.items()}
    {(0, 1): 0.0001, (0, 2): 0.0001, (1, 2): 1.0}
    >>> [round(end, 6) for end in found.intervals[1]]
    [90.0, 90.0]
    """
    first, size = systems[0], len(systems)
    grouped = [units(first, one, clusters, min(trials, samples))[1] for one in systems]
    number, width = grouped[0].matrix.shape
    matrix = np.hstack([one.matrix for one in grouped])
    # Of the same number, samples take some four times as long to draw as trials.
    share = 0.5 * trials / (trials + 4 * samples)
    trial_sums = products(
        swap_masks(number, trials, seed), matrix, trials, part_of(progress, 0, share)
    )
    sample_sums = products(
        resample_counts(number, samples, seed), matrix, samples, part_of(progress, share, 0.5)
    )
    # (K, C, trials): a statistic of all trials is contiguous, as it is scored quickest.
    moved = np.ascontiguousarray(trial_sums.T).reshape(size, width, trials)
    drawn = sample_sums.reshape(samples, size, width)
    scores = [one.scores(drawn[:, k]) for k, one in enumerate(grouped)]
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
    for done, (pair, found) in enumerate(zip(pairs, in_order(test, pairs), strict=True), 1):
        tests[pair] = found
        if rest is not None:
            rest(done / len(pairs))
    return EveryPair(tests, [interval(one, number, clustered) for one in scores], number)
