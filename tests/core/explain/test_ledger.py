"""The ledger: sums without a remainder, and the formulas of log-mean Divisia written out."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, SegmentStatistics, segment_statistics
from bleu_core.explain.ledger import (
    Ledger,
    attribute,
    component_points,
    concentration,
    log_mean,
    point_sources,
)
from tests.core import reference_exact
from tests.core.nasty_texts import corpora
from tests.core.random_statistics import Pair, configs, pairs, random_pair
from tests.core.reference_exact import Counts
from tests.core.refusing import refused
from tests.effort import examples

EXACT = 1e-9


def counts(stats: SegmentStatistics) -> list[Counts]:
    """Of each segment, for the oracle."""
    order = stats.config.max_ngram_order
    found = []
    for c, r, *rest in stats.matrix.tolist():
        whole = tuple(map(int, rest))
        # A mean of three lengths is a third, and sums of thirds may be equal.
        length = Fraction(r).limit_denominator(1_000)
        found.append(Counts(int(c), length, whole[:order], whole[order:]))
    return found


def checked(stats_a: SegmentStatistics, stats_b: SegmentStatistics) -> Ledger:
    """A ledger whose sums have no remainder, and whose shares are the oracle's."""
    ledger = attribute(stats_a, stats_b)
    check(ledger, stats_a, stats_b)
    return ledger


def check(ledger: Ledger, stats_a: SegmentStatistics, stats_b: SegmentStatistics) -> None:
    a, b = stats_a.corpus(), stats_b.corpus()
    assert ledger.total == b.score - a.score
    assert ledger.defined == (a.score > 0 and b.score > 0)
    numbers = [*ledger.components.values(), ledger.unattributed]
    numbers += [*ledger.segments.tolist(), *ledger.per_match.tolist()]
    assert list(ledger.components) == [*(f"p{n}" for n in range(1, len(a.precisions) + 1)), "bp"]
    assert len(ledger.segments) == len(stats_a)
    assert len(ledger.per_match) == len(a.precisions)
    if not ledger.defined:
        assert all(map(math.isnan, numbers))
        return
    assert all(map(math.isfinite, numbers))
    assert sum(ledger.components.values()) == pytest.approx(ledger.total, abs=EXACT)
    assert ledger.segments.sum() + ledger.unattributed == pytest.approx(ledger.total, abs=EXACT)
    expected = reference_exact.shares(counts(stats_a), counts(stats_b), stats_a.config)
    components = {name: float(points) for name, points in expected.components.items()}
    assert ledger.components == pytest.approx(components, abs=EXACT)
    assert ledger.per_match == pytest.approx([*map(float, expected.per_match)], abs=EXACT)
    if expected.segments is not None:
        assert ledger.segments == pytest.approx([*map(float, expected.segments)], abs=EXACT)


@settings(max_examples=examples(600))
@given(pair=pairs())
def test_sums_have_no_remainder(pair: Pair) -> None:
    a, b = pair
    ledger = checked(a, b)
    back = attribute(b, a)
    for name in ("total", "components", "segments", "unattributed"):
        there, here = getattr(ledger, name), getattr(back, name)
        there = {k: -v for k, v in there.items()} if name == "components" else -there
        assert here == pytest.approx(there, abs=EXACT, nan_ok=True)
    assert ledger.per_match == pytest.approx(back.per_match, nan_ok=True)
    if not ledger.defined:
        return
    # A component is the sum of what its segments carry.
    parts = {name: component_points(ledger, name, a, b) for name in ledger.components}
    left = sum(ledger.components[name] - part.sum() for name, part in parts.items())
    assert left == pytest.approx(ledger.unattributed, abs=EXACT)
    assert sum(parts.values()) == pytest.approx(ledger.segments, abs=EXACT)
    # Sources are the sums of what was counted.
    found = point_sources(ledger, a, b)
    assert sum(found) == pytest.approx(ledger.total, abs=EXACT)
    gained = (b.counts - a.counts).sum(axis=0)
    assert found.matches == pytest.approx(sum(ledger.per_match * gained), abs=EXACT)
    assert found.lengths == pytest.approx(parts["bp"].sum(), abs=EXACT)
    *rest, total = (points for _, points in found.closing(0.25))
    assert rest[0] == pytest.approx(found.matches - 0.25, abs=1e-8)
    assert sum(rest) + 0.25 == pytest.approx(ledger.total, abs=1e-8)
    assert total == pytest.approx(ledger.total, abs=1e-8)


@given(corpus=corpora(max_references=3), config=configs(), data=st.data())
def test_sums_have_no_remainder_on_texts(corpus, config, data) -> None:
    hypotheses, references = corpus
    equal = [text or "" for text in references[0]]
    others = data.draw(st.one_of(st.permutations(hypotheses), st.just(equal)))
    checked(*(segment_statistics(texts, references, config) for texts in (hypotheses, others)))


def statistics(rows: list[list[float]], **options: object) -> SegmentStatistics:
    order = len(rows[0]) // 2 - 1
    config = BleuConfig(max_ngram_order=order, **options)  # type: ignore[arg-type]
    return SegmentStatistics(np.array(rows), config)


