"""Statistics of two imaginary systems: quick to draw, with all that real ones can do to a score."""

import numpy as np
from hypothesis import strategies as st

from bleu_core import BleuConfig, SegmentStatistics

Pair = tuple[SegmentStatistics, SegmentStatistics]

SMOOTHINGS = st.one_of(
    st.sampled_from([("exp", None), ("none", None)]),
    st.tuples(st.sampled_from(["floor", "add-k"]), st.one_of(st.none(), st.floats(0.01, 5))),
)


@st.composite
def configs(draw: st.DrawFn) -> BleuConfig:
    method, value = draw(SMOOTHINGS)
    order = draw(st.integers(1, 9))
    parts = draw(st.lists(st.integers(1, 9), min_size=order, max_size=order))
    return BleuConfig(
        smooth_method=method,
        smooth_value=value,
        max_ngram_order=order,
        weights=draw(st.sampled_from([None, tuple(part / sum(parts) for part in parts)])),
        effective_order=draw(st.booleans()),
        reference_length=draw(st.sampled_from(["closest", "average"])),
    )


def random_pair(
    seed: int, segments: int, config: BleuConfig = BleuConfig(), longest: int = 30
) -> Pair:
    """Two systems with the same references, one of them perhaps shorter and worse than the other.

    The length of the reference differs between systems, as the closest does.
    """
    rng = np.random.default_rng(seed)
    expected = rng.integers(0, longest, segments)
    return tuple(_system(rng, expected, config) for _ in range(2))  # type: ignore[return-value]


def _system(
    rng: np.random.Generator, expected: np.ndarray, config: BleuConfig
) -> SegmentStatistics:
    size, order = len(expected), config.max_ngram_order
    sys_len = np.maximum(0, expected + rng.integers(-4, 4, size))
    ref_len = np.maximum(0, expected + rng.integers(-1, 2, size))
    if config.reference_length == "average":
        ref_len = ref_len + rng.integers(0, 3, size) / 3
    totals = np.maximum(0, sys_len[:, None] - np.arange(order))
    counts = totals.copy()
    for n in range(order):  # an n-gram matches only if its parts do
        counts[:, n] = rng.binomial(counts[:, : n + 1].min(axis=1), rng.uniform(0.3, 0.9))
    matrix = np.column_stack([sys_len, ref_len, counts, totals])
    return SegmentStatistics(matrix, config)


@st.composite
def pairs(draw: st.DrawFn) -> Pair:
    """Any settings; from a handful of short segments to some dozens."""
    longest, segments = draw(st.sampled_from([(4, 6), (12, 10), (30, 60)]))
    number = draw(st.integers(1, segments))
    return random_pair(draw(st.integers(0, 2**32)), number, draw(configs()), longest)
