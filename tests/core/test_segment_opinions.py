"""What metrics say of one segment, as it is written."""

import numpy as np

from bleu_core.account.segment_opinions import segment_opinions
from bleu_core.metrics import Scores, opinion_of


def test_numbers_keep_their_sign_and_better_is_told_apart() -> None:
    a, b = np.array([0.51234, 0.7, np.nan]), np.array([0.5, 0.7, 1.0])
    values = {"a": a, "b": b}
    marks = opinion_of(Scores("marks", True, values), "a", "b")
    errors = opinion_of(Scores("errors", False, values), "a", "b")
    first, second = segment_opinions([marks, errors], 0)
    assert first == ("marks", "imported-score", "0.5123", "0.5000", "−0.0123", -1)
    assert second == ("errors", "imported-score", "0.5123", "0.5000", "−0.0123", 1)
    assert segment_opinions([marks], 1)[0].better == 0
    assert segment_opinions([marks], 2)[0][2:] == ("–", "–", "–", 0)
