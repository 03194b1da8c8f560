"""A ranking of K systems: their order, the ranks that the tests allow, and every pair.

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
    """A system with its score and rank range.

    Attributes
    ----------
    name : str
    score : float
    ci_low, ci_high : float or None
        The 95 % bootstrap interval of the score; None if the system is not tested.
    rank_best, rank_worst : int
        The rank range: 1 + the number of significantly better systems, and K − the number of
        significantly worse ones; "significantly" is by p after Holm.
    """

    name: str
    score: float
    ci_low: float | None
    ci_high: float | None
    rank_best: int
    rank_worst: int


@dataclass(frozen=True)
class Pair:
    """Two systems, A and B, and the significance of their difference.

    Attributes
    ----------
    a, b : str
    delta : float
        B's score minus A's.
    p_value, p_holm : float or None
        By paired approximate randomization, and corrected for all tested pairs (see `holm`); None
        if this pair is not tested.
    ci_low, ci_high : float or None
        The 95 % bootstrap interval of `delta`, not corrected.
    """

    a: str
    b: str
    delta: float
    p_value: float | None = None
    p_holm: float | None = None
    ci_low: float | None = None
    ci_high: float | None = None

    @property
    def swapped(self) -> Pair:
        """The pair with A and B exchanged."""
        low, high = (None if x is None else -x for x in (self.ci_high, self.ci_low))
        return replace(self, a=self.b, b=self.a, delta=-self.delta, ci_low=low, ci_high=high)

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
    """K systems, the best first, and every pair of them.

    Attributes
    ----------
    systems : tuple of Ranked
    pairs : tuple of Pair
        In the order of the input, K (K − 1) / 2.
    baseline : str
    higher_is_better : bool
    unit : str
        The unit exchanged and resampled, "segment" or "document"; "" if nothing is tested.
    units, trials, samples, seed : int

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
        swapped = [pair.swapped for pair in self.pairs]
        return {(pair.a, pair.b): pair for pair in (*self.pairs, *swapped)}

    def pair(self, a: str, b: str) -> Pair:
        """The pair with these systems as A and B."""
        return self._by_names[a, b]

    @property
    def tested(self) -> bool:
        """Whether there are tests: not for one system, nor below `MIN_SEGMENTS` segments."""
        return bool(self.unit)

    @property
    def family(self) -> int:
        """The number of pairs tested, for which p after Holm is corrected."""
        return sum(pair.p_value is not None for pair in self.pairs)

    @property
    def told_apart(self) -> int:
        """The number of pairs that are significant after correction."""
        return sum(pair.significant for pair in self.pairs)

    @cached_property
    def bands(self) -> tuple[tuple[Ranked, ...], ...]:
        """The systems in groups, the best first.

        Every system of a group is significantly better than every system of the groups below, as in
        WMT's tables of results. Within a group, the tests leave open the order of any two
        neighbours, or of two systems around them.
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
