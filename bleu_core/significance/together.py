"""Several pairs on the same segments, resampled by the same draws.

Their resamples can be compared one by one, and the draws, which take as long as the rest of the
work, are made once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.common.progress import Progress, part_of
from bleu_core.metrics.additive import Additive, FloatArray
from bleu_core.significance.bootstrap import Bootstrap, bootstrap_of
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
class Resampled(Generic[Additive]):
    """The resamples of a pair as sums, which can be scored under other settings.

    Attributes
    ----------
    a, b : AdditiveMetric
        Statistics of the units: segments, or documents.
    exchanged : (trials, K) array
        The sums that each trial moves: see `randomization_of`.
    drawn : (samples, 2K) array
        The sums of each sample: see `bootstrap_of`.
    seed : int
    clustered : bool
        Whether the units are clusters.
    """

    a: Additive
    b: Additive
    exchanged: FloatArray
    drawn: FloatArray
    seed: int
    clustered: bool

    def tests(self) -> tuple[Randomization, Bootstrap]:
        """Equal to the two tests of this pair alone."""
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
) -> list[Resampled[Additive]]:
    """Trials and samples of pairs that have the same segments.

    A pair may lack some segments: its statistics are 0 there.

    Parameters
    ----------
    pairs : list of pairs of SegmentStatistics, or of another AdditiveMetric
        Under any settings, with any number of columns.
    trials, samples, seed, clusters, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.

    Notes
    -----
    Memory: five times that of all the statistics.

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
    resampled = [units(a, b, clusters, min(trials, samples)) for a, b in pairs]
    size = len(resampled[0][0].matrix)
    columns = np.cumsum([a.matrix.shape[1] for a, _ in resampled])[:-1]
    both = [np.hstack([a.matrix, b.matrix]) for a, b in resampled]
    differences = [a.matrix - b.matrix for a, b in resampled]
    # Samples take some four times as long as trials.
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
            np.split(exchanged, columns, axis=1),
            np.split(drawn, 2 * columns, axis=1),
            strict=True,
        )
    ]
