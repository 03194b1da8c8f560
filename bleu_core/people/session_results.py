"""Results of an unblinded session: preferences or ratings, agreement, conduct, and their file.

The unit is the segment. Several annotators of one segment read the same two outputs, so their
answers are not independent, and a test that counts each as a trial would find too much. So each
segment has one vote, for the system that more of its annotators prefer. If equally many prefer
each, or nobody prefers one, it is a tie, which the sign test ignores. Repeats do not count. For
ratings, a segment has the mean of its annotators' differences.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bleu_core.common import escaping
from bleu_core.common.stats import holm, sign_test, wilson_interval
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.imported import ImportedScores, imported_statistics
from bleu_core.people.agreement import (
    Coefficient,
    Level,
    cohens_kappa,
    krippendorffs_alpha,
    raw_agreement,
)
from bleu_core.people.sessions.item_answers import Judgement, place_of_a
from bleu_core.people.sessions.plan import Ask, SessionPlan, plan_digest
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap


@dataclass(frozen=True)
class Preference:
    """Segments won by each of two systems, out of those on which they were compared."""

    # The systems, in the order of the plan.
    a: str
    b: str
    wins_a: int
    wins_b: int
    ties: int
    bad: int  # Ties in which more than half of the annotators say that both are bad
    # The 95% CI (Wilson) of the share of B among the segments won.
    low: float
    high: float
    p_value: float  # Exact two-sided sign test over the segments won
    p_holm: float  # Corrected for all pairs tested together

    @property
    def won(self) -> int:
        """Segments won by either system."""
        return self.wins_a + self.wins_b


@dataclass(frozen=True)
class RatingDifference:
    """Ratings of two systems over segments where both have some."""

    a: str
    b: str
    # Mean over segments of their annotators' means.
    mean_a: float
    mean_b: float
    delta: float  # Mean of B minus mean of A
    # The 95% bootstrap interval of `delta`, widened for the number of segments; None for one.
    low: float | None
    high: float | None
    p_value: float  # Paired approximate randomization over segments
    p_holm: float  # Corrected for all pairs tested together
    segments: int


Tested = TypeVar("Tested", Preference, RatingDifference)


def preferences(judgements: Sequence[Judgement], systems: Sequence[str]) -> list[Preference]:
    """Preferences for each pair of systems with answers."""
    pairs = [_pair_preference(judgements, a, b) for a, b in combinations(systems, 2)]
    return _holm_corrected([pair for pair in pairs if pair.won or pair.ties])


def rating_differences(
    judgements: Sequence[Judgement], systems: Sequence[str]
) -> list[RatingDifference]:
    """Differences of two systems' ratings, for each pair that has any."""
    pairs = [_pair_difference(judgements, a, b) for a, b in combinations(systems, 2)]
    return _holm_corrected([pair for pair in pairs if pair is not None])


def preference_value(judgement: Judgement) -> float:
    """-1 if the first of the two outputs is better, 1 the second, 0 neither; NaN without answer."""
    return {"a": -1.0, "b": 1.0, "same": 0.0, "bad": 0.0}.get(judgement.preferred, math.nan)


def _pair_preference(judgements: Sequence[Judgement], a: str, b: str) -> Preference:
    votes: dict[int, list[float]] = {}
    bad: Counter[int] = Counter()
    for judgement in _first_judgements(judgements, a, b):
        if not np.isnan(vote := preference_value(judgement)):
            votes.setdefault(judgement.segment, []).append(vote)
            bad[judgement.segment] += judgement.preferred == "bad"
    wins_a = sum(sum(ballots) < 0 for ballots in votes.values())
    wins_b = sum(sum(ballots) > 0 for ballots in votes.values())
    tied = {segment: len(ballots) for segment, ballots in votes.items() if not sum(ballots)}
    both_bad = sum(2 * bad[segment] > number for segment, number in tied.items())
    low, high = wilson_interval(wins_b, wins_a + wins_b)
    p_value = float(sign_test([wins_a], [wins_b])[0])
    return Preference(a, b, wins_a, wins_b, len(tied), both_bad, low, high, p_value, p_value)


def _holm_corrected(tests: Sequence[Tested]) -> list[Tested]:
    corrected = holm([test.p_value for test in tests])
    return [replace(test, p_holm=p) for test, p in zip(tests, corrected, strict=True)]


