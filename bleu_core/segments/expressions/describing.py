"""What can be said of a segment, for whoever writes an expression: names, kinds, values."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import pyarrow as pa

from bleu_core.segments.columns import TEXT, Table
from bleu_core.segments.expressions.tree import Flag, Name
from bleu_core.segments.expressions.writing import written

# Columns of running text, whose values nobody chooses from a list.
_RUNNING = ("source", "reference", "a", "b", "text", "note")
# Values of a column that are offered, and characters of one.
MOST_VALUES, LONGEST_VALUE = 60, 60


class Described(NamedTuple):
    """A column: its name, as an expression has it too; its kind; a sentence; values that it has."""

    name: str
    written: str
    kind: str
    about: str
    values: list[str]


def described(table: Table, countable: Collection[str] = ()) -> list[Described]:
    """The columns of a comparison that there are, those with few short values with these.

    `countable` has the keys of metrics whose columns are there once they are asked for.
    """
    return [
        Described(name, in_writing(name), column.kind, column.about, _values(table, name))
        for name, column in table.columns.items()
        if not column.missing or name.partition(".")[2] in countable
    ]


def in_writing(name: str) -> str:
    """The name of a column as an expression has it: in back quotes where it is no word.

    >>> in_writing("a.copy"), in_writing("my kind")
    ('a.copy', '`my kind`')
    """
    return written(Flag(Name(name)))


def _values(table: Table, name: str) -> list[str]:
    """The values of a column, as they first appear; none where they are many, or long."""
    if table.column(name).kind != TEXT or name in _RUNNING:
        return []
    texts = table.texts(name)
    found = pa.chunked_array([part for part, _ in texts.parts], pa.large_string()).unique()
    if len(found) > MOST_VALUES + 1:
        return []
    values = [value for value in found.drop_null().to_pylist() if value]
    return values if all(len(value) <= LONGEST_VALUE for value in values) else []
