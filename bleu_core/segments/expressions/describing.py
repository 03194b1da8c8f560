"""Describe the columns of a comparison for completion: names, kinds, values."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

import pyarrow as pa

from bleu_core.segments.columns import TEXT, Table
from bleu_core.segments.expressions.tree import Flag, Name
from bleu_core.segments.expressions.writing import written

# Columns of running text, whose values are not offered.
_RUNNING = ("source", "reference", "a", "b", "text", "note")
# Most values offered per column, and most characters per value.
MOST_VALUES, LONGEST_VALUE = 60, 60


class Described(NamedTuple):
    """A column: name, name as written in expressions, kind, description, offered values."""

    name: str
    written: str
    kind: str
    about: str
    values: list[str]


def described(table: Table, countable: Collection[str] = ()) -> list[Described]:
    """The available columns of a comparison, with values if these are few and short.

    `countable` holds keys of metrics whose columns can be computed on request.
    """
    return [
        Described(name, in_writing(name), column.kind, column.about, _values(table, name))
        for name, column in table.columns.items()
        if not column.missing or name.partition(".")[2] in countable
    ]


def in_writing(name: str) -> str:
    """The name of a column as written in an expression: in back quotes if necessary.

    >>> in_writing("a.copy"), in_writing("my kind")
    ('a.copy', '`my kind`')
    """
    return written(Flag(Name(name)))


def _values(table: Table, name: str) -> list[str]:
    """Values of a column by first appearance; none if there are many, or long ones."""
    if table.column(name).kind != TEXT or name in _RUNNING:
        return []
    texts = table.texts(name)
    result = pa.chunked_array([part for part, _ in texts.parts], pa.large_string()).unique()
    if len(result) > MOST_VALUES + 1:
        return []
    values = [value for value in result.drop_null().to_pylist() if value]
    return values if all(len(value) <= LONGEST_VALUE for value in values) else []
