"""What is wrong with the segments of a fragment: looked for as they are read, told together."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from bleu_core.datasets.fragments import Columns
from bleu_core.numerals import plural, whole
from bleu_core.streams import presence
from bleu_core.wording import SHOWN, cut, listed


class Faults:
    """Cells of hypotheses without a text, and segments without any reference.

    True once there is one; its text is what is wrong, without the full stop.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        self._first: dict[str, list[int]] = {}
        self._number: dict[str, int] = {}

    def look(self, batch: pa.RecordBatch, references: list[pa.Array], row: int) -> None:
        """Look through some segments; `row` is that of the file of the first, from 0."""
        for name in dict.fromkeys([self._columns.a, self._columns.b]):
            self._note(f"no text in column {cut(name)!r}", ~presence(batch.column(name)), row)
        bare = ~np.any([presence(texts) for texts in references], axis=0)
        self._note("no reference at all", bare, row)

    def __bool__(self) -> bool:
        return bool(self._number)

    def __str__(self) -> str:
        said = "; ".join(self._said(what) for what in self._number)
        return f"{said}. Give what is missing, or leave these segments out"

    def _note(self, what: str, wrong: np.ndarray, row: int) -> None:
        if wrong.any():
            rows = np.flatnonzero(wrong)
            first = self._first.setdefault(what, [])
            first += (row + rows[: SHOWN - len(first)] + 1).tolist()
            self._number[what] = self._number.get(what, 0) + len(rows)

    def _said(self, what: str) -> str:
        first, number = self._first[what], self._number[what]
        rows = listed(map(whole, first), more=number - len(first))
        return f"{what} in {plural(number, 'row')} {rows} of the file"
