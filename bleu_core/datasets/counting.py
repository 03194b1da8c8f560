"""Count one fragment: statistics of its segments, written once, their sums, and its faults."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bleu_core.common.arrays import as_arrow, as_numpy, factorize
from bleu_core.common.formatting import MAX_LISTED
from bleu_core.datasets.dataset_comparison import BlockSums, DatasetPlan, merge_sums
from bleu_core.datasets.fragments import Columns, Fragment, join_batches, rows_of, saved_as
from bleu_core.messages import Message, dataset
from bleu_core.metrics.additive import Rows
from bleu_core.metrics.bleu import statistics_of
from bleu_core.significance import BLOCK
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import present_mask


class FragmentFaults:
    """Cells of hypotheses without a text, and segments without any reference.

    True once there is one.
    """

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        # By column of hypotheses, None for references: the first rows, and how many there are.
        self._first: dict[str | None, list[int]] = {}
        self._number: dict[str | None, int] = {}

    def look(self, batch: pa.RecordBatch, references: list[pa.Array], row: int) -> None:
        """Look through some segments; `row` is that of the file of the first, from 0."""
        for name in dict.fromkeys([self._columns.a, self._columns.b]):
            self._note(name, ~present_mask(batch.column(name)), row)
        bare = ~np.any([present_mask(texts) for texts in references], axis=0)
        self._note(None, bare, row)

    def __bool__(self) -> bool:
        return bool(self._number)

    @property
    def told(self) -> Message:
        """What is wrong, without the full stop."""
        return dataset.incomplete_segments([self._told(column) for column in self._number])

    def _note(self, column: str | None, wrong: np.ndarray, row: int) -> None:
        if wrong.any():
            rows = np.flatnonzero(wrong)
            first = self._first.setdefault(column, [])
            first += (row + rows[: MAX_LISTED - len(first)] + 1).tolist()
            self._number[column] = self._number.get(column, 0) + len(rows)

    def _told(self, column: str | None) -> Message:
        first = self._first[column]
        more = self._number[column] - len(first)
        if column is None:
            return dataset.no_reference(first, more)
        return dataset.no_text(column, first, more)


_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)


class FolderError(ValueError):
    """Statistics cannot be kept where they are to be; its message says what to do."""


@contextmanager
def write_atomically(path: Path) -> Iterator[Path]:
    """Where to write what is to be at a path; at the end it is renamed.

    What breaks off leaves nothing under the name of the path. What was left of an earlier attempt,
    whose process was killed, goes once the file is there.

    Raises
    ------
    FolderError
        If the disk is full, or the folder cannot be written.
    """
    temporary = path.with_name(f"{path.name}.{uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield temporary
        _rename(temporary, path)
        for left in path.parent.glob(f"{path.name}.*"):
            left.unlink(missing_ok=True)
    except OSError as error:
        raise FolderError(_message(error, path)) from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _rename(temporary: Path, path: Path) -> None:
    try:
        os.replace(temporary, path)
    except FileNotFoundError:
        # Somebody who wrote the same was first, and took this for a thing left over.
        if not path.exists():
            raise


def _message(error: OSError, path: Path) -> Message:
    reason = os.strerror(error.errno) if error.errno else str(error)
    if error.errno in _FULL:
        return dataset.disk_full(str(path.parent), reason)
    return dataset.folder_not_written(str(path.parent), reason)


# Segments, and bytes of their texts, counted at a time: what bounds memory.
BATCH = 65_536
BYTES = 64 << 20
SIDES = ("a", "b")
DOCUMENT = "document"
REFERENCES = "references"


def count_fragment(plan: DatasetPlan, fragment: Fragment, folder: Path) -> BlockSums:
    """Count a fragment unless that has been done, and sum its statistics.

    Safe to repeat, and to break off: statistics are there whole or not at all, and those that are
    damaged are counted anew.

    Raises
    ------
    FragmentError
        If the fragment cannot be counted.
    FolderError
        If its statistics cannot be kept, as no other's can.
    """
    path = plan.statistics_path(folder, fragment)
    try:
        return block_sums_of(plan, fragment, path)
    except (OSError, pa.ArrowException, KeyError, ValueError):
        _write(plan, fragment, path)
    try:
        return block_sums_of(plan, fragment, path)
    except (OSError, pa.ArrowException) as error:
        raise FolderError(dataset.statistics_not_as_written(str(path), str(error))) from error


def block_sums_of(plan: DatasetPlan, fragment: Fragment, path: Path) -> BlockSums:
    """The sums of the statistics in a file.

    Raises
    ------
    OSError, pyarrow.ArrowException, KeyError, ValueError
        If it is not there, or is not as it was written.
    """
    found = merge_sums(_sums_by_block(plan, fragment, path))
    if found is None or found.segments != fragment.rows:
        raise ValueError(f"{path} has not the segments that it is to have.")
    return found


def _write(plan: DatasetPlan, fragment: Fragment, path: Path) -> None:
    with write_atomically(path) as temporary:
        writer = None
        try:
            for counted in _counted(plan, fragment):
                writer = writer or pq.ParquetWriter(
                    temporary, counted.schema, write_page_checksum=True
                )
                writer.write_batch(counted)
        finally:
            if writer:
                writer.close()


def _counted(plan: DatasetPlan, fragment: Fragment) -> Iterator[pa.RecordBatch]:
    """What is kept of the segments, some at a time; faults are told at the end, all at once."""
    faults = FragmentFaults(plan.columns)
    rows = rows_of(fragment, plan.columns.needed, plan.metadata)
    for before, batch in join_batches(rows, BATCH, BYTES):
        references = references_of(batch, plan.columns)
        faults.look(batch, references, fragment.start + before)
        if not faults:
            yield _statistics(plan, batch, references)
    if faults:
        raise fragment.fault(faults.told)
    fragment.check_unchanged()


def references_of(
    texts: pa.RecordBatch | Mapping[str, pa.Array], columns: Columns
) -> list[pa.Array]:
    """The references of some segments by the names of their columns, null where one is missing.

    As wherever a table is read, a cell without text among several references is none; in the only
    column of references it is one of length 0.
    """
    found = [texts[name] for name in columns.references]
    if len(found) == 1:
        return found
    nothing = pa.scalar(None, pa.large_string())
    return [pc.if_else(pc.equal(cells, ""), nothing, cells) for cells in found]


def _statistics(
    plan: DatasetPlan, batch: pa.RecordBatch, references: list[pa.Array]
) -> pa.RecordBatch:
    """What is kept of some segments: see `matrix_of` for the numbers of a system."""
    columns = plan.columns
    systems = [batch.column(columns.a), batch.column(columns.b)]
    counted = statistics_of(systems, references, plan.config)
    kept: dict[str, pa.Array] = {}
    for side, stats in zip(SIDES, counted, strict=True):
        numbers = stats.matrix[:, : 2 + plan.config.max_ngram_order]
        kept |= {
            name: as_arrow(np.ascontiguousarray(column))
            for name, column in zip(stored_names(side, plan.config), numbers.T, strict=True)
        }
    present = np.stack([present_mask(reference) for reference in references])
    kept[REFERENCES] = as_arrow(present.sum(axis=0, dtype=np.int32))
    if columns.document:
        kept[DOCUMENT] = batch.column(columns.document)
    for name in plan.metadata:
        values = batch.column(name)
        kept[f"metadata.{name}"] = values.cast(saved_as(values.type))
    return pa.RecordBatch.from_pydict(kept)


def stored_names(side: str, config: BleuConfig) -> list[str]:
    """The names under which a system's lengths and matches are kept: as columns are called."""
    orders = range(1, config.max_ngram_order + 1)
    return [f"{side}.length", f"{side}.reference", *(f"{side}.matches{n}" for n in orders)]


