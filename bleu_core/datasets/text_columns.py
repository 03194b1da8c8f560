"""The texts of a fragment, column by column, each read as far as it is asked for."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.reading import rows_of


class TextColumns:
    """Those of a fragment, from its first segment on."""

    def __init__(self, fragment: Fragment) -> None:
        self._fragment = fragment
        self._columns: dict[str, _Column] = {}

    def rows(self, name: str, line: int, size: int) -> pa.Array:
        """(size,) the texts of a column from a line of the data set on.

        The next time, no line in front of that.

        Raises
        ------
        FragmentError
            As `rows_of` does.
        """
        if name not in self._columns:
            batches = rows_of(self._fragment, [name])
            self._columns[name] = _Column(batch.column(name) for batch in batches)
        return self._columns[name].rows(line - 1 - self._fragment.first, size)


class _Column:
    def __init__(self, batches: Iterator[pa.Array]) -> None:
        self._batches = batches
        self._first = 0
        self._batch = next(batches)

    def rows(self, first: int, size: int) -> pa.Array:
        found = []
        while size:
            if first >= self._first + len(self._batch):
                self._first += len(self._batch)
                self._batch = next(self._batches)
                continue
            found.append(self._batch.slice(first - self._first, size))
            first, size = first + len(found[-1]), size - len(found[-1])
        return pa.concat_arrays(found)
