"""Rank systems by their scores, and test which of them differ."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from numpy.typing import ArrayLike

from bleu_core.common.progress import Progress
from bleu_core.messages import Message, systems
from bleu_core.metrics.additive import Additive, AdditiveMetric, score_of, unlike
from bleu_core.significance import (
    MIN_SEGMENTS,
    SAMPLES,
    SEED,
    TRIALS,
    Bootstrap,
    Randomization,
)
from bleu_core.significance.every_pair import resample_every_pair
from bleu_core.significance.holm import holm
from bleu_core.systems.ranking import Pair, Ranked, Ranking
from bleu_core.text.streams import InputError


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

    A system with fewer than `MIN_SEGMENTS` segments that count (rows of 0 do not) is ranked by
    its score, but not tested; a system without a score (no segment counts) is last.

    Parameters
    ----------
    statistics : list of K SegmentStatistics, or of another AdditiveMetric, one or more
        On the same S segments, under the same settings.
    names : list of K str
        All different.
    baseline : str, optional
        One of them; by default the first.
    trials, samples, seed, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`; 0 trials skip all
        tests.
    clusters : (S,) whole numbers, optional
        The document of each segment: whole documents are then exchanged and drawn.
    higher_is_better : bool

    Raises
    ------
    InputError
        With a sentence for each problem: not one name per system, or equal names; an unknown
        baseline; segments or settings that differ from the first system's.
    ValueError
        If `clusters` are not (S,) whole numbers, or are all one cluster.

    Notes
    -----
    Memory and time: see `resample_every_pair`; each test equals that of its pair alone.

    Examples
    --------
    Words only: in each of 40 segments "new" matches one more word of ten than "old", and "newer"
    equals "new".

    >>> import numpy as np
    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> rows = {"old": [10, 10, 8, 10], "new": [10, 10, 9, 10], "newer": [10, 10, 9, 10]}
    >>> stats = [SegmentStatistics(np.array([row] * 40), config) for row in rows.values()]
    >>> ranking = rank_systems(stats, list(rows))
    >>> [(s.name, round(s.score), s.rank_best, s.rank_worst) for s in ranking.systems]
    [('new', 90, 1, 2), ('newer', 90, 1, 2), ('old', 80, 3, 3)]
    >>> round(ranking.pair("old", "new").delta), ranking.pair("new", "newer").p_holm
    (10, 1.0)
    >>> [[system.name for system in band] for band in ranking.bands]
    [['new', 'newer'], ['old']]
    """
    _require(statistics, names, baseline, trials)
    scores = [score_of(stats) for stats in statistics]
    size = len(names)
    pairs = {
        (i, j): Pair(names[i], names[j], scores[j] - scores[i])
        for i, j in combinations(range(size), 2)
    }
    intervals: list[tuple[float | None, float | None]] = [(None, None)] * size
    enough = [k for k, stats in enumerate(statistics) if _counted(stats) >= MIN_SEGMENTS]
    units = 0
    if trials and len(enough) > 1:
        chosen = [statistics[k] for k in enough]
        resampled = resample_every_pair(chosen, trials, samples, seed, clusters, progress)
        units = resampled.units
        for k, ends in zip(enough, resampled.intervals, strict=True):
            intervals[k] = ends
        corrected = holm([randomization.p_value for randomization, _ in resampled.tests.values()])
        for ((i, j), tests), p_holm in zip(resampled.tests.items(), corrected, strict=True):
            key = enough[i], enough[j]
            pairs[key] = _tested(pairs[key], *tests, p_holm)
    better, worse = [0] * size, [0] * size
    for (i, j), pair in pairs.items():
        if pair.significant:
            winner, loser = (j, i) if (pair.delta > 0) == higher_is_better else (i, j)
            better[loser] += 1
            worse[winner] += 1
    ranked = [
        Ranked(name, score, *intervals[k], 1 + better[k], size - worse[k])
        for k, (name, score) in enumerate(zip(names, scores, strict=True))
    ]
    sign = -1 if higher_is_better else 1
    return Ranking(
        # Equal scores keep their order; a missing score is NaN.
        systems=tuple(
            sorted(ranked, key=lambda s: math.inf if math.isnan(s.score) else sign * s.score)
        ),
        pairs=tuple(pairs.values()),
        baseline=names[0] if baseline is None else baseline,
        higher_is_better=higher_is_better,
        unit="" if not units else "segment" if clusters is None else "document",
        units=units,
        trials=trials if units else 0,
        samples=samples if units else 0,
        seed=seed,
    )


def _require(
    statistics: Sequence[Additive], names: Sequence[str], baseline: str | None, trials: int
) -> None:
    problems: list[Message] = []
    if not statistics:
        problems.append(systems.no_systems())
    elif len(names) == len(statistics):
        problems += unlike(statistics, [repr(name) for name in names])
    if len(names) != len(statistics):
        problems.append(systems.number_of_names(len(names), len(statistics)))
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        problems.append(systems.same_name(twice))
    if baseline is not None and baseline not in names:
        problems.append(systems.unknown_baseline(baseline, names))
    if trials < 0:
        problems.append(systems.negative_trials(trials))
    if problems:
        raise InputError(problems)


def _counted(stats: AdditiveMetric) -> int:
    """The number of segments that count."""
    return int(stats.matrix.any(axis=1).sum())


def _tested(pair: Pair, randomization: Randomization, bootstrap: Bootstrap, p_holm: float) -> Pair:
    return replace(
        pair,
        p_value=randomization.p_value,
        p_holm=p_holm,
        ci_low=bootstrap.ci_low,
        ci_high=bootstrap.ci_high,
    )
