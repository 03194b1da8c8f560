"""List the segments of one fragment that match an expression, without reading what cannot."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import and_, or_
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow
from bleu_core.common.rounding import rounded
from bleu_core.datasets.counting import BATCH, DOCUMENT, SIDES, stored_names
from bleu_core.datasets.dataset_comparison import DatasetPlan
from bleu_core.datasets.fragments import Fragment, TextColumns
from bleu_core.datasets.texts import LINE, select_segments, text_name
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import Ledger
from bleu_core.messages import dataset
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.segments.columns import ANNOTATION_COLUMNS, SegmentTable, score_columns, table_of
from bleu_core.segments.columns.input_columns import PATTERNS
from bleu_core.segments.detectors import SAMENESS, Thresholds
from bleu_core.segments.expressions import ColumnTest, Node, conjunction, mask
from bleu_core.segments.worklist import order_values
from bleu_core.text.config import BleuConfig

# What is usual in all texts decides on these; on the lengths only where there is a source.
_WHOLE = {"rarest", "rarity", "reference length", "a.script", "b.script"}
_USUAL_LENGTH = {f"{side}.{name}" for side in "ab" for name in ("cut", "runaway")}
# What statistics say, beside all columns of scores.
_COUNTED = {"line", "document", "reference.length", "length difference", "sentence BLEU"}
_COUNTED |= {f"{side}.{name}" for side in "ab" for name in ("length", "ratio")}


def columns_of(comparison: Comparison, thresholds: Thresholds) -> SegmentTable:
    """The columns of some segments of a data set; those that take the whole are missing."""
    table = table_of(comparison, thresholds)
    missing = dict.fromkeys(_WHOLE, dataset.takes_all_texts())
    missing |= dict.fromkeys(ANNOTATION_COLUMNS, dataset.not_judged())
    if comparison.evalset.source is not None:
        missing |= dict.fromkeys(_USUAL_LENGTH, dataset.takes_all_texts())
    columns = {
        name: replace(one, missing=missing[name]) if name in missing else one
        for name, one in table.columns.items()
    }
    return replace(table, columns=columns)


def saved_columns(plan: DatasetPlan, table: SegmentTable) -> dict[str, str]:
    """The columns that are kept beside statistics: as expressions call them, and in their file."""
    # Those of the data come last, in their order.
    names = [*table.columns][len(table.columns) - len(plan.metadata) :]
    kept = {shown: f"metadata.{name}" for shown, name in zip(names, plan.metadata, strict=True)}
    return kept | ({"document": DOCUMENT} if plan.columns.document else {})


def text_columns_read(
    names: Iterable[str], plan: DatasetPlan, table: SegmentTable
) -> tuple[str, ...]:
    """The texts that columns of segments are made of, by their columns in the data set.

    All, where that is not known of a column.
    """
    counted = _COUNTED | {one.name for one in score_columns.bleu_columns(table.comparison)}
    counted |= saved_columns(plan, table).keys()
    columns = plan.columns
    outputs, source = (columns.a, columns.b), tuple(filter(None, [columns.source]))
    known = dict.fromkeys([*PATTERNS, "script"], source or columns.references)
    known |= dict.fromkeys(["similarity", *(one.name for one in SAMENESS)], outputs)
    known |= {"a": (columns.a,), "b": (columns.b,), "reference": columns.references}
    known |= {"source": source, "source.length": source}
    found = [known.get(name, columns.texts) for name in names if name not in counted]
    return tuple(dict.fromkeys(text for texts in found for text in texts))


# Numbers are compared but for rounding: see `expressions.mask`.
_SLACK = 1e-6


def groups_to_read(
    path: Path, first: int, parts: Sequence[Node], kept: Mapping[str, str], config: BleuConfig
) -> Iterator[tuple[int, int]]:
    """The groups of rows that may hold segments that fulfil all conditions.

    Parameters
    ----------
    path : Path
        Of the statistics of a fragment.
    first : int
        How many segments of the data set are in front of it.
    parts : sequence of Node
        Conditions.
    kept : mapping of str to str
        See `conditions.kept_names`.
    config : BleuConfig

    Yields
    ------
    (int, int)
        The number of a group, and how many segments of the data set are in front of it.
    """
    about = pq.read_metadata(path)
    may_hold = _from_statistics(path, about.schema.to_arrow_schema(), parts, kept, config)
    low, high = _lines(parts)
    for group in range(about.num_row_groups):
        rows = about.row_group(group).num_rows
        in_range = low <= first + rows and first + 1 <= high
        if in_range and (may_hold is None or group in may_hold):
            yield group, first
        first += rows


def _from_statistics(
    path: Path,
    schema: pa.Schema,
    parts: Sequence[Node],
    kept: Mapping[str, str],
    config: BleuConfig,
) -> set[int] | None:
    """The groups that pass the filters; None for all of them."""
    filters = [*_of_numbers(parts, config), *_of_texts(parts, kept, schema)]
    if not filters:
        return None
    import pyarrow.dataset as ds  # slow to load
    from pyarrow.fs import LocalFileSystem

    file = ds.ParquetFileFormat().make_fragment(str(path), LocalFileSystem())
    passed = file.split_by_row_group(reduce(and_, filters), schema)
    return {group.id for one in passed for group in one.row_groups}


def _lines(parts: Sequence[Node]) -> tuple[float, float]:
    """Between which lines segments are that fulfil conditions; both ends belong to it."""
    low, high = -math.inf, math.inf
    for sign, number in _limits("line", parts):
        low = low if sign in ("<", "<=") else max(low, number - _SLACK)
        high = high if sign in (">", ">=") else min(high, number + _SLACK)
    return low, high


def _of_numbers(parts: Sequence[Node], config: BleuConfig) -> Iterator[pc.Expression]:
    import pyarrow.compute as pc

    orders = range(1, config.max_ngram_order + 1)
    for what in ("length", *(f"matches{n}" for n in orders)):
        for name in (f"{side}.{what}" for side in "ab"):
            for sign, number in _limits(name, parts):
                yield _within(pc.field(name), sign, number)
    for sign, number in _limits("reference.length", parts):
        if sign != "=":  # where the mean of two is, one of them is as well
            a, b = (_within(pc.field(f"{side}.reference"), sign, number) for side in "ab")
            yield a | b


def _of_texts(
    parts: Sequence[Node], kept: Mapping[str, str], schema: pa.Schema
) -> Iterator[pc.Expression]:
    import pyarrow.compute as pc

    for part in parts:
        match part:
            case ColumnTest(name, "=" | "in", values) if name.text in kept:
                field = schema.field(kept[name.text])
                is_text = pa.types.is_string(field.type) or pa.types.is_large_string(field.type)
                if is_text and all(isinstance(value, str) for value in values):
                    wanted = (pc.scalar(pa.scalar(value, field.type)) for value in values)
                    yield reduce(or_, [pc.field(field.name) == value for value in wanted])


def _limits(name: str, parts: Sequence[Node]) -> Iterator[tuple[str, float]]:
    """Where conditions hold a column of numbers against a number: the sign, and the number."""
    for part in parts:
        match part:
            case ColumnTest(column, "=" | "<" | "<=" | ">" | ">=" as sign, (float() as number,)):
                if column.text == name:
                    yield sign, float(rounded(number))


def _within(field: pc.Expression, sign: str, number: float) -> pc.Expression:
    low, high = field >= number - _SLACK, field <= number + _SLACK
    return low & high if sign == "=" else high if sign in ("<", "<=") else low


# Segments of a list that are kept in their order; how many there are in all is known too.
MOST = 20_000


@dataclass(frozen=True)
class ListingTask:
    """What is asked of each fragment.

    Attributes
    ----------
    plan : DatasetPlan
        Its fragments are not needed.
    ledger : Ledger
        Of the whole; its segments are not needed.
    first, then : tuple of Node
        Conditions that statistics decide, and those that take texts.
    kept : mapping of str to str
        The columns of metadata and documents: see `conditions.kept_names`.
    columns : tuple of str
        Those of them, by their name in the file, that conditions take.
    texts : tuple of str
        The columns of the data set that conditions and order take.
    key : str
        A key of `bleu_core.segments.worklist.segment_order`.
    descending : bool
        Whether the largest come first.
    thresholds : Thresholds
    """

    plan: DatasetPlan
    ledger: Ledger
    first: tuple[Node, ...] = ()
    then: tuple[Node, ...] = ()
    kept: dict[str, str] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    key: str = "line"
    descending: bool = False
    thresholds: Thresholds = field(default_factory=Thresholds)


@dataclass(frozen=True, eq=False)
class ListedSegments:
    """The segments that fulfil an expression.

    Attributes
    ----------
    segments : int
        How many.
    sums : (2, 2 + 2N) array
        The sums of their statistics, of A and of B.
    reach : float
        The most points, either way, that one of them carries; 0 where the ledger is undefined.
    lines : (L,) array
        The lines of those that come first, from 1, in order; at most `MOST`.
    values : (L,) array
        What they are ordered by, the smallest first; NaN, where there is none, comes last.
    """

    segments: int
    sums: Rows
    reach: float
    lines: NDArray[np.int64]
    values: FloatArray

    def points(self, ledger: Ledger) -> float:
        """What all of them carry of Δ."""
        return float(ledger.prices @ (self.sums[1] - self.sums[0]))

    def numbers(self, sort: str) -> FloatArray:
        """(L,) the values of the column that the list is by; NaN where there is none."""
        return -self.values if sort.startswith("-") else self.values

    def place(self, line: int) -> int | None:
        """Which of the list a line is, from 1; None where it is not on it."""
        found = np.flatnonzero(self.lines == line)
        return int(found[0]) + 1 if len(found) else None

    def step(self, line: int, by: int) -> tuple[int, bool]:
        """The line so many places on from one, or back, and whether the list goes so far.

        From a line that is not on it to its first, or to its last. The list is not empty.
        """
        last = len(self.lines)
        here = self.place(line) or (0 if by > 0 else last + 1)
        there = min(max(here + by, 1), last)
        return int(self.lines[there - 1]), there == here + by


def list_fragment(task: ListingTask, folder: Path, fragment: Fragment) -> ListedSegments:
    """The segments of a fragment that are asked for."""
    plan, found = task.plan, empty_listing(task.plan)
    path = plan.statistics_path(folder, fragment)
    names = [name for side in SIDES for name in stored_names(side, plan.config)]
    wanted = [*names, *task.columns]
    groups = groups_to_read(path, fragment.first, task.first, task.kept, plan.config)
    texts = TextColumns(fragment)
    with pq.ParquetFile(path) as file:
        for group, first in groups:
            for rows in file.iter_batches(BATCH, row_groups=[group], columns=wanted):
                lines = as_arrow(np.arange(first + 1, first + 1 + len(rows)))
                asked = _requested_rows(task, rows.append_column(LINE, lines), texts)
                found = join_listings(found, asked)
                first += len(rows)
    return found


def empty_listing(plan: DatasetPlan) -> ListedSegments:
    """A list without a segment."""
    width = 2 + 2 * plan.config.max_ngram_order
    return ListedSegments(
        0, np.zeros((2, width), np.int64), 0.0, np.empty(0, np.int64), np.empty(0)
    )


def join_listings(one: ListedSegments, other: ListedSegments) -> ListedSegments:
    """Two lists as one; the same in any order."""
    lines = np.concatenate([one.lines, other.lines])
    values = np.concatenate([one.values, other.values])
    order = np.lexsort((lines, values))[:MOST]
    return ListedSegments(
        one.segments + other.segments,
        one.sums + other.sums,
        max(one.reach, other.reach),
        lines[order],
        values[order],
    )


def _requested_rows(task: ListingTask, rows: pa.RecordBatch, texts: TextColumns) -> ListedSegments:
    """Those of some segments that are asked for; texts only of what statistics leave."""
    start, size = rows.column(LINE)[0].as_py(), len(rows)
    rows = _passing(task, task.first, rows)
    if len(rows) and task.texts:
        left = pc.subtract(rows.column(LINE), start)
        for name in task.texts:
            rows = rows.append_column(text_name(name), texts.rows(name, start, size).take(left))
        rows = _passing(task, task.then, rows)
    return _list_rows(task, rows) if len(rows) else empty_listing(task.plan)


def _passing(task: ListingTask, parts: tuple[Node, ...], rows: pa.RecordBatch) -> pa.RecordBatch:
    """The segments that fulfil conditions."""
    if not parts:
        return rows
    fulfil = np.flatnonzero(mask(conjunction(parts), _table(task, rows)))
    return rows if len(fulfil) == len(rows) else rows.take(as_arrow(fulfil))


def _list_rows(task: ListingTask, rows: pa.RecordBatch) -> ListedSegments:
    table = _table(task, rows)
    comparison = table.comparison
    lines = comparison.evalset.lines
    by_line = task.key == "line"
    found = lines if by_line else order_values(comparison, task.key, table=table)
    values: FloatArray = np.asarray(-found if task.descending else found, np.float64)
    order = np.lexsort((lines, values))[:MOST]
    sums = [stats.matrix.sum(axis=0) for stats in (comparison.stats_a, comparison.stats_b)]
    reach = float(np.nanmax(np.abs(comparison.ledger.segments), initial=0))
    return ListedSegments(len(rows), np.stack(sums), reach, lines[order], values[order])


def _table(task: ListingTask, rows: pa.RecordBatch) -> SegmentTable:
    return columns_of(select_segments(task.plan, task.ledger, rows), task.thresholds)
