"""Count fragments: check their texts, and save the statistics of their segments."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy
from bleu_core.common.formatting import MAX_LISTED
from bleu_core.common.progress import Progress
from bleu_core.datasets.executors import Map, here
from bleu_core.datasets.fragments import Columns, Fragment, FragmentError, join_batches, rows_of
from bleu_core.datasets.plan import DatasetPlan
from bleu_core.messages import Message, dataset
from bleu_core.metrics.bleu import statistics_of
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import InputError, present_mask
from bleu_core.text.tokenizers import TokenizerUnavailable


class FragmentFaults:
    """Output cells without text, and segments without any reference; true if there are any."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns
        # By output column (None for references): the first rows with a fault, and their number.
        self._first: dict[str | None, list[int]] = {}
        self._number: dict[str | None, int] = {}

    def look(self, batch: pa.RecordBatch, references: list[pa.Array], row: int) -> None:
        """Check some segments; `row` is the row of the file of the first one, from 0."""
        for name in dict.fromkeys([self._columns.a, self._columns.b]):
            self._note(name, ~present_mask(batch.column(name)), row)
        bare = ~np.any([present_mask(texts) for texts in references], axis=0)
        self._note(None, bare, row)

    def __bool__(self) -> bool:
        return bool(self._number)

    @property
    def told(self) -> Message:
        """A message on the missing texts, without the full stop."""
        problems = []
        for column, number in self._number.items():
            first = self._first[column]
            more = number - len(first)
            problems.append(dataset.no_text(column or "", first, more))
        return dataset.incomplete_segments(problems)

    def _note(self, column: str | None, wrong: np.ndarray, row: int) -> None:
        if wrong.any():
            rows = np.flatnonzero(wrong)
            first = self._first.setdefault(column, [])
            first += (row + rows[: MAX_LISTED - len(first)] + 1).tolist()
            self._number[column] = self._number.get(column, 0) + len(rows)


_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC), errno.EFBIG)


class FolderError(InputError):
    """A folder to which statistics or texts cannot be written; the message says what to do."""


