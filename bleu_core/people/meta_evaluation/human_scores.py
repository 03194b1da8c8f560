"""Human scores of outputs, from score files, error annotations or blind sessions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from math import isnan
from operator import itemgetter

import numpy as np

from bleu_core.common.formatting import format_count
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.imported import ImportedScores
from bleu_core.people.session_results import preference_value
from bleu_core.people.sessions.item_answers import Judgement
from bleu_core.people.sessions.plan import SessionPlan
from bleu_core.segments.marks import Rating, penalty, weight


@dataclass(frozen=True, eq=False)
class HumanScores:
    """Human scores of some systems' outputs, one number per segment, from one source."""

    # Its key in links: "marks", "marks:score", "scores:NAME", or "session:ID".
    key: str
    label: str  # Its name on screens: "Error annotations by 4 annotators"
    unit: str  # Unit of the numbers: "penalty per segment (0 is best)"
    # Whether higher is better. Penalties are negative, so it is true for them too.
    higher_is_better: bool
    values: Mapping[str, FloatArray]  # (S,) mean over annotators; NaN for segments without a score
    # The ratings behind the numbers, if errors were marked; else empty.
    ratings: tuple[Rating, ...] = ()

    @cached_property
    def unweighted(self) -> tuple[int, list[str]]:
        """How many ratings have no penalty, and so are in no mean, and their unknown severities."""
        number = sum(isnan(penalty(rating)) for rating in self.ratings)
        marks = (mark for rating in self.ratings for mark in rating.marks)
        return number, sorted({mark.severity for mark in marks if isnan(weight(mark))})

    @cached_property
    def digest(self) -> str:
        """A digest that identifies these numbers in caches."""
        source = f"{self.key}\0{self.higher_is_better}"
        hashed = hashlib.blake2b(source.encode("utf-8", "surrogatepass"))
        for name, values in self.values.items():
            hashed.update(f"\0{name}\0".encode("utf-8", "surrogatepass"))
            hashed.update(values.tobytes())
        # Marks elsewhere in a text may have the same penalty.
        hashed.update(repr(self.ratings).encode("utf-8", "surrogatepass"))
        return hashed.hexdigest()


MARKS, SCORES, SESSION = "marks", "scores:", "session:"
PENALTY = "penalty per segment (0 is best)"
# A score of an output: segment, system, number.
OutputScore = tuple[int, str, float]


def scores_from_file(scores: ImportedScores) -> HumanScores:
    """Imported scores as human scores; the user decides whether they are."""
    better = "higher" if scores.higher_is_better else "lower"
    return HumanScores(
        key=SCORES + scores.name,
        label=scores.name,
        unit=f"mean per segment ({better} is better)",
        higher_is_better=scores.higher_is_better,
        values=scores.values,
    )


def scores_from_marks(ratings: Sequence[Rating], segments: int) -> list[HumanScores]:
    """Human scores from error annotations of a test set: penalties, and scores (0 to 100) if any.

    The penalty of an output is the mean over its annotators, negative so that 0 is best. A rating
    with an unknown severity has none: see `weight`. `segments` is the size of the test set.
    """
    who = format_count(len({rating.annotator for rating in ratings}), "annotator")
    errors = ((r.segment, r.system, -penalty(r)) for r in ratings)
    penalties = _segment_means(errors, segments)
    scored = ((r.segment, r.system, r.score) for r in ratings if r.score is not None)
    scores = _segment_means(scored, segments)
    sources = [
        HumanScores(MARKS, f"Error annotations by {who}", PENALTY, True, penalties, tuple(ratings)),
        HumanScores(
            f"{MARKS}:score", f"Scores (0 to 100) by {who}", "score, 0 to 100", True, scores
        ),
    ]
    return [source for source in sources if source.values]


def scores_from_session(
    session: str, plan: SessionPlan, judgements: Iterable[Judgement], segments: int
) -> list[HumanScores]:
    """Human scores from the answers of an unblinded session; none if nobody answered.

    Repeats and attention checks do not count. `segments` is the size of the test set.
    """
    if plan.ask == "better":
        words, unit = "preferences", "share of comparisons won minus share lost (−1 to 1)"
    else:
        words, unit = "ratings (1 to 5)", "rating, 1 to 5"
    scores: list[OutputScore] = []
    for answer in judgements:
        if answer.kind == "judged" and not answer.skipped:
            of_a, of_b = answer.rating_a, answer.rating_b
            if plan.ask == "better":
                of_b = preference_value(answer)
                of_a = -of_b
            scores += [(answer.segment, answer.a, of_a), (answer.segment, answer.b, of_b)]
    values = _segment_means(scores, segments)
    label = f"{plan.name}: {words}"
    return [HumanScores(SESSION + session, label, unit, True, values)] if values else []


def _segment_means(scores: Iterable[OutputScore], segments: int) -> dict[str, FloatArray]:
    """By system, the mean score of each segment, without NaN; NaN for segments without one."""
    result: dict[str, FloatArray] = {}
    ordered = sorted((score for score in scores if not isnan(score[2])), key=itemgetter(1))
    for system, of_system in groupby(ordered, key=itemgetter(1)):
        rows = list(of_system)
        where = np.array([segment for segment, _, _ in rows])
        sums = np.bincount(where, [number for _, _, number in rows], segments)
        numbers = np.bincount(where, minlength=segments)
        result[system] = np.where(numbers > 0, sums / np.maximum(numbers, 1), np.nan)
    return result
