"""Scores against limits: rounding errors decide nothing. Perfect segments are the plainest case."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.common.rounding import rounded
from bleu_core.present.charts import delta_bins, delta_histogram
from bleu_core.present.figures import score_scatter
from bleu_core.segments.annotations import Annotation, verdict_agreement
from bleu_core.segments.slice_criteria import part_mask
from bleu_core.segments.worklist import range_expression, segment_order
from tests.core.selecting import select
from tests.effort import examples

WORDS = st.lists(st.sampled_from("abcdefg"), min_size=1, max_size=12).map(" ".join)
CONFIGS = st.sampled_from(
    [
        BleuConfig(tokenize="none"),
        BleuConfig(tokenize="none", smooth_method="add-k"),
        BleuConfig(tokenize="none", max_ngram_order=7),
        BleuConfig(tokenize="none", weights=(0.4, 0.3, 0.2, 0.1)),
    ]
)
# Hypothesis A, hypothesis B, reference; B is often perfect.
ROWS = st.lists(
    st.tuples(WORDS, WORDS, st.booleans(), WORDS).map(
        lambda row: (row[0], row[3] if row[2] else row[1], row[3])
    ),
    min_size=1,
    max_size=12,
)


def comparison_of(rows: list[tuple[str, str, str]], config: BleuConfig) -> Comparison:
    a, b, reference = map(list, zip(*rows, strict=True))
    return Comparison.of(EvalSet({"a": a, "b": b}, [reference]), config)


@settings(max_examples=examples(20))
@given(ROWS, CONFIGS)
def test_a_perfect_segment_is_in_every_range_that_ends_or_begins_at_100(rows, config) -> None:
    comparison = comparison_of(rows, config)
    perfect = np.array([b == reference for _, b, reference in rows])
    for low in (90.0, 100.0):
        assert select(comparison, range_expression("b.bleu", low, 100))[perfect].all()
    assert part_mask(comparison, "sentence BLEU", "90–100")[
        perfect & np.array([a == reference for a, _, reference in rows])
    ].all()
    turned = Comparison.of(comparison.evalset, config, "b", "a")
    assert select(turned, "a.bleu >= 100")[perfect].all()
    # Where A shares no word with the reference, Δ is all 100 points.
    whole = perfect & np.array([not set(a.split()) & set(ref.split()) for a, _, ref in rows])
    assert select(comparison, "delta >= 100")[whole].all()
    assert select(turned, "delta <= -100")[whole].all()
    # A bar of the histogram chooses the segments that it counts.
    bars = delta_histogram(comparison.sentence_deltas).bars
    for bar in bars:
        where = f"{range_expression('delta', *bar.key)} and delta != 0"
        assert select(comparison, where).sum() == bar.end
    assert sum(bar.end for bar in bars) == select(comparison, "delta != 0").sum()


def test_an_edge_between_two_bars_belongs_to_one_and_a_density_has_every_segment() -> None:
    deltas = np.array([-42.0, -2.0 - 1e-13, -2.0, -2.0 + 1e-13, 2.0 - 1e-13, 2.0, 42.0])
    counts = {low: segments for low, _, segments, _ in delta_bins(deltas)}
    assert sum(counts.values()) == len(deltas)
    assert (counts[-2.0], counts[2.0]) == (3, 2)
    rows = [("a b c d", "a b c d", "a b c d"), ("a b", "a b", "a b c")] * 3_000
    comparison = comparison_of(rows, BleuConfig(tokenize="none"))
    assert score_scatter(comparison).data[0].customdata.sum() == len(rows)


def alike() -> Comparison:
    """Segments whose Δ is nothing but a rounding error."""
    rng = np.random.default_rng(1)
    lines = (map(" ".join, rng.choice(list("abc"), (5_000, 16))) for _ in range(3))
    rows = list(zip(*lines, strict=True))
    deltas = np.abs(comparison_of(rows, BleuConfig(tokenize="none")).sentence_deltas)
    found = np.flatnonzero((deltas > 0) & (deltas < 1e-9))[:2]  # so many with any NumPy
    return comparison_of([rows[i] for i in found], BleuConfig(tokenize="none"))


def test_a_rounding_error_is_no_gain_and_no_loss() -> None:
    comparison = alike()
    assert comparison.sentence_deltas.all()
    assert select(comparison, "delta = 0").all()
    assert not select(comparison, "delta != 0").any()
    assert (
        segment_order(comparison, "delta").tolist()
        == segment_order(comparison, "size").tolist()
        == [0, 1]
    )
    assert not any(row[2] for row in delta_bins(comparison.sentence_deltas))
    assert verdict_agreement(comparison, {i: Annotation("B better") for i in range(2)}).judged == 0


@given(st.integers(-(10**11), 10**11), st.floats(-1e-10, 1e-10))
def test_what_is_rounded_is_the_decimal_that_was_meant(billionths: int, error: float) -> None:
    meant = billionths / 1e9
    assert rounded(meant + error) == meant
