"""Filters and order of the worklist, against plain Python on the sample and on made-up lines."""

import re

import numpy as np
import pytest

from bleu_core import Comparison, EvalSet
from bleu_core.worklist import PLACES, SORTS, FilterError, Filters, order, select, stepped

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
