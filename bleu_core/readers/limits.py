"""Limits on what reading may take, in proportion to the file, so that a small one never costs much.

Readers check them before they unpack a file, and before they make cells for which the file has no
bytes (a gap in a table; the name of a document, written once and repeated for its segments).
"""

from __future__ import annotations

from bleu_core.messages import archive, markup, table
from bleu_core.readers.parts import ReadError

MAX_COLUMNS = 1_000
# Bytes that a packed file may unpack to: test sets shrink 3 to 20 times, also as tables that
# repeat the source of each system; small results are harmless anyway.
MAX_EXPANDED = 2_000_000_000
MAX_RATIO = 30
HARMLESS = 8_000_000
# Bytes that columns may take: for each byte of the file, and in addition.
_FOR_EACH, _FREE = 10, 60_000_000
CELL = 8  # bytes of an empty cell in Arrow: where it ends
# The fewest bytes of a segment: <seg id="1">a</seg> has 19.
_SEGMENT, _FREE_SEGMENTS = 16, 100_000


class Unpacking:
    """Bytes that unpacking may still produce, over all entries together."""

    def __init__(self, packed: int) -> None:
        self._most = min(MAX_EXPANDED, HARMLESS + packed * MAX_RATIO)
        self.left = self._most

    def spend(self, size: int, name: str) -> None:
        """Subtract bytes, if possible before they are produced.

        Raises
        ------
        ReadError
            Fewer are left.
        """
        self.left -= size
        if self.left < 0:
            raise ReadError([archive.too_large(name, self._most)])


def check_columns(rows: int, columns: int, size: int, name: str, text: int = 0) -> None:
    """Refuse a table that is too large for its file, before it is made.

    Parameters
    ----------
    rows, columns : int
    size : int
        Bytes of the file.
    name : str
        The file's, for the message.
    text : int
        Bytes of text that is repeated in the cells.

    Raises
    ------
    ReadError
    """
    if rows * columns * CELL + text > _FREE + _FOR_EACH * size:
        raise ReadError([table.too_sparse(name, rows, columns)])


def check_segments(number: int, size: int, name: str) -> None:
    """Refuse markup with more segments than its bytes can hold.

    Raises
    ------
    ReadError
    """
    if number > _FREE_SEGMENTS + size // _SEGMENT:
        raise ReadError([markup.too_many_segments(name, number - 1)])
