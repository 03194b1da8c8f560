"""What a segment lost and gained, in sentences: every case, and numbers that are the ledger's."""

from bleu_core.explain.changed_spans import ChangedSpan, SegmentChanges
from bleu_core.present.document import Segment, text
from bleu_core.present.tables.segment_sentences import change_sentence
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
