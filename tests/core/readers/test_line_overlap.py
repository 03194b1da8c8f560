"""F1 of lines at a distance: exact in blocks, and bounds that are never below it."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bleu_core import BleuConfig
from bleu_core.readers.input_checks import line_overlap
from bleu_core.readers.input_checks.alignment import columns_that_may_have_slipped, shifts_to
from bleu_core.readers.input_checks.line_overlap import f1_of_lines, gain_bounds, line_table
from bleu_core.text.encoding import EncodedStream, encode

LINES = st.lists(
    st.none() | st.lists(st.integers(0, 9).map(str), max_size=9).map(" ".join),
    min_size=1,
    max_size=12,
)


def f1(line: str | None, other: str | None) -> float:
    if other is None:
        return np.nan
    ours, theirs = set((line or "").split()), set(other.split())
    return 2 * len(ours & theirs) / max(len(ours) + len(theirs), 1)


@pytest.mark.parametrize("block", [1, 3, 4096])
@given(lines=LINES, others=LINES)
def test_f1_is_that_of_the_sets_of_tokens(block: int, lines, others) -> None:
    (first, second), words = encode([lines, others], BleuConfig(tokenize="none"))
    shifts = shifts_to(len(others) - len(lines))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_overlap, "LINES_IN_BLOCK", block)
        found = f1_of_lines(first, second, shifts, len(words))
    expected = [
        [
            f1(line, others[i + k]) if 0 <= i + k < len(others) else 0.0
            for i, line in enumerate(lines)
        ]
        for k in shifts
    ]
    np.testing.assert_allclose(found, expected, atol=1e-12)


# Of 64 slots these tokens share three.
TOKENS = st.lists(st.sampled_from([0, 1, 2, 64, 65, 128, 129]), max_size=6)


def stream(lines: list[list[int] | None]) -> EncodedStream:
    ids = [token for line in lines for token in line or []]
    lengths = np.array([len(line or []) for line in lines])
    present = np.array([line is not None for line in lines])
    return EncodedStream(np.array(ids, np.int32), lengths, present)


@given(st.lists(st.tuples(TOKENS, st.none() | TOKENS), min_size=1, max_size=5))
@example([([], [2]), ([0, 64, 1], []), ([], [])])
@example([([], []), ([0, 64], []), ([], [0, 64, 1])])
def test_bounds_are_never_below_the_gain(pairs) -> None:
    streams = [stream([line for line, _ in pairs]), stream([line for _, line in pairs])]
    shifts, every = shifts_to(0), slice(0, len(pairs))
    bounds = gain_bounds(*(line_table(each, every, 64) for each in streams), shifts)
    for found, one, other in ((bounds.column, *streams), (bounds.other, *reversed(streams))):
        exact = f1_of_lines(one, other, shifts, 130)
        gains = exact - exact[shifts.index(0)]
        assert (np.isnan(found) >= np.isnan(gains)).all()
        assert (np.nan_to_num(found) >= np.nan_to_num(gains) - 1e-12).all()


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30), st.integers(1, 30))
def test_a_run_may_go_on_over_any_number_of_blocks(gains: list[float], size: int) -> None:
    runs = [sum(gains[i:j]) for i in range(len(gains)) for j in range(i + 1, len(gains) + 1)]
    blocks = [np.array([[gains[i : i + size]]]) for i in range(0, len(gains), size)]
    if abs(max(runs) - 2) > 1e-5:
        assert columns_that_may_have_slipped(blocks).tolist() == [max(runs) >= 2]
