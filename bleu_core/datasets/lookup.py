"""Segments of a data set by their lines: what is kept of them, one with its texts, some to open."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.arrow import as_arrow
from bleu_core.common.progress import Progress
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.job import Job
from bleu_core.datasets.selection import LINE, Selection, selection
from bleu_core.datasets.texts import texts_of
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import dataset
from bleu_core.metrics.bleu_score import SegmentStatistics, segment_statistics
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import InputError

Lines = NDArray[np.int64]
# What the column of metadata is called that has the lines, once segments are taken.
LINE_THERE = "line of the data set"


def segments_at(job: Job, lines: ArrayLike) -> Selection:
    """What is kept of the segments of some lines, at least one, in that order; their texts are not.

    Raises
    ------
    InputError
        Where statistics are no longer there.
    """
    numbers = np.asarray(lines, np.int64)
    wanted = np.unique(numbers)
    try:
        parts = [
            rows
            for fragment, here in _by_fragment(job, wanted)
            for rows in _kept(job, fragment, here)
        ]
    except (OSError, pa.ArrowException) as error:
        raise InputError([dataset.statistics_gone(str(error))]) from None
    places = as_arrow(np.searchsorted(wanted, numbers))
    rows = pa.Table.from_batches(parts).take(places).combine_chunks().to_batches()[0]
    return selection(job.plan, job.ledger, rows)


def opened(job: Job, line: int) -> Comparison:
    """The segment of a line with its texts, read now.

    All others are a second row of its statistics, and have no texts: so scores and Δ, and what an
    edit of the segment would do to them, are of the data set.

    Raises
    ------
    InputError
        As `texts_of` does.
    """
    evalset, config = texts_of(job.plan, [line]), job.plan.config
    a, b = (
        _beside_all_others(
            segment_statistics(evalset.systems[name], evalset.references, config), blocks
        )
        for name, blocks in zip((job.a, job.b), job.blocks, strict=True)
    )
    return Selection(evalset, config, job.a, job.b, a, b, of=job.ledger)


def _beside_all_others(own: SegmentStatistics, blocks: SegmentStatistics) -> SegmentStatistics:
    others = blocks.matrix.sum(axis=0) - own.matrix
    return blocks.with_rows(np.vstack([own.matrix, others]))


def taken(job: Job, lines: ArrayLike, progress: Progress | None = None) -> EvalSet:
    """The segments of some lines, at least one, with their texts, as a test set of their own.

    In the order of the data set; a column of metadata has their lines there.

    Raises
    ------
    InputError
        As `texts_of` does.
    """
    wanted = np.unique(np.asarray(lines, np.int64))
    parts, done = [], 0
    for _, here in _by_fragment(job, wanted):
        parts.append(texts_of(job.plan, here))
        done += len(here)
        if progress:
            progress(done / len(wanted))
    streams = zip(*(part.references for part in parts), strict=True)
    lines_there = {LINE_THERE: as_arrow(wanted).cast(pa.large_string())}
    return EvalSet(
        _by_name([part.systems for part in parts]),
        [pa.concat_arrays(stream) for stream in streams],
        _joined([part.source for part in parts]),
        _joined([part.documents for part in parts]),
        _by_name([part.metadata for part in parts]) | lines_there,
    )


def _by_name(parts: Sequence[Mapping[str, pa.Array]]) -> dict[str, pa.Array]:
    return {name: pa.concat_arrays([part[name] for part in parts]) for name in parts[0]}


def _joined(columns: list[pa.Array | None]) -> pa.Array | None:
    there = [column for column in columns if column is not None]
    return pa.concat_arrays(there) if there else None


def _by_fragment(job: Job, lines: Lines) -> Iterator[tuple[Fragment, Lines]]:
    """The fragments that hold some lines, in ascending order, each with its own."""
    starts = [fragment.first for fragment in job.plan.fragments]
    at = np.array([bisect_right(starts, line - 1) - 1 for line in lines.tolist()])
    for place in np.unique(at).tolist():
        yield job.plan.fragments[place], lines[at == place]


def _kept(job: Job, fragment: Fragment, lines: Lines) -> Iterator[pa.RecordBatch]:
    """What is kept of some segments of a fragment; no group without any of them is read."""
    with pq.ParquetFile(job.plan.statistics_path(job.folder, fragment)) as file:
        first = fragment.first
        for group in range(file.num_row_groups):
            size = file.metadata.row_group(group).num_rows
            here = lines[(lines > first) & (lines <= first + size)]
            if len(here):
                rows = file.read_row_group(group).take(as_arrow(here - first - 1))
                yield from rows.append_column(LINE, as_arrow(here)).to_batches()
            first += size
