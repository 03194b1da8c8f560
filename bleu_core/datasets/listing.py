"""The segments of one fragment that are asked for: from its statistics, and texts where needed.

The statistics are gone through some segments at a time, each time as a comparison of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from bleu_core.common.arrow import as_arrow
from bleu_core.datasets.conditions import columns_of
from bleu_core.datasets.counting import BATCH, SIDES, stored_names
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.selection import LINE, selection, text_name
from bleu_core.datasets.skipping import groups_to_read
from bleu_core.datasets.text_columns import TextColumns
from bleu_core.explain.ledger import Ledger
from bleu_core.metrics.additive import FloatArray, Rows
from bleu_core.segments.columns import Table
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import Node, conjunction, mask
from bleu_core.segments.worklist import order_values

# Segments of a list that are kept in their order; how many there are in all is known too.
MOST = 20_000


@dataclass(frozen=True)
class Task:
    """What is asked of each fragment.

    Attributes
    ----------
    plan : Plan
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
        A key of `bleu_core.segments.worklist.order`.
    descending : bool
        Whether the largest come first.
    thresholds : Thresholds
    """

    plan: Plan
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
class Listed:
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


def list_fragment(task: Task, folder: Path, fragment: Fragment) -> Listed:
    """The segments of a fragment that are asked for."""
    plan, found = task.plan, nothing(task.plan)
    path = plan.statistics_path(folder, fragment)
    names = [name for side in SIDES for name in stored_names(side, plan.config)]
    wanted = [*names, *task.columns]
    groups = groups_to_read(path, fragment.first, task.first, task.kept, plan.config)
    texts = TextColumns(fragment)
    with pq.ParquetFile(path) as file:
        for group, first in groups:
            for rows in file.iter_batches(BATCH, row_groups=[group], columns=wanted):
                lines = as_arrow(np.arange(first + 1, first + 1 + len(rows)))
                asked = _asked(task, rows.append_column(LINE, lines), texts)
                found = both(found, asked)
                first += len(rows)
    return found


def nothing(plan: Plan) -> Listed:
    """A list without a segment."""
    width = 2 + 2 * plan.config.max_ngram_order
    return Listed(0, np.zeros((2, width), np.int64), 0.0, np.empty(0, np.int64), np.empty(0))


def both(one: Listed, other: Listed) -> Listed:
    """Two lists as one; the same in any order."""
    lines = np.concatenate([one.lines, other.lines])
    values = np.concatenate([one.values, other.values])
    order = np.lexsort((lines, values))[:MOST]
    return Listed(
        one.segments + other.segments,
        one.sums + other.sums,
        max(one.reach, other.reach),
        lines[order],
        values[order],
    )


def _asked(task: Task, rows: pa.RecordBatch, texts: TextColumns) -> Listed:
    """Those of some segments that are asked for; texts only of what statistics leave."""
    start, size = rows.column(LINE)[0].as_py(), len(rows)
    rows = _passing(task, task.first, rows)
    if len(rows) and task.texts:
        left = pc.subtract(rows.column(LINE), start)
        for name in task.texts:
            rows = rows.append_column(text_name(name), texts.rows(name, start, size).take(left))
        rows = _passing(task, task.then, rows)
    return _listed(task, rows) if len(rows) else nothing(task.plan)


def _passing(task: Task, parts: tuple[Node, ...], rows: pa.RecordBatch) -> pa.RecordBatch:
    """The segments that fulfil conditions."""
    if not parts:
        return rows
    fulfil = np.flatnonzero(mask(conjunction(parts), _table(task, rows)))
    return rows if len(fulfil) == len(rows) else rows.take(as_arrow(fulfil))


def _listed(task: Task, rows: pa.RecordBatch) -> Listed:
    table = _table(task, rows)
    comparison = table.comparison
    lines = comparison.evalset.lines
    by_line = task.key == "line"
    found = lines if by_line else order_values(comparison, task.key, table=table)
    values: FloatArray = np.asarray(-found if task.descending else found, np.float64)
    order = np.lexsort((lines, values))[:MOST]
    sums = [stats.matrix.sum(axis=0) for stats in (comparison.stats_a, comparison.stats_b)]
    reach = float(np.nanmax(np.abs(comparison.ledger.segments), initial=0))
    return Listed(len(rows), np.stack(sums), reach, lines[order], values[order])


def _table(task: Task, rows: pa.RecordBatch) -> Table:
    return columns_of(selection(task.plan, task.ledger, rows), task.thresholds)
