"""Conversions without pandas give what pyarrow's own give."""

import numpy as np
import pyarrow as pa
import pytest

from bleu_core.arrow import as_arrow, as_numpy, repeated


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


@pytest.mark.filterwarnings("ignore:Exporting an unversioned")
def test_a_column_with_nulls_is_refused_rather_than_read_wrongly() -> None:
    with pytest.raises(pa.ArrowTypeError):
        as_numpy(pa.array([1, None]))


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@pytest.mark.parametrize("size", [0, 3])
def test_an_array_becomes_the_column_that_pyarrow_makes_of_it(kind: type, size: int) -> None:
    numbers = np.arange(size, dtype=kind)
    assert as_arrow(numbers).equals(pa.array(numbers))


@pytest.mark.parametrize("times", [0, 1, 4])
def test_a_character_is_repeated(times: int) -> None:
    assert repeated(" ", times).equals(pa.array([" "] * times, pa.large_string()))
