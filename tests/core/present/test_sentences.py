"""Sentences on segments and slices: their claims and numbers."""

from typing import Any

import numpy as np
import pytest

from bleu_core.explain.changed_spans import ChangedSpan, SegmentChanges
from bleu_core.messages.query import one_document
from bleu_core.present.document import Segment, text
from bleu_core.present.tables.segments import change_sentence
from bleu_core.present.tables.slice_sentences import finding_sentence, slices_sentence
from bleu_core.segments.finder import FoundSlice
from bleu_core.segments.slices import SliceScores
from bleu_core.text.config import BleuConfig
from bleu_core.text.spans import tokens_with_spans

WORDS = "one two three four five six"
SEGMENT = Segment(0, 1, None, -0.2, -19.956, 50.0, 30.0, WORDS, WORDS.upper(), [""], None)


def told(*points: float, length: float = 0.0, longer: int = 0, segment: Segment = SEGMENT) -> str:
    """The sentence on spans of one word each, lost ones where points are negative."""
    spans = [ChangedSpan("ab"[own > 0], "", i, i, own, (i + 1, 0)) for i, own in enumerate(points)]
    a, b = (tuple(tokens_with_spans(words, BleuConfig())) for words in (segment.a, segment.b))
    changes = SegmentChanges(tuple(spans), length / 2, length / 2, longer, a, b)
    return text(change_sentence(segment.a, segment.b, changes))


def test_lost_and_gained() -> None:
    assert told(-0.21) == "B lost “one” (−0.21 points)."
    assert told(0.21) == "B gained “ONE” (+0.21 points)."
    assert told(-0.21, 0.03) == "B lost “one” (−0.210 points) and gained “TWO” (+0.030)."
    # The larger side comes first.
    assert told(-0.1, 0.2) == "B gained “TWO” (+0.20 points) and lost “one” (−0.10)."
    assert told(-0.1, -0.2, 0.07) == (
        "B lost “two” (−0.200 points) and “one” (−0.100), and gained “THREE” (+0.070)."
    )


def test_only_what_carries_a_tenth_is_named_at_most_two_a_side() -> None:
    assert told(-0.3, 0.02) == "B lost “one” (−0.30 points)."
    assert told(-0.3, -0.2, -0.1) == (
        "B lost “one” (−0.30 points), “two” (−0.20) and 1 more (−0.10)."
    )
    assert told(-0.3, 0.02, 0.02, 0.02) == (
        "B lost “one” (−0.300 points) and gained 3 passages (+0.060)."
    )
    many = [-0.05] * 11
    segment = SEGMENT._replace(a=f"{WORDS} {WORDS}")
    assert told(*many, segment=segment) == "B lost 11 passages (−0.55 points)."


def test_length_is_named_if_it_carries_a_tenth() -> None:
    assert told(-0.3, length=-0.05, longer=1) == (
        "B lost “one” (−0.300 points); it is 1 token longer (−0.050)."
    )
    assert told(-0.3, length=0.02, longer=-2) == "B lost “one” (−0.30 points)."
    assert told(-0.02, length=-0.4, longer=-3) == "B is 3 tokens shorter (−0.40 points)."


def test_nothing_changed_in_matches() -> None:
    assert told(length=-0.013, longer=2) == (
        "A and B match the same n-grams; B is 2 tokens longer (−0.013 points)."
    )
    assert told() == "A and B match the same n-grams."
    assert told(segment=SEGMENT._replace(b=WORDS)) == "A and B are identical."


def test_without_points_matches_are_counted() -> None:
    nan = float("nan")
    assert told(nan, nan, length=nan, longer=1) == "B lost “two” (2 matches) and “one” (1 match)."
    assert told(length=nan, longer=1) == "A and B match the same n-grams; B is 1 token longer."
    # Nor where only orders without a match in a system changed.
    assert told(-0.0) == "B lost “one” (1 match)."


Row = tuple[str, float] | tuple[str, float, float, float]


def scores(
    label: str, delta: float, low: float | None = None, high: float | None = None
) -> SliceScores:
    rows = np.arange(9 if low is None else 40)
    unit = "" if low is None else "segment"
    return SliceScores(label, rows, 10.0, 10.0 + delta, low, high, unit)


def sentence(delta: float, **groups: list[Row]) -> str:
    named = {"length": "reference length"}
    every = [(named.get(name, name), [scores(*row) for row in rows])
             for name, rows in groups.items()]  # fmt: skip
    return text(slices_sentence(delta, every))


