"""Several pairs on the same segments, tested with the same random draws.

Their resamples can be compared one by one, and the draws, which take half of the time, are made
only once. For every pair of K systems, one product of the masks with the statistics of all systems
side by side serves all pairs; bootstrap samples are scored once per system.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.common.trials import SAMPLES, SEED, TRIALS
from bleu_core.metrics.additive import Additive, FloatArray
from bleu_core.significance.paired_tests import (
    Bootstrap,
    Randomization,
    bootstrap_interval,
    bootstrap_of,
    bootstrap_of_deltas,
    errors_within,
    randomization_of,
)
from bleu_core.significance.resampling import (
    MANY,
    gradient,
    multiply_blocks,
    resample_counts,
    resampling_units,
    swap_masks,
)


@dataclass(frozen=True, eq=False)
class PairResamples(Generic[Additive]):
    """Resamples of a pair as sums of statistics, which can be scored under other settings."""

    # Statistics of the units: segments, or documents.
    a: Additive
    b: Additive
    exchanged: FloatArray  # (trials, K): the sums that each trial moves: see `randomization_of`
    drawn: FloatArray  # (samples, 2K): the sums of each sample: see `bootstrap_of`
    seed: int
    clustered: bool  # Whether the units are clusters

    def tests(self) -> tuple[Randomization, Bootstrap]:
        """The two tests, equal to those of this pair alone."""
        return (
            randomization_of(self.a, self.b, self.exchanged, self.seed),
            bootstrap_of(self.a, self.b, self.drawn, self.seed, self.clustered),
        )


def resample_together(
    pairs: Sequence[tuple[Additive, Additive]],
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    clusters: ArrayLike | None = None,
    progress: Progress | None = None,
) -> list[PairResamples[Additive]]:
    """Resample several pairs on the same segments with the same draws.

    Resample i of one pair has the same segments as resample i of another, so they can be compared
    one by one. A pair may lack some segments: its statistics are 0 there.

    Parameters
    ----------
    pairs : list of pairs of SegmentStatistics, or of another AdditiveMetric
        Baseline and candidate on the same S segments. Settings and columns may differ between
        pairs.
    trials, samples, seed, clusters, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.

    Returns
    -------
    list of PairResamples
        One per pair; `.tests()` gives its `Randomization` and `Bootstrap`.

    Notes
    -----
    Memory: five times that of all statistics.

    Examples
    --------
    >>> from bleu_core import paired_approximate_randomization, segment_statistics
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> a = segment_statistics([line.replace("home", "back") for line in reference], [reference])
    >>> b = segment_statistics(reference, [reference])
    >>> one, other = resample_together([(a, b), (b, a)], trials=1000)
    >>> one.tests()[0] == paired_approximate_randomization(a, b, trials=1000)
    True
    >>> [round(draws.tests()[0].delta, 2) for draws in (one, other)]
    [84.89, -84.89]
    """
    resampled = [resampling_units(a, b, clusters, min(trials, samples)) for a, b in pairs]
    size = len(resampled[0][0].matrix)
    columns = np.cumsum([a.matrix.shape[1] for a, _ in resampled])[:-1]
    both = [np.hstack([a.matrix, b.matrix]) for a, b in resampled]
    differences = [a.matrix - b.matrix for a, b in resampled]
    # Samples take some four times as long as trials.
    share = trials / (trials + 4 * samples)
    exchanged = multiply_blocks(
        swap_masks(size, trials, seed),
        np.hstack(differences),
        trials,
        sub_progress(progress, 0, share),
    )
    drawn = multiply_blocks(
        resample_counts(size, samples, seed),
        np.hstack(both),
        samples,
        sub_progress(progress, share, 1),
    )
    return [
        PairResamples(a, b, moved, sums, seed, clusters is not None)
        for (a, b), moved, sums in zip(
            resampled,
            np.split(exchanged, columns, axis=1),
            np.split(drawn, 2 * columns, axis=1),
            strict=True,
        )
    ]


def resample_every_pair(
    systems: Sequence[Additive],
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    clusters: ArrayLike | None = None,
    progress: Progress | None = None,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> tuple[dict[tuple[int, int], tuple[Randomization, Bootstrap]], list[tuple[float, float]]]:
    """Randomization and bootstrap of every pair of K systems on the same segments.

    Returns the two tests of each pair (i, j), of system i as A and j as B, and the 95% bootstrap
    interval of each system's score.

    The draws depend only on the seed and the number of units, so each p equals that of
    `paired_approximate_randomization` for the pair, and by segment sacreBLEU's. (Fractional
    statistics are summed in another order: they agree to about 1e-15.)

    Systems have the same S segments and settings, each (S, C); `pairs` are (i, j), by default all.
    The rest, and errors, as in `paired_approximate_randomization` and `paired_bootstrap`.

    Memory: two copies of the statistics as float64, 16 · S · K · C bytes, and
    16 · (trials + samples) · K · C for their products: 26 MB for 16 systems and 10,000 trials of
    BLEU up to order 4 (C = 10). Each pair keeps Δ of each sample and its error, 16 · samples bytes.
    Below 20,000 units, one more column for each pair is drawn.
    """
    first, size = systems[0], len(systems)
    grouped = [
        resampling_units(first, stats, clusters, min(trials, samples))[1] for stats in systems
    ]
    number, width = grouped[0].matrix.shape
    matrix = np.hstack([stats.matrix for stats in grouped])
    pairs = list(combinations(range(size), 2)) if pairs is None else pairs
    slopes = [gradient(stats) for stats in grouped]
    squares = np.empty((number, 0))
    if number < MANY:
        own = [stats.matrix @ slope for stats, slope in zip(grouped, slopes, strict=True)]
        squares = np.column_stack([(own[j] - own[i]) ** 2 for i, j in pairs])
    # Samples take some four times as long to draw as trials.
    share = 0.5 * trials / (trials + 4 * samples)
    trial_sums = multiply_blocks(
        swap_masks(number, trials, seed), matrix, trials, sub_progress(progress, 0, share)
    )
    sample_sums = multiply_blocks(
        resample_counts(number, samples, seed), np.hstack([matrix, squares]), samples,
        sub_progress(progress, share, 0.5),
    )  # fmt: skip
    sample_sums, squares_drawn = np.split(sample_sums, [size * width], axis=1)
    # (K, C, trials): scoring is fastest if each statistic is contiguous over trials.
    moved = np.ascontiguousarray(trial_sums.T).reshape(size, width, trials)
    drawn = sample_sums.reshape(samples, size, width)
    scores = [stats.scores(drawn[:, k]) for k, stats in enumerate(grouped)]
    influences = [drawn[:, k] @ slope for k, slope in enumerate(slopes)]
    clustered = clusters is not None

    def test(place: int) -> tuple[Randomization, Bootstrap]:
        i, j = pairs[place]
        a, b = grouped[i], grouped[j]
        errors = None
        if number < MANY:
            moves = influences[j] - influences[i]
            errors = errors_within(moves, squares_drawn[:, place], number)
        return (
            randomization_of(a, b, (moved[i] - moved[j]).T, seed),
            bootstrap_of_deltas(a, b, scores[j] - scores[i], seed, clustered, errors),
        )

    rest = sub_progress(progress, 0.5, 1)
    tests = {}
    results = zip(pairs, in_order(test, range(len(pairs))), strict=True)
    for done, (pair, result) in enumerate(results, 1):
        tests[pair] = result
        if rest is not None:
            rest(done / len(pairs))
    return tests, [bootstrap_interval(row, number, clustered) for row in scores]
