"""The texts of a fragment, column by column, each read as far as it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.datasets.counting import BATCH
from bleu_core.datasets.fragments import Fragment
from bleu_core.streams import InputError


class TextColumns:
    """Those of a fragment, from its first segment on; a context, in which files are open."""

    def __init__(self, fragment: Fragment) -> None:
        self._fragment = fragment
        self._open = ExitStack()
        self._columns: dict[str, _Column] = {}

    def __enter__(self) -> TextColumns:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def rows(self, name: str, line: int, size: int) -> pa.Array:
        """(size,) the texts of a column from a line of the data set on.

        The next time, no line in front of that.

        Raises
        ------
        InputError
            Where the file has changed since it was counted.
        """
        if name not in self._columns:
            self._columns[name] = _Column(self._batches(name))
        first = line - 1 - self._fragment.first
        return self._columns[name].rows(first, size).cast(pa.large_string())

    def _batches(self, name: str) -> Iterator[pa.Array]:
        path, group = Path(self._fragment.path), self._fragment.group
        status = path.stat()
        if (status.st_size, status.st_mtime_ns) != (self._fragment.size, self._fragment.modified):
            raise InputError([f"{path} has changed since it was counted."])
        file = self._open.enter_context(pq.ParquetFile(path))
        for batch in file.iter_batches(BATCH, row_groups=[group], columns=[name]):
            yield batch.column(0)


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