@contextmanager
def write_atomically(path: Path) -> Iterator[Path]:
    """Context manager for writing a file: it yields a temporary path and renames it at the end."""
    temporary = path.with_name(f"{path.name}.{uuid4().hex}")
    try:
        with folder_errors(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
            yield temporary
            _rename(temporary, path)
            for left in path.parent.glob(f"{path.name}.*"):
                left.unlink(missing_ok=True)
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


@contextmanager
def folder_errors(folder: Path) -> Iterator[None]:
    """Raise FolderError for an OSError while writing to a folder."""
    try:
        yield
    except OSError as error:
        raise FolderError([_message(error, folder)]) from error


def _rename(temporary: Path, path: Path) -> None:
    try:
        os.replace(temporary, path)
    except FileNotFoundError:
        # Another process wrote the same file first, and deleted this one as abandoned.
        if not path.exists():
            raise


def _message(error: OSError, folder: Path) -> Message:
    reason = os.strerror(error.errno) if error.errno else str(error)
    if error.errno in _FULL:
        return dataset.disk_full(str(folder), reason)
    return dataset.unusable_folder(str(folder), "written to", reason)


# Segments, and bytes of their texts, in one block; these bound memory.
BATCH = 65_536
BYTES = 64 << 20
SIDES = ("a", "b")


def count_fragment(plan: DatasetPlan, config: BleuConfig, folder: Path, fragment: Fragment) -> None:
    """Count a fragment and save its statistics, unless that has been done."""
    path = plan.statistics_path(folder, fragment, config)
    if is_counted(path, fragment.rows):
        return
    write_statistics(path, config, _checked(plan, fragment))
    if not is_counted(path, fragment.rows):
        raise FolderError(
            [dataset.unusable_folder(str(folder), "written to", f"{path.name} cannot be read back")]
        )


def has_rows(path: Path, rows: int) -> bool:
    """Whether a file claims to have statistics of this number of segments."""
    try:
        return path.is_file() and pq.read_metadata(path).num_rows == rows
    except (OSError, pa.ArrowException):
        return False


def is_counted(path: Path, rows: int) -> bool:
    """Whether a file has statistics of this number of segments, all undamaged."""
    try:
        return sum(map(len, batches_of(path))) == rows
    except (OSError, pa.ArrowException):
        return False


# A block of segments: the outputs of A and B, and the references.
Texts = tuple[list[pa.Array], list[pa.Array]]


def write_statistics(path: Path, config: BleuConfig, texts: Iterable[Texts]) -> None:
    """Count segments in blocks, and save their statistics in a file."""
    with write_atomically(path) as temporary:
        writer = None
        try:
            for systems, references in texts:
                counted = _statistics(systems, references, config)
                writer = writer or pq.ParquetWriter(
                    temporary, counted.schema, write_page_checksum=True
                )
                writer.write_batch(counted)
        finally:
            if writer:
                writer.close()


def _checked(plan: DatasetPlan, fragment: Fragment) -> Iterator[Texts]:
    """The texts of a fragment in blocks; at the end, all faults are raised together."""
    columns, faults = plan.columns, FragmentFaults(plan.columns)
    rows = rows_of(fragment, columns.named, plan.metadata)
    for before, batch in join_batches(rows, BATCH, BYTES):
        references = references_of(batch, columns)
        faults.look(batch, references, fragment.start + before)
        if not faults:
            yield [batch.column(columns.a), batch.column(columns.b)], references
    if faults:
        raise fragment.fault(faults.told)
    fragment.check_unchanged()


def references_of(batch: pa.RecordBatch, columns: Columns) -> list[pa.Array]:
    """The references of some segments. As in all tables, a cell without text among several is a
    missing reference, null; in the only reference column it is a reference of length 0.
    """
    found = [batch.column(name) for name in columns.references]
    if len(found) == 1:
        return found
    nothing = pa.scalar(None, pa.large_string())
    return [pc.if_else(pc.equal(cells, ""), nothing, cells) for cells in found]


def _statistics(
    systems: list[pa.Array], references: list[pa.Array], config: BleuConfig
) -> pa.RecordBatch:
    """The saved statistics of some segments: without totals, which follow from the lengths."""
    kept: dict[str, pa.Array] = {}
    for side, stats in zip(SIDES, statistics_of(systems, references, config), strict=True):
        numbers = stats.matrix[:, : 2 + config.max_ngram_order]
        kept |= {
            name: as_arrow(np.ascontiguousarray(column))
            for name, column in zip(stored_names(side, config), numbers.T, strict=True)
        }
    return pa.RecordBatch.from_pydict(kept)


def stored_names(side: str, config: BleuConfig) -> list[str]:
    """The columns of a statistics file with a system's lengths and matches."""
    orders = range(1, config.max_ngram_order + 1)
    return [f"{side}.length", f"{side}.reference", *(f"{side}.matches{n}" for n in orders)]


def read_statistics(path: Path, side: str, config: BleuConfig) -> Iterator[NDArray[Any]]:
    """(S, 2 + 2N) statistics of a system, as in `SegmentStatistics`, in blocks."""
    for batch in batches_of(path, stored_names(side, config)):
        kept = [as_numpy(column) for column in batch.columns]
        totals = [np.maximum(kept[0] - n, 0) for n in range(config.max_ngram_order)]
        yield np.column_stack([*kept, *totals])


def batches_of(path: Path, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
    """The rows of a statistics file, in blocks."""
    with pq.ParquetFile(path, page_checksum_verification=True) as file:
        yield from file.iter_batches(BATCH, columns=columns, use_threads=False)


def count(
    plan: DatasetPlan,
    config: BleuConfig,
    folder: Path,
    using: Map = here,
    progress: Progress | None = None,
) -> list[tuple[Fragment, Message]]:
    """Count all fragments that have not been counted; return those that cannot be, with reasons."""
    bad: list[tuple[Fragment, Message]] = []
    path_of = partial(plan.statistics_path, folder, config=config)
    waiting = [one for one in plan.fragments if not has_rows(path_of(one), one.rows)]
    done = plan.segments - sum(one.rows for one in waiting)
    work = partial(count_fragment, plan.bare, config, folder)
    for fragment, result in using(work, waiting) if waiting else ():
        done += fragment.rows
        if progress:
            progress(done / plan.segments)
        if isinstance(result, FolderError | TokenizerUnavailable):
            raise result  # concerns all fragments
        if isinstance(result, Exception):
            if not isinstance(result, FragmentError):
                result = fragment.fault(str(result).rstrip(".") or type(result).__name__)
            bad.append((fragment, result.problem))
        elif not (path := path_of(fragment)).exists():
            raise FolderError([dataset.folder_not_shared(str(path))])
    return sorted(bad, key=lambda one: one[0].first)
