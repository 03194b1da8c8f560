"""Columns of score files to choose from, and a guess which one belongs to a system."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from bleu_core.common.wording import cut
from bleu_core.messages import scores as messages
from bleu_core.readers.columns import guess_roles
from bleu_core.readers.parts import ReadError
from bleu_core.readers.scores import Numbers, Table, parse_scores

PREVIEW = 5


class Column(NamedTuple):
    """A column of a file."""

    table: Table
    name: str

    @property
    def called(self) -> str:
        """The name of the file, and of the column if there are several."""
        if len(self.table.columns) == 1:
            return self.table.file
        return f"{self.table.file}, column “{self.name}”"

    @property
    def cells(self) -> pa.Array:
        return self.table.columns[self.name]

    def preview(self) -> list[str]:
        """The first cells."""
        return [cut(text or "", 60) for text in self.cells.slice(0, PREVIEW).to_pylist()]

    def numbers(self, segments: int) -> Numbers:
        """See `parse_scores`."""
        return parse_scores(self.table, self.name, segments)


def columns_of(tables: Sequence[Table]) -> list[Column]:
    """All columns of the files, in order."""
    return [Column(table, name) for table in tables for name in table.columns]


def proposed(columns: Sequence[Column], system: str) -> int | None:
    """The number of the one column with the name of a system, to be confirmed.

    The name is that of the column or of a one-column file, or words of it. None if no column
    matches, or several do.

    >>> table = Table("scores.tsv", {"comet old": None, "comet new": None, "news": None}, 2)
    >>> proposed(columns_of([table]), "new")
    1
    """
    word = re.compile(rf"(?<![^\W_]){re.escape(system)}(?![^\W_])", re.IGNORECASE)
    names = [c.table.file if len(c.table.columns) == 1 else c.name for c in columns]
    same = [i for i, c in enumerate(columns) if system in (c.name, c.table.file)]
    found = same or [i for i, name in enumerate(names) if word.search(name)]
    return found[0] if len(found) == 1 else None


def only_column(table: Table) -> Column:
    """The column of scores of a file.

    Raises
    ------
    ReadError
        The file has none, or several.
    """
    every = columns_of([table])
    if len(every) == 1:
        return every[0]
    roles = guess_roles(table.columns)
    found = [c for c in every if roles[c.name] != "segment id" and _has_numbers(c)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise ReadError([messages.no_column(table.file, list(table.columns))])
    raise ReadError([messages.several_columns(table.file, [c.name for c in found])])


def _has_numbers(column: Column) -> bool:
    try:
        return bool(np.isfinite(column.numbers(len(column.cells))).any())
    except ReadError:
        return False
