"""Results of an unblinded session: preferences, agreement, conduct, and their files.

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
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import combinations
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from bleu_core.common import escaping
from bleu_core.common.stats import holm, sign_test, wilson_interval
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.imported import ImportedScores, imported_statistics
from bleu_core.people.agreement import (
    Coefficient,
    cohens_kappa,
    krippendorffs_alpha,
    mean_difference,
    raw_agreement,
)
from bleu_core.people.questions import (
    QUESTIONS,
    AnnotatorConduct,
    Question,
    annotator_conduct,
    first_answers,
    preference_value,
    rating_pair,
    repeated_answers,
)
from bleu_core.people.sessions.item_answers import Judgement, place_of_a
from bleu_core.people.sessions.json_lines import write_json_lines
from bleu_core.people.sessions.plan import SessionPlan, plan_digest
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap


@dataclass(frozen=True)
class Preference:
    """Segments won by each of two systems, out of those on which they were compared."""

    # The systems, in the order of the plan.
    a: str
    b: str
    wins_a: int
    wins_b: int
    # Tied segments: nobody prefers either; the same, but more than half say that both are bad; or
    # as many prefer one as the other.
    alike: int
    bad: int
    divided: int
    # The 95% CI (Wilson) of the share of B among the segments won.
    low: float
    high: float
    p_value: float  # Exact two-sided sign test over the segments won
    p_holm: float  # Corrected for all pairs, or parts, tested together
    answers: tuple[int, int, int, int]  # Answers of all annotators: A, B, no preference, both bad

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


def preferences(judgements: Iterable[Judgement], systems: Sequence[str]) -> list[Preference]:
    """Preferences for each pair of systems with answers."""
    judgements = list(judgements)
    pairs = [_pair_preference(judgements, a, b) for a, b in combinations(systems, 2)]
    return _holm_corrected([pair for pair in pairs if pair.segments])


def preferences_by_part(
    judgements: Iterable[Judgement], a: str, b: str, labels: Sequence[str], part: NDArray[np.int64]
) -> list[tuple[str, Preference]]:
    """Preferences on each part of a partition: `part` (S,) of `labels`.

    P-values are corrected for the number of parts.
    """
    groups: dict[int, list[Judgement]] = {}
    for judgement in judgements:
        groups.setdefault(int(part[judgement.segment]), []).append(judgement)
    of_parts = {part: _pair_preference(groups[part], a, b) for part in sorted(groups)}
    there = {part: preference for part, preference in of_parts.items() if preference.segments}
    corrected = _holm_corrected(list(there.values()))
    return [(labels[part], one) for part, one in zip(there, corrected, strict=True)]


def rating_differences(
    judgements: Iterable[Judgement], systems: Sequence[str]
) -> list[RatingDifference]:
    """Differences of two systems' ratings, for each pair that has any."""
    judgements = list(judgements)
    pairs = [_pair_difference(judgements, a, b) for a, b in combinations(systems, 2)]
    return _holm_corrected([pair for pair in pairs if pair is not None])


def _pair_preference(judgements: Iterable[Judgement], a: str, b: str) -> Preference:
    votes: dict[int, list[float]] = {}
    bad: Counter[int] = Counter()
    for judgement in _first_judgements(judgements, a, b):
        if not np.isnan(vote := preference_value(judgement)):
            votes.setdefault(judgement.segment, []).append(vote)
            bad[judgement.segment] += judgement.preferred == "bad"
    wins_a = sum(sum(ballots) < 0 for ballots in votes.values())
    wins_b = sum(sum(ballots) > 0 for ballots in votes.values())
    divided = sum(sum(ballots) == 0 and any(ballots) for ballots in votes.values())
    neither = [segment for segment, ballots in votes.items() if not any(ballots)]
    both_bad = sum(2 * bad[segment] > len(votes[segment]) for segment in neither)
    low, high = wilson_interval(wins_b, wins_a + wins_b)
    p_value = float(sign_test([wins_a], [wins_b])[0])
    every = [vote for ballots in votes.values() for vote in ballots]
    all_bad = sum(bad.values())
    answers = every.count(-1), every.count(1), every.count(0) - all_bad, all_bad
    return Preference(
        a, b, wins_a, wins_b, len(neither) - both_bad, both_bad, divided,
        low, high, p_value, p_value, answers,
    )  # fmt: skip


def _holm_corrected(tests: Sequence[Tested]) -> list[Tested]:
    corrected = holm([test.p_value for test in tests])
    return [replace(test, p_holm=p) for test, p in zip(tests, corrected, strict=True)]


