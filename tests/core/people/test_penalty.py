"""The weights of Google's MQM, and human scores of every source; no person said them."""

from __future__ import annotations

from dataclasses import replace
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
from bleu_core.segments.marks import Mark, Rating, weight


def test_errors_cost_what_the_table_says() -> None:
    table = {  # Freitag et al. 2021, table 4
        ("Non-translation!", "major"): 25,
        ("Non-translation", "major"): 25,
        ("Accuracy/Mistranslation", "major"): 5,
        ("Fluency/Punctuation", "major"): 5,
        ("Fluency/Punctuation", "minor"): 0.1,
        ("Style/Awkward", "minor"): 1,
        ("Other", "minor"): 1,
        ("", "minor"): 1,
        ("Source error", "neutral"): 0,
        ("Accuracy/Addition", "critical"): 5,
    }
    assert {error: weight(Mark(*error)) for error in table} == table


MAJOR, MINOR, ODD = Mark("Accuracy", "major", 0, 1), Mark("Style", "minor"), Mark("x", "dire")
PLAN = SessionPlan(
    "trial", "0" * 64, ("x", "y"), 1, 0.1, 0.0, ("ann", "bob"),
    "better", (), "ann", 0.0, (),
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


def test_the_answers_of_an_unblinded_session_are_a_source() -> None:
    judgements = [
        Judgement(0, 0, "ann", "judged", -1, "x", "y", "a"),
        Judgement(0, 0, "bob", "judged", -1, "x", "y", "same"),
        Judgement(1, 1, "ann", "judged", -1, "x", "y", "b"),
        Judgement(2, 2, "ann", "judged", -1, "x", "y", "bad"),
        Judgement(3, 3, "ann", "judged", -1, "x", "y", "a", skipped="no idea"),
        Judgement(4, 0, "ann", "repeat", 0, "x", "y", "b"),
        Judgement(5, 0, "ann", "check", -1, "", "", "b"),
    ]
    (better,) = scores_from_session("f" * 64, PLAN, judgements, 4)
    assert (better.key, better.label) == (f"session:{'f' * 64}", "trial: preferences")
    # Won once and once not decided; lost; both bad.
    assert as_lists(better) == [[0.5, -1.0, 0.0, None], [-0.5, 1.0, 0.0, None]]
    assert set(better.values) == {"x", "y"}
    assert scores_from_session("f", PLAN, [], 2) == []
    judgements = [
        Judgement(0, 0, "ann", "judged", -1, "x", "y", "", 5, 3),
        Judgement(0, 0, "bob", "judged", -1, "x", "y", "", 4, 4),
        Judgement(1, 1, "ann", "judged", -1, "x", "y", "", nan, 2),
        Judgement(4, 0, "ann", "repeat", 0, "x", "y", "", 1, 5),
    ]
    (rating,) = scores_from_session("f", replace(PLAN, ask="rating"), judgements, 2)
    assert as_lists(rating) == [[4.5, None], [3.5, 2.0]]
