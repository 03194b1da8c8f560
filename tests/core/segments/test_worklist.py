"""Order of the worklist, against plain Python on made-up lines."""

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.metrics import ImportedScores, compare_imported, get_metric, rank_disagreement
from bleu_core.segments.expressions import ExpressionError
from bleu_core.segments.worklist import (
    SORTS,
    MetricPairs,
    delta_range,
    read_metrics,
    searched_text,
    segment_order,
    sort_metrics,
    step_along,
    text_search,
    with_delta_range,
    written_metrics,
)
from bleu_core.significance.metric_tests import compare_with_metric
from tests.core.refusing import refused

A = ["the cat", "a dog", "the Mat [1]", "same", "x"]
B = ["the dog", "a dog", "on the mat", "same", "the cat"]
REFERENCE = ["the cat", "a dog", "the mat", None, "the cat sat"]
SECOND = ["cat", None, "mat", "same", ""]


@pytest.fixture
def comparison() -> Comparison:
    return Comparison.of(
        EvalSet(
            systems={"a": A, "b": B},
            references=[REFERENCE, SECOND],
            source=["eins", "zwei", "drei", "vier", "fünf"],
            documents=["one", "one", "two", "two", None],
        )
    )


def test_orders_are_stable_permutations(comparison: Comparison) -> None:
    for key, values_of in SORTS.items():
        values, lines = values_of(comparison), range(len(comparison))
        up, down = segment_order(comparison, key), segment_order(comparison, key, descending=True)
        assert list(up) == sorted(lines, key=lambda i, values=values: values[i]), key
        assert list(down) == sorted(lines, key=lambda i, values=values: -values[i]), key


@pytest.fixture
def metric_pairs(comparison: Comparison) -> MetricPairs:
    """BLEU's, word error rate's, and a column of numbers of which one is missing."""
    bleu, wer = (compare_with_metric(comparison, get_metric(name)) for name in ("bleu", "wer"))
    a, b = np.array([1, 2, 3, np.nan, 5]), np.array([3.0, 2, 1, 4, 4])
    marks = compare_imported(ImportedScores("marks", True, {"a": a, "b": b}), "a", "b")
    return {"bleu": bleu, "wer": wer, "imported:marks": marks}


def test_the_order_of_a_metric_has_the_best_first_either_way(comparison, metric_pairs) -> None:
    # Δ is 2, 0, -2, none, -1.
    assert segment_order(comparison, "metric:imported:marks", True, metric_pairs).tolist() == [
        0,
        1,
        4,
        2,
        3,
    ]
    assert segment_order(comparison, "metric:imported:marks", False, metric_pairs).tolist() == [
        2,
        4,
        1,
        0,
        3,
    ]
    # Fewer errors are better: the first that B has more of, the last that it has fewer of.
    deltas = metric_pairs["wer"].sentence_deltas
    best = segment_order(comparison, "metric:wer", True, metric_pairs)
    assert (np.diff(deltas[best]) >= 0).all()
    assert deltas[best[0]] < 0 < deltas[best[-1]]


def test_the_order_of_disagreement_has_the_farthest_apart_first(comparison, metric_pairs) -> None:
    for key, pair in (
        ("disagree:imported:marks", ("bleu", "imported:marks")),
        ("disagree:wer,imported:marks", ("wer", "imported:marks")),
    ):
        assert sort_metrics(key) == pair
        apart = np.abs(rank_disagreement(*(metric_pairs[name] for name in pair)))
        lines = segment_order(comparison, key, True, metric_pairs)
        assert lines[-1] == 3  # has no rank
        assert (np.diff(apart[lines[:-1]]) <= 0).all()


def test_what_is_no_order_is_refused() -> None:
    none = ["", "metric:", "metric:bleu,wer", "disagree:", "disagree:a,", "disagree:a,b,c", "x:y"]
    for key in none:
        with refused("filter.unknown_order"):
            sort_metrics(key)
    # Keys of metrics with commas are read again.
    keys = ("imported:1,5 %2C", "bleu")
    assert read_metrics(written_metrics(keys)) == keys
    assert sort_metrics(f"disagree:{written_metrics(keys)}") == keys
    assert "," not in written_metrics(keys[:1])


def test_a_search_is_read_as_it_was_written() -> None:
    for text in ("cat", "/c.t/", "/", "//", 'a "b" \\', "/a/b/"):
        assert searched_text(text_search(text)) == text
    with pytest.raises(ExpressionError):
        text_search("/a\\/")
    for other in ("", "delta < 0", 'a contains "x"', 'text has "x"', "text ="):
        assert searched_text(other) == ""


def test_a_range_of_differences_changes_no_other_condition() -> None:
    cases = {
        ("a.copy", (1, 2)): "a.copy and delta >= 1 and delta <= 2",
        ("a.copy", (-1, 2)): "a.copy and delta >= -1 and delta <= 2 and delta != 0",
        ("delta < 0", (-1, 2)): "delta < 0 and delta >= -1 and delta <= 2",
        ("delta >= -5 and b.cut and delta <= 0", (3, 4)): "delta >= 3 and delta <= 4 and b.cut",
        ("delta >= -5 and delta <= 0 and delta != 0", None): "",
        ("delta.wer >= 1 and delta > 0", None): "delta.wer >= 1 and delta > 0",
    }
    assert {case: with_delta_range(*case) for case in cases} == cases
    assert delta_range("delta >= -5 and b.cut and delta <= 0 and delta <= 1") == (-5, 0)
    assert delta_range("delta >= 3 and delta.wer <= 1") == (3, float("inf"))
    assert delta_range("delta < 0") is delta_range("delta <") is None


def test_steps_count_from_the_place_in_the_order() -> None:
    cases = {
        (3, 1): (0, True), (3, -1): (4, True), (3, 9): (1, False),
        (2, 1): (0, True),  # it is not on the list, but in the order
        (2, -1): (3, True), (2, 2): (1, True),
        (5, 1): (5, False),  # nothing of the list is after it
        (1, 0): (1, True), (2, 0): (2, True),
    }  # fmt: skip
    everything, lines = np.array([4, 3, 2, 0, 1, 5]), np.array([4, 3, 0, 1])
    assert {case: step_along(lines, everything, *case) for case in cases} == cases
    for start, by in cases:
        assert step_along(lines[:0], everything, start, by) == (start, by == 0)