def _pair_difference(judgements: Sequence[Judgement], a: str, b: str) -> RatingDifference | None:
    numbers: dict[int, list[Sequence[float]]] = {}
    for judgement in _first_judgements(judgements, a, b):
        of_both = [judgement.rating_a, judgement.rating_b]
        if not np.isnan(of_both).any():
            numbers.setdefault(judgement.segment, []).append(of_both)
    if not numbers:
        return None
    means: FloatArray = np.array([np.mean(ratings, axis=0) for ratings in numbers.values()])
    scores = ImportedScores("", True, {"a": means[:, 0], "b": means[:, 1]})
    stats_a, stats_b = imported_statistics(scores, "ab")
    test = paired_approximate_randomization(stats_a, stats_b)
    low, high = None, None
    if len(means) > 1:
        # Each segment is its own cluster, so that the interval is widened for few segments.
        bootstrap = paired_bootstrap(stats_a, stats_b, clusters=np.arange(len(means)))
        low, high = bootstrap.ci_low, bootstrap.ci_high
    mean_a, mean_b = means.mean(axis=0).tolist()
    return RatingDifference(
        a, b, mean_a, mean_b, mean_b - mean_a, low, high, test.p_value, test.p_value, len(means)
    )


def _first_judgements(judgements: Iterable[Judgement], a: str, b: str) -> Iterable[Judgement]:
    """Judgements of these two systems, without repeats and checks."""
    return (j for j in judgements if j.kind == "judged" and (j.a, j.b) == (a, b))


# (U, A) answers, one row per item (or output of it) and one column per annotator, NaN if missing;
# and the (U,) segments of its rows. Answers refer to systems, not to sides.
AnswerTable = tuple[FloatArray, NDArray[np.int64]]
_CHOICES = {"a": 0.0, "b": 1.0, "same": 2.0, "bad": 3.0}
_LEVELS: dict[Ask, Level] = {"better": "nominal", "rating": "ordinal"}


def answer_values(judgement: Judgement, ask: Ask) -> list[float]:
    """The choice as a number, or the ratings of the two outputs; NaN if missing."""
    if ask == "rating":
        return [judgement.rating_a, judgement.rating_b]
    return [_CHOICES.get(judgement.preferred, math.nan)]


def first_answers(plan: SessionPlan, judgements: Iterable[Judgement]) -> AnswerTable:
    """Answers of each annotator to items, without repeats and checks."""
    rows: dict[int, FloatArray] = {}
    segments: dict[int, int] = {}
    for judgement in judgements:
        if judgement.kind == "judged" and judgement.annotator in plan.annotators:
            values = answer_values(judgement, plan.ask)
            empty = np.full((len(values), len(plan.annotators)), math.nan)
            row = rows.setdefault(judgement.item, empty)
            row[:, plan.annotators.index(judgement.annotator)] = values
            segments[judgement.item] = judgement.segment
    return _joined(list(rows.values()), list(segments.values()), len(plan.annotators))


def repeated_answers(plan: SessionPlan, judgements: Iterable[Judgement]) -> AnswerTable:
    """First and second answers to items and their repeats, all annotators together."""
    by_item = {(judgement.annotator, judgement.item): judgement for judgement in judgements}
    pairs = [
        (by_item[repeat.annotator, repeat.of], repeat)
        for repeat in by_item.values()
        if repeat.kind == "repeat" and (repeat.annotator, repeat.of) in by_item
    ]
    rows = [np.array([answer_values(one, plan.ask) for one in pair]).T for pair in pairs]
    return _joined(rows, [first.segment for first, _ in pairs], 2)


def _joined(rows: list[FloatArray], segments: list[int], columns: int) -> AnswerTable:
    table = np.concatenate([np.empty((0, columns)), *rows])
    return table, np.repeat(np.array(segments, np.int64), list(map(len, rows)))


class Agreement(NamedTuple):
    """Agreement of answers; κ only for two columns of preferences."""

    raw: Coefficient
    alpha: Coefficient
    kappa: Coefficient | None


@dataclass(frozen=True)
class AnnotatorConduct:
    """One annotator's session in numbers."""

    annotator: str
    # Numbers of items, including repeats and checks.
    answered: int
    skipped: int
    planned: int
    # Repeated items answered both times, and those answered alike: the same preference, or the same
    # output with the higher rating.
    repeats: int
    same: int
    # Attention checks answered, and those in which the reference was preferred to the corrupted
    # output, by the same rule.
    checks: int
    passed: int


@dataclass(frozen=True)
class SessionResults:
    """Results of a session."""

    plan: SessionPlan
    # One per pair of systems; one of them is empty, by what was asked for.
    preferences: list[Preference]
    ratings: list[RatingDifference]
    # Agreement of all annotators, and of each pair of three or more annotators; and self-agreement
    # on repeats, all annotators together.
    between: Agreement
    couples: list[tuple[str, str, Agreement]]
    within: Agreement
    conducts: list[AnnotatorConduct]  # One per annotator

    @property
    def annotators(self) -> list[str]:
        """Annotators with at least one answer."""
        return [conduct.annotator for conduct in self.conducts if conduct.answered]


