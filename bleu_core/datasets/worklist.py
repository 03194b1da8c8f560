"""Which segments of a data set fulfil an expression, and which of them come first in an order."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

from bleu_core.common.arrays import as_arrow
from bleu_core.common.progress import Progress
from bleu_core.datasets.counting import BATCH
from bleu_core.datasets.dataset_comparison import DatasetComparison
from bleu_core.datasets.executors import Map, here
from bleu_core.datasets.fragments import Fragment, FragmentError
from bleu_core.datasets.listing import (
    ListedSegments,
    ListingTask,
    columns_of,
    empty_listing,
    join_listings,
    list_fragment,
    saved_columns,
    text_columns_read,
)
from bleu_core.datasets.texts import LINE, select_segments
from bleu_core.messages import Message, dataset, text_of
from bleu_core.segments.columns import NUMBER, SegmentTable
from bleu_core.segments.detectors import Thresholds
from bleu_core.segments.expressions import check, conjuncts, names, parse
from bleu_core.segments.worklist import sort_column, sort_metrics
from bleu_core.text.evalset import InputError


@dataclass(frozen=True)
class WorklistRequest:
    """What a list is to have.

    Attributes
    ----------
    where : str
        An expression; "" for all segments.
    sort : str
        A key of `bleu_core.segments.worklist.segment_order`; with "-" before it, largest first.
    thresholds : Thresholds
        Of the detectors.
    """

    where: str = ""
    sort: str = "-carried"
    thresholds: Thresholds = field(default_factory=Thresholds)


def known_columns(job: DatasetComparison, thresholds: Thresholds = Thresholds()) -> SegmentTable:
    """What can be said of a segment of a data set, by name, kind and sentence.

    The values of columns are those of its first segments, as far as they are kept with the
    statistics: no text is read.

    Raises
    ------
    InputError
        Where the statistics are gone.
    """
    first = job.plan.fragments[0]
    try:
        with pq.ParquetFile(job.plan.statistics_path(job.folder, first)) as file:
            rows = next(file.iter_batches(BATCH))
    except OSError as error:
        raise InputError([_why(first, error)]) from None
    rows = rows.append_column(LINE, as_arrow(np.arange(1, len(rows) + 1)))
    return columns_of(select_segments(job.plan, job.ledger, rows), thresholds)


def refusal_reason(sort: str, table: SegmentTable) -> str:
    """Why segments cannot be in an order, a message; "" where they can."""
    key = sort.removeprefix("-")
    if name := sort_column(key):
        column = table.columns.get(name)
        is_there = column is not None and column.kind == NUMBER
        return column.missing if column and is_there else dataset.no_such_order(name)
    try:
        asks = sort_metrics(key)
    except ValueError as error:
        return text_of(error)
    return dataset.metrics_not_counted() if asks else ""


def list_segments(
    job: DatasetComparison,
    asked: WorklistRequest,
    using: Map = here,
    progress: Progress | None = None,
) -> ListedSegments:
    """The segments of a job that are asked for.

    Raises
    ------
    ExpressionError
        For what is no expression, or means nothing for a data set.
    InputError
        Where segments cannot be in that order; where statistics are gone, or texts that a
        condition takes cannot be read: a sentence for each.
    """
    task = _task(job, asked)
    found, problems, done = empty_listing(task.plan), list[Message](), 0
    for fragment, part in using(partial(_list, task, job.folder), job.plan.fragments):
        if isinstance(part, Exception):
            problems.append(_why(fragment, part))
        else:
            found = join_listings(found, part)
        done += fragment.rows
        if progress:
            progress(done / job.plan.segments)
    if problems:
        raise InputError(problems)
    return found


def _why(fragment: Fragment, error: Exception) -> Message:
    if not isinstance(error, FragmentError):
        error = fragment.fault(dataset.unreadable_statistics(str(error).rstrip(".")))
    return error.problem


def _list(task: ListingTask, folder: Path, fragment: Fragment) -> ListedSegments:
    return list_fragment(task, folder, fragment)


def _task(job: DatasetComparison, asked: WorklistRequest) -> ListingTask:
    table, plan = known_columns(job, asked.thresholds), job.plan
    if problem := refusal_reason(asked.sort, table):
        raise InputError([problem])
    parts = conjuncts(parse(asked.where)) if asked.where.strip() else ()
    for part in parts:
        check(part, table)
    key = asked.sort.removeprefix("-")
    ordered = [sort_column(key)] if sort_column(key) else []
    spoken = [*(name.text for part in parts for name in names(part)), *ordered]
    late = [part for part in parts if text_columns_read([n.text for n in names(part)], plan, table)]
    kept = saved_columns(plan, table)
    return ListingTask(
        # What goes with each task is small.
        plan=plan.bare,
        ledger=replace(job.ledger, segments=np.empty(0)),
        first=tuple(part for part in parts if part not in late),
        then=tuple(late),
        kept=kept,
        columns=tuple(dict.fromkeys(kept[name] for name in spoken if name in kept)),
        texts=text_columns_read(spoken, plan, table),
        key=key,
        descending=asked.sort.startswith("-"),
        thresholds=asked.thresholds,
    )
