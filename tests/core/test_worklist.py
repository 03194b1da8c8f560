"""Filters and order of the worklist, against plain Python on the sample and on made-up lines."""

import re

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.metrics import Scores, known, opinion, opinion_of, rank_disagreement
from bleu_core.worklist import (
    PLACES,
    SORTS,
    Filters,
    Opinions,
    metrics_of,
    order,
    read_metrics,
    stepped,
    written_metrics,
)
from tests.core.selecting import FilterError, select

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


def chosen(comparison: Comparison, **filters: object) -> list[int]:
    return (np.flatnonzero(select(comparison, Filters(**filters))) + 1).tolist()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("place", "lines"),
    [
        ("anywhere", [1, 3, 5]),
        ("source", []),
        ("references", [1, 3, 5]),
        ("A", [1, 3]),
        ("B", [1, 3, 5]),
        ("A, not B", []),
        ("B, not A", [5]),
    ],
)
def test_text_is_found_where_it_is_to_be(
    comparison: Comparison, place: str, lines: list[int]
) -> None:
    assert place in PLACES
    assert chosen(comparison, text="THE", place=place) == lines


def test_text_is_no_pattern_unless_it_stands_between_slashes(comparison: Comparison) -> None:
    assert chosen(comparison, text="[1]", place="A") == [3]
    assert chosen(comparison, text=r"/\[\d\]$/", place="A") == [3]
    assert chosen(comparison, text="/^the [cm]at$/", place="B") == [5]


def test_a_broken_pattern_is_a_clear_sentence(comparison: Comparison) -> None:
    with pytest.raises(ValueError, match=re.escape("/(/ is not a regular expression: missing )")):
        select(comparison, Filters(text="/(/"))


def test_filters_combine(comparison: Comparison) -> None:
    assert chosen(comparison, document="two") == [3, 4]
    assert chosen(comparison, differ=True) == [1, 3, 5]
    assert chosen(comparison, document="one", differ=True) == [1]
    assert chosen(comparison, lines=(2.0, 4.0)) == [2, 3, 4]
    assert chosen(comparison, lines=(2.0, 4.0), sign="same") == [2, 4]


def test_ranges_have_both_ends(comparison: Comparison) -> None:
    deltas, a = comparison.sentence_deltas, comparison.sentences_a
    low = float(np.sort(deltas)[1])
    assert chosen(comparison, delta=(low, 100.0)) == (np.flatnonzero(deltas >= low) + 1).tolist()
    assert chosen(comparison, score_a=(float(a[0]), float(a[0]))) == (
        (np.flatnonzero(a == a[0]) + 1).tolist()
    )


@pytest.mark.parametrize("sign", ["gain", "loss", "changed", "same"])
def test_signs(comparison: Comparison, sign: str) -> None:
    deltas = comparison.sentence_deltas
    expected = {"gain": deltas > 0, "loss": deltas < 0, "changed": deltas != 0, "same": deltas == 0}
    assert chosen(comparison, sign=sign) == (np.flatnonzero(expected[sign]) + 1).tolist()


@pytest.mark.parametrize("key", SORTS)
def test_orders_are_stable_permutations(comparison: Comparison, key: str) -> None:
    values = SORTS[key](comparison)
    up, down = order(comparison, key), order(comparison, key, descending=True)
    assert sorted(up) == sorted(down) == list(range(len(comparison)))
    assert list(up) == sorted(range(len(comparison)), key=lambda i: values[i])
    assert list(down) == sorted(range(len(comparison)), key=lambda i: -values[i])


@pytest.fixture
def opinions(comparison: Comparison) -> Opinions:
    """BLEU's, word error rate's, and a column of numbers of which one is missing."""
    bleu, wer = (opinion(comparison, known(name)) for name in ("bleu", "wer"))
    a, b = np.array([1, 2, 3, np.nan, 5]), np.array([3.0, 2, 1, 4, 4])
    marks = opinion_of(Scores("marks", True, {"a": a, "b": b}), "a", "b")
    return {"bleu": bleu, "wer": wer, "imported:marks": marks}


def test_the_order_of_a_metric_has_the_best_first_whichever_way_is_better(
    comparison: Comparison, opinions: Opinions
) -> None:
    # Δ is 2, 0, -2, none, -1.
    assert order(comparison, "metric:imported:marks", True, opinions).tolist() == [0, 1, 4, 2, 3]
    assert order(comparison, "metric:imported:marks", False, opinions).tolist() == [2, 4, 1, 0, 3]
    # Fewer errors are better: the first that B has more of, the last that it has fewer of.
    deltas = opinions["wer"].sentence_deltas
    best = order(comparison, "metric:wer", True, opinions)
    assert (np.diff(deltas[best]) >= 0).all()
    assert deltas[best[0]] < 0 < deltas[best[-1]]


