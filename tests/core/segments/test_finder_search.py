"""All conjunctions at once are what looking at each by itself finds."""

import math
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bleu_core.segments.finder import search as module
from bleu_core.segments.finder.search import search_conjunctions
from tests.core.watching import check_progress


def slowly(
    masks: np.ndarray[Any, Any], points: list[float], least: int, depth: int, leading: int
) -> tuple[dict[tuple[int, ...], tuple[int, float, float, float]], int]:
    """Each conjunction: segments, points, beyond its share, merit; and how many there are."""
    size, number = masks.shape
    mean = sum(points) / size
    spread = sum((p - mean) ** 2 for p in points)
    found, looked_at, merit = {}, 0, {}
    for count in range(1, depth + 1):
        errors = 0.6 * math.sqrt(2 * math.log(max(math.comb(number, count), 2)))
        for parts in combinations(range(number), count):
            rows = [i for i in range(size) if all(masks[i, part] for part in parts)]
            carried = sum(points[i] for i in rows)
            beyond = sum(points[i] - mean for i in rows)
            share = len(rows) / size
            # The error of Σ (1 if chosen, else 0, less the share) · (points less their mean).
            squares = sum((points[i] - mean) ** 2 for i in rows)
            error = math.sqrt((1 - share) ** 2 * squares + share**2 * (spread - squares))
            sure = min(abs(carried), abs(beyond)) - errors * error
            good = len(rows) >= least and carried * beyond > 0 and sure > 0
            merit[parts] = math.copysign(sure, beyond) if good else 0.0
            if parts[0] >= leading:
                continue
            looked_at += len(rows) >= least
            way = math.copysign(1, merit[parts])
            shorter = [
                way * merit[some] for n in range(1, count) for some in combinations(parts, n)
            ]
            if merit[parts] and abs(merit[parts]) > 1.1 * max([0, *shorter]):
                found[parts] = (len(rows), carried, beyond, abs(merit[parts]))
    return found, looked_at


@pytest.mark.parametrize("seed", range(6))
def test_every_conjunction_has_the_points_that_a_slow_search_finds(seed: int) -> None:
    for depth, leading in ((1, None), (2, None), (3, None), (3, 4)):
        compare(seed, depth, leading)


def compare(seed: int, depth: int, leading: int | None) -> None:
    rng = np.random.default_rng(seed)
    masks = rng.random((120, 11)) < rng.uniform(0.1, 0.9, 11)
    points = rng.normal(0.1 * (seed - 2), 1, 120)
    points[masks[:, 3] & masks[:, 7]] -= 1.5
    points[masks[:, 5]] += 0.7
    best, count = search_conjunctions(masks, points, 10, depth, leading)
    expected, looked_at = slowly(masks, points.tolist(), 10, depth, leading or 11)
    assert count == looked_at
    assert {one.parts for one in best} == expected.keys()
    for one in best:
        have = one.segments, one.points, one.excess_points, one.merit
        assert have == pytest.approx(expected[one.parts])
    assert [one.merit for one in best] == sorted((o.merit for o in best), reverse=True)
    assert best or leading is not None


def test_rows_in_many_blocks_and_few_kept_are_the_best_of_all(monkeypatch) -> None:
    rng = np.random.default_rng(5)
    masks = rng.random((300, 14)) < 0.5
    points = rng.normal(0, 1, 300) - 2.0 * (masks[:, 1] & masks[:, 4] & masks[:, 9])
    every = search_conjunctions(masks, points, 10)[0]
    monkeypatch.setattr(module, "ROWS", 7)
    monkeypatch.setattr(module, "KEPT", 3)
    few = search_conjunctions(masks, points, 10)[0]
    losses = [one.parts for one in every if one.excess_points < 0]
    assert len(losses) > 3
    assert [one.parts for one in few if one.excess_points < 0] == losses[:3]


def test_what_lies_beside_a_loss_is_no_gain_and_nothing_is_found_where_there_is_nothing() -> None:
    masks = np.zeros((200, 2), bool)
    masks[:40, 0] = True
    masks[:, 1] = ~masks[:, 0]
    points = np.where(masks[:, 0], -1.0, 0.001 * (-1.0) ** np.arange(200))
    assert [
        (one.parts, round(one.points)) for one in search_conjunctions(masks, points, 10)[0]
    ] == [((0,), -40)]
    assert search_conjunctions(np.zeros((5, 0), bool), np.ones(5), 1)[0] == []
    assert search_conjunctions(np.ones((5, 2), bool), np.zeros(5), 1)[0] == []


def test_work_tells_how_far_it_is_and_can_be_stopped() -> None:
    rng = np.random.default_rng(2)
    masks, points = rng.random((80, 6)) < 0.7, rng.normal(0, 1, 80)
    check_progress(lambda tell: search_conjunctions(masks, points, 5, progress=tell))