def _pair_difference(judgements: Iterable[Judgement], a: str, b: str) -> RatingDifference | None:
    numbers: dict[int, list[Sequence[float]]] = {}
    for judgement in _first_judgements(judgements, a, b):
        of_both = rating_pair(judgement)
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


@dataclass(frozen=True)
class QuestionAgreement:
    """Agreement of the answers to one question."""

    question: Question
    raw: Coefficient  # For questions at level "interval", the mean difference of two answers
    alpha: Coefficient
    kappa: Coefficient | None  # Only for two columns and a nominal question


@dataclass(frozen=True)
class SessionResults:
    """Results of a session."""

    plan: SessionPlan
    # One per pair of systems; one of them is empty, by what was asked for.
    preferences: list[Preference]
    ratings: list[RatingDifference]
    # Agreement between annotators, and self-agreement on repeats, all annotators together.
    between: list[QuestionAgreement]
    within: list[QuestionAgreement]
    # Each pair of three or more annotators, on the first question.
    couples: list[tuple[str, str, QuestionAgreement]]
    conducts: list[AnnotatorConduct]  # One per annotator

    @property
    def annotators(self) -> list[str]:
        """Annotators with at least one answer."""
        return [conduct.annotator for conduct in self.conducts if conduct.answered]


def session_results(plan: SessionPlan, judgements: Iterable[Judgement]) -> SessionResults:
    """Compute all results, in about 0.1 s, from unblinded judgements."""
    answers, names = list(judgements), plan.annotators
    questions = [question for question in QUESTIONS if question.asked == plan.ask]
    tables = [(each, *first_answers(each, answers, names)) for each in questions]
    first, table, segments = tables[0]
    couples = combinations(range(len(names)), 2) if len(names) > 2 else ()
    return SessionResults(
        plan,
        preferences(answers, plan.systems) if plan.ask == "better" else [],
        rating_differences(answers, plan.systems) if plan.ask == "rating" else [],
        [_question_agreement(*one) for one in tables],
        [_question_agreement(each, *repeated_answers(each, answers)) for each in questions],
        [
            (names[i], names[j], _question_agreement(first, table[:, [i, j]], segments))
            for i, j in couples
        ],
        annotator_conduct(plan, answers),
    )


def _question_agreement(
    question: Question, table: FloatArray, segments: NDArray[np.int64]
) -> QuestionAgreement:
    raw = mean_difference if question.level == "interval" else raw_agreement
    of_two = question.level == "nominal" and table.shape[1] == 2
    return QuestionAgreement(
        question,
        raw(table, segments),
        krippendorffs_alpha(table, segments, question.level),
        cohens_kappa(table, segments) if of_two else None,
    )


RESULTS_KIND = "results of a blind session"


def results_to_csv(plan: SessionPlan, judgements: Iterable[Judgement]) -> bytes:
    """One row per answer with the session's id, safe for spreadsheets: no text is a formula."""
    import pandas as pd  # slow to load

    rows = [list(row.values()) for row in _export_rows(plan, judgements)]
    return escaping.to_csv(pd.DataFrame(rows, columns=EXPORT_COLUMNS))


def results_to_jsonl(plan: SessionPlan, judgements: Iterable[Judgement]) -> bytes:
    """The plan in the first line, then one line per answer."""
    head = {"session": plan_digest(plan), "plan": asdict(plan)}
    rows = _export_rows(plan, judgements)
    return write_json_lines(RESULTS_KIND, head, rows).encode()


EXPORT_COLUMNS = (
    "session", "name", "item", "line", "kind", "repeats item", "annotator", "first", "second",
    "first stood", "preferred", "rating of first", "rating of second", "skipped", "seconds",
    "changed",
)  # fmt: skip


def _export_rows(plan: SessionPlan, judgements: Iterable[Judgement]) -> list[dict[str, Any]]:
    session = plan_digest(plan)
    preferred = {"a": "first", "b": "second", "same": "no preference", "bad": "both bad"}
    rows = (
        (
            session,
            plan.name,
            one.item + 1,
            one.segment + 1,
            one.kind,
            one.of + 1 if one.kind == "repeat" else None,
            one.annotator,
            one.a if one.kind != "check" else "(damaged)",
            one.b if one.kind != "check" else "(reference)",
            place_of_a(plan, plan.items[one.item]),
            preferred.get(one.preferred),
            None if math.isnan(one.rating_a) else one.rating_a,
            None if math.isnan(one.rating_b) else one.rating_b,
            one.skipped or None,
            one.seconds,
            datetime.fromtimestamp(one.changed, UTC).isoformat(timespec="milliseconds"),
        )
        for one in judgements
    )
    return [dict(zip(EXPORT_COLUMNS, row, strict=True)) for row in rows]
