"""The scorecard: outcomes, and an axis on which 0 is inside the interval if it is."""

import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.common.formatting import format_delta
from bleu_core.present.tables.scorecard import BADGES, scorecard
from bleu_core.significance import MIN_SEGMENTS, run_tests

REFERENCE = [f"they came home on day {i} of the year" for i in range(40)]
WORSE = [line.replace("home", "back") for line in REFERENCE]
# As many segments are better as are worse.
OTHER = [a if i % 2 else b for i, (a, b) in enumerate(zip(REFERENCE, WORSE, strict=True))]
SAME = [a if i % 2 == 0 else b for i, (a, b) in enumerate(zip(REFERENCE, WORSE, strict=True))]


def compared(a: list[str], b: list[str]) -> Comparison:
    return Comparison.of(EvalSet({"a": a, "b": b}, [REFERENCE[: len(a)]]))


@pytest.mark.parametrize(
    ("a", "b", "outcome"),
    [
        (WORSE, REFERENCE, "better"),
        (REFERENCE, WORSE, "worse"),
        (OTHER, SAME, "none"),
        (OTHER, OTHER, "none"),
        (REFERENCE[: MIN_SEGMENTS - 1], WORSE[: MIN_SEGMENTS - 1], "few"),
    ],
)
def test_the_badge_says_what_the_test_found(a, b, outcome) -> None:
    comparison = compared(a, b)
    card = scorecard(comparison, run_tests(comparison))
    assert (card.outcome, card.badge) == (outcome, BADGES[outcome])
    assert card.delta == format_delta(comparison.delta)
    if card.axis is None:
        assert (outcome, card.p, card.interval) == ("few", "", "")
    else:
        low, delta, high, zero = card.axis
        assert 0 <= low <= delta <= high <= 100
        assert 0 <= zero <= 100
        if outcome == "none":
            assert low <= zero <= high
        else:
            assert (zero < low) == (outcome == "better")


def test_what_is_not_tested_yet_says_so() -> None:
    assert scorecard(compared(WORSE, REFERENCE), None).outcome == "pending"
