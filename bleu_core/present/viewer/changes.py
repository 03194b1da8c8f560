"""What B lost and gained in many segments: the `Changes` of document.js."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.changed_spans import ChangedSpan, SegmentChanges, changed_spans
from bleu_core.explain.credit import extra_occurrences
from bleu_core.explain.excerpts import widened
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.present.document import Span
from bleu_core.present.tables.segments import change_sentence
from bleu_core.present.viewer.lines import SetLines, good_signs, signs_by_segment
from bleu_core.text.spans import TokenSpan


def text_data(spans: Sequence[Span]) -> list[list[str]]:
    """A `Text` of document.js: spans without the empty fields at their ends."""
    found = []
    for span in spans:
        fields = list(span[:4])
        while len(fields) > 1 and not fields[-1]:
            fields.pop()
        found.append(fields)
    return found


def pair_changes(
    pair: dict[str, Any],
    lines: SetLines,
    statistics: Sequence[SegmentStatistics],
    shown: NDArray[np.int64] | None,
    most: int,
) -> dict[str, Any]:
    """The `Changes` of the `most` segments with the largest; `statistics` are of all systems."""
    places = pair["a"], pair["b"]
    a, b = (lines.credited[place] for place in places)
    flags = extra_occurrences(a, b), extra_occurrences(b, a)
    rows = np.arange(len(a.offsets) - 1) if shown is None else shown
    change = (statistics[places[1]].matrix - statistics[places[0]].matrix)[rows]
    prices = np.zeros(change.shape[1]) if pair["prices"] is None else np.array(pair["prices"])
    weights = np.abs(change @ prices) if pair["prices"] else np.abs(change).sum(axis=1)
    chosen = np.sort(np.argsort(-weights, kind="stable")[:most])
    points = change * prices
    texts = [lines.systems[place][0]["texts"] for place in places]
    signs = [
        signs_by_segment(good_signs(own), system.offsets)
        for own, system in zip(flags, (a, b), strict=True)
    ]
    data: dict[str, Any] = {name: [None] * len(rows) for name in ("a", "b", "sentences", "leads")}
    for place in chosen.tolist():
        outputs = texts[0][place], texts[1][place]
        own_signs = [[order.rstrip("-") for order in of_side[place]] for of_side in signs]
        tokens = [lines.tokens[system][place] for system in places]
        changes = _changes(own_signs, tokens, prices.tolist(), points[place], change[place])
        data["a"][place], data["b"][place] = own_signs
        data["sentences"][place] = text_data(change_sentence(*outputs, changes))
        data["leads"][place] = _lead(outputs, changes)
    return data


def _changes(
    signs: Sequence[Sequence[str]],
    tokens: Sequence[Sequence[TokenSpan]],
    prices: list[float],
    points: NDArray[np.float64],
    change: NDArray[np.int64],
) -> SegmentChanges:
    """The changes of a segment; `points` and `change` are of each of its statistics."""
    orders = len(signs[0])
    spans: list[ChangedSpan] = []
    for side, own_signs, own_tokens, direction in zip("ab", signs, tokens, (-1, 1), strict=True):
        occurrences = [
            (start, start + order)
            for order, row in enumerate(own_signs, 1)
            for start, sign in enumerate(row)
            if sign == "+"
        ]
        per_match = [direction * price for price in prices[2 : 2 + orders]]
        spans += changed_spans(side, own_tokens, occurrences, per_match)
    totals, lengths = float(points[2 + orders :].sum()), float(points[:2].sum())
    return SegmentChanges(tuple(spans), totals, lengths, int(change[0]), *map(tuple, tokens))


def _lead(outputs: tuple[str, str], changes: SegmentChanges) -> list[int] | None:
    """The passage of the largest change: 0 in A, 1 in B, and its characters."""
    largest = changes.largest
    if largest is None:
        return None
    side = "ab".index(largest.side)
    tokens = (changes.tokens_a, changes.tokens_b)[side]
    return [side, *widened(outputs[side], tokens, largest)]
