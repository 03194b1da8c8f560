"""The axis that the intervals of all systems are drawn on."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.systems import Ranked, Ranking, interval_axis

NUMBERS = st.floats(-1000, 1000).map(lambda x: round(x, 3))


def axis(*systems: tuple[float | None, float, float | None]) -> tuple[float, float]:
    ranked = [Ranked(str(i), s, low, high, 1, 1) for i, (low, s, high) in enumerate(systems)]
    return interval_axis(Ranking(tuple(ranked), (), "0"))


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS).map(sorted), min_size=1))
def test_everything_lies_on_it(systems: list[list[float]]) -> None:
    low, high = axis(*systems)
    assert low < high
    margin = 1e-9 * max(1, abs(low), abs(high))
    assert all(low - margin <= x <= high + margin for one in systems for x in one)


@pytest.mark.parametrize(
    ("systems", "expected"),
    [
        ([(28.9, 30.4, 31.9), (26.1, 27.5, 29.0)], (26, 32)),
        ([(None, 30.4, None), (None, 30.4, None)], (30, 31)),
        ([(0.811, 0.82, 0.829)], (0.81, 0.83)),
        ([(None, math.nan, None)], (0, 1)),
    ],
)
def test_it_is_round_and_no_longer_than_need_be(systems: list, expected: tuple) -> None:
    assert axis(*systems) == pytest.approx(expected)
