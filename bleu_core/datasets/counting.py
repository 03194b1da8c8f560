"""One fragment: its segments' statistics, written once, and their sums."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bleu_core.common.arrow import as_arrow, as_numpy, numbered
from bleu_core.datasets.faults import Faults
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.metadata import kept_as
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.reading import joined, rows_of
from bleu_core.datasets.tally import Tally, merged
from bleu_core.datasets.writing import FolderError, written
from bleu_core.messages import dataset
from bleu_core.metrics.additive import Rows
from bleu_core.metrics.bleu_score import statistics_of
from bleu_core.significance import BLOCK
from bleu_core.text.config import BleuConfig
from bleu_core.text.streams import presence

# Segments, and bytes of their texts, counted at a time: what bounds memory.
BATCH = 65_536
BYTES = 64 << 20
SIDES = ("a", "b")
DOCUMENT = "document"
REFERENCES = "references"


def count_fragment(plan: Plan, fragment: Fragment, folder: Path) -> Tally:
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
        return tally_of(plan, fragment, path)
    except (OSError, pa.ArrowException, KeyError, ValueError):
        _write(plan, fragment, path)
    try:
        return tally_of(plan, fragment, path)
    except (OSError, pa.ArrowException) as error:
        raise FolderError(dataset.statistics_not_as_written(str(path), str(error))) from error


def tally_of(plan: Plan, fragment: Fragment, path: Path) -> Tally:
    """The sums of the statistics in a file.

    Raises
    ------
    OSError, pyarrow.ArrowException, KeyError, ValueError
        If it is not there, or is not as it was written.
    """
    found = merged(_tallies(plan, fragment, path))
    if found is None or found.segments != fragment.rows:
        raise ValueError(f"{path} has not the segments that it is to have.")
    return found


def _write(plan: Plan, fragment: Fragment, path: Path) -> None:
    with written(path) as temporary:
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


def _counted(plan: Plan, fragment: Fragment) -> Iterator[pa.RecordBatch]:
    """What is kept of the segments, some at a time; faults are told at the end, all at once."""
    faults = Faults(plan.columns)
    rows = rows_of(fragment, plan.columns.needed, plan.metadata)
    for before, batch in joined(rows, BATCH, BYTES):
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


def _statistics(plan: Plan, batch: pa.RecordBatch, references: list[pa.Array]) -> pa.RecordBatch:
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
    present = np.stack([presence(reference) for reference in references])
    kept[REFERENCES] = as_arrow(present.sum(axis=0, dtype=np.int32))
    if columns.document:
        kept[DOCUMENT] = batch.column(columns.document)
    for name in plan.metadata:
        values = batch.column(name)
        kept[f"metadata.{name}"] = values.cast(kept_as(values.type))
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


def _tallies(plan: Plan, fragment: Fragment, path: Path) -> Iterator[Tally]:
    first = fragment.first
    for batch in batches_of(path):
        both = np.hstack([matrix_of(side, batch, plan.config) for side in SIDES])
        if plan.columns.document:
            numbers, names = numbered(batch.column(DOCUMENT))
        else:
            lines = (first + np.arange(len(batch))) // BLOCK
            names = as_arrow(np.arange(lines[0], lines[-1] + 1))
            numbers = lines - lines[0]
        order = np.argsort(numbers, kind="stable")
        starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        blocks = np.add.reduceat(both[order], starts, axis=0).reshape(len(names), 2, -1)
        references = set(pc.unique(batch.column(REFERENCES)).to_pylist())
        num_refs = references.pop() if len(references) == 1 else -1
        yield Tally(len(batch), num_refs, names, blocks)
        first += len(batch)
