"""Columns of the data: lines, documents, texts, metadata."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import column as messages
from bleu_core.segments.columns.table import BOTH, INPUT, NUMBER, ONE, TEXT, Column, Table, Texts


def columns(comparison: Comparison) -> Iterator[Column]:
    """Columns of every comparison."""
    data = comparison.evalset
    yield Column("line", NUMBER, "The number of the line, from 1.", INPUT, _lines)
    yield Column(
        "document",
        TEXT,
        "The document that a segment belongs to.",
        INPUT,
        lambda table: _alone(table.comparison.evalset.documents),
        "" if data.documents is not None else messages.no_documents(),
    )
    yield Column(
        "source",
        TEXT,
        "The source text.",
        INPUT,
        lambda table: _alone(table.comparison.evalset.source),
        "" if data.source is not None else messages.no_source(),
    )
    yield Column("reference", TEXT, "Any of the reference texts.", INPUT, _references)
    for side in "ab":
        yield Column(side, TEXT, f"The output of {side.upper()}.", ONE, partial(_output, side))
    yield Column("text", TEXT, "Any text: the source, a reference, A’s or B’s output.", BOTH, _any)


def of_data(comparison: Comparison) -> Iterator[Column]:
    """The columns of metadata."""
    for name in comparison.evalset.metadata:
        yield Column(name, TEXT, "A column of the data.", INPUT, partial(_metadata, name))


def _lines(table: Table) -> NDArray[np.float64]:
    """Line numbers in the whole test set, also for a part of it."""
    return table.comparison.evalset.lines.astype(np.float64)


def _alone(column: pa.Array) -> Texts:
    return Texts(len(column), ((column, None),))


def _references(table: Table) -> Texts:
    return Texts(
        len(table), tuple((reference, None) for reference in table.comparison.evalset.references)
    )


def _output(side: str, table: Table) -> Texts:
    comparison = table.comparison
    return _alone(comparison.evalset.systems[comparison.a if side == "a" else comparison.b])


def _any(table: Table) -> Texts:
    names = ["source", "reference", "a", "b"]
    there = [table.texts(name) for name in names if not table.column(name).missing]
    return Texts(len(table), tuple(part for texts in there for part in texts.parts))


def _metadata(name: str, table: Table) -> Texts:
    return _alone(table.comparison.evalset.metadata[name])
