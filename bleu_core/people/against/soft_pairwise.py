"""Soft pairwise accuracy: is a metric as sure as people are of which of two systems is better?

Thompson, Mathur, Deutsch and Khayrallah 2024, "Improving Statistical Significance in Human
Evaluation of Automatic Metrics via Soft Pairwise Accuracy": 1 less the mean of |p_people −
p_metric| over all pairs of systems, p being that of a one-sided paired permutation test. Their
metrics are means of segments' scores; here the outputs are exchanged and any additive metric is
counted anew, corpus BLEU too. Of a mean it is the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bleu_core.common.progress import Progress, part_of
from bleu_core.metrics.additive import Additive, FloatArray, score_of
from bleu_core.people.against.correlation import pairs_of
from bleu_core.people.against.standings import Against
from bleu_core.significance import ROUNDING, SEED, swap_masks
from bleu_core.significance.resampling import products

# As many as the paper has.
PERMUTATIONS = 1_000


@dataclass(frozen=True, eq=False)
class Confidence:
    """How sure the metric and people are of each pair of systems i < j (`pairs_of`).

    Attributes
    ----------
    metric, people : (P,) arrays
        p of the one-sided test that i is better than j: near 0 where it is, near 1 where j is.
        NaN where no segment of both was judged.
    """

    metric: FloatArray
    people: FloatArray

    @property
    def distances(self) -> FloatArray:
        """(P,) how far apart the two are on each pair."""
        return np.abs(self.metric - self.people)

    @property
    def soft_accuracy(self) -> float:
        """1 less the mean distance; NaN where no pair has one."""
        found = self.distances[~np.isnan(self.distances)]
        return float(1 - found.mean()) if found.size else float("nan")


def confidence(
    held: Against,
    trials: int = PERMUTATIONS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Confidence:
    """How sure a metric and people are, pair by pair, on the segments where both were judged.

    Metric and people have the same exchanges. Where all systems were judged on all segments,
    these are drawn once for all pairs, as in the authors' program.

    Parameters
    ----------
    held : Against
    trials, seed : int
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.
    """
    sides = (held.metric, held.signs[0]), (held.said, held.signs[1])
    if held.is_complete:
        found = [
            better_by_chance(systems, sign, trials, seed, part_of(progress, k / 2, (k + 1) / 2))
            for k, (systems, sign) in enumerate(sides)
        ]
        return Confidence(*found)
    one_by_one = np.full((2, held.pairs), np.nan)
    for place, (i, j) in enumerate(zip(*pairs_of(len(held)), strict=True)):
        both = held.there[i] & held.there[j]
        if both.any():
            for side, (systems, sign) in enumerate(sides):
                pair = [systems[k].with_rows(systems[k].matrix[both]) for k in (i, j)]
                one_by_one[side, place] = better_by_chance(pair, sign, trials, seed)[0]
        if progress is not None:
            progress((place + 1) / held.pairs)
    return Confidence(*one_by_one)


def better_by_chance(
    systems: Sequence[Additive],
    sign: int,
    trials: int = PERMUTATIONS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> FloatArray:
    """(P,) for each pair i < j the share of exchanges in which i is better than j by as much.

    An exchange gives each segment's outputs of i and j to two pseudo-systems at random. One by
    which i is better by exactly as much counts half: so p of (j, i) is 1 − p of (i, j).

    Parameters
    ----------
    systems : list of K AdditiveMetric
        Of the same segments, (n, C) each.
    sign : int
        −1 where lower is better.
    trials, seed, progress
        As in `confidence`.
    """
    size, width = systems[0].matrix.shape
    matrix = np.hstack([one.matrix for one in systems])
    moved = products(swap_masks(size, trials, seed), matrix, trials, progress)
    moved = moved.reshape(trials, len(systems), width)
    sums = [one.matrix.sum(axis=0) for one in systems]
    scores = [score_of(one) for one in systems]
    found = []
    for i, j in zip(*pairs_of(len(systems)), strict=True):
        exchanged = moved[:, i] - moved[:, j]
        first, second = (
            systems[i].scores(rows) for rows in (sums[j] + exchanged, sums[i] - exchanged)
        )
        beyond = sign * (first - second) - sign * (scores[i] - scores[j])
        alike = np.abs(beyond) <= ROUNDING * max(abs(scores[i]), abs(scores[j]))
        found.append(np.where(alike, 0.5, beyond > 0).mean())
    return np.array(found)
