"""Holm's correction against the procedure as he wrote it down, and what holds of any p."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bleu_core.significance.holm import holm

P_VALUES = st.lists(st.integers(1, 10_001).map(lambda n: n / 10_001), min_size=1, max_size=30)


def rejected(p_values: list[float], level: float) -> set[int]:
    """Holm (1979), section 3: the smallest p against α/m, the next against α/(m − 1), …

    The first that is above its limit ends the procedure: it and all after it are accepted.
    """
    found: set[int] = set()
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for place, i in enumerate(order):
        if p_values[i] > level / (len(p_values) - place):
            break
        found.add(i)
    return found


@given(P_VALUES, st.sampled_from([0.001, 0.01, 0.05, 0.1, 0.5]))
def test_what_is_rejected_is_what_the_procedure_rejects(
    p_values: list[float], level: float
) -> None:
    found = holm(p_values)
    # Nudged off the limits, where p · m and α / m round apart.
    assert rejected(p_values, level * (1 - 1e-9)) <= {i for i, p in enumerate(found) if p <= level}
    assert rejected(p_values, level * (1 + 1e-9)) >= {i for i, p in enumerate(found) if p <= level}


@given(P_VALUES, st.randoms())
def test_corrected_p_keep_the_order_and_are_not_smaller(p_values: list[float], rng: object) -> None:
    found = holm(p_values)
    for p, corrected in zip(p_values, found, strict=True):
        assert p <= corrected <= min(1.0, p * len(p_values))
    by_p = sorted(range(len(p_values)), key=p_values.__getitem__)
    assert [found[i] for i in by_p] == sorted(found)
    shuffled = list(range(len(p_values)))
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert holm([p_values[i] for i in shuffled]) == [found[i] for i in shuffled]


def test_a_worked_example_one_p_none() -> None:
    # m = 4: 4 · 0.005, 3 · 0.01, 2 · 0.03 and 0.04, which is no smaller than the one before.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.2]) == [0.2]
    assert holm([]) == []
    assert holm([0.6, 0.6]) == [1.0, 1.0]
