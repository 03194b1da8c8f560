"""Which of two systems people prefer: segments won, sign test, and differences of scores.

The unit is the segment. Several annotators of one segment read the same two outputs, so their
answers are not independent, and a test that counts each as a trial would find too much. So each
segment has one vote, for the system that more of its annotators prefer. If as many prefer either,
or nobody does, it is a tie, which the sign test leaves out. Repeats do not count; for scores, a
segment has the mean of its annotators' differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.binomial import sign_test, wilson_interval
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.imported import Scores, statistics_of
from bleu_core.people.results.answered import Read, direction
from bleu_core.people.sessions.judged import Judgement
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap
from bleu_core.significance.holm import holm


@dataclass(frozen=True)
class Preference:
    """Segments won by each of two systems, out of those on which they were compared.

    Attributes
    ----------
    a, b : str
        The systems, in the order of the plan.
    wins_a, wins_b : int
        Segments.
    alike, bad, divided : int
        Tied segments: nobody prefers either; the same, but at least half say that both are bad; or
        as many prefer one as the other.
    low, high : float
        The 95% interval (Wilson) of the share of B among the segments won.
    p_value : float
        Exact two-sided sign test over the segments won.
    p_holm : float
        Corrected for all pairs, or parts, tested together.
    answers : tuple of four int
        Answers of all annotators: A, B, no preference, both bad.
    """

    a: str
    b: str
    wins_a: int
    wins_b: int
    alike: int
    bad: int
    divided: int
    low: float
    high: float
    p_value: float
    p_holm: float
    answers: tuple[int, int, int, int]

    @property
    def won(self) -> int:
        """Segments won by either system."""
        return self.wins_a + self.wins_b

    @property
    def ties(self) -> int:
        """Segments won by neither system."""
        return self.alike + self.bad + self.divided

    @property
    def segments(self) -> int:
        """Segments with at least one answer."""
        return self.won + self.ties


@dataclass(frozen=True)
class Difference:
    """Scores, or penalties, of two systems over segments where both have some.

    Attributes
    ----------
    a, b : str
    mean_a, mean_b : float
        Mean over segments of their annotators' means.
    delta : float
        Mean of B minus mean of A.
    low, high : float or None
        The 95% bootstrap interval of `delta`, widened for the number of segments; None for one.
    p_value : float
        Paired approximate randomization over segments.
    p_holm : float
        Corrected for all pairs tested together.
    segments : int
    """

    a: str
    b: str
    mean_a: float
    mean_b: float
    delta: float
    low: float | None
    high: float | None
    p_value: float
    p_holm: float
    segments: int


def pairs_of(systems: Sequence[str]) -> list[tuple[str, str]]:
    """All pairs of systems of a plan, in its order."""
    return list(combinations(systems, 2))


def preferences(judgements: Iterable[Judgement], systems: Sequence[str]) -> list[Preference]:
    """Preferences for each pair of systems with answers."""
    judgements = list(judgements)
    found = [_preference(judgements, a, b) for a, b in pairs_of(systems)]
    return _corrected([result for result in found if result.segments])


def by_part(
    judgements: Iterable[Judgement], a: str, b: str, labels: Sequence[str], part: NDArray[np.int64]
) -> list[tuple[str, Preference]]:
    """Preferences on each part of a partition: `part` (S,) of `labels`.

    P-values are corrected for the number of parts.
    """
    groups: dict[int, list[Judgement]] = {}
    for judgement in judgements:
        groups.setdefault(int(part[judgement.segment]), []).append(judgement)
    of_parts = [(labels[i], _preference(groups[i], a, b)) for i in sorted(groups)]
    of_parts = [(label, one) for label, one in of_parts if one.segments]
    corrected = _corrected([one for _, one in of_parts])
    return [(label, one) for (label, _), one in zip(of_parts, corrected, strict=True)]


def differences(
    judgements: Iterable[Judgement], systems: Sequence[str], read: Read
) -> list[Difference]:
    """Differences of two systems' numbers, for each pair that has any.

    Parameters
    ----------
    judgements, systems
        As in `preferences`.
    read : function
        Returns the numbers of the two outputs of a judgement, higher is better, NaN if missing.
    """
    judgements = list(judgements)
    found = [_difference(judgements, a, b, read) for a, b in pairs_of(systems)]
    there = [result for result in found if result is not None]
    return [
        replace(one, p_holm=p)
        for one, p in zip(there, holm([one.p_value for one in there]), strict=True)
    ]


def _preference(judgements: Iterable[Judgement], a: str, b: str) -> Preference:
    votes: dict[int, list[float]] = {}
    bad: dict[int, int] = {}
    for judgement in _once(judgements, a, b):
        vote = direction(judgement)
        if not np.isnan(vote):
            votes.setdefault(judgement.segment, []).append(vote)
            bad[judgement.segment] = bad.get(judgement.segment, 0) + (judgement.preferred == "bad")
    wins_a = sum(sum(ballots) < 0 for ballots in votes.values())
    wins_b = sum(sum(ballots) > 0 for ballots in votes.values())
    divided = sum(sum(ballots) == 0 and any(ballots) for ballots in votes.values())
    neither = [segment for segment, ballots in votes.items() if not any(ballots)]
    both_bad = sum(2 * bad[segment] >= len(votes[segment]) for segment in neither)
    low, high = wilson_interval(wins_b, wins_a + wins_b)
    p_value = float(sign_test([wins_a], [wins_b])[0])
    every = [vote for ballots in votes.values() for vote in ballots]
    all_bad = sum(bad.values())
    answers = every.count(-1), every.count(1), every.count(0) - all_bad, all_bad
    return Preference(
        a, b, wins_a, wins_b, len(neither) - both_bad, both_bad, divided,
        low, high, p_value, p_value, answers,
    )  # fmt: skip


def _corrected(found: Sequence[Preference]) -> list[Preference]:
    corrected = holm([result.p_value for result in found])
    return [replace(one, p_holm=p) for one, p in zip(found, corrected, strict=True)]


def _difference(judgements: Iterable[Judgement], a: str, b: str, read: Read) -> Difference | None:
    numbers: dict[int, list[Sequence[float]]] = {}
    for judgement in _once(judgements, a, b):
        of_both = read(judgement)
        if not np.isnan(of_both).any():
            numbers.setdefault(judgement.segment, []).append(of_both)
    if not numbers:
        return None
    means: FloatArray = np.array([np.mean(score_pairs, axis=0) for score_pairs in numbers.values()])
    stats_a, stats_b = statistics_of(Scores("", True, {"a": means[:, 0], "b": means[:, 1]}), "ab")
    test = paired_approximate_randomization(stats_a, stats_b)
    low, high = None, None
    if len(means) > 1:
        # Each segment is its own cluster, so that the interval is widened for few segments.
        result = paired_bootstrap(stats_a, stats_b, clusters=np.arange(len(means)))
        low, high = result.ci_low, result.ci_high
    mean_a, mean_b = means.mean(axis=0).tolist()
    return Difference(
        a, b, mean_a, mean_b, mean_b - mean_a, low, high, test.p_value, test.p_value, len(means)
    )


def _once(judgements: Iterable[Judgement], a: str, b: str) -> Iterable[Judgement]:
    """Judgements of these two systems, without repeats and checks."""
    return (
        judgement
        for judgement in judgements
        if judgement.kind == "judged" and (judgement.a, judgement.b) == (a, b)
    )