def test_the_order_of_disagreement_has_the_farthest_apart_first_either_way(
    comparison: Comparison, opinions: Opinions
) -> None:
    for key, pair in (
        ("disagree:imported:marks", ("bleu", "imported:marks")),
        ("disagree:wer,imported:marks", ("wer", "imported:marks")),
    ):
        assert metrics_of(key) == pair
        apart = np.abs(rank_disagreement(*(opinions[name] for name in pair)))
        lines = order(comparison, key, True, opinions)
        assert lines[-1] == 3  # has no rank
        assert (np.diff(apart[lines[:-1]]) <= 0).all()


@pytest.mark.parametrize(
    "key", ["", "metric:", "metric:bleu,wer", "disagree:", "disagree:a,", "disagree:a,b,c", "x:y"]
)
def test_what_is_no_order_is_refused(key: str) -> None:
    with pytest.raises(ValueError, match="is no order of segments"):
        metrics_of(key)


def test_keys_of_metrics_with_commas_are_read_again() -> None:
    keys = ("imported:1,5 %2C", "bleu")
    assert read_metrics(written_metrics(keys)) == keys
    assert metrics_of(f"disagree:{written_metrics(keys)}") == keys
    assert "," not in written_metrics(keys[:1])


def test_filters_by_what_two_metrics_say(comparison: Comparison, opinions: Opinions) -> None:
    def lines(**filters: object) -> list[int]:
        asked = Filters(metrics=("imported:marks", "wer"), **filters)  # type: ignore[arg-type]
        return np.flatnonzero(select(comparison, asked, opinions)).tolist()

    assert lines(delta_1=(-2.0, 0.0)) == [1, 2, 4]  # Δ is 2, 0, -2, none, -1
    edits = opinions["wer"].sentence_deltas
    assert lines(delta_2=(-1000.0, -1.0)) == np.flatnonzero(edits < 0).tolist()
    marks = {0: 1, 2: -1, 4: -1}  # better or worse, in their own words
    wer = dict(enumerate(-np.sign(edits)))
    assert lines(opposed="first") == [i for i, m in marks.items() if m > 0 > wer[i]]
    assert lines(opposed="second") == [i for i, m in marks.items() if m < 0 < wer[i]]
    assert lines(opposed="either") == [i for i, m in marks.items() if m * wer[i] < 0]
    assert lines(opposed="either", lines=(1.0, 1.0)) == [0]


def test_a_pair_of_metrics_alone_asks_for_nothing() -> None:
    assert Filters(metrics=("ter", "wer")).active() == []


@pytest.mark.parametrize(
    ("name", "filters"),
    [
        ("document", {"document": "three"}),
        ("slice", {"slice": "x"}),
        ("slice", {"slice_by": "colour", "slice": "x"}),
        ("slice", {"slice_by": "document", "slice": "three"}),
        ("text", {"text": "/(/"}),
    ],
)
def test_what_means_nothing_here_is_told_by_its_name(
    comparison: Comparison, name: str, filters: dict[str, str]
) -> None:
    with pytest.raises(FilterError) as told:
        chosen(comparison, **filters)
    assert told.value.name == name


def test_active_filters_are_named() -> None:
    assert Filters().active() == []
    assert Filters(text="x", place="A", differ=True).active() == ["text", "differ"]


@pytest.mark.parametrize(
    ("start", "by", "there"),
    [
        (3, 1, (0, True)),
        (3, -1, (4, True)),
        (3, 9, (1, False)),
        (2, 1, (0, True)),  # it is not on the list, but in the order
        (2, -1, (3, True)),
        (2, 2, (1, True)),
        (5, 1, (5, False)),  # nothing of the list is after it
        (1, 0, (1, True)),
        (2, 0, (2, True)),
    ],
)
def test_steps_count_from_the_place_in_the_order(
    start: int, by: int, there: tuple[int, bool]
) -> None:
    everything, lines = np.array([4, 3, 2, 0, 1, 5]), np.array([4, 3, 0, 1])
    assert stepped(lines, everything, start, by) == there
    assert stepped(lines[:0], everything, start, by) == (start, by == 0)
