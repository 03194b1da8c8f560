"""One fragment: its segments' statistics, written once, and their sums."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bleu_core.additive import Rows
from bleu_core.arrow import as_numpy, numbered
from bleu_core.bleu import statistics_of
from bleu_core.config import BleuConfig
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.tally import Tally, merged
from bleu_core.significance import BLOCK
from bleu_core.streams import presence

# Segments read at a time: what bounds memory, however large the groups of rows are.
BATCH = 65_536
SIDES = ("a", "b")
DOCUMENT = "document"
REFERENCES = "references"


def count_fragment(plan: Plan, fragment: Fragment, folder: Path) -> Tally:
    """Count a fragment unless that has been done, and sum its statistics.

    Safe to repeat: they are written under another name first, then renamed.
    """
    path = plan.statistics_path(folder, fragment)
    if not path.exists():
        _write(plan, fragment, path)
    return tally_of(plan, fragment, path)


def tally_of(plan: Plan, fragment: Fragment, path: Path) -> Tally:
    """The sums of the statistics in a file."""
    return merged(_tallies(plan, fragment, path))


def _write(plan: Plan, fragment: Fragment, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{uuid4().hex}")
    try:
        with pq.ParquetFile(fragment.path) as file:
            writer = None
            try:
                wanted = list(dict.fromkeys([*plan.columns.needed, *plan.metadata]))
                for batch in file.iter_batches(BATCH, row_groups=[fragment.group], columns=wanted):
                    counted = _statistics(plan, batch)
                    writer = writer or pq.ParquetWriter(temporary, counted.schema)
                    writer.write_batch(counted)
            finally:
                if writer:
                    writer.close()
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def _statistics(plan: Plan, batch: pa.RecordBatch) -> pa.RecordBatch:
    """What is kept of some segments: see `matrix_of` for the numbers of a system."""
    columns = plan.columns

    def text(name: str) -> pa.Array:
        return batch.column(name).cast(pa.large_string())

    references = [text(name) for name in columns.references]
    counted = statistics_of([text(columns.a), text(columns.b)], references, plan.config)
    kept: dict[str, pa.Array] = {}
    for side, stats in zip(SIDES, counted, strict=True):
        numbers = stats.matrix[:, : 2 + plan.config.max_ngram_order]
        kept |= {
            name: pa.array(np.ascontiguousarray(column))
            for name, column in zip(stored_names(side, plan.config), numbers.T, strict=True)
        }
    present = np.sum([presence(reference) for reference in references], axis=0)
    kept[REFERENCES] = pa.array(present.astype(np.int32))
    if columns.document:
        kept[DOCUMENT] = text(columns.document)
    kept |= {f"metadata.{name}": batch.column(name) for name in plan.metadata}
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
    with pq.ParquetFile(path) as file:
        yield from file.iter_batches(BATCH)


def _tallies(plan: Plan, fragment: Fragment, path: Path) -> Iterator[Tally]:
    first = fragment.first
    for batch in batches_of(path):
        both = np.hstack([matrix_of(side, batch, plan.config) for side in SIDES])
        blocks: list[str | int]
        if plan.columns.document:
            numbers, names = numbered(batch.column(DOCUMENT))
            blocks = names.to_pylist()
        else:
            lines = (first + np.arange(len(batch))) // BLOCK
            blocks = list(range(int(lines[0]), int(lines[-1]) + 1))
            numbers = lines - lines[0]
        order = np.argsort(numbers, kind="stable")
        starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
        sums = np.add.reduceat(both[order], starts, axis=0).reshape(len(blocks), 2, -1)
        known = pc.min_max(batch.column(REFERENCES)).as_py()
        references = known["min"] if known["min"] == known["max"] else -1
        yield Tally(len(batch), references, dict(zip(blocks, sums, strict=True)))
        first += len(batch)
