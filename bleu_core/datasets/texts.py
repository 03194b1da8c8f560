"""Texts of some segments of a data set: read, selected as a comparison, looked up by line."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.arrays import as_arrow, as_numpy
from bleu_core.common.progress import Progress
from bleu_core.datasets.counting import DOCUMENT, SIDES, matrix_of, references_of
from bleu_core.datasets.dataset_comparison import DatasetComparison, DatasetPlan
from bleu_core.datasets.fragments import Fragment, rows_of
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import Ledger, points_of_rows
from bleu_core.messages import dataset
from bleu_core.metrics.additive import FloatArray
from bleu_core.metrics.bleu import SegmentStatistics, segment_statistics
from bleu_core.text.evalset import EvalSet, InputError


@dataclass(frozen=True, eq=False)
class Excerpt(EvalSet):
    """Some segments of a data set, with all that is known of them.

    Attributes
    ----------
    numbers : (S,) array
        The line of each in the data set, from 1.
    """

    numbers: NDArray[np.int64] = None  # type: ignore[assignment]  # after fields with defaults

    @property
    def lines(self) -> NDArray[np.int64]:
        return self.numbers


def texts_of(plan: DatasetPlan, lines: Sequence[int] | NDArray[np.int64]) -> Excerpt:
    """The segments of some lines, from 1, in the order in which they are asked for.

    Systems are A's and B's columns. Each group of rows is read once, some segments at a time,
    and no further than to the last line wanted.

    Raises
    ------
    InputError
        Where a line is not in the data set, or where a file is not what was counted.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, planned
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> texts = {"old": old, "new": new, "human": new, "kind": ["pets", "weather"] * 50}
    >>> pq.write_table(pa.table(texts), folder / "one.parquet", row_group_size=60)
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)), BleuConfig())
    >>> some = texts_of(plan, [1, 100])
    >>> some.systems["old"].to_pylist(), some.lines.tolist()
    (['a cat sat here', 'it rains'], [1, 100])
    """
    numbers = np.asarray(lines, np.int64)
    wanted = np.unique(numbers)
    outside = wanted[(wanted < 1) | (wanted > plan.segments)]
    if len(wanted) == 0 or len(outside):
        if len(outside):
            raise InputError([dataset.no_such_line(int(outside[0]), plan.segments)])
        raise InputError([dataset.no_line(plan.segments)])
    table = pa.Table.from_batches(_rows(plan, wanted))
    order = as_arrow(np.searchsorted(wanted, numbers))
    return _excerpt(plan, table.take(order), numbers)


def _rows(plan: DatasetPlan, wanted: NDArray[np.int64]) -> Iterable[pa.RecordBatch]:
    """The rows of some lines in ascending order."""
    starts = [fragment.first for fragment in plan.fragments]
    of: dict[int, list[int]] = defaultdict(list)
    for line in wanted.tolist():
        place = bisect_right(starts, line - 1) - 1
        of[place].append(line - 1 - starts[place])
    for place, rows in of.items():
        yield from _of_fragment(plan, plan.fragments[place], np.array(rows))


def _of_fragment(
    plan: DatasetPlan, fragment: Fragment, rows: NDArray[np.int64]
) -> Iterable[pa.RecordBatch]:
    first = 0
    for batch in rows_of(fragment, plan.columns.named, plan.metadata):
        here = rows[(rows >= first) & (rows < first + len(batch))] - first
        if len(here):
            yield batch.take(as_arrow(here))
        first += len(batch)
        if first > rows[-1]:
            return


def _excerpt(plan: DatasetPlan, table: pa.Table, numbers: NDArray[np.int64]) -> Excerpt:
    columns = plan.columns

    def text(name: str) -> pa.Array:
        return table.column(name).cast(pa.large_string()).combine_chunks()

    def texts(names: Iterable[str]) -> Mapping[str, pa.Array]:
        return {name: text(name) for name in names}

    return Excerpt(
        texts([columns.a, columns.b]),
        references_of(texts(columns.references), columns),
        text(columns.source) if columns.source else None,
        text(columns.document) if columns.document else None,
        texts(plan.metadata),
        numbers=numbers,
    )


# The column that has the line of each segment in the data set, from 1.
LINE = "line"


@dataclass(frozen=True, eq=False)
class Selection(Comparison):
    """Some segments of a data set: what they carry is of the Δ of the whole.

    Attributes
    ----------
    of : Ledger
        That of the data set, whose prices hold here too.
    """

    of: Ledger = None  # type: ignore[assignment]  # after a field with a default

    @cached_property
    def ledger(self) -> Ledger:
        points = points_of_rows(self.stats_a.matrix, self.stats_b.matrix, self.of.prices)
        return replace(self.of, segments=points)

    @cached_property
    def sentences_a(self) -> FloatArray:
        return _sentences(self.stats_a)

    @cached_property
    def sentences_b(self) -> FloatArray:
        return _sentences(self.stats_b)


def _sentences(stats: SegmentStatistics) -> FloatArray:
    """(S,) sentence BLEU but for last digits, which no comparison looks at: see `rounding`."""
    effective = stats.rescored(effective_order=True)
    return effective.quick_scores(effective.matrix)


def text_name(column: str) -> str:
    """Under which name the texts of a column stand beside statistics."""
    return f"text.{column}"


def select_segments(plan: DatasetPlan, ledger: Ledger, rows: pa.RecordBatch) -> Selection:
    """Segments by what is kept of their statistics, with their `LINE`.

    Columns that are not among the rows have nothing: neither texts (see `text_name`) nor
    documents nor metadata.
    """
    columns = plan.columns
    empty = pa.nulls(len(rows), pa.large_string()).fill_null("")

    def text(name: str) -> pa.Array:
        named = text_name(name)
        return rows.column(named) if named in rows.schema.names else empty

    def said(name: str) -> pa.Array:
        there = name in rows.schema.names
        return rows.column(name).cast(pa.large_string()) if there else pa.nulls(len(rows))

    read = {name: text(name) for name in columns.references}
    is_read = text_name(columns.references[0]) in rows.schema.names
    evalset = Excerpt(
        {name: text(name) for name in (columns.a, columns.b)},
        references_of(pa.RecordBatch.from_pydict(read), columns) if is_read else [*read.values()],
        text(columns.source) if columns.source else None,
        said(DOCUMENT) if columns.document else None,
        {name: said(f"metadata.{name}") for name in plan.metadata},
        numbers=as_numpy(rows.column(LINE)),
    )
    a, b = (SegmentStatistics(matrix_of(side, rows, plan.config), plan.config) for side in SIDES)
    return Selection(evalset, plan.config, columns.a, columns.b, a, b, of=ledger)


Lines = NDArray[np.int64]
# What the column of metadata is called that has the lines, once segments are taken.
LINE_THERE = "line of the data set"


def segments_at(job: DatasetComparison, lines: ArrayLike) -> Selection:
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
            for rows in _saved_numbers(job, fragment, here)
        ]
    except (OSError, pa.ArrowException) as error:
        raise InputError([dataset.statistics_gone(str(error))]) from None
    places = as_arrow(np.searchsorted(wanted, numbers))
    rows = pa.Table.from_batches(parts).take(places).combine_chunks().to_batches()[0]
    return select_segments(job.plan, job.ledger, rows)


def open_segment(job: DatasetComparison, line: int) -> Comparison:
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


def take_segments(
    job: DatasetComparison, lines: ArrayLike, progress: Progress | None = None
) -> EvalSet:
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


def _by_fragment(job: DatasetComparison, lines: Lines) -> Iterator[tuple[Fragment, Lines]]:
    """The fragments that hold some lines, in ascending order, each with its own."""
    starts = [fragment.first for fragment in job.plan.fragments]
    at = np.array([bisect_right(starts, line - 1) - 1 for line in lines.tolist()])
    for place in np.unique(at).tolist():
        yield job.plan.fragments[place], lines[at == place]


def _saved_numbers(
    job: DatasetComparison, fragment: Fragment, lines: Lines
) -> Iterator[pa.RecordBatch]:
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