def test_a_loss_everywhere_is_clear_in_some_slices() -> None:
    kinds = [("news", -7.0, -12.0, -1.0), ("talk", -5.0, -11.0, 1.0)]
    lengths = [
        ("5–9 tokens", -3.0, -9.0, 2.0), ("10–14 tokens", -5.0, -9.0, -1.0),
        ("15–19 tokens", -5.0, -9.0, -1.0), ("20–24 tokens", -1.0),
        ("25 tokens and more", -8.0, -9.0, -1.0),
    ]  # fmt: skip
    assert sentence(-5.86, kind=kinds, length=lengths) == (
        "B loses in both slices by kind and at every length. With each slice tested alone, the "
        "loss is clear only in news and in segments of 10 to 19 tokens and 25 tokens and more, "
        "where the intervals stay below zero. 1 slice with a loss cannot be tested: fewer than 30 "
        "segments."
    )
    assert sentence(-5.86, length=lengths[2:3] + lengths[4:]) == (
        "B loses at every length. The loss is clear in all of them, where the intervals stay below "
        "zero."
    )
    open_end = [lengths[0], ("10–14 tokens", -1.0, -2.0, -0.5), lengths[4]]
    assert "in segments of 10 tokens and more, where" in sentence(-1.0, length=open_end)


@pytest.mark.parametrize(
    ("delta", "rows", "expected"),
    [
        (-1.0, [("x", -1.0, -3.0, 1.0), ("y", -2.0, -3.0, 1.0)],
         "B loses in both slices by kind. The loss is clear in none of them: no interval stays "
         "below zero."),
        (-1.0, [("x", -1.0, -3.0, -0.1), ("y", -2.0)],
         "B loses in both slices by kind. The loss is clear in all that are tested, where the "
         "interval stays below zero. 1 slice with a loss cannot be tested: fewer than 30 "
         "segments."),
        (-1.0, [("x", 0.0, -1.0, 1.0), ("y", -2.0)],
         "B loses in 1 of 2 slices by kind. It cannot be tested: fewer than 30 segments."),
        (-1.0, [("x", 0.0, -1.0, 1.0), ("y", -2.0), ("z", -3.0)],
         "B loses in 2 of 3 slices by kind. They cannot be tested: fewer than 30 segments."),
        (-1.0, [("x", -1.0, -3.0, 1.0), ("y", -2.0)],
         "B loses in both slices by kind. The loss is clear in none that is tested: no interval "
         "stays below zero. 1 slice with a loss cannot be tested: fewer than 30 segments."),
        (-1.0, [("x", 0.0, -3.0, 1.0)], "A and B score the same in every slice."),
        (1.0, [("x", 1.0), ("y", -2.0)],
         "B gains in 1 of 2 slices by kind. No slice has 30 segments, so none is tested."),
        (0.0, [("x", 0.0), ("y", 0.0)], "A and B score the same in every slice."),
        (0.0, [("x", 1.0, 0.5, 2.0), ("y", -2.0)],
         "Δ is 0.00. B gains in 1 of 2 slices by kind. The gain is clear in all that are tested, "
         "where the interval stays above zero."),
        (-1.0, [], ""),
    ],
)  # fmt: skip
def test_edges(delta: float, rows: list[Row], expected: str) -> None:
    assert sentence(delta, kind=rows) == expected


def found(delta: float, p: float | None, surplus: tuple[float, float], **more: Any) -> str:
    one = FoundSlice(
        expression="x", rows=np.arange(40), share=0.1, points=delta, share_of_change=0.5,
        score_a=10.0, score_b=10.0 + delta, delta=delta, ci_low=None, ci_high=None, p_value=p,
        confirmed=more.pop("sure", False), exchangeable=True, excess_points=-1.0,
        surplus=-1.0, surplus_low=surplus[0], surplus_high=surplus[1], **more,
    )  # fmt: skip
    return text(finding_sentence(one))


def test_a_finding_is_confirmed_or_not_with_its_reason() -> None:
    assert found(-2.0, 0.001, (-2.0, -0.5), sure=True) == (
        "Confirmed. B loses there (p = 0.0010), and more than its share of the reference tokens "
        "explains: −1.00 points beyond that (simultaneous 95% CI [−2.00, −0.50])."
    )
    assert found(-2.0, 0.0034, (-2.0, 0.5)) == (
        "Not confirmed. B loses there (p = 0.0034), but the interval of the points beyond its "
        "share includes 0."
    )
    assert "is on the other side of 0" in found(-2.0, 0.0034, (0.2, 0.5))
    assert found(-2.0, 0.2, (-2.0, -0.5)) == (
        "Not confirmed. The difference there is not significant (p = 0.20)."
    )
    assert found(2.0, 0.01, (-2.0, -0.5)) == (
        "Not confirmed. B gains there (p = 0.010), the other way than in the half that was "
        "searched."
    )
    no_test_reason = found(-2.0, None, (-1.0, 1.0), skip_reason=one_document())
    assert no_test_reason.lower().count("not tested") == 1
