"""`HumanScores` from ratings, sessions and scores; all of them scripted: no person said them."""

from __future__ import annotations

from math import nan

import numpy as np

from bleu_core.metrics import ImportedScores
from bleu_core.people.meta_evaluation.human_scores import (
    HumanScores,
    scores_from_file,
    scores_from_marks,
    scores_from_session,
)
from bleu_core.people.sessions.item_answers import Judgement
from bleu_core.people.sessions.plan import SessionPlan
from bleu_core.segments.marks import Mark, Rating

MAJOR, MINOR, ODD = Mark("Accuracy", "major", 0, 1), Mark("Style", "minor"), Mark("x", "dire")
PLAN = SessionPlan(
    "trial", "0" * 64, ("x", "y"), "random", "", 1, 0.1, 0.0, ("ann", "bob"),
    ("better", "score", "spans"), (), "ann", 0.0, (),
)  # fmt: skip


def as_list(people: HumanScores, name: str) -> list[float | None]:
    return [None if np.isnan(value) else value for value in people.values[name].tolist()]


def as_lists(people: HumanScores) -> list[list[float | None]]:
    return [as_list(people, name) for name in "xy"]


def test_penalties_are_means_of_who_rated_and_negative() -> None:
    ratings = [
        Rating(0, "x", "ann", (MAJOR, MINOR)),
        Rating(0, "x", "bob"),
        Rating(2, "x", "ann"),
        Rating(1, "y", "bob", (MINOR,)),
    ]
    (found,) = scores_from_marks(ratings, 3)
    assert (found.key, found.label) == ("marks", "Error annotations by 2 annotators")
    assert as_lists(found) == [[-3.0, None, 0.0], [None, -1.0, None]]
    assert found.higher_is_better
    assert found.ratings == tuple(ratings)
    # A severity without a weight is no penalty.
    (found,) = scores_from_marks(
        [Rating(0, "x", "ann", (ODD,)), Rating(0, "x", "bob", (MINOR,))], 1
    )
    assert as_list(found, "x") == [-1.0]
    assert scores_from_marks([Rating(0, "x", "ann", (ODD,))], 1) == scores_from_marks([], 5) == []
    # Marks of 0 to 100 beside errors are another source.
    penalties, scores = scores_from_marks([Rating(0, "x", "ann", (MINOR,), score=70.0)], 1)
    assert as_list(penalties, "x") == [-1.0]
    assert (scores.key, as_list(scores, "x"), scores.ratings) == ("marks:score", [70.0], ())


def test_scores_keep_which_way_is_better() -> None:
    found = scores_from_file(ImportedScores("TER by hand", False, {"x": np.array([1.0, nan])}))
    assert (found.key, found.label) == ("scores:TER by hand", "TER by hand")
    assert not found.higher_is_better
    assert "lower is better" in found.unit


def test_each_question_of_an_unblinded_session_is_a_source() -> None:
    judgements = [
        Judgement(0, 0, "ann", "judged", -1, "x", "y", "a", 80.0, 60.0, (MINOR,), ()),
        Judgement(0, 0, "bob", "judged", -1, "x", "y", "same", 70.0, 70.0),
        Judgement(1, 1, "ann", "judged", -1, "x", "y", "b", nan, 40.0, None, (MAJOR,)),
        Judgement(2, 2, "ann", "judged", -1, "x", "y", "bad"),
        Judgement(3, 3, "ann", "judged", -1, "x", "y", "a", 1.0, 2.0, skipped="no idea"),
        Judgement(4, 0, "ann", "repeat", 0, "x", "y", "b", 0.0, 100.0, (MAJOR,), (MAJOR,)),
        Judgement(5, 0, "ann", "check", -1, "", "", "b", 0.0, 100.0),
    ]
    better, score, spans = scores_from_session("f" * 64, PLAN, judgements, 4)
    assert (better.key, better.label) == (f"session:{'f' * 64}:better", "trial: preferences")
    # Won once and once not decided; lost; both bad.
    assert as_lists(better) == [[0.5, -1.0, 0.0, None], [-0.5, 1.0, 0.0, None]]
    assert as_lists(score) == [[75.0, None, None, None], [65.0, 40.0, None, None]]
    assert as_lists(spans) == [[-1.0, None, None, None], [0.0, -5.0, None, None]]
    assert [rating.system for rating in spans.ratings] == ["x", "y", "y"]
    assert set(better.values) == {"x", "y"}
    # What nobody answered is no source.
    only = [Judgement(0, 0, "ann", "judged", -1, "x", "y", "a")]
    assert [one.key.rpartition(":")[2] for one in scores_from_session("f", PLAN, only, 2)] == [
        "better"
    ]


def test_other_numbers_have_another_digest() -> None:
    def digest(name: str, values: list[float], higher: bool = True) -> str:
        return HumanScores("k", "k", "k", higher, {name: np.array(values)}).digest

    made = [
        digest("x", [1.0, 2.0]), digest("y", [1.0, 2.0]), digest("x", [1.0, 2.5]),
        digest("x", [1.0, 2.0], False),
    ]  # fmt: skip
    assert len(set(made)) == 4
    assert digest("x", [1.0, 2.0]) == made[0]
    for name in ("\ud800", "a\0b"):
        assert HumanScores(name, name, "k", True, {name: np.array([1.0])}).digest
