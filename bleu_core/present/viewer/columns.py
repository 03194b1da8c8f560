"""Columns and slices of a page: what does not follow from its statistics."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import fill_nulls
from bleu_core.common.rounding import rounded
from bleu_core.metrics.facts import MetricInfo
from bleu_core.segments.columns import (
    FLAG,
    INPUT,
    NUMBER,
    ONE,
    TEXT,
    SegmentAnnotations,
    SegmentColumn,
    SegmentTable,
    SegmentTexts,
    column_partition,
    partition_columns,
    table_of,
)
from bleu_core.segments.expressions import ExpressionError, chosen
from bleu_core.segments.slice_criteria import CRITERIA, partition_by
from bleu_core.text.evalset import EvalSet

if TYPE_CHECKING:
    from bleu_core.present.comparison_report import ComparisonReport

# Columns that follow from the statistics, and running texts, which are lines.
_DERIVED = re.compile(
    r"line|source|reference|a|b|text|points(\.p\d|\.bp)?|delta|gain|reference\.length"
    r"|[ab]\.(bleu|length|ratio|matches\d)"
)


def report_table(content: ComparisonReport) -> SegmentTable:
    """The report's columns of segments."""
    comparison, thresholds = content.comparison, content.thresholds
    annotations = SegmentAnnotations(own=content.annotations) if content.annotations else None
    metric_pairs = {
        judged.metric_pair.about.key: judged.metric_pair for judged in content.metric_pairs
    }
    return table_of(comparison, thresholds, annotations, metric_pairs)


def input_columns(table: SegmentTable) -> list[dict[str, Any]]:
    """The columns of the input, which all pairs of systems share."""
    return [column_data(table, c) for c in _shipped(table) if c.depends_on == INPUT]


def document_columns(data: EvalSet) -> list[dict[str, Any]]:
    """The column of documents alone, where there is one."""
    if data.documents is None:
        return []
    about = {"name": "document", "about": "", "kind": TEXT, "exchangeable": True}
    return [about | _text_values(SegmentTexts(len(data), ((data.documents, None),)))]


def pair_columns(table: SegmentTable) -> list[dict[str, Any]]:
    """The columns that depend on the outputs of A and B."""
    return [column_data(table, c) for c in _shipped(table) if c.depends_on != INPUT]


def _shipped(table: SegmentTable) -> Iterator[SegmentColumn]:
    for column in table.columns.values():
        if not column.missing and not _DERIVED.fullmatch(column.name):
            yield column


def column_data(table: SegmentTable, column: SegmentColumn) -> dict[str, Any]:
    """A `Column` of document.js."""
    data = _about(column)
    if column.kind == NUMBER:
        return data | {"values": number_values(rounded(table.numbers(column.name)))}
    if column.kind == FLAG:
        return data | {"values": table.flags(column.name).astype(np.int8).tolist()}
    if column.name in CRITERIA:  # in the order of the bands
        bands = partition_by(table.comparison, column.name)
        return data | {"words": bands.labels, "values": bands.part.tolist()}
    return data | _text_values(table.texts(column.name))


def _about(column: SegmentColumn) -> dict[str, Any]:
    return {
        "name": column.name,
        "about": column.about,
        "kind": column.kind,
        "exchangeable": column.depends_on != ONE,
    }


def metric_data(about: MetricInfo) -> dict[str, Any]:
    """The label, glossary term and decimals of a metric, and whether lower is better."""
    return {
        "label": about.label,
        "term": about.glossary_key,
        "decimals": about.decimals,
        "lower": not about.higher_is_better,
    }


def finite(number: float) -> float | None:
    """A number as JSON has it."""
    return number if math.isfinite(number) else None


def interval_data(low: float | None, high: float | None) -> list[float] | None:
    """The ends of an interval, if it has both."""
    if low is None or high is None or not math.isfinite(low + high):
        return None
    return [low, high]


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
    """Words as they first appear, and each segment's place, -1 for none, or list of places."""
    chunks = pa.chunked_array([part for part, _ in texts.parts], pa.large_string())
    encoded = chunks.combine_chunks().dictionary_encode()
    places = fill_nulls(encoded.indices, int, null=-1).tolist()
    words = encoded.dictionary.to_pylist()
    if len(texts.parts) == 1 and texts.parts[0][1] is None:
        return {"words": words, "values": places}
    values: list[Any] = [[] for _ in range(texts.size)]
    rows = [np.arange(texts.size) if own is None else own for _, own in texts.parts]
    for row, place in zip(np.concatenate(rows).tolist(), places, strict=True):
        if place >= 0:
            values[row].append(place)
    return {"words": words, "values": [v[0] if len(v) == 1 else v or -1 for v in values]}


def band_columns(table: SegmentTable) -> list[dict[str, Any]]:
    """The numbers of a comparison cut into bands, as `Column`s of texts."""
    found = []
    for column in partition_columns(table):
        if column.kind != NUMBER:
            continue
        cut = column_partition(table, column.name)
        values = np.where(cut.bands.part == cut.nothing, -1, cut.bands.part)
        if len(np.unique(values)) > 1:
            words = cut.bands.labels[: cut.nothing]
            data = {"kind": TEXT, "words": words, "values": values.tolist()}
            found.append(_about(column) | data)
    return found


def slice_columns(
    content: ComparisonReport, table: SegmentTable, opened: Iterable[str]
) -> list[dict[str, Any]]:
    """Flags: saved slices that apply, those of the finder, and links that the report opens."""
    found: dict[str, tuple[str, NDArray[np.int64]]] = {}
    for saved in content.saved_slices:
        try:
            rows = chosen(saved.expression, replace(table, thresholds=saved.thresholds))
        except ExpressionError:
            continue
        found[saved.name] = f"Saved slice: {saved.expression}", rows
    if content.slices is not None:
        for one in (*content.slices.slices, *content.slices.described):
            found.setdefault(one.expression, ("Found by the slice finder.", one.rows))
    for expression in opened:
        found.setdefault(expression, ("Named in the report.", chosen(expression, table)))
    return [
        {"name": name, "about": about, "kind": FLAG,
         "values": np.bincount(rows, minlength=len(table)).tolist()}
        for name, (about, rows) in found.items()
    ]  # fmt: skip
