"""Several pairs on the same segments, resampled by the same draws.

Their resamples can be set against each other one by one, and the draws, which
take as long as what is done with them, are made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.bleu import SegmentStatistics
from bleu_core.progress import Progress, part_of
from bleu_core.significance.bootstrap import Bootstrap, bootstrap_of
from bleu_core.significance.randomization import Randomization, randomization_of
from bleu_core.significance.resampling import (
    SAMPLES,
    SEED,
    TRIALS,
    FloatArray,
    Pair,
    products,
    resample_counts,
    swap_masks,
    units,
)


@dataclass(frozen=True, eq=False)
class Resampled:
    """The resamples of a pair, still as sums: they can be scored under any smoothing.

    Attributes
    ----------
    a, b : SegmentStatistics
        Of the units: segments, or documents.
    exchanged : (trials, 2 + 2N) array
        What each trial moves: see `randomization_of`.
    drawn : (samples, 2 · (2 + 2N)) array
        What each sample sums to: see `bootstrap_of`.
    seed : int
    clustered : bool
        Whether the units are clusters.
    """

    a: SegmentStatistics
    b: SegmentStatistics
    exchanged: FloatArray
    drawn: FloatArray
    seed: int
    clustered: bool

    @property
    def needs_smoothing(self) -> bool:
        """Whether an order is without a match in some resample, or in what was observed.

        Where none is, no smoothing but "add-k" changes anything.
        """
        a, b = self.a.matrix.sum(axis=0), self.b.matrix.sum(axis=0)
        drawn_a, drawn_b = np.split(self.drawn, 2, axis=1)
        every = (a[None, :], b[None, :], b + self.exchanged, a - self.exchanged, drawn_a, drawn_b)
        matched = slice(2, 2 + self.a.config.max_ngram_order)
        return any((rows[:, matched] == 0).any() for rows in every)

    def tests(self, **settings: object) -> tuple[Randomization, Bootstrap]:
        """Equal to the two tests of this pair alone; `settings` as `rescored` takes them."""
        a, b = (stats.rescored(**settings) for stats in (self.a, self.b))
        return (
            randomization_of(a, b, self.exchanged, self.seed),
            bootstrap_of(a, b, self.drawn, self.seed, self.clustered),
        )


def resample_together(
    pairs: Sequence[Pair],
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    clusters: ArrayLike | None = None,
    progress: Progress | None = None,
) -> list[Resampled]:
    """Trials and samples of pairs that have the same segments.

    A pair may lack some of them: its statistics are 0 there.

    Parameters
    ----------
    pairs : list of pairs of SegmentStatistics
        All of the same order N.
    trials, samples, seed, clusters, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.

    Notes
    -----
    Memory: five times that of all the statistics.
    """
    resampled = [units(a, b, clusters, min(trials, samples)) for a, b in pairs]
    size = len(resampled[0][0])
    both = [np.hstack([a.matrix, b.matrix]) for a, b in resampled]
    differences = [a.matrix - b.matrix for a, b in resampled]
    # Of the same number, samples take some four times as long as trials.
    share = trials / (trials + 4 * samples)
    exchanged = products(
        swap_masks(size, trials, seed),
        np.hstack(differences),
        trials,
        part_of(progress, 0, share),
    )
    drawn = products(
        resample_counts(size, samples, seed),
        np.hstack(both),
        samples,
        part_of(progress, share, 1),
    )
    return [
        Resampled(a, b, moved, sums, seed, clusters is not None)
        for (a, b), moved, sums in zip(
            resampled,
            np.split(exchanged, len(pairs), axis=1),
            np.split(drawn, len(pairs), axis=1),
            strict=True,
        )
    ]
