"""Columns and slices of a page: what a browser cannot compute from the statistics and texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy
from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns import (
    FLAG,
    INPUT,
    NUMBER,
    SegmentColumn,
    SegmentTable,
    SegmentTexts,
    column_partition,
    partition_columns,
)
from bleu_core.segments.slice_criteria import Partition, criteria, partition_by
from bleu_core.segments.slices import score_partition
from bleu_core.segments.worklist import bin_expression, part_expression

# The most parts of a partition.
MOST_PARTS = 200
# Columns that the page computes from statistics, and running texts, which are lines.
_DERIVED = re.compile(
    r"line|source|reference|a|b|text|points(\.p\d|\.bp)?|delta|gain|reference\.length"
    r"|[ab]\.(bleu|length|ratio|matches\d)"
)


def input_columns(table: SegmentTable) -> list[dict[str, Any]]:
    """The columns of the input, which all pairs of systems share."""
    return [column_data(table, c) for c in _shipped(table) if c.depends_on == INPUT]


def pair_columns(table: SegmentTable) -> list[dict[str, Any]]:
    """The columns that depend on the outputs of A and B."""
    return [column_data(table, c) for c in _shipped(table) if c.depends_on != INPUT]


def _shipped(table: SegmentTable) -> Iterator[SegmentColumn]:
    for column in table.columns.values():
        if not column.missing and not _DERIVED.fullmatch(column.name):
            yield column


def column_data(table: SegmentTable, column: SegmentColumn) -> dict[str, Any]:
    """A `Column` of document.js."""
    data = {"name": column.name, "about": column.about, "kind": column.kind}
    if column.kind == NUMBER:
        return data | {"values": number_values(rounded(table.numbers(column.name)))}
    if column.kind == FLAG:
        return data | {"values": table.flags(column.name).astype(np.int8).tolist()}
    return data | _text_values(table.texts(column.name))


def number_values(numbers: NDArray[np.float64]) -> list[float | None]:
    """Numbers for JSON: null for NaN, and whole numbers, if all are, without a point."""
    missing = ~np.isfinite(numbers)
    known = np.where(missing, 0, numbers)
    whole = (known == np.trunc(known)).all() and (np.abs(known) < 2**53).all()
    values: list[float | None] = (known.astype(np.int64) if whole else known).tolist()
    for place in np.flatnonzero(missing).tolist():
        values[place] = None
    return values


def _text_values(texts: SegmentTexts) -> dict[str, Any]:
    """Words in order of first appearance, and the place of each segment's; -1 for none.

    A segment with several texts has the list of their places.
    """
    chunks = pa.chunked_array([part for part, _ in texts.parts], pa.large_string())
    encoded = chunks.combine_chunks().dictionary_encode()
    places = as_numpy(encoded.indices.fill_null(-1)).tolist()
    words = encoded.dictionary.to_pylist()
    if len(texts.parts) == 1 and texts.parts[0][1] is None:
        return {"words": words, "values": places}
    values: list[Any] = [[] for _ in range(texts.size)]
    rows = [np.arange(texts.size) if own is None else own for _, own in texts.parts]
    for row, place in zip(np.concatenate(rows).tolist(), places, strict=True):
        if place >= 0:
            values[row].append(place)
    return {"words": words, "values": [v[0] if len(v) == 1 else v or -1 for v in values]}


def slices_data(comparison: Comparison, table: SegmentTable) -> list[dict[str, Any]]:
    """The `Partition`s of document.js: by all criteria of slices, and by all columns.

    Partitions of a single part, or of very many, are left out.
    """
    about = criteria(comparison)
    found = [
        _partition(comparison, how, about[how], partition_by(comparison, how),
                   lambda label, how=how: part_expression(comparison, how, label))
        for how in about
    ]  # fmt: skip
    for column in partition_columns(table):
        name = column.name
        if name in about or name.removeprefix("data.") in about:
            continue
        cut = column_partition(table, name)
        found.append(
            _partition(comparison, name, column.about, cut.bands,
                       lambda label, name=name, cut=cut: bin_expression(table, name, cut, label))
        )  # fmt: skip
    return [made for made in found if made]


def _partition(
    comparison: Comparison, name: str, about: str, bands: Partition, expression: Callable[..., str]
) -> dict[str, Any] | None:
    if not 2 <= len(np.unique(bands.part)) <= MOST_PARTS:
        return None
    parts = score_partition(comparison, bands, None, intervals=False)
    rows = [
        [part.label, expression(part.label), part.n,
         *number_values(rounded(np.array([part.score_a, part.score_b, part.points])))]
        for part in parts
    ]  # fmt: skip
    return {"name": name, "about": about, "parts": rows}
