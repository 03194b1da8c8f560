"""The best output per segment: no single change improves it, and no choice exceeds its bound."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core import BleuConfig, segment_statistics
from bleu_core.systems.oracle import best_choice
from tests.effort import examples

LINE = st.lists(st.sampled_from(["a", "b", "c", "d"]), min_size=1, max_size=8).map(" ".join)


@given(st.data(), st.integers(2, 3), st.integers(1, 5), st.sampled_from(["exp", "add-k", "none"]))
@settings(max_examples=examples(100))
def test_no_choice_exceeds_the_bound_and_no_change_improves_the_choice(
    data: st.DataObject, systems: int, size: int, smoothing: str
) -> None:
    lines = st.lists(LINE, min_size=size, max_size=size)
    reference, outputs = data.draw(lines), [data.draw(lines) for _ in range(systems)]
    config = BleuConfig(smooth_method=smoothing)
    statistics = [segment_statistics(output, [reference], config) for output in outputs]
    found = best_choice(statistics)

    def score(choice: tuple[int, ...]) -> float:
        rows = [statistics[system].matrix[i] for i, system in enumerate(choice)]
        return float(statistics[0].scores(np.sum(rows, axis=0)[None])[0])

    every = {choice: score(choice) for choice in product(range(systems), repeat=size)}
    chosen = tuple(found.choice.tolist())
    assert found.score == pytest.approx(every[chosen])
    assert found.score >= max(stats.corpus().score for stats in statistics) - 1e-9
    assert max(every.values()) <= found.bound + 1e-9
    for choice, other in every.items():
        if sum(a != b for a, b in zip(choice, chosen, strict=True)) == 1:
            assert other <= found.score + 1e-9
    assert sum(found.shares) + found.alike == pytest.approx(1)


def test_systems_with_the_same_counts_share_a_segment_in_any_order() -> None:
    reference = ["a b c d", "e f g h", "i j k l"]
    best, other = reference, ["a b c d", "e f", "i j k l"]
    outputs = [best, other, ["a b c d", "e", "i"]]
    statistics = [segment_statistics(output, [reference]) for output in outputs]
    found = best_choice(statistics)
    assert found.shares == pytest.approx([1 / 2, 1 / 6, 0])
    assert found.alike == pytest.approx(1 / 3)
    assert best_choice(statistics[::-1]).shares == pytest.approx([0, 1 / 6, 1 / 2])
