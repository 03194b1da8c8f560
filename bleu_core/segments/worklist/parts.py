"""Expressions for the parts of a test set, as made by slices."""

from __future__ import annotations

import pyarrow as pa

from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns import FLAG, NUMBER, ColumnBands, Table, table_of
from bleu_core.segments.expressions import (
    Compared,
    Flag,
    Given,
    Name,
    Node,
    Not,
    conjunction,
    written,
)
from bleu_core.segments.slices import CRITERIA, DOCUMENT, NOTHING, names_of
from bleu_core.text.evalset import EvalSet


def document_is(data: EvalSet, label: str) -> str:
    """Expression for the segments of a document, by its label under the criterion "document".

    >>> data = EvalSet({"A": ["a", "b"]}, [["a", "b"]], documents=["news-1", None])
    >>> document_is(data, "news-1"), document_is(data, "(none)")
    ('document = "news-1"', 'document is missing')
    """
    return written(_is(DOCUMENT, label, data.documents))


def part_is(comparison: Comparison, how: str, label: str) -> str:
    """Expression for a part, by its label under a criterion of slices."""
    data = comparison.evalset
    if how in CRITERIA:
        return written(_is(how, label, None))
    if how == DOCUMENT and data.documents is not None:
        return document_is(data, label)
    name, columns = how, table_of(comparison).columns
    while f"data.{name}" in columns:  # a built-in column has this name
        name = f"data.{name}"
    return written(_is(name, label, data.metadata[how]))


def band_is(table: Table, name: str, cut: ColumnBands, label: str) -> str:
    """Expression for a part, by its label in the partition by a column.

    >>> from bleu_core.segments.columns import bands
    >>> table = table_of(Comparison.of(EvalSet({"A": ["a", "b c", "d"]}, [["a", "b c", "e"]])))
    >>> band_is(table, "a.length", bands(table, "a.length"), "2")
    'a.length >= 2'
    >>> band_is(table, "same", bands(table, "same"), "no")
    'not same'
    """
    column, kind = Name(name), table.column(name).kind
    number = cut.bands.labels.index(label)
    if kind == FLAG:
        is_so = Flag(column)
        return written(Not(is_so) if number else is_so)
    if number == cut.nothing:
        return written(Not(Given(column)))
    if kind == NUMBER:
        low, high = cut.limits[number]
        parts: list[Node] = [Compared(column, ">=", (low,))] if low is not None else []
        parts += [Compared(column, "<", (high,))] if high is not None else []
        return written(conjunction(parts) if parts else Given(column))
    return written(Compared(column, "=", (label,)))


def name_of(data: EvalSet | None, how: str, label: str) -> str | None:
    """The value behind the label of a part; None for segments without a value.

    Without data or such a column, the standard label stands for None.
    """
    columns = {} if data is None else {**data.metadata, DOCUMENT: data.documents}
    column = columns.get(how)
    return {NOTHING: None}.get(label, label) if column is None else _name(label, column)


def _name(label: str, column: pa.Array) -> str | None:
    return names_of(column).get(label, label)


def _is(column: str, label: str, texts: pa.Array | None) -> Node:
    name = label if texts is None else _name(label, texts)
    return Not(Given(Name(column))) if name is None else Compared(Name(column), "=", (name,))
