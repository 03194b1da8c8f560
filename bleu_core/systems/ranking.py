"""Ranking of systems by score, with a test of every pair.

Ranks and groups are those of WMT's findings: O. Bojar et al. (2013, 2014), "Findings of the
Workshop on Statistical Machine Translation"; P. Koehn (2012), "Simulating human judgment in
machine translation evaluation campaigns". WMT resamples people's judgments; here the segments of an
automatic metric are resampled.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.progress import Progress
from bleu_core.common.rounding import rounded
from bleu_core.common.stats import holm
from bleu_core.messages import Message, scoring
from bleu_core.metrics.additive import Additive, comparability_problems, score_of
from bleu_core.metrics.bleu import SegmentStatistics, segment_scores
from bleu_core.metrics.metric import MetricStatistics
from bleu_core.significance import LEVEL, MIN_SEGMENTS, SAMPLES, SEED, TRIALS, Power, power_of
from bleu_core.significance.resampling import smallest_p
from bleu_core.significance.shared_draws import resample_every_pair
from bleu_core.significance.units import clusters_that_count
from bleu_core.text.evalset import InputError


@dataclass(frozen=True)
class RankedSystem:
    """A system with its score and its range of ranks."""

    name: str
    score: float
    # The 95% bootstrap interval of the score; None if the system is not tested.
    ci_low: float | None
    ci_high: float | None
    # The rank range: 1 + the number of significantly better systems, and K − the number of
    # significantly worse ones; "significantly" is by p after Holm.
    rank_best: int
    rank_worst: int


@dataclass(frozen=True)
class SystemPair:
    """Two systems, A and B, and the significance of their difference."""

    a: str
    b: str
    delta: float  # B's score minus A's
    # By paired approximate randomization, and corrected for all tested pairs (see `holm`); None for
    # a pair that is not tested.
    p_value: float | None = None
    p_holm: float | None = None
    # The 95% bootstrap interval of `delta`, not corrected.
    ci_low: float | None = None
    ci_high: float | None = None
    # Of the test of this pair alone; None for a pair that is not tested or does not vary.
    power: Power | None = field(default=None, compare=False)
    differing: int | None = None  # Units in which A and B differ

    @property
    def swapped(self) -> SystemPair:
        """The pair with A and B exchanged."""
        low, high = (None if x is None else -x for x in (self.ci_high, self.ci_low))
        power = self.power and self.power.swapped
        return replace(
            self, a=self.b, b=self.a, delta=-self.delta, ci_low=low, ci_high=high, power=power
        )

    @property
    def significant(self) -> bool:
        """Whether p after Holm is below 0.05."""
        return self.p_holm is not None and self.p_holm < LEVEL

    @property
    def significant_alone(self) -> bool:
        """Whether p is below 0.05 without a correction for other pairs."""
        return self.p_value is not None and self.p_value < LEVEL


@dataclass(frozen=True)
class Ranking:
    """K systems, best first, with a test of every pair.

    Attributes
    ----------
    systems : tuple of RankedSystem
        Best first. `rank_best` and `rank_worst` are the ends of a system's range of ranks.
    pairs : tuple of SystemPair
        The K (K − 1) / 2 pairs, in input order.
    baseline : str
        Name of the baseline.
    higher_is_better : bool
    segments : int
        Number of segments that count: of imported scores, those that have one.
    unit : str
        Unit exchanged and resampled: "segment", "document" or "block"; '' if nothing is tested.
    units, trials, samples, seed : int
        Number of units that count, and the parameters of the tests.

    Examples
    --------
    >>> from bleu_core import EvalSet, ScoredSystems, rank_systems
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> outputs = {"all": reference, "none": ["nobody knows that"] * 40, "same": reference}
    >>> systems = ScoredSystems.of(EvalSet(outputs, [reference]))
    >>> ranking = rank_systems(list(systems.statistics.values()), systems.names, trials=1000)
    >>> [(system.name, system.rank_best, system.rank_worst) for system in ranking.systems]
    [('all', 1, 2), ('same', 1, 2), ('none', 3, 3)]
    >>> ranking.pair("all", "same").p_holm, ranking.told_apart, ranking.family
    (1.0, 2, 3)
    """

    systems: tuple[RankedSystem, ...]
    pairs: tuple[SystemPair, ...]
    baseline: str
    higher_is_better: bool = True
    segments: int = 0
    unit: str = ""
    units: int = 0
    trials: int = 0
    samples: int = 0
    seed: int = SEED

    @cached_property
    def _by_names(self) -> dict[tuple[str, str], SystemPair]:
        swapped = [pair.swapped for pair in self.pairs]
        return {(pair.a, pair.b): pair for pair in (*self.pairs, *swapped)}

    def pair(self, a: str, b: str) -> SystemPair:
        """Return the pair with these systems as A and B."""
        return self._by_names[a, b]

    @property
    def tested(self) -> bool:
        """Whether pairs are tested: not for one system, nor below `MIN_SEGMENTS` segments."""
        return bool(self.unit)

    @property
    def family(self) -> int:
        """Number of pairs tested, for which the Holm correction accounts."""
        return sum(pair.p_value is not None for pair in self.pairs)

    @property
    def smallest_p_holm(self) -> float:
        """The smallest p after correction that any pair could have; 1 if nothing is tested."""
        return min(1.0, smallest_p(self.trials, self.units) * self.family) if self.family else 1.0

    @property
    def told_apart(self) -> int:
        """Number of pairs that differ significantly after correction."""
        return sum(pair.significant for pair in self.pairs)

    @cached_property
    def bands(self) -> tuple[tuple[RankedSystem, ...], ...]:
        """Groups of systems, best first.

        Every system of a group is significantly better than every system of the groups below, as in
        WMT's result tables. Within a group, the tests do not separate any two neighbours: they, or
        two systems around them, do not differ significantly.
        """
        place = {system.name: i for i, system in enumerate(self.systems)}
        last = list(range(len(self.systems)))  # the lowest system not significantly different
        for pair in self.pairs:
            if not pair.significant:
                above, below = sorted((place[pair.a], place[pair.b]))
                last[above] = max(last[above], below)
        groups, start, end = [], 0, 0
        for i, lowest in enumerate(last):
            end = max(end, lowest)
            if end == i:
                groups.append(self.systems[start : i + 1])
                start = i + 1
        return tuple(groups)

    @cached_property
    def brackets(self) -> tuple[tuple[int, int], ...]:
        """The first and last place of each longest run of systems without a significant pair.

        Places are in order of score, from 0. Runs overlap, but none is inside another one.

        >>> systems = tuple(RankedSystem(name, 30, 29, 31, 1, 3) for name in "abc")
        >>> p_holm = {"ab": 1.0, "ac": 0.01, "bc": 0.2}
        >>> pairs = tuple(SystemPair(*pair, -1, p, p) for pair, p in p_holm.items())
        >>> Ranking(systems, pairs, "a", unit="segment").brackets
        ((0, 1), (1, 2))
        """
        found: list[tuple[int, int]] = []
        end = 0
        for start in range(len(self.systems)):
            last = max(end, start)
            while last + 1 < len(self.systems) and all(
                self._alike(place, last + 1) for place in range(start, last + 1)
            ):
                last += 1
            if last > max(end, start):
                found.append((start, last))
            end = max(end, last)
        return tuple(found)

    @property
    def outside_brackets(self) -> tuple[SystemPair, ...]:
        """The pairs that do not differ significantly and that no bracket joins; A ranks first."""
        return tuple(
            self.pair(self.systems[i].name, self.systems[j].name)
            for i, j in combinations(range(len(self.systems)), 2)
            if self._alike(i, j)
            and not any(first <= i and j <= last for first, last in self.brackets)
        )

    def _alike(self, place: int, other: int) -> bool:
        """Whether two systems were tested and do not differ significantly."""
        pair = self.pair(self.systems[place].name, self.systems[other].name)
        return pair.p_holm is not None and not pair.significant


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
    unit: str = "document",
) -> Ranking:
    """Rank K systems by score, and test every pair of them.

    A system with fewer than `MIN_SEGMENTS` segments that count (rows of zeros do not) is ranked but
    not tested. A system without a score, because no segment counts, comes last.

    Parameters
    ----------
    statistics : list of K SegmentStatistics, or of another AdditiveMetric
        On the same S segments, under the same settings; K is 1 or more.
    names : list of K str
        Names of the systems, all different.
    baseline : str, optional
        Name of the baseline; by default the first system.
    trials, samples, seed, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`. With 0 trials no pair is
        tested.
    clusters : (S,) whole numbers, optional
        Document of each segment: documents are then exchanged and drawn as wholes, if segments of
        enough of them count.
    higher_is_better : bool
    unit : str
        Kind of cluster: "document" or "block".

    Returns
    -------
    Ranking

    Raises
    ------
    InputError
        The names are not one per system, or not unique; the baseline is unknown; or segments or
        settings differ from those of the first system. One message per problem.
    ValueError
        `clusters` are not (S,) whole numbers, or are all one cluster.

    Notes
    -----
    The p-value of each pair equals that of the pair tested alone; p is then corrected for all pairs
    (Holm). For memory, see `resample_every_pair`.

    References
    ----------
    Bojar et al. (2013, 2014), "Findings of the Workshop on Statistical Machine Translation", for
    ranks and groups.

    Examples
    --------
    Unigrams only: in each of 40 segments of ten words, "new" matches one more word than "old";
    "newer" equals "new".

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
    _check_input(statistics, names, baseline, trials)
    scores = [score_of(stats) for stats in statistics]
    size = len(names)
    every = combinations(range(size), 2)
    pairs = {(i, j): SystemPair(names[i], names[j], scores[j] - scores[i]) for i, j in every}
    intervals: list[tuple[float | None, float | None]] = [(None, None)] * size
    counted = [stats.matrix.any(axis=1) for stats in statistics]
    enough = [k for k, there in enumerate(counted) if there.sum() >= MIN_SEGMENTS]
    counting = np.any(counted, axis=0)
    if clusters is not None:
        clusters = clusters_that_count(np.asarray(clusters), counting)
    units = 0
    if trials and len(enough) > 1:
        chosen = [statistics[k] for k in enough]
        tests, ends_of = resample_every_pair(chosen, trials, samples, seed, clusters, progress)
        units = int(counting.sum()) if clusters is None else len(np.unique(clusters[counting]))
        for k, ends in zip(enough, ends_of, strict=True):
            intervals[k] = ends
        corrected = holm([randomization.p_value for randomization, _ in tests.values()])
        tested = zip(tests.items(), corrected, strict=True)
        for ((i, j), (randomization, bootstrap)), p_holm in tested:
            key = enough[i], enough[j]
            p, (low, high) = randomization.p_value, (bootstrap.ci_low, bootstrap.ci_high)
            can_detect = randomization.can_be_significant
            power = power_of(bootstrap, len(statistics[0].matrix)) if can_detect else None
            pairs[key] = replace(
                pairs[key], p_value=p, p_holm=p_holm, ci_low=low, ci_high=high, power=power,
                differing=randomization.differing,
            )  # fmt: skip
    better, worse = [0] * size, [0] * size
    for (i, j), pair in pairs.items():
        if pair.significant:
            winner, loser = (j, i) if (pair.delta > 0) == higher_is_better else (i, j)
            better[loser] += 1
            worse[winner] += 1
    ranked = [
        RankedSystem(name, score, *intervals[k], 1 + better[k], size - worse[k])
        for k, (name, score) in enumerate(zip(names, scores, strict=True))
    ]
    sign = -1 if higher_is_better else 1
    # Equal scores keep their order; a missing score is NaN.
    ranked.sort(key=lambda s: math.inf if math.isnan(s.score) else sign * s.score)
    return Ranking(
        systems=tuple(ranked),
        pairs=tuple(pairs.values()),
        baseline=names[0] if baseline is None else baseline,
        higher_is_better=higher_is_better,
        segments=int(counting.sum()),
        unit="" if not units else "segment" if clusters is None else unit,
        units=units,
        trials=trials if units else 0,
        samples=samples if units else 0,
        seed=seed,
    )


def _check_input(
    statistics: Sequence[Additive], names: Sequence[str], baseline: str | None, trials: int
) -> None:
    problems: list[Message] = []
    if not statistics:
        problems.append(scoring.too_few([], 1))
    elif len(names) == len(statistics):
        problems += comparability_problems(statistics, [repr(name) for name in names])
    if len(names) != len(statistics):
        problems.append(scoring.number_of_names(len(names), len(statistics)))
    problems += [scoring.name_twice(name, n) for name, n in Counter(names).items() if n > 1]
    if baseline is not None and baseline not in names:
        problems.append(scoring.unknown(baseline, names))
    if trials < 0:
        problems.append(scoring.must_be("trials", repr(trials), "0 or more"))
    if problems:
        raise InputError(problems)


def segments_won(
    systems: Sequence[SegmentStatistics | MetricStatistics], higher_is_better: bool = True
) -> NDArray[np.int64]:
    """(K, K) at [i, j] the segments that system j wins against i; ties count for neither.

    The systems are on the same segments, under the same settings. Sentence BLEU has effective
    order, as in the list of segments.
    """
    sign = 1 if higher_is_better else -1
    scores = sign * np.stack([segment_scores(system) for system in systems])
    # Row by row, so that only one array of K × S is needed besides the scores.
    return np.stack([np.count_nonzero(rounded(scores - row) > 0, axis=1) for row in scores])
