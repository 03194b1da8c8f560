"""Any two of many systems, by link: with the numbers of these two alone."""

from __future__ import annotations

import random
from urllib.parse import urlencode

import pytest

from bleu_core import EvalSet
from pages.ui import store

from .asking import answered
from .conftest import App

SYSTEMS = ("one", "two", "three", "four")


def output(seed: int, lines: int = 40) -> list[str]:
    """Lines that share most words with those of any other seed."""
    shared, own = random.Random(1), random.Random(seed)
    words = [f"{a}{b}" for a in ("ka", "lo", "mi", "ne") for b in "abcdefgh"]
    rows = []
    for _ in range(lines):
        line = shared.choices(words, k=shared.randint(6, 14))
        rows.append(" ".join(own.choice(words) if own.random() < 0.3 else word for word in line))
    return rows


REFERENCE = output(99)
OUTPUTS = {name: output(seed) for seed, name in enumerate(SYSTEMS)}
DOCUMENTS = [f"document {line // 10}" for line in range(40)]


def test_set(*names: str) -> EvalSet:
    return EvalSet({name: OUTPUTS[name] for name in names}, [REFERENCE], documents=DOCUMENTS)


test_set.__test__ = False  # type: ignore[attr-defined]


@pytest.fixture
def four() -> str:
    """The digest of a test set of four systems."""
    return store.put(test_set(*SYSTEMS))


def test_a_link_names_the_pair_or_opens_the_first_two(four: str) -> None:
    for link, pair in (
        ({}, ("one", "two")),
        ({"a": "three", "b": "one"}, ("three", "one")),
        ({"a": "three"}, ("three", "one")),
        ({"b": "four"}, ("one", "four")),
        ({"b": "one"}, ("two", "one")),
    ):
        app = App(data=four, **link)
        assert app.pair == pair
        assert app.link == {"data": four, **link}
        assert not app.shows("ignored")
    head = app.header
    assert head["systems"] == list(SYSTEMS)
    assert head["about"] == "40 segments · 4 systems · 1 reference"
    app.go_to("data.py")  # which says what is open
    assert app.cells("current")[0][:2] == ["two", "one"]
    # Another test set opens at its first two.
    assert App(data=store.put(test_set("four", "three"))).pair == ("four", "three")


@pytest.mark.parametrize(
    ("link", "told", "pair"),
    [
        ({"a": "three", "b": "five"}, ["b=five"], ("three", "one")),
        ({"a": "two", "b": "two"}, ["b=two"], ("two", "one")),
        ({"a": "<img src=x onerror=alert(1)>"}, ["a=<img src=x onerror=alert(1)>"], ("one", "two")),
    ],
)
def test_a_name_that_is_no_system_is_told_and_the_rest_holds(four: str, link, told, pair) -> None:
    app = App(data=four, lc="yes", **link)
    assert app.component("ignored")["sentences"] == told
    assert app.pair == pair
    assert "case:lc" in app.signature
    app.run()
    assert app.component("ignored")["sentences"] == told
    assert App(**app.link).pair == pair


def test_the_overview_of_a_pair_of_four_differs_in_the_grade_alone(four: str) -> None:
    two = store.put(test_set("three", "one"))
    there, expected = App(data=four, a="three", b="one").overview, App(data=two).overview
    for card in (there["scorecard"], expected["scorecard"]):
        for name in ("p", "grade", "badge", "reasons", "checks"):
            del card[name]
    assert there == expected


@pytest.mark.parametrize("name", ["ngrams", "slices"])
def test_answers_about_a_pair_of_four_are_those_about_these_two(four: str, name: str) -> None:
    two = store.put(test_set("three", "one"))
    answered(name, urlencode({"data": four, "a": "one", "b": "three"}))
    found = answered(name, urlencode({"data": four, "a": "three", "b": "one"}))
    assert found == answered(name, urlencode({"data": two}))
    assert found != answered(name, urlencode({"data": four}))
