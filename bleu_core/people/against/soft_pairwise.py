"""Soft pairwise accuracy: is a metric as certain as people about which system is better?

Thompson, Mathur, Deutsch and Khayrallah 2024, "Improving Statistical Significance in Human
Evaluation of Automatic Metrics via Soft Pairwise Accuracy": 1 minus the mean of |p_people −
p_metric| over all pairs of systems, with p of a one-sided paired permutation test. Their metrics
are means of segment scores; here the outputs are exchanged and any additive metric, corpus BLEU
included, is recomputed. For a mean both are the same.
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

# As in the paper.
PERMUTATIONS = 1_000


@dataclass(frozen=True, eq=False)
class Confidence:
    """One-sided p-values of metric and people for each pair of systems i < j (`pairs_of`).

    Attributes
    ----------
    metric, people : (P,) arrays
        p of the one-sided test that i is better than j: near 0 if i is better, near 1 if j is. NaN
        if no segment of both was judged.
    """

    metric: FloatArray
    people: FloatArray

    @property
    def distances(self) -> FloatArray:
        """(P,) |p_people − p_metric| of each pair."""
        return np.abs(self.metric - self.people)

    @property
    def soft_accuracy(self) -> float:
        """1 minus the mean distance; NaN if no pair has one."""
        defined = self.distances[~np.isnan(self.distances)]
        return float(1 - defined.mean()) if defined.size else float("nan")


def confidence(
    versus: Against,
    trials: int = PERMUTATIONS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Confidence:
    """P-values of metric and people, pair by pair, on segments where both were judged.

    Metric and people use the same exchanges. If all systems were judged on all segments, these are
    drawn once for all pairs, as in the authors' program.

    Parameters
    ----------
    versus : Against
    trials, seed : int
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.
    """
    sides = (versus.metric, versus.signs[0]), (versus.human, versus.signs[1])
    if versus.is_complete:
        result = [
            better_by_chance(systems, sign, trials, seed, part_of(progress, k / 2, (k + 1) / 2))
            for k, (systems, sign) in enumerate(sides)
        ]
        return Confidence(*result)
    one_by_one = np.full((2, versus.pairs), np.nan)
    for place, (i, j) in enumerate(zip(*pairs_of(len(versus)), strict=True)):
        both = versus.is_judged[i] & versus.is_judged[j]
        if both.any():
            for side, (systems, sign) in enumerate(sides):
                pair = [systems[k].with_rows(systems[k].matrix[both]) for k in (i, j)]
                one_by_one[side, place] = better_by_chance(pair, sign, trials, seed)[0]
        if progress is not None:
            progress((place + 1) / versus.pairs)
    return Confidence(*one_by_one)


def better_by_chance(
    systems: Sequence[Additive],
    sign: int,
    trials: int = PERMUTATIONS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> FloatArray:
    """(P,) for each pair i < j the share of exchanges in which i wins by as much as observed.

    An exchange assigns each segment's outputs of i and j to two pseudo-systems at random. Ties with
    the observed difference count half, so p of (j, i) is 1 − p of (i, j).

    Parameters
    ----------
    systems : list of K AdditiveMetric
        On the same segments, (n, C) each.
    sign : int
        −1 if lower is better.
    trials, seed, progress
        As in `confidence`.
    """
    size, width = systems[0].matrix.shape
    matrix = np.hstack([system.matrix for system in systems])
    moved = products(swap_masks(size, trials, seed), matrix, trials, progress)
    moved = moved.reshape(trials, len(systems), width)
    sums = [system.matrix.sum(axis=0) for system in systems]
    scores = [score_of(system) for system in systems]
    result = []
    for i, j in zip(*pairs_of(len(systems)), strict=True):
        exchanged = moved[:, i] - moved[:, j]
        first, second = (
            systems[i].scores(rows) for rows in (sums[j] + exchanged, sums[i] - exchanged)
        )
        beyond = sign * (first - second) - sign * (scores[i] - scores[j])
        alike = np.abs(beyond) <= ROUNDING * max(abs(scores[i]), abs(scores[j]))
        result.append(np.where(alike, 0.5, beyond > 0).mean())
    return np.array(result)
