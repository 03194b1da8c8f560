"""Systems by their scores, and which of them the tests tell apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from bleu_core.additive import Additive, score_of
from bleu_core.progress import Progress
from bleu_core.significance import (
    LEVEL,
    MIN_SEGMENTS,
    SAMPLES,
    SEED,
    TRIALS,
)
from bleu_core.significance.every_pair import resample_every_pair
from bleu_core.significance.holm import holm
from bleu_core.streams import InputError


@dataclass(frozen=True)
class Ranked:
    """A system with its score and the ranks that the tests allow.

    Attributes
    ----------
    name : str
    score : float
    ci_low, ci_high : float or None
        The 95 % bootstrap interval of the score; None where nothing is tested.
    rank_best, rank_worst : int
        1 + how many systems are significantly better, and K − how many are significantly
        worse: the rank ranges of WMT's findings (Bojar et al. 2013), from p after Holm.
    """

    name: str
    score: float
    ci_low: float | None
    ci_high: float | None
    rank_best: int
    rank_worst: int


@dataclass(frozen=True)
class Pair:
    """Two systems, A and B, and whether the difference may be chance.

    Attributes
    ----------
    a, b : str
    delta : float
        The score of B minus that of A.
    p_value, p_holm : float or None
        By paired approximate randomization, and corrected for all pairs; None where
        nothing is tested.
    ci_low, ci_high : float or None
        The 95 % bootstrap interval of `delta`, of this pair by itself.
    """

    a: str
    b: str
    delta: float
    p_value: float | None = None
    p_holm: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None

    @property
    def turned(self) -> Pair:
        """The same with A and B exchanged."""
        low, high = (None if x is None else -x for x in (self.ci_high, self.ci_low))
        return replace(self, a=self.b, b=self.a, delta=-self.delta, ci_low=low, ci_high=high)

    @property
    def significant(self) -> bool:
        """p after Holm is under 0.05."""
        return self.p_holm is not None and self.p_holm < LEVEL


@dataclass(frozen=True)
class Ranking:
    """K systems, the best first, and every pair of them.

    Attributes
    ----------
    systems : tuple of Ranked
    pairs : tuple of Pair
        In the order in which the systems were given, K (K − 1) / 2.
    baseline : str
    higher_is_better : bool
    unit : str
        What the tests exchange and resample, "segment" or "document"; "" where nothing is tested.
    units, trials, samples, seed : int
    """

    systems: tuple[Ranked, ...]
    pairs: tuple[Pair, ...]
    baseline: str
    higher_is_better: bool = True
    unit: str = ""
    units: int = 0
    trials: int = 0
    samples: int = 0
    seed: int = SEED

    @cached_property
    def _by_names(self) -> dict[tuple[str, str], Pair]:
        turned = [pair.turned for pair in self.pairs]
        return {(pair.a, pair.b): pair for pair in (*self.pairs, *turned)}

    def pair(self, a: str, b: str) -> Pair:
        """The pair with these as A and B."""
        return self._by_names[a, b]

    @property
    def tested(self) -> bool:
        """Whether there are tests: not on fewer than `MIN_SEGMENTS` segments."""
        return bool(self.unit)

    @property
    def told_apart(self) -> int:
        """How many pairs are significant after correction."""
        return sum(pair.significant for pair in self.pairs)

    @cached_property
    def bands(self) -> tuple[tuple[Ranked, ...], ...]:
        """The systems in groups, the best first: every system of a group is significantly
        better than every system of the groups below, as in WMT's tables of results.
        """
        ranked, found, start = self.systems, [], 0
        for end in range(1, len(ranked) + 1):
            above, below = ranked[:end], ranked[end:]
            if all(self.pair(x.name, y.name).significant for x in above for y in below):
                found.append(ranked[start:end])
                start = end
        return tuple(found)


def rank_systems(
    statistics: Sequence[Additive],
    names: Sequence[str],
    baseline: str | None = None,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    clusters: ArrayLike | None = None,
    progress: Progress | None = None,
    higher_is_better: bool = True,
) -> Ranking:
    """Rank K systems by their scores, and test every pair of them.

    Parameters
    ----------
    statistics : list of K SegmentStatistics, or of another AdditiveMetric
        Of the same segments, under the same settings.
    names : list of K str
        All different.
    baseline : str, optional
        One of them; the first unless given.
    trials, samples, seed, clusters, progress
        As in `resample_every_pair`; 0 trials leave all tests out.
    higher_is_better : bool

    Raises
    ------
    InputError
        Where names are not one a system, or not different, or the baseline is none of them.
    """
    wrong = []
    if len(names) != len(statistics) or not names:
        wrong.append(f"{len(names)} names are given for {len(statistics)} systems.")
    if len(set(names)) != len(names):
        wrong.append("Two systems have one name.")
    if baseline is not None and baseline not in names:
        wrong.append(f"The baseline {baseline!r} is none of the systems.")
    if wrong:
        raise InputError(wrong)
    scores = [score_of(one) for one in statistics]
    size = len(names)
    every = [(i, j) for i in range(size) for j in range(i + 1, size)]
    pairs = {(i, j): Pair(names[i], names[j], scores[j] - scores[i]) for i, j in every}
    intervals: Sequence[tuple[float | None, float | None]] = [(None, None)] * size
    tested = trials > 0 and len(statistics[0].matrix) >= MIN_SEGMENTS and size > 1
    units = 0
    if tested:
        found = resample_every_pair(statistics, trials, samples, seed, clusters, progress)
        intervals, units = found.intervals, found.units
        corrected = holm([found.tests[key][0].p_value for key in every])
        for key, p in zip(every, corrected, strict=True):
            randomization, bootstrap = found.tests[key]
            pairs[key] = replace(
                pairs[key],
                p_value=randomization.p_value,
                p_holm=p,
                ci_low=bootstrap.ci_low,
                ci_high=bootstrap.ci_high,
            )
    better, worse = np.zeros(size, int), np.zeros(size, int)
    for (i, j), pair in pairs.items():
        if pair.significant:
            winner, loser = (j, i) if (pair.delta > 0) == higher_is_better else (i, j)
            better[loser] += 1
            worse[winner] += 1
    order = sorted(range(size), key=lambda k: -scores[k] if higher_is_better else scores[k])
    return Ranking(
        systems=tuple(
            Ranked(
                names[k],
                scores[k],
                ci_low=intervals[k][0],
                ci_high=intervals[k][1],
                rank_best=1 + int(better[k]),
                rank_worst=size - int(worse[k]),
            )
            for k in order
        ),
        pairs=tuple(pairs.values()),
        baseline=names[0] if baseline is None else baseline,
        higher_is_better=higher_is_better,
        unit="" if not tested else "segment" if clusters is None else "document",
        units=units,
        trials=trials if tested else 0,
        samples=samples if tested else 0,
        seed=seed,
    )
