"""What a segment lost and gained, in a sentence: the passages that carry most of its change."""

from __future__ import annotations

import math
from collections.abc import Iterator

from bleu_core.common.formatting import format_count, format_delta, format_int
from bleu_core.explain.changed_spans import MOST_CHARACTERS, ChangedSpan, SegmentChanges
from bleu_core.explain.excerpts import quote
from bleu_core.present.document import A_AND_B, SPAN_B, Segment, Span, signed

# A passage is named if it has at least this share of all points, without signs; at most two a side.
SHARE, MOST_NAMED = 0.1, 2
# Characters of a passage.
QUOTED = 60


def segment_headline(segment: Segment, changes: SegmentChanges) -> list[Span]:
    """Δ of its sentence BLEU, and what B lost and gained."""
    sentence = change_sentence(segment.a, segment.b, changes)
    if segment.a == segment.b:
        return sentence
    delta = signed(format_delta(segment.delta), "sentence-delta")
    return [Span("Sentence BLEU "), delta, Span(". "), *sentence]


def change_sentence(a: str, b: str, changes: SegmentChanges) -> list[Span]:
    """What B lost and gained, in points of Δ; in matches where nothing has points."""
    if a == b:
        return [*A_AND_B, Span(" are identical.")]
    if changes.spans is None:
        most = format_int(MOST_CHARACTERS)
        return [Span(f"Changes are not listed for texts of more than {most} characters.")]
    by_points = changes.has_points
    rest = changes.rest_points if by_points else 0.0
    least = SHARE * (abs(rest) + sum(abs(_amount([span], by_points)) for span in changes.spans))
    sides = [
        (verb, passages)
        for side, verb in (("a", "lost"), ("b", "gained"))
        if (passages := list(_passages(a if side == "a" else b, changes, side, least)))
    ]
    sides.sort(key=lambda side: -abs(sum(amount for _, amount in side[1])))
    pieces: list[tuple[list[Span], float]] = []  # words, and the amount after them
    for number, (verb, passages) in enumerate(sides):
        link = "" if number == 0 else " and" if len(sides[0][1]) == 1 else ", and"
        leads = [f"{link} {verb} ", *[", "] * (len(passages) - 2), " and "]
        for lead, (name, amount) in zip(leads, passages, strict=False):
            pieces.append(([Span(lead), name], amount))
    start = [SPAN_B]
    if not changes.spans:
        start = [*A_AND_B, Span(" match the same n-grams")]
    if changes.longer and (abs(rest) >= least or not changes.spans):
        way = "longer" if changes.longer > 0 else "shorter"
        length = f" is {format_count(abs(changes.longer), 'token')} {way}"
        subject = [Span("; it")] if sides else [] if changes.spans else [Span("; "), SPAN_B]
        pieces.append(([*subject, Span(length)], rest))
    numbers = _numbers([amount for _, amount in pieces], by_points)
    told = [
        span for (words, _), number in zip(pieces, numbers, strict=True) for span in words + number
    ]
    return [*start, *told, Span(".")]


def _amount(spans: list[ChangedSpan], by_points: bool) -> float:
    """Points of spans, or their number of matches."""
    return sum(span.points if by_points else sum(span.matches) for span in spans)


def _passages(
    text: str, changes: SegmentChanges, side: str, least: float
) -> Iterator[tuple[Span, float]]:
    """The passages of a side that have at least this amount, and the others together if they do."""
    tokens = changes.tokens_a if side == "a" else changes.tokens_b
    by_points = changes.has_points
    own = [span for span in changes.spans or () if span.side == side]
    own.sort(key=lambda span: -abs(_amount([span], by_points)))
    named = [span for span in own[:MOST_NAMED] if abs(_amount([span], by_points)) >= least]
    for span in named:
        yield Span(f"“{quote(text, tokens, span, QUOTED)}”", "quoted"), _amount([span], by_points)
    others = own[len(named) :]
    if others and abs(amount := _amount(others, by_points)) >= least:
        count = format_int(len(others))
        yield Span(f"{count} more" if named else format_count(len(others), "passage")), amount


def _numbers(amounts: list[float], by_points: bool) -> Iterator[list[Span]]:
    """Amounts in brackets: points with as many decimals as the smallest needs, or matches."""
    sizes = [abs(amount) for amount in amounts if amount]
    digits = max(2, 1 - math.floor(math.log10(min(sizes)))) if sizes else 2
    for i, amount in enumerate(amounts):
        if not amount:
            yield []
        elif by_points:
            unit = "" if i else " points"
            yield [Span(" ("), signed(format_delta(amount, digits), "points"), Span(f"{unit})")]
        else:
            yield [Span(f" ({format_count(int(amount), 'match', 'matches')})")]
