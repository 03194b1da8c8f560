"""Human scores from score files, error marks or blind sessions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import isnan

import numpy as np

from bleu_core.common.numerals import counted
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.imported import Scores
from bleu_core.people.against.people import People
from bleu_core.people.penalty import penalty
from bleu_core.people.sessions.judged import Judgement
from bleu_core.people.sessions.plan import Ask, Plan
from bleu_core.segments.marks import Rating

MARKS, SCORES, SESSION = "marks", "scores:", "session:"
PENALTY = "penalty a segment (0 is best)"
UNITS: dict[Ask, str] = {
    "better": "comparisons won less those lost, of all (−1 to 1)",
    "score": "mark, 0 to 100",
    "spans": PENALTY,
}
_WORDS: dict[Ask, str] = {"better": "preferences", "score": "marks of 0 to 100", "spans": "errors"}

# A score of an output: segment, system, number.
Said = tuple[int, str, float]


def of_scores(scores: Scores) -> People:
    """Imported scores as human scores; the user decides whether they are."""
    better = "higher" if scores.higher_is_better else "lower"
    return People(
        key=SCORES + scores.name,
        label=scores.name,
        unit=f"mean a segment ({better} is better)",
        higher_is_better=scores.higher_is_better,
        values=scores.values,
    )


def of_ratings(ratings: Sequence[Rating], segments: int) -> list[People]:
    """Human scores from error marks: penalties, and scores of 0 to 100 if any.

    The penalty of an output is the mean over its annotators, negative so that 0 is best. A rating
    with an unknown severity has none: see `weight`.

    Parameters
    ----------
    ratings : list of Rating
        All ratings of a test set.
    segments : int
        Number of segments of the test set.
    """
    who = counted(len({rating.annotator for rating in ratings}), "person", "people")
    penalties = _means(
        ((rating.segment, rating.system, -penalty(rating)) for rating in ratings), segments
    )
    scored = (
        (rating.segment, rating.system, rating.score)
        for rating in ratings
        if rating.score is not None
    )
    scores = _means(scored, segments)
    found = [
        People(MARKS, f"Errors marked by {who}", PENALTY, True, penalties, tuple(ratings)),
        People(f"{MARKS}:score", f"Marks of 0 to 100 by {who}", UNITS["score"], True, scores),
    ]
    return [result for result in found if result.values]


def of_session(
    session: str,
    plan: Plan,
    judgements: Iterable[Judgement],
    segments: int,
) -> list[People]:
    """Human scores from an unblinded session, one per question with answers.

    Repeats and attention checks do not count.

    Parameters
    ----------
    session : str
        Id of the session.
    plan : Plan
    judgements : list of Judgement
    segments : int
        Number of segments of the test set.
    """
    counting = [
        judgement
        for judgement in judgements
        if judgement.kind == "judged" and not judgement.skipped
    ]
    ratings = tuple(_ratings(counting))
    scores: dict[Ask, Iterator[Said]] = {
        "better": (each for judgement in counting for each in _preferred(judgement)),
        "score": (each for judgement in counting for each in _scored(judgement)),
        "spans": ((rating.segment, rating.system, -penalty(rating)) for rating in ratings),
    }
    return [
        People(
            key=f"{SESSION}{session}:{ask}",
            label=f"{plan.name}: {_WORDS[ask]}",
            unit=UNITS[ask],
            higher_is_better=True,
            values=values,
            ratings=ratings if ask == "spans" else (),
        )
        for ask in plan.asks
        if (values := _means(scores[ask], segments))
    ]


def _preferred(judgement: Judgement) -> Iterator[Said]:
    """1 for the preferred output and −1 for the other; 0 for both without a preference."""
    if judgement.preferred:
        of_a = {"a": 1.0, "b": -1.0}.get(judgement.preferred, 0.0)
        yield judgement.segment, judgement.a, of_a
        yield judgement.segment, judgement.b, -of_a


def _scored(judgement: Judgement) -> Iterator[Said]:
    for name, score in ((judgement.a, judgement.score_a), (judgement.b, judgement.score_b)):
        if not isnan(score):
            yield judgement.segment, name, score


def _ratings(judgements: Iterable[Judgement]) -> Iterator[Rating]:
    """A rating for each output with marks, or found correct."""
    for judgement in judgements:
        for name, marks in ((judgement.a, judgement.marks_a), (judgement.b, judgement.marks_b)):
            if marks is not None:
                yield Rating(judgement.segment, name, judgement.annotator, marks)


def _means(scores: Iterable[Said], segments: int) -> dict[str, FloatArray]:
    """By system, the mean score of each segment; NaN for segments without one.

    NaN scores are ignored.
    """
    result: dict[str, FloatArray] = {}
    ordered = sorted((score for score in scores if not isnan(score[2])), key=lambda one: one[1])
    for system, of_system in groupby(ordered, key=lambda one: one[1]):
        rows = list(of_system)
        where = np.array([segment for segment, _, _ in rows])
        sums = np.bincount(where, [number for _, _, number in rows], segments)
        numbers = np.bincount(where, minlength=segments)
        result[system] = np.where(numbers > 0, sums / np.maximum(numbers, 1), np.nan)
    return result
