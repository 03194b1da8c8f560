"""Conversions without pandas give what pyarrow's own give."""

import numpy as np
import pyarrow as pa
import pytest

from bleu_core.common.arrays import as_arrow, as_numpy, spaces


@pytest.mark.parametrize(
    "column",
    [
        pa.array([3, -1, 2**40]),
        pa.array([1, 2, 3, 4], pa.int32()).slice(1, 2),
        pa.array([True, False, True] * 7).slice(3, 11),
        pa.array([], pa.bool_()),
        pa.array([], pa.int64()),
        pa.chunked_array([[1.5], [], [2.5, 3.5]], pa.float64()),
        pa.chunked_array([[True], [False]]),
    ],
    ids=str,
)
def test_a_column_becomes_the_array_that_pyarrow_makes_of_it(column: pa.Array) -> None:
    found, expected = as_numpy(column), np.asarray(column)
    assert found.dtype == expected.dtype
    assert found.tolist() == expected.tolist()


def test_an_array_becomes_the_column_that_pyarrow_makes_of_it_and_spaces_are_rows() -> None:
    for size in (0, 1, 4):
        for kind in (np.int32, np.int64):
            numbers = np.arange(size, dtype=kind)
            assert as_arrow(numbers).equals(pa.array(numbers))
        assert spaces(size).equals(pa.array([" "] * size, pa.large_string()))