def session_results(plan: SessionPlan, judgements: Iterable[Judgement]) -> SessionResults:
    """Compute all results, in about 0.1 s, from unblinded judgements."""
    answers, names = list(judgements), plan.annotators
    table, segments = first_answers(plan, answers)
    couples = combinations(range(len(names)), 2) if len(names) > 2 else ()
    return SessionResults(
        plan,
        preferences(answers, plan.systems) if plan.ask == "better" else [],
        rating_differences(answers, plan.systems) if plan.ask == "rating" else [],
        _agreement(plan, table, segments),
        [(names[i], names[j], _agreement(plan, table[:, [i, j]], segments)) for i, j in couples],
        _agreement(plan, *repeated_answers(plan, answers)),
        annotator_conduct(plan, answers),
    )


def _agreement(plan: SessionPlan, table: FloatArray, segments: NDArray[np.int64]) -> Agreement:
    of_two = plan.ask == "better" and table.shape[1] == 2
    return Agreement(
        raw_agreement(table, segments),
        krippendorffs_alpha(table, segments, _LEVELS[plan.ask]),
        cohens_kappa(table, segments) if of_two else None,
    )


def annotator_conduct(plan: SessionPlan, judgements: Iterable[Judgement]) -> list[AnnotatorConduct]:
    """The conduct of each annotator of a plan, in its order, also of those without answers."""
    by_annotator: dict[str, list[Judgement]] = {name: [] for name in plan.annotators}
    for judgement in judgements:
        by_annotator.setdefault(judgement.annotator, []).append(judgement)
    return [_one_conduct(plan, name, answers) for name, answers in by_annotator.items()]


def _one_conduct(
    plan: SessionPlan, annotator: str, judgements: Sequence[Judgement]
) -> AnnotatorConduct:
    signs = {}  # -1 if the first output is better, 1 if the second is, 0 for neither; NaN: skipped
    for answer in judgements:
        sign = preference_value(answer)
        rated = float(np.sign(answer.rating_b - answer.rating_a))
        signs[answer.item] = rated if math.isnan(sign) else sign
    chosen = {answer.item: (signs[answer.item], answer.preferred) for answer in judgements}
    again = [
        chosen[answer.of] == chosen[answer.item]
        for answer in judgements
        if answer.kind == "repeat"
        and not math.isnan(signs.get(answer.of, math.nan) + signs[answer.item])
    ]
    checks = [signs[answer.item] for answer in judgements if answer.kind == "check"]
    checks = [sign for sign in checks if not math.isnan(sign)]
    return AnnotatorConduct(
        annotator,
        answered=sum(not math.isnan(sign) for sign in signs.values()),
        skipped=sum(bool(answer.skipped) for answer in judgements),
        planned=len(plan.items),
        repeats=len(again),
        same=sum(again),
        checks=len(checks),
        passed=sum(sign > 0 for sign in checks),
    )


EXPORT_COLUMNS = (
    "session", "name", "seed", "item", "line", "kind", "repeats item", "annotator", "first",
    "second", "first stood", "preferred", "rating of first", "rating of second", "skipped",
    "changed",
)  # fmt: skip


def results_to_csv(plan: SessionPlan, judgements: Iterable[Judgement]) -> bytes:
    """One row per answer with the session's id, safe for spreadsheets: no text is a formula."""
    session = plan_digest(plan)
    preferred = {"a": "first", "b": "second", "same": "no preference", "bad": "both bad"}
    # Whole numbers are text where some are missing, or pandas would write 18.0.
    rows = [
        (
            session,
            plan.name,
            str(plan.seed),
            one.item + 1,
            one.segment + 1,
            one.kind,
            str(one.of + 1) if one.kind == "repeat" else None,
            one.annotator,
            one.a if one.kind != "check" else "(damaged)",
            one.b if one.kind != "check" else "(reference)",
            place_of_a(plan, plan.items[one.item]),
            preferred.get(one.preferred),
            None if math.isnan(one.rating_a) else str(int(one.rating_a)),
            None if math.isnan(one.rating_b) else str(int(one.rating_b)),
            one.skipped or None,
            datetime.fromtimestamp(one.changed, UTC).isoformat(timespec="milliseconds"),
        )
        for one in judgements
    ]
    return escaping.to_csv(rows, EXPORT_COLUMNS)
