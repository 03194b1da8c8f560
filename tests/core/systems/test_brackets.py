"""Brackets of a ranking, against all runs of systems written out."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from bleu_core.systems import RankedSystem, Ranking, SystemPair
from tests.effort import examples

# p after Holm of a pair; None if it was not tested.
P_HOLM = st.sampled_from([0.001, 0.049, 0.05, 0.3, 1.0, None])


def ranking_of(p_holm: dict[str, float | None], size: int) -> Ranking:
    """Systems of one letter, the best first; pairs are given as "ab", or turned as "ba"."""
    names = "abcdefg"[:size]
    systems = tuple(RankedSystem(name, 50 - i, 49, 51, 1, size) for i, name in enumerate(names))
    pairs = tuple(SystemPair(*pair, -1.0, p, p) for pair, p in p_holm.items())
    return Ranking(systems, pairs, names[-1], unit="segment")


@settings(max_examples=examples(300))
@given(data=st.data(), size=st.integers(1, 7))
def test_brackets_are_the_longest_runs_without_a_significant_pair(data, size: int) -> None:
    pairs = ["".join(pair) for pair in combinations("abcdefg"[:size], 2)]
    p_holm = {pair: data.draw(P_HOLM, label=pair) for pair in pairs}
    turned = {pair[::-1] if data.draw(st.booleans()) else pair: p for pair, p in p_holm.items()}
    found = ranking_of(turned, size)
    alike = {pair for pair, p in p_holm.items() if p is not None and p >= 0.05}
    runs = [
        (first, last)
        for first, last in combinations(range(size), 2)
        if {"".join(pair) for pair in combinations("abcdefg"[first : last + 1], 2)} <= alike
    ]
    longest = [
        run
        for run in runs
        if not any(run != other and other[0] <= run[0] and run[1] <= other[1] for other in runs)
    ]
    assert found.brackets == tuple(sorted(longest))
    joined = {
        "".join(pair)
        for first, last in longest
        for pair in combinations("abcdefg"[first : last + 1], 2)
    }
    outside = {pair.a + pair.b for pair in found.outside_brackets}
    assert outside == alike - joined
