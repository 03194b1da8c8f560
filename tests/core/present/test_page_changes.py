"""Changes of a page, of many segments at once, beside those of one segment at a time."""

import math

import numpy as np
from hypothesis import given

from bleu_core.explain.changed_spans import segment_changes
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.excerpts import widened
from bleu_core.present.tables.segments import change_sentence, segment_of
from bleu_core.present.viewer.changes import text_data
from bleu_core.present.viewer.contents import pair_data, set_data
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import EvalSet
from tests.core import sample

from .test_page_lines import configs, two_systems


def of_sample() -> Comparison:
    return Comparison.of(EvalSet({"A": sample.DIRECT, "B": sample.PIVOT}, sample.REFERENCES))


def shipped(comparison: Comparison, **options) -> tuple[dict, list[float] | None]:
    statistics = {comparison.a: comparison.stats_a, comparison.b: comparison.stats_b}
    pair = pair_data(comparison)
    set_data(comparison.evalset, statistics, [pair], **options)
    return pair["changes"], pair["prices"]


def spans_of(signs: list[str]) -> list[tuple[int, int, tuple[int, ...]]]:
    """First and last token of each span, and its matches by order; occurrences share tokens."""
    found: list[tuple[int, int, list[int]]] = []
    occurrences = sorted(
        (start, order)
        for order, row in enumerate(signs, 1)
        for start, sign in enumerate(row)
        if sign == "+"
    )
    for start, order in occurrences:
        if not found or start > found[-1][1]:
            found.append((start, start + order - 1, [0] * len(signs)))
        first, last, matches = found[-1]
        matches[order - 1] += 1
        found[-1] = first, max(last, start + order - 1), matches
    return [(first, last, tuple(matches)) for first, last, matches in found]


def expect_changes_of_single_segments(comparison: Comparison) -> None:
    changes, prices = shipped(comparison)
    orders = comparison.config.max_ngram_order
    for row in range(len(comparison)):
        slow, segment = segment_changes(comparison, row), segment_of(comparison, row)
        for side, direction in (("a", -1), ("b", 1)):
            own = [span for span in slow.spans if span.side == side]
            found = spans_of(changes[side][row])
            assert found == [(span.first, span.last, span.matches) for span in own]
            if prices is not None:
                per_match = np.array(prices[2 : 2 + orders])
                points = [direction * float(per_match @ matches) for *_, matches in found]
                assert np.allclose(points, [span.points for span in own], atol=1e-12)
        assert changes["sentences"][row] == text_data(change_sentence(segment.a, segment.b, slow))
        if slow.largest is None:
            assert changes["leads"][row] is None
            continue
        side, start, end = changes["leads"][row]
        assert "ab"[side] == slow.largest.side
        texts, tokens = (segment.a, segment.b), (slow.tokens_a, slow.tokens_b)
        assert (start, end) == widened(texts[side], tokens[side], slow.largest)


@given(evalset=two_systems(), config=configs)
def test_changes_are_those_of_single_segments(evalset: EvalSet, config: BleuConfig) -> None:
    expect_changes_of_single_segments(Comparison.of(evalset, config))


def test_changes_of_the_segments_with_most_points(monkeypatch) -> None:
    monkeypatch.setattr("bleu_core.present.viewer.contents.MOST_CHANGES", 20)
    comparison = of_sample()
    changes, _ = shipped(comparison)
    there = [row for row, sentence in enumerate(changes["sentences"]) if sentence]
    points = np.abs(comparison.ledger.segments)
    assert len(there) == 20
    assert math.isclose(points[there].min(), np.sort(points)[-20])
    assert changes["a"][there[0]] is not None
