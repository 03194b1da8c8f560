"""The grade of a difference, on constructed cases of every kind."""

import numpy as np
import pytest

from bleu_core.significance.grade import grade_difference
from bleu_core.significance.stability import Stability


def stability(insignificant: int | None, units: int = 500) -> Stability:
    return Stability(units, insignificant, None, np.arange(0))


@pytest.mark.parametrize(
    ("gain", "p", "more", "grade", "reasons"),
    [
        (-1.0, None, {}, "not_tested", ()),
        (-1.0, 0.05, {}, "no_difference", ()),
        (-1.0, 0.0499, {}, "worse", ()),
        (1.0, 0.0499, {}, "better", ()),
        (-1.0, 0.2, {"not_with": ["tok:intl"]}, "no_difference", ()),
        (-1.0, 0.01, {"not_with": ["tok:intl"]}, "worse_barely", ("not with tok:intl",)),
        (1.0, 0.01, {"not_with": ["case:lc"]}, "better_barely", ("not with case:lc",)),
        (1.0, 0.02, {"p_holm": 0.06, "systems": 3},
         "better_barely", ("p = 0.060 among 3 systems",)),
        (1.0, 0.01, {"p_holm": 0.03, "systems": 3}, "better", ()),
        # No part makes it vanish; 1% of 500 units are 5.
        (1.0, 0.01, {"stability": stability(None)}, "better", ()),
        (1.0, 0.01, {"stability": stability(6)}, "better", ()),
        (1.0, 0.01, {"stability": stability(5)}, "better_barely", ("rests on 5 segments",)),
        (1.0, 0.01, {"stability": stability(0)}, "better_barely", ("not significant by a t-test",)),
        (1.0, 0.01, {"stability": stability(3, 40)}, "better", ()),
        (-1.0, 0.01, {"stability": stability(1, 40), "unit": "document"},
         "worse_barely", ("rests on 1 document",)),
    ],
)  # fmt: skip
def test_each_grade(gain, p, more, grade, reasons) -> None:
    found = grade_difference(gain, p, **more)
    assert (found.grade, found.reasons) == (grade, reasons)
    assert found.pairs == (3 if more.get("systems") else 1)
