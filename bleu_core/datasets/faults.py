"""What is wrong with the segments of a fragment: looked for as they are read, told together."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from bleu_core.common.wording import SHOWN
from bleu_core.datasets.fragments import Columns
from bleu_core.messages import Message, dataset
from bleu_core.text.streams import presence


class Faults:
    """Cells of hypotheses without a text, and segments without any reference.

    True once there is one.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        # By column of hypotheses, None for references: the first rows, and how many there are.
        self._first: dict[str | None, list[int]] = {}
        self._number: dict[str | None, int] = {}

    def look(self, batch: pa.RecordBatch, references: list[pa.Array], row: int) -> None:
        """Look through some segments; `row` is that of the file of the first, from 0."""
        for name in dict.fromkeys([self._columns.a, self._columns.b]):
            self._note(name, ~presence(batch.column(name)), row)
        bare = ~np.any([presence(texts) for texts in references], axis=0)
        self._note(None, bare, row)

    def __bool__(self) -> bool:
        return bool(self._number)

    @property
    def told(self) -> Message:
        """What is wrong, without the full stop."""
        return dataset.incomplete_segments([self._told(column) for column in self._number])

    def _note(self, column: str | None, wrong: np.ndarray, row: int) -> None:
        if wrong.any():
            rows = np.flatnonzero(wrong)
            first = self._first.setdefault(column, [])
            first += (row + rows[: SHOWN - len(first)] + 1).tolist()
            self._number[column] = self._number.get(column, 0) + len(rows)

    def _told(self, column: str | None) -> Message:
        first = self._first[column]
        more = self._number[column] - len(first)
        if column is None:
            return dataset.no_reference(first, more)
        return dataset.no_text(column, first, more)
