"""All results of an unblinded session, for screens and exports."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from bleu_core.people.results.agreement import (
    Coefficient,
    cohens_kappa,
    krippendorffs_alpha,
    mean_difference,
    raw_agreement,
)
from bleu_core.people.results.answered import (
    QUESTIONS,
    Answered,
    Question,
    between,
    marks,
    penalties,
    repeated,
)
from bleu_core.people.results.conduct import Conduct, conducts
from bleu_core.people.results.preferences import Difference, Preference, differences, preferences
from bleu_core.people.results.settling import Disputed, disputed, with_settled
from bleu_core.people.sessions.judged import Judgement
from bleu_core.people.sessions.plan import Plan


@dataclass(frozen=True)
class Agreement:
    """Agreement of the answers to one question.

    Attributes
    ----------
    question : Question
    raw : Coefficient
        For questions at level "interval", the mean difference of two answers.
    alpha : Coefficient
    kappa : Coefficient or None
        Only for two columns and a nominal question.
    """

    question: Question
    raw: Coefficient
    alpha: Coefficient
    kappa: Coefficient | None


@dataclass(frozen=True)
class Results:
    """Results of a session.

    Attributes
    ----------
    plan : Plan
    preferences : list of Preference
        One per pair of systems; empty if preferences were not asked for.
    settled : list of Preference
        The same with decisions; empty without any.
    marks, penalties : list of Difference
        Empty if not asked for.
    between, within : list of Agreement
        Agreement between annotators, and self-agreement on repeats, all annotators together.
    couples : list of (str, str, Agreement)
        Each pair of three or more annotators, on the first question.
    conducts : list of Conduct
        One per annotator.
    disputed : list of Disputed
    decided : dict from int to Judgement
        Decisions, by item.
    """

    plan: Plan
    preferences: list[Preference]
    settled: list[Preference]
    marks: list[Difference]
    penalties: list[Difference]
    between: list[Agreement]
    within: list[Agreement]
    couples: list[tuple[str, str, Agreement]]
    conducts: list[Conduct]
    disputed: list[Disputed]
    decided: dict[int, Judgement]

    @property
    def annotators(self) -> list[str]:
        """Annotators with at least one answer."""
        return [conduct.annotator for conduct in self.conducts if conduct.answered]


def results_of(
    plan: Plan, judgements: Iterable[Judgement], decided: Sequence[Judgement] = ()
) -> Results:
    """Compute all results: about 0.1 s.

    Parameters
    ----------
    plan : Plan
    judgements : list of Judgement
        Judgements of all annotators, from `unblinded`.
    decided : list of Judgement
        Decisions, in the same form.
    """
    answers = list(judgements)
    questions = [question for question in QUESTIONS if question.asked in plan.asks]
    tables = [(question, between(question, answers, plan.annotators)) for question in questions]
    again = [(question, repeated(question, answers)) for question in questions]
    return Results(
        plan,
        preferences(answers, plan.systems) if "better" in plan.asks else [],
        preferences(with_settled(answers, decided), plan.systems) if decided else [],
        differences(answers, plan.systems, marks) if "score" in plan.asks else [],
        differences(answers, plan.systems, penalties) if "spans" in plan.asks else [],
        [_agreement(question, result) for question, result in tables],
        [_agreement(question, result) for question, result in again],
        _couples(*tables[0]),
        conducts(plan, answers),
        disputed(answers),
        {one.item: one for one in sorted(decided, key=lambda decision: decision.changed)},
    )


def _couples(question: Question, found: Answered) -> list[tuple[str, str, Agreement]]:
    if len(found.columns) < 3:
        return []
    return [(a, b, _agreement(question, found.of(a, b))) for a, b in combinations(found.columns, 2)]


def _agreement(question: Question, found: Answered) -> Agreement:
    table, segments = found.table, found.segments
    raw = mean_difference if question.level == "interval" else raw_agreement
    of_two = question.level == "nominal" and len(found.columns) == 2
    return Agreement(
        question,
        raw(table, segments),
        krippendorffs_alpha(table, segments, question.level),
        cohens_kappa(table, segments) if of_two else None,
    )
