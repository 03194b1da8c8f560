"""All that comes out of an unblinded session, in one: what screens and exports tell of it."""

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
    """How far the answers to one question agree.

    Attributes
    ----------
    question : Question
    raw : Coefficient
        Of questions at the level "interval" the mean difference of two answers.
    alpha : Coefficient
    kappa : Coefficient or None
        Of two columns and a nominal question alone.
    """

    question: Question
    raw: Coefficient
    alpha: Coefficient
    kappa: Coefficient | None


@dataclass(frozen=True)
class Results:
    """What came out of a session.

    Attributes
    ----------
    plan : Plan
    preferences : list of Preference
        A pair of systems each; empty where it was not asked which is better.
    settled : list of Preference
        The same with what was settled; empty where nothing was.
    marks, penalties : list of Difference
        Empty where they were not asked for.
    between, within : list of Agreement
        Of the annotators with each other, and of each with themselves on repeats, all together.
    couples : list of (str, str, Agreement)
        Each two of three or more annotators, on the first question.
    conducts : list of Conduct
        An annotator each.
    disputed : list of Disputed
    decided : dict from int to Judgement
        What was settled, by item.
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
        """Those who answered anything."""
        return [one.annotator for one in self.conducts if one.answered]


def results_of(
    plan: Plan, judgements: Iterable[Judgement], decided: Sequence[Judgement] = ()
) -> Results:
    """Count all of it: some 0.1 s.

    Parameters
    ----------
    plan : Plan
    judgements : list of Judgement
        Of all annotators, as `judged.unblinded` gives them.
    decided : list of Judgement
        What was settled, in the same form.
    """
    said = list(judgements)
    asked = [question for question in QUESTIONS if question.asked in plan.asks]
    tables = [(question, between(question, said, plan.annotators)) for question in asked]
    again = [(question, repeated(question, said)) for question in asked]
    return Results(
        plan,
        preferences(said, plan.systems) if "better" in plan.asks else [],
        preferences(with_settled(said, decided), plan.systems) if decided else [],
        differences(said, plan.systems, marks) if "score" in plan.asks else [],
        differences(said, plan.systems, penalties) if "spans" in plan.asks else [],
        [_agreement(question, found) for question, found in tables],
        [_agreement(question, found) for question, found in again],
        _couples(*tables[0]),
        conducts(plan, said),
        disputed(said),
        {one.item: one for one in sorted(decided, key=lambda one: one.changed)},
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
