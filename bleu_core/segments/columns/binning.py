"""Parts of a test set by a column: texts by value, flags by yes/no, numbers at quantiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.formatting import format_number
from bleu_core.common.rounding import rounded
from bleu_core.messages import slice as messages
from bleu_core.messages.slice import chosen_by_output
from bleu_core.segments.columns.annotation_columns import ANNOTATION_COLUMNS
from bleu_core.segments.columns.table import FLAG, NUMBER, ONE, TEXT, SegmentColumn, SegmentTable
from bleu_core.segments.slice_criteria import NO_VALUE, Partition, partition_by_value

Floats = NDArray[np.float64]

# Quantiles at which numbers with many values are cut.
QUANTILES = (0.2, 0.4, 0.6, 0.8)
DIGITS = 2  # significant
# Columns with a text of its own for each segment, or several.
NO_PARTS = {"line", "source", "reference", "a", "b", "text", "gain"} | (
    ANNOTATION_COLUMNS - {"verdict"}
)
YES, NO = "yes", "no"
CHOSEN_BY_OUTPUT = chosen_by_output()  # for columns that depend on one output: no intervals


# Limits of a part: low <= value < high; None for no limit.
BinLimits = tuple[float | None, float | None]


class ColumnPartition(NamedTuple):
    """A partition by a column: numbers in ascending order, texts by first appearance."""

    bands: Partition
    # Those of each part of a column of numbers, except missing values; else empty.
    limits: list[BinLimits]
    nothing: int = -1  # the part of segments without a value, `NO_VALUE`; -1 if all have one


def partition_columns(table: SegmentTable) -> Iterator[SegmentColumn]:
    """The columns by which a test set can be cut into parts."""
    for name, column in table.columns.items():
        if not column.missing and name not in NO_PARTS:
            yield column


def has_intervals(column: SegmentColumn) -> bool:
    """Whether parts by this column can have intervals: not if it depends on one output."""
    return column.depends_on != ONE


def column_partition(table: SegmentTable, name: str) -> ColumnPartition:
    """Cut a test set into parts by a column.

    Parameters
    ----------
    table : SegmentTable
    name : str
        Column name, such as "a.length".

    Returns
    -------
    ColumnPartition
        `bands` has labels and the part of each segment, in ascending order for numbers, else by
        first appearance.

    Raises
    ------
    KeyError
        The column is unknown.
    ValueError
        This comparison lacks the column, or it cannot be used for parts.

    Examples
    --------
    >>> from bleu_core import Comparison, EvalSet
    >>> from bleu_core.segments.columns import table_of
    >>> table = table_of(Comparison.of(EvalSet({"A": ["a", "b c", "d"]}, [["a", "b c", "e"]])))
    >>> lengths, same = (column_partition(table, name).bands for name in ("a.length", "same"))
    >>> lengths.labels, same.part.tolist()
    (['1', '2', '(none)'], [0, 0, 0])
    """
    column = table.column(name)
    if name in NO_PARTS:
        raise ValueError(messages.no_parts(name))
    if column.kind == NUMBER:
        return _number_partition(rounded(table.numbers(name)))
    if column.kind == FLAG:
        return ColumnPartition(Partition([YES, NO], np.where(table.flags(name), 0, 1)), [])
    assert column.kind == TEXT
    return _text_partition(table, name)


def _text_partition(table: SegmentTable, name: str) -> ColumnPartition:
    """Parts by the text of each segment, at most one per segment."""
    ((texts, segments),) = table.texts(name).parts
    result = partition_by_value(texts)
    if segments is None:
        values = {*pc.unique(texts).to_pylist()}
        unnamed = [i for i, label in enumerate(result.labels) if label not in values]
        return ColumnPartition(result, [], *unnamed)
    part = np.full(len(table), len(result.labels))
    part[segments] = result.part
    return ColumnPartition(Partition([*result.labels, NO_VALUE], part), [], len(result.labels))


def _number_partition(numbers: Floats) -> ColumnPartition:
    there = ~np.isnan(numbers)
    known = numbers[there]
    edges = _edges(known)
    limits = list(zip([None, *edges], [*edges, None], strict=True))
    is_whole = bool((known == np.round(known)).all())
    part = np.full(len(numbers), len(limits))
    part[there] = np.searchsorted(edges, known, side="right")
    highest = float(known.max(initial=-np.inf))
    lowest = float(known.min(initial=np.inf))
    labels = [_bin_label(limit, is_whole, lowest, highest) for limit in limits]
    return ColumnPartition(Partition([*labels, NO_VALUE], part), limits, len(limits))


def _edges(known: Floats) -> list[float]:
    """Edges between parts; no part is empty."""
    values = np.unique(known)
    if len(values) <= 1:
        return []
    if len(values) <= len(QUANTILES) + 1 and (values == np.round(values)).all():
        return [float(value) for value in values[1:]]
    is_whole = bool((known == np.round(known)).all())
    cuts = np.quantile(known, QUANTILES)
    round_ones = {
        float(np.ceil(cut)) if is_whole else round_digits(float(cut), DIGITS) for cut in cuts
    }
    edges = sorted(edge for edge in round_ones if values[0] < edge <= values[-1])
    # If nearly all values are equal: these, and the rest.
    return edges or [float(values[1])]


def round_digits(number: float, digits: int) -> float:
    """A number rounded to significant digits."""
    if number == 0:
        return 0.0
    return float(np.round(number, digits - 1 - int(np.floor(np.log10(abs(number))))))


def _bin_label(limits: BinLimits, is_whole: bool, lowest: float, highest: float) -> str:
    low, high = limits
    if is_whole:
        first = lowest if low is None else low
        last = highest if high is None else high - 1
        if not np.isfinite(first):
            return "all"
        if first == last:
            return format_number(first)
    if low is None:
        if high is not None:
            return f"below {format_number(high)}"
        return f"{format_number(lowest)} and more" if is_whole else "all"
    if high is None:
        return f"{format_number(low)} and more"
    end = format_number(high - 1) if is_whole else f"below {format_number(high)}"
    return f"{format_number(low)} to {end}"
