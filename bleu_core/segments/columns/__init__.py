"""Segment columns: one registry for filters, slices, sort orders, exports and the finder.

Columns come in groups, which are functions listed in `GROUPS` below.

- `table`: a column, and the table of a comparison's columns, computed on first use
- `input_columns`: texts, metadata, surface features, lengths
- `output_columns`: comparison of A's and B's texts, and detectors
- `score_columns`: BLEU's scores and points, and other metrics
- `annotation_columns`: judgments, labels and error annotations
- `binning`: splits a test set into slices by a column
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bleu_core.explain.comparison import Comparison
from bleu_core.messages import slice as messages
from bleu_core.metrics import MetricComparison
from bleu_core.segments.columns import input_columns, output_columns, score_columns
from bleu_core.segments.columns.annotation_columns import ANNOTATION_COLUMNS, annotation_columns
from bleu_core.segments.columns.binning import (
    CHOSEN_BY_OUTPUT,
    ColumnPartition,
    column_partition,
    has_intervals,
    partition_columns,
)
from bleu_core.segments.columns.table import (
    BOTH,
    FLAG,
    INPUT,
    NUMBER,
    ONE,
    TEXT,
    Keep,
    SegmentAnnotations,
    SegmentColumn,
    SegmentTable,
    SegmentTexts,
    Values,
)
from bleu_core.segments.detectors import Thresholds

# Each yields the columns of a comparison.
GROUPS = (
    input_columns.data_columns,
    score_columns.bleu_columns,
    input_columns.length_columns,
    output_columns.text_comparison_columns,
    input_columns.surface_columns,
    input_columns.slice_columns,
    annotation_columns,
    output_columns.detector_columns,
)


def table_of(
    comparison: Comparison,
    thresholds: Thresholds | None = None,
    annotations: SegmentAnnotations | None = None,
    metric_pairs: Mapping[str, MetricComparison] | None = None,
    keep: Keep | None = None,
) -> SegmentTable:
    """Create the table of segment columns of a comparison.

    A metadata column with the name of a built-in column is renamed to "data.NAME".

    Parameters
    ----------
    comparison : Comparison
    thresholds : Thresholds, optional
        Thresholds of the detectors.
    annotations : SegmentAnnotations, optional
        Without them, the annotation columns are missing.
    metric_pairs : mapping from key to MetricComparison, optional
        Results of other metrics, for columns such as "delta.chrf".
    keep : callable, optional
        Cache of values: see `SegmentTable`.

    Returns
    -------
    SegmentTable
        Columns are computed on first use.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> data = EvalSet({"A": ["a b", "c"], "B": ["a b", "d"]}, [["a b", "c"]], documents=["x", "y"])
    >>> table = table_of(Comparison.of(data))
    >>> table.numbers("line").tolist(), table.column("document").about
    ([1.0, 2.0], 'Document of the segment.')
    """
    groups = [group(comparison) for group in GROUPS]
    groups.append(score_columns.metric_columns(comparison, metric_pairs or {}))
    columns = {column.name: column for group in groups for column in group}
    if annotations is None:
        missing = messages.unavailable("annotations")
        columns |= {n: replace(columns[n], missing=missing) for n in ANNOTATION_COLUMNS}
    for name, texts in comparison.evalset.metadata.items():
        while name in columns:
            name = f"data.{name}"
        about = "Column of the input data."
        columns[name] = input_columns.text_column(name, about, INPUT, [texts])
    return SegmentTable(
        comparison,
        columns,
        thresholds or Thresholds(),
        annotations or SegmentAnnotations(),
        metric_pairs or {},
        keep,
    )


__all__ = [
    "ANNOTATION_COLUMNS",
    "BOTH",
    "CHOSEN_BY_OUTPUT",
    "FLAG",
    "INPUT",
    "NUMBER",
    "ONE",
    "TEXT",
    "ColumnPartition",
    "Keep",
    "SegmentAnnotations",
    "SegmentColumn",
    "SegmentTable",
    "SegmentTexts",
    "Values",
    "column_partition",
    "has_intervals",
    "partition_columns",
    "table_of",
]
