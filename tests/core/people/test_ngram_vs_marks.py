"""What BLEU credits against what people marked, and how far annotators agree: oracles."""

from __future__ import annotations

import math
from itertools import combinations
from statistics import NormalDist

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bleu_core import BleuConfig, EvalSet
from bleu_core.people.agreement import Level, cohens_kappa, krippendorffs_alpha, raw_agreement
from bleu_core.people.ngram_vs_marks import (
    COUNTED_SEVERITIES,
    NgramVsMarks,
    OrderCounts,
    count_ngrams_vs_marks,
)
from bleu_core.present.tables.people import about_orders
from bleu_core.segments.marks import Mark, Rating
from bleu_core.significance import SAMPLES, SEED
from bleu_core.significance.paired_tests import interval_widening
from tests.core.nasty_texts import corpora, files
from tests.core.reference_ngram_vs_marks import by_order, every_occurrence

places = st.integers(-3, 30)
marks = st.builds(
    Mark,
    st.just("Other"),
    st.sampled_from(["minor", "major", "critical", "neutral"]),
    places,
    places,
    st.sampled_from(["target", "target", "target", "source"]),
)
ratings = st.builds(
    Rating, st.integers(-1, 6), st.sampled_from(["one", "two", "gone"]),
    st.sampled_from(["Ada", "Ben", "Cleo"]), st.lists(marks, max_size=4).map(tuple),
)  # fmt: skip
configs = st.builds(
    BleuConfig,
    tokenize=st.sampled_from(["13a", "none", "char", "intl"]),
    lowercase=st.booleans(),
    max_ngram_order=st.sampled_from([1, 2, 4, 6]),
)


@st.composite
def judged(draw: st.DrawFn) -> tuple[EvalSet, list[Rating]]:
    """Two systems with references, some missing, and what people marked; not always somebody."""
    output, references = draw(corpora(files))
    other = draw(st.permutations(output))
    evalset = EvalSet({"one": output, "two": list(other)}, references)
    return evalset, draw(st.lists(ratings, max_size=8))


def cells(counts: OrderCounts) -> dict[tuple[bool, bool], int]:
    return {
        (False, False): counts.penalized_unmarked,
        (False, True): counts.penalized_marked,
        (True, False): counts.credited_unmarked,
        (True, True): counts.credited_marked,
    }


@given(judged(), configs)
def test_counts_are_those_of_the_slow_count(given_texts, config) -> None:
    evalset, said = given_texts
    slow = every_occurrence(evalset, config, said, COUNTED_SEVERITIES)
    rated = {r.segment for r in said if r.system != "gone" and 0 <= r.segment < len(evalset)}
    found = count_ngrams_vs_marks(evalset, config, said)
    assert [cells(counts) for counts in found.orders] == [
        by_order(slow, order) for order in range(1, config.max_ngram_order + 1)
    ]
    assert found.segments == len(rated)


def counted(evalset: EvalSet, *ratings: Rating) -> NgramVsMarks:
    return count_ngrams_vs_marks(evalset, BleuConfig(), ratings)


def test_of_a_clipped_word_the_one_in_the_longest_credited_ngram_is_credited() -> None:
    for output, reference, start, credited in (
        ("s x s y", "x s y", 0, False),
        ("s x s y", "x s y", 4, True),  # it stands in x s y
        ("s z y s", "y s", 6, True),  # it ends y s
    ):
        said = Rating(0, "A", "Ada", (Mark("Other", "minor", start, start + 1),))
        found = counted(EvalSet({"A": [output]}, [[reference]]), said)
        assert cells(found.orders[0])[credited, True] == 1


def many(size: int) -> NgramVsMarks:
    """In each segment one word is credited and one is not; every fourth of both is marked."""
    evalset = EvalSet({"A": ["a b"] * size}, [["a x"] * size])
    both = (Mark("Other", "minor", 0, 3),)
    return counted(evalset, *(Rating(i, "A", "Ada", () if i % 4 else both) for i in range(size)))


def test_errors_without_a_span_in_the_output_are_counted_and_told() -> None:
    evalset = EvalSet({"A": ["a b"], "B": ["a c"]}, [["a x"]])
    omission, comma = Mark("Omission", "major"), Mark("Comma", "neutral")
    of_source = Mark("Omission", "minor", 0, 1, "source")
    on_word = Mark("Other", "minor", 2, 3)
    found = counted(
        evalset,
        Rating(0, "A", "Ada", (omission, of_source, comma, on_word)),
        Rating(0, "B", "Ada", (omission,)),
        Rating(0, "gone", "Ada", (omission,)),
    )
    assert (found.systems, found.segments, found.unplaced) == (2, 1, 3)
    assert "3 errors have no span in the output and are not counted." in about_orders(found)[0]
    assert "span in the output" not in about_orders(many(2))[0]


