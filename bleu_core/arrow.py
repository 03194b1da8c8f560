"""Between Arrow and numpy without pandas.

What pyarrow offers itself (`to_numpy`, `np.asarray`, `pa.array`, `pa.scalar`)
imports pandas on its first call: a fifth of a second, a third of what the
command line takes to start.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray


def as_numpy(column: pa.Array | pa.ChunkedArray) -> NDArray[Any]:
    """The numbers or booleans of a column without nulls; to be read, not written."""
    if isinstance(column, pa.ChunkedArray):
        column = column.combine_chunks()
    if pa.types.is_boolean(column.type):  # Arrow packs them into bits, DLPack has none
        return np.from_dlpack(column.cast(pa.uint8())).view(np.bool_)
    return np.from_dlpack(column)


def as_arrow(numbers: NDArray[Any]) -> pa.Array:
    """A column over the memory of an array of numbers."""
    kind = pa.from_numpy_dtype(numbers.dtype)
    return pa.Array.from_buffers(kind, len(numbers), [None, pa.py_buffer(numbers)])


def repeated(character: str, times: int) -> pa.Array:
    """A column with an ASCII character in each row."""
    offsets, text = pa.py_buffer(np.arange(times + 1)), pa.py_buffer(character.encode() * times)
    return pa.Array.from_buffers(pa.large_string(), times, [None, offsets, text])
