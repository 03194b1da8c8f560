"""Plain text, one segment a line."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from bleu_core.readers.decoding import to_utf8
from bleu_core.readers.parts import Parts

_BLOCK = 1 << 20  # bytes scanned at once


def read_text(utf8: bytes, name: str) -> Parts:
    """Read a file of lines whose role the user knows."""
    return Parts(name, "text", lines=read_array(utf8))


def read_lines(data: bytes, name: str) -> list[str]:
    r"""Read the lines of a text file, in UTF-8 or the encoding of its byte order mark.

    >>> read_lines(b"one\r\n\ntwo \n", "a.txt")
    ['one', '', 'two ']

    Raises
    ------
    ReadError
        As `to_utf8`.
    """
    return read_array(to_utf8(data, name).utf8).to_pylist()


def read_array(data: bytes) -> pa.Array:
    r"""Split UTF-8 text into lines, (S,) large_string.

    A line ends at "\n" or "\r\n" only: other line breaks of Unicode are part of a segment, as in
    sacreBLEU. Nothing else is trimmed, and an empty line is an empty segment.
    """
    if b"\r\n" in data:
        data = data.replace(b"\r\n", b"\n")
    if data and not data.endswith(b"\n"):
        data += b"\n"
    offsets = np.zeros(data.count(b"\n") + 1, np.int64)
    found = 0
    for start in range(0, len(data), _BLOCK):
        block = np.frombuffer(data, np.uint8, min(_BLOCK, len(data) - start), start)
        ends = np.flatnonzero(block == ord("\n"))
        # Arrow's strings are contiguous: removing a line end moves what follows by one.
        place = offsets[found + 1 : found + 1 + len(ends)]
        np.subtract(ends + start, np.arange(found, found + len(ends)), out=place)
        found += len(ends)
    text = pa.py_buffer(data.replace(b"\n", b""))
    return pa.Array.from_buffers(
        pa.large_string(), len(offsets) - 1, [None, pa.py_buffer(offsets), text]
    )
