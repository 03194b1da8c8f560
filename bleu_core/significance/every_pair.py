"""Every pair of several systems, and each system, resampled by the same draws.

What a trial moves from one system to another is a product of its mask with the statistics of
each, so one product with those of all systems side by side serves all pairs. So does one for the
bootstrap.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.additive import Additive
from bleu_core.parallel import in_order
from bleu_core.progress import Progress, part_of
from bleu_core.significance.bootstrap import Bootstrap, bootstrap_of, interval
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
        The 95 % interval of the score of each system.
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

    Parameters
    ----------
    systems : list of K SegmentStatistics, or of another AdditiveMetric
        Of the same segments, under the same settings.
    trials, samples, seed, clusters, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.
    pairs : list of (i, j), optional
        Only these pairs, such as each run and the next.

    Notes
    -----
    Memory: the statistics once more, (trials + samples) × K × their columns × 8 bytes.
    """
    first, size = systems[0], len(systems)
    grouped = [units(first, one, clusters, min(trials, samples))[1] for one in systems]
    number, width = grouped[0].matrix.shape
    matrix = np.hstack([one.matrix for one in grouped])
    moved = products(
        swap_masks(number, trials, seed), matrix, trials, part_of(progress, 0, 0.2)
    ).reshape(trials, size, width)
    drawn = products(
        resample_counts(number, samples, seed), matrix, samples, part_of(progress, 0.2, 0.4)
    ).reshape(samples, size, width)
    clustered = clusters is not None

    def test(pair: tuple[int, int]) -> tuple[Randomization, Bootstrap]:
        a, b = pair
        exchanged = moved[:, a] - moved[:, b]
        sums = np.hstack([drawn[:, a], drawn[:, b]])
        return (
            randomization_of(grouped[a], grouped[b], exchanged, seed),
            bootstrap_of(grouped[a], grouped[b], sums, seed, clustered),
        )

    pairs = list(combinations(range(size), 2)) if pairs is None else pairs
    tests = {}
    rest = part_of(progress, 0.4, 1)
    for done, (pair, found) in enumerate(zip(pairs, in_order(test, pairs), strict=True), 1):
        tests[pair] = found
        if rest is not None:
            rest(done / len(pairs))
    intervals = [
        interval(one.scores(drawn[:, k]), number, clustered) for k, one in enumerate(grouped)
    ]
    return EveryPair(tests, intervals, number)
