"""What a segment lost and gained between A and B: maximal spans, with their BLEU points.

For each n-gram that A matches more often than B, as many of its credited occurrences in A are lost:
first those that are not inside an equal stretch of the word diff, then the others, each from right
to left. Lost occurrences that share a token form one span; spans that only touch stay apart. Gained
spans are the same with A and B exchanged. Each occurrence is in exactly one span, so the points of
spans, of totals and of lengths sum to the points of the segment.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.credit import CreditedLines, credited_lines, extra_occurrences
from bleu_core.explain.ledger import ROUNDING
from bleu_core.explain.matching import clip_limits, read_text
from bleu_core.text.spans import TokenSpan, merge_spans

# Longer texts of one segment, A, B and references together, are no sentences: nobody reads their
# spans, and their n-grams take much memory.
MOST_CHARACTERS = 100_000


class ChangedSpan(NamedTuple):
    """Tokens `first` to `last` (from 0, inclusive) of one output, with matches the other lacks."""

    side: str  # "a": lost by B; "b": gained by B
    text: str  # Its tokens, joined by spaces
    first: int
    last: int
    points: float  # Contribution to Δ of the comparison; NaN if the ledger is undefined
    matches: tuple[int, ...]  # N ints: matches of each order that it holds


class SegmentChanges(NamedTuple):
    """What changed between A and B in a segment. All points are contributions to Δ."""

    spans: tuple[ChangedSpan, ...] | None  # Lost, then gained, in order; None for very long texts
    totals_points: float  # Of numbers of n-grams produced
    length_points: float  # Of lengths of output and reference, by the brevity penalty
    longer: int  # Tokens of B minus tokens of A
    tokens_a: tuple[TokenSpan, ...]  # None are read of very long texts
    tokens_b: tuple[TokenSpan, ...]

    @property
    def rest_points(self) -> float:
        """Points that are in no span."""
        return self.totals_points + self.length_points

    @property
    def has_points(self) -> bool:
        """Whether anything here has points: the ledger is defined, and some order counts."""
        points = [self.rest_points, *(span.points for span in self.spans or ())]
        return bool(np.abs(points).sum() > ROUNDING)

    @property
    def largest(self) -> ChangedSpan | None:
        """The first span with most points either way, or with most matches if none has points."""
        by_points = self.has_points
        return max(
            self.spans or (),
            key=lambda span: abs(span.points) if by_points else sum(span.matches),
            default=None,
        )


def segment_changes(comparison: Comparison, row: int) -> SegmentChanges:
    """What changed between A and B in the segment with index `row`."""
    evalset, ledger = comparison.evalset, comparison.ledger
    a, b = (evalset.systems[name][row].as_py() for name in (comparison.a, comparison.b))
    references = [column[row].as_py() for column in evalset.references]
    change = comparison.stats_b.matrix[row] - comparison.stats_a.matrix[row]
    orders = comparison.config.max_ngram_order
    lengths, _, totals = np.split(ledger.prices * change, [2, 2 + orders])
    points = float(totals.sum()), float(lengths.sum()), int(change[0])
    if sum(map(len, filter(None, [a, b, *references]))) > MOST_CHARACTERS:
        return SegmentChanges(None, *points, (), ())
    config = comparison.config
    read_a, read_b = read_text(a, config), read_text(b, config)
    refs = [None if text is None else read_text(text, config) for text in references]
    line_a, line_b = credited_lines([read_a.ngrams, read_b.ngrams], clip_limits(refs))
    prices = ledger.per_match.tolist()
    spans = (
        *changed_spans(
            "a", read_a.tokens, _extra_occurrences(line_a, line_b), [-price for price in prices]
        ),
        *changed_spans("b", read_b.tokens, _extra_occurrences(line_b, line_a), prices),
    )
    return SegmentChanges(spans, *points, read_a.tokens, read_b.tokens)


def changed_spans(
    side: str, tokens: Sequence[TokenSpan], occurrences: list[tuple[int, int]], prices: list[float]
) -> Iterator[ChangedSpan]:
    """The spans of one output, by [start, end) of the occurrences that are only here.

    `prices` are points of a match of each order that is only here.
    """
    bounds = merge_spans(occurrences)
    starts = [start for start, _ in bounds]
    matches = [[0] * len(prices) for _ in bounds]
    for start, end in occurrences:
        matches[bisect(starts, start) - 1][end - start - 1] += 1
    for (start, end), held in zip(bounds, matches, strict=True):
        text = " ".join(token.text for token in tokens[start:end])
        points = sum(count * price for count, price in zip(held, prices, strict=True))
        yield ChangedSpan(side, text, start, end - 1, points, tuple(held))


def _extra_occurrences(own: CreditedLines, other: CreditedLines) -> list[tuple[int, int]]:
    """[start, end) of the credited occurrences in `own` that stand for its additional matches."""
    orders, starts = np.nonzero(extra_occurrences(own, other))
    return list(zip(starts.tolist(), (starts + orders + 1).tolist(), strict=True))
