"""What is told of a precision: counted, smoothed, or that there is none."""

import math

import pytest

from bleu_core import BleuConfig, segment_statistics
from bleu_core.metrics.precision import (
    format_precision,
    format_precision_difference,
    precision_difference,
    precisions_of,
    why_zero,
)


def of(hypothesis: str, reference: str, **settings: object):
    return precisions_of(
        segment_statistics([hypothesis], [[reference]], BleuConfig(tokenize="none", **settings))  # type: ignore[arg-type]
    )


def test_an_order_that_the_hypothesis_is_too_short_for_has_no_precision_and_no_difference() -> None:
    a, b = of("a b c", "a b c d"), of("a b c x", "a b c d")
    assert (a[3].count, a[3].total, a[3].defined) == (0, 0, False)
    assert math.isnan(a[3].percent)
    assert format_precision(a[3]) == "–"
    assert (b[3].total, b[3].count, b[3].smoothed) == (1, 0, True)
    for one, other in ((a, b), (b, a), (a, a)):
        assert math.isnan(precision_difference(one[3], other[3]))
        assert format_precision_difference(one[3], other[3]) == "–"
    assert format_precision_difference(a[2], b[2]) == "\u221250.0"


def test_a_smoothed_precision_says_both_numbers_and_add_k_changes_none_that_was_counted() -> None:
    smoothed = of("a b x c", "a b c d")
    assert [format_precision(p) for p in smoothed] == ["75.0", "33.3", "0.0 → 25.0", "0.0 → 25.0"]
    counted = of("a b x c", "a b c d", smooth_method="none")
    assert [format_precision(p) for p in counted] == ["75.0", "33.3", "0.0", "0.0"]
    found = of("a b x", "a b c", smooth_method="add-k")
    assert [(p.count, p.total) for p in found] == [(2, 3), (1, 2), (0, 1), (0, 0)]
    assert [p.smoothed for p in found] == [False, True, True, True]
    # Without any match nothing is smoothed.
    assert [p.smoothed for p in of("x y z w", "a b c d")] == [False] * 4
    assert not found[3].defined


@pytest.mark.parametrize(
    ("hypothesis", "settings", "why"),
    [
        ("a b c d", {}, ""),
        ("", {}, "the output is empty"),
        ("a b", {}, "the output has no 3-gram"),
        ("a b", {"max_ngram_order": 2}, ""),
        ("x y z w", {}, "no token of the output is in the references"),
        ("a b x d", {"smooth_method": "none"}, "no 3-gram of the output is in the references"),
    ],
)
def test_a_score_of_zero_says_why(hypothesis: str, settings: dict[str, object], why: str) -> None:
    config = BleuConfig(tokenize="none", **settings)  # type: ignore[arg-type]
    score = segment_statistics([hypothesis], [["a b c d"]], config).corpus()
    assert (why_zero(score), score.score > 0) == (why, not why)
