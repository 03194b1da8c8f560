"""The weights of Google's MQM, by the table and an example worked by hand."""

import math

import pytest

from bleu_core.people.meta_evaluation.human_scores import scores_from_marks
from bleu_core.segments.marks import Mark, Rating, penalty, weight


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


def test_a_segments_score_is_the_mean_over_its_annotators_and_no_number_without_a_weight() -> None:
    known = Mark("Other", "minor")
    assert penalty(Rating(0, "a", "x", (known, known))) == 2
    assert math.isnan(penalty(Rating(0, "a", "x", (known, Mark("Other", "trivial")))))
    assert penalty(Rating(0, "a", "x")) == 0
    major, minor = Mark("Accuracy/Omission", "major"), Mark("Style/Awkward", "minor")
    comma = Mark("Fluency/Punctuation", "minor")
    ratings = [
        Rating(0, "a", "r1", (major, minor, comma)),  # 6.1
        Rating(0, "a", "r2", (minor,)),  # 1
        Rating(0, "a", "r3"),  # 0
        Rating(2, "a", "r1", (comma, comma)),  # 0.2
    ]
    (people,) = scores_from_marks(ratings, 3)
    values = people.values["a"]
    assert values[0] == pytest.approx(-7.1 / 3)
    assert math.isnan(values[1])
    assert values[2] == pytest.approx(-0.2)
