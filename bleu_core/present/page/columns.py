"""Columns and slices of a page: what a browser cannot compute from the statistics and texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy
from bleu_core.common.rounding import rounded
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.columns import (
    FLAG,
    INPUT,
    NUMBER,
    SegmentAnnotations,
    SegmentColumn,
    SegmentTable,
    SegmentTexts,
    Values,
    column_partition,
    partition_columns,
    table_of,
)
from bleu_core.segments.slice_criteria import CRITERIA, Partition, criteria, partition_by
from bleu_core.segments.slices import score_partition
from bleu_core.segments.worklist import bin_expression, part_expression
from bleu_core.text.evalset import EvalSetPart

if TYPE_CHECKING:
    from bleu_core.present.comparison_report import ComparisonReport

# The most parts of a partition.
MOST_PARTS = 200
# Columns that the page computes from statistics, and running texts, which are lines.
_DERIVED = re.compile(
    r"line|source|reference|a|b|text|points(\.p\d|\.bp)?|delta|gain|reference\.length"
    r"|[ab]\.(bleu|length|ratio|matches\d)"
)


def report_table(content: ComparisonReport) -> SegmentTable:
    """The columns of the compared segments, with the report's thresholds, annotations and metrics.

    Columns that depend on other segments have the values that they have in the whole test set.
    """
    comparison, thresholds = content.comparison, content.thresholds
    annotations = SegmentAnnotations(own=content.annotations) if content.annotations else None
    opinions = {judged.opinion.about.key: judged.opinion for judged in content.opinions}
    data, keep = comparison.evalset, None
    if comparison.whole is not None and isinstance(data, EvalSetPart):
        keep = partial(_kept, {}, table_of(comparison.whole), data.rows)
    return table_of(comparison, thresholds, annotations, opinions, keep)


# Columns of a segment that depend on other segments, besides detectors, which know the whole.
_OF_WHOLE = {"rarest", *CRITERIA}


def _kept(
    known: dict[str, Values],
    whole: SegmentTable,
    rows: NDArray[np.int64],
    name: str,
    make: Callable[[], Values],
) -> Values:
    """The values of a column of a part, some of which are those of the whole test set."""
    if name not in known:
        known[name] = _taken(whole.values(name), rows) if name in _OF_WHOLE else make()
    return known[name]


def _taken(values: Values, rows: NDArray[np.int64]) -> Values:
    if not isinstance(values, SegmentTexts):
        return values[rows]
    ((texts, _),) = values.parts
    return SegmentTexts(len(rows), ((texts.take(as_arrow(rows)), None),))


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
