"""What is found of K systems: their order, the ranks that the tests allow, and every pair of them.

Ranks and groups are those of WMT's findings: O. Bojar et al. (2013, 2014), "Findings of the
Workshop on Statistical Machine Translation"; P. Koehn (2012), "Simulating human judgment in
machine translation evaluation campaigns". There people's judgements are resampled, here the
segments of an automatic metric.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from bleu_core.significance import LEVEL, SEED


@dataclass(frozen=True)
class Ranked:
    """A system with its score and the ranks that the tests allow.

    Attributes
    ----------
    name : str
    score : float
    ci_low, ci_high : float or None
        The 95 % bootstrap interval of the score; None where the system is not tested.
    rank_best, rank_worst : int
        The rank range: 1 + how many systems are significantly better, and K − how many are
        significantly worse; "significantly" is by p after Holm.
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
        By paired approximate randomization, and corrected for all pairs that are tested (see
        `holm`); None where this one is not.
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

    @property
    def significant_alone(self) -> bool:
        """p is under 0.05 where no other pair is looked at."""
        return self.p_value is not None and self.p_value < LEVEL


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

    Examples
    --------
    >>> from bleu_core import EvalSet, ScoredSystems, rank_systems
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> outputs = {"all": reference, "none": ["nobody knows that"] * 40, "same": reference}
    >>> systems = ScoredSystems.of(EvalSet(outputs, [reference]))
    >>> ranking = rank_systems(list(systems.statistics.values()), systems.names, trials=1000)
    >>> [(one.name, one.rank_best, one.rank_worst) for one in ranking.systems]
    [('all', 1, 2), ('same', 1, 2), ('none', 3, 3)]
    >>> ranking.pair("all", "same").p_holm, ranking.told_apart, ranking.family
    (1.0, 2, 3)
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
        """Whether there are tests: not of one system, nor on fewer than `MIN_SEGMENTS` segments."""
        return bool(self.unit)

    @property
    def family(self) -> int:
        """How many pairs p after Holm is corrected for: those that are tested."""
        return sum(pair.p_value is not None for pair in self.pairs)

    @property
    def told_apart(self) -> int:
        """How many pairs are significant after correction."""
        return sum(pair.significant for pair in self.pairs)

    @cached_property
    def bands(self) -> tuple[tuple[Ranked, ...], ...]:
        """The systems in groups, the best first: every system of a group is significantly
        better than every system of the groups below, as in WMT's tables of results. Of any two
        neighbours in a group, then, or of two around them, the tests leave the order open.
        """
        place = {one.name: i for i, one in enumerate(self.systems)}
        last = list(range(len(self.systems)))  # the lowest system that each may be no better than
        for pair in self.pairs:
            if not pair.significant:
                above, below = sorted((place[pair.a], place[pair.b]))
                last[above] = max(last[above], below)
        found, start, end = [], 0, 0
        for i, one in enumerate(last):
            end = max(end, one)
            if end == i:
                found.append(self.systems[start : i + 1])
                start = i + 1
        return tuple(found)