@pytest.mark.parametrize("method", ["exp", "floor", "add-k"])
def test_an_order_without_a_match_in_one_system_is_unattributed(method: str) -> None:
    a = statistics([[9, 9, 5, 0, 9, 8], [8, 9, 4, 0, 8, 7]], smooth_method=method)
    b = statistics([[9, 9, 6, 2, 9, 8], [9, 9, 4, 1, 9, 8]], smooth_method=method)
    ledger = checked(a, b)
    if method == "add-k":
        assert ledger.unattributed == 0
        return
    assert ledger.components["p2"] > 1
    assert ledger.unattributed == pytest.approx(ledger.components["p2"])
    assert ledger.per_match[0] > 0
    assert ledger.per_match[1] == 0


def test_orders_that_only_one_system_has_are_unattributed() -> None:
    a = statistics([[1, 2, 1, 0, 0, 1, 0, 0]], effective_order=True)
    b = statistics([[2, 2, 2, 1, 0, 2, 1, 0]], effective_order=True)
    ledger = checked(a, b)
    # A: unigrams alone, 1/1, and BP = exp(1 − 2/1); B: unigrams and bigrams, all of them.
    assert ledger.components == pytest.approx({"p1": 0, "p2": 0, "p3": 0, "bp": ledger.total})
    c = statistics([[3, 3, 2, 1, 0, 3, 2, 1]], effective_order=True, smooth_method="floor")
    d = statistics([[2, 2, 2, 1, 0, 2, 1, 0]], effective_order=True, smooth_method="floor")
    assert checked(c, d).unattributed != 0


def test_brevity_against_empty_references_is_unattributed() -> None:
    a, b = statistics([[4, 0, 2, 4]]), statistics([[4, 6, 2, 4]])
    ledger = checked(a, b)
    assert ledger.unattributed == pytest.approx(ledger.components["bp"])
    assert attribute(a, a).components == {"p1": 0, "bp": 0}


def test_lengths_that_differ_by_rounding_alone_carry_nothing() -> None:
    options = {"reference_length": "average"}
    a = statistics([[2, 0.1, 2, 2], [2, 0.2, 2, 2], [2, 8.3, 2, 2]], **options)
    b = statistics([[2, 8.3, 2, 2], [2, 0.2, 2, 2], [2, 0.1, 2, 2]], **options)
    assert a.corpus().ref_len != b.corpus().ref_len
    assert attribute(a, b).segments.tolist() == [0, 0, 0]


def test_a_score_of_zero_makes_the_ledger_undefined() -> None:
    some = statistics([[5, 5, 3, 5]])
    assert not checked(statistics([[5, 5, 0, 5]]), some).defined
    # The brevity penalty exp(1 − 1000) is 0 in floating point.
    assert not attribute(statistics([[1, 1000, 1, 1]]), some).defined
    assert attribute(statistics([[1, 600, 1, 1]]), some).defined


def test_other_settings_without_another_count() -> None:
    a, b = random_pair(5, 40)
    settings = {"smooth_method": "add-k", "max_ngram_order": 3, "weights": (0.5, 0.3, 0.2)}
    ledger = attribute(a, b, BleuConfig(**settings))
    check(ledger, a.rescored(**settings), b.rescored(**settings))
    with refused("settings.needs_text"):
        attribute(a, b, BleuConfig(lowercase=True))
    # Only like is compared with like.
    with refused("comparison.unequal_segments"):
        attribute(a, b.subset(range(9)))
    with refused("comparison.unequal_settings"):
        attribute(a, b.rescored(smooth_method="floor"))


def test_a_subset_has_the_sum_of_its_segments() -> None:
    ledger = attribute(*random_pair(7, 10))
    halves = ledger.of([0, 1, 2, 3, 4]), ledger.of(np.arange(10) >= 5)
    assert sum(halves) == pytest.approx(ledger.total, abs=EXACT)
    assert ledger.of([]) == 0


@settings(max_examples=examples(300))
@given(
    st.lists(st.integers(-20, 20).map(float), max_size=8).map(np.array),
    st.sampled_from([-1.3, 0.2]),
)
def test_carriers_are_the_fewest_that_carry_half(segments: np.ndarray, direction: float) -> None:
    """Of the side that Δ has, also where the segments together go the other way."""
    assert concentration(np.array([np.nan, np.nan]), 1) == 0
    assert concentration(np.zeros(3), 1) == concentration(np.ones(3), 0) == 0
    points = segments * np.sign(direction)
    number, largest = concentration(segments, direction), np.sort(points)[::-1]
    if not (points > 0).any():
        assert number == 0
        return
    half = points[points > 0].sum() / 2
    assert largest[: number - 1].sum() < half <= largest[:number].sum()


@settings(max_examples=examples(400))
@given(x=st.floats(1e-6, 1e9), change=st.sampled_from([0, 1e-15, 1e-12, 1e-7, 0.3, 10, 1e12]))
def test_log_mean_against_fifty_digits(x: float, change: float) -> None:
    y = x * (1 + change)
    with localcontext(prec=50):
        first, second = Decimal(x), Decimal(y)
        exact = first if x == y else (second - first) / (second.ln() - first.ln())
    assert log_mean(x, y) == log_mean(y, x) == pytest.approx(float(exact), rel=1e-14)


def test_the_ledger_is_the_same_on_every_processor() -> None:
    # numpy's logarithms round otherwise where a processor has AVX-512.
    rng = np.random.default_rng(1)
    low = rng.integers(1, 10**6, 5_000).astype(float)
    high = low + rng.integers(1, 10**6, 5_000)
    logs = [math.log1p((y - x) / x) for x, y in zip(low.tolist(), high.tolist(), strict=True)]
    assert (log_mean(low, high) == (high - low) / np.array(logs)).all()