N = math.nan
# Krippendorff (2011), section C: four observers, twelve units, five values, some missing.
OBSERVERS = np.array([
    [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
    [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
])  # fmt: skip
LEVELS: tuple[Level, ...] = ("nominal", "ordinal")


def each(table: np.ndarray) -> np.ndarray:
    """A segment an item."""
    return np.arange(len(table))


def of_package(table: np.ndarray, level: Level) -> float:
    return krippendorff.alpha(reliability_data=table.T, level_of_measurement=level)


def tables(*values: float) -> st.SearchStrategy[np.ndarray]:
    shapes = st.tuples(st.integers(1, 8), st.integers(2, 4))
    return arrays(float, shapes, elements=st.sampled_from([N, *values]))


def drawn(seed: int, items: int, annotators: int, values: int, missing: float) -> np.ndarray:
    """Answers at random, each leaning to the item's own, some missing."""
    rng = np.random.default_rng(seed)
    own, size = rng.integers(values, size=(items, 1)), (items, annotators)
    table = np.where(rng.random(size) < 0.6, own, rng.integers(values, size=size)).astype(float)
    table[rng.random(size) < missing] = N
    return table


def test_alpha_is_that_of_the_package_krippendorff_and_of_his_own_example() -> None:
    for level, alpha in zip(LEVELS, (0.743, 0.815), strict=True):
        found = krippendorffs_alpha(OBSERVERS.T, each(OBSERVERS.T), level)
        assert round(found.value, 3) == alpha
        assert (found.items, found.answers, found.segments) == (11, 40, 11)
    for seed in range(8):
        table = drawn(seed, 20 + 10 * seed, annotators=2 + seed % 4, values=2 + seed, missing=0.3)
        for level in LEVELS:
            for one in (table, table[::-1, ::-1]):
                found = krippendorffs_alpha(one, each(table), level)
                assert found.value == pytest.approx(of_package(table, level), abs=1e-12)


def test_kappa_is_that_of_statsmodels() -> None:
    from statsmodels.stats.inter_rater import cohens_kappa as statsmodels_kappa

    for seed in range(8):
        table = drawn(seed, items=30, annotators=2, values=4, missing=0.2)
        found = cohens_kappa(table, each(table))
        there = table[np.isfinite(table).all(axis=1)].astype(int)
        counts = np.zeros((4, 4))
        np.add.at(counts, (there[:, 0], there[:, 1]), 1)
        assert found.value == pytest.approx(statsmodels_kappa(counts).kappa, abs=1e-12)
        assert found.items == len(there)
        assert 1 - found.observed == pytest.approx(np.trace(counts) / counts.sum())
    table = np.ones((10, 2))
    assert cohens_kappa(table, each(table)).undefined == "all the same"
    assert raw_agreement(table, each(table)).value == 1
    with pytest.raises(ValueError, match="3"):  # it is of two
        cohens_kappa(np.ones((4, 3)), np.arange(4))


@given(tables(0.0, 10.0, 55.0))
def test_raw_agreement_is_over_all_pairs_of_answers(table: np.ndarray) -> None:
    answers = [row[np.isfinite(row)].tolist() for row in table]
    pairs = [pair for row in answers for pair in combinations(row, 2)]
    equal = raw_agreement(table, each(table))
    if not pairs:
        assert equal.undefined == "nothing shared"
        assert math.isnan(equal.value)
        return
    assert equal.value == pytest.approx(np.mean([one == other for one, other in pairs]))


@given(tables(1.0, 2.0, 3.0), st.sampled_from(LEVELS))
def test_alpha_of_any_table_is_the_oracles_or_says_why_not(table: np.ndarray, level: Level) -> None:
    found = krippendorffs_alpha(table, each(table), level)
    shared = table[np.isfinite(table).sum(axis=1) >= 2]
    values = np.unique(shared[np.isfinite(shared)])
    if len(values) < 2:
        assert found.undefined == ("all the same" if len(values) else "nothing shared")
        assert math.isnan(found.value)
        assert found.low is found.high is None
    else:
        assert found.value == pytest.approx(of_package(shared, level), abs=1e-9)


def test_the_interval_is_that_of_whole_segments_drawn_again_one_by_one() -> None:
    table = drawn(3, items=40, annotators=3, values=3, missing=0.1)
    segments = np.repeat(np.arange(20), 2)
    found = krippendorffs_alpha(table, segments, "ordinal")
    shared = np.isfinite(table).sum(axis=1) >= 2
    numbers = np.unique(segments[shared])
    values = []
    for chosen in np.random.default_rng(SEED).choice(len(numbers), size=(SAMPLES, len(numbers))):
        rows = np.concatenate([np.flatnonzero(shared & (segments == numbers[i])) for i in chosen])
        values.append(of_package(table[rows], "ordinal"))
    normal = NormalDist()
    outside = 100 * normal.cdf(normal.inv_cdf(0.025) * interval_widening(len(numbers)))
    expected = np.percentile(values, [outside, 100 - outside])
    assert (found.low, found.high) == pytest.approx(tuple(expected), abs=1e-9)


def test_where_nobody_disagreed_and_of_one_segment_there_is_no_interval() -> None:
    table = np.repeat([[1.0, 1.0], [2.0, 2.0]], 20, axis=0)
    for level in LEVELS:
        found = krippendorffs_alpha(table, each(table), level)
        assert (found.value, found.low, found.high) == (1, None, None)
    alone = raw_agreement(drawn(1, items=10, annotators=2, values=3, missing=0), np.zeros(10, int))
    assert (alone.segments, alone.low) == (1, None)