def matrix_of(side: str, batch: pa.RecordBatch, config: BleuConfig) -> Rows:
    """(S, 2 + 2N) the statistics of a system, as `SegmentStatistics` has them."""
    kept = [as_numpy(batch.column(name)) for name in stored_names(side, config)]
    # How many n-grams there are is no news: it is in the length.
    totals = [np.maximum(kept[0] - n, 0) for n in range(config.max_ngram_order)]
    return np.column_stack([*kept, *totals])


def batches_of(path: Path) -> Iterator[pa.RecordBatch]:
    """What is in a file of statistics, some segments at a time."""
    with pq.ParquetFile(path, page_checksum_verification=True) as file:
        yield from file.iter_batches(BATCH, use_threads=False)


def _sums_by_block(plan: DatasetPlan, fragment: Fragment, path: Path) -> Iterator[BlockSums]:
    first = fragment.first
    for batch in batches_of(path):
        both = np.hstack([matrix_of(side, batch, plan.config) for side in SIDES])
        if plan.columns.document:
            numbers, names = factorize(batch.column(DOCUMENT))
        else:
            lines = (first + np.arange(len(batch))) // BLOCK
            names = as_arrow(np.arange(lines[0], lines[-1] + 1))
            numbers = lines - lines[0]
        order = np.argsort(numbers, kind="stable")
        starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        blocks = np.add.reduceat(both[order], starts, axis=0).reshape(len(names), 2, -1)
        references = set(pc.unique(batch.column(REFERENCES)).to_pylist())
        num_refs = references.pop() if len(references) == 1 else -1
        yield BlockSums(len(batch), num_refs, names, blocks)
        first += len(batch)
