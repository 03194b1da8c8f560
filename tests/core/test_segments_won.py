"""How many segments a system wins, against the comparison of one segment after the other."""

from __future__ import annotations

import numpy as np

from bleu_core import segment_statistics
from bleu_core.metrics import Scores, statistics_of
from bleu_core.systems import segments_won

REFERENCES = [["a b c d", "e f g h", "i j k l", "m n o p"]]
OUTPUTS = [
    ["a b c d", "e f x h", "x", "m n o p"],
    ["a b c x", "e f g h", "x", "m n o p"],
    ["a b c d", "e f g h", "i j k l", "m n o x"],
]


def test_a_segment_is_won_by_the_better_score_and_by_nobody_where_they_are_alike() -> None:
    systems = [segment_statistics(output, REFERENCES) for output in OUTPUTS]
    won = segments_won(systems)
    for i, one in enumerate(systems):
        for j, other in enumerate(systems):
            pairs = zip(one.sentence_scores(), other.sentence_scores(), strict=True)
            assert won[i, j] == sum(b > a for a, b in pairs)
    assert (won[0, 1], won[1, 0]) == (1, 1)


def test_where_lower_is_better_the_lower_score_wins() -> None:
    systems = [segment_statistics(output, REFERENCES) for output in OUTPUTS]
    assert (segments_won(systems, higher_is_better=False) == segments_won(systems).T).all()


def test_a_segment_without_a_number_is_won_by_nobody() -> None:
    numbers = {"a": np.array([1.0, np.nan, 3.0]), "b": np.array([2.0, 5.0, 3.0])}
    systems = statistics_of(Scores("marks", True, numbers), ["a", "b"])
    assert segments_won(systems).tolist() == [[0, 1], [0, 0]]
