"""A comparison of two systems on a data set: its plan, its sums by block, and what they say."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy
from bleu_core.common.formatting import format_count
from bleu_core.common.version import __version__
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.explain.ledger import Ledger, attribute
from bleu_core.metrics.additive import Rows
from bleu_core.metrics.bleu import BleuScore, SegmentStatistics
from bleu_core.significance import BLOCK
from bleu_core.text.config import BleuConfig

# Of what is written into a file of statistics. Another form is another name.
FORM = 1


@dataclass(frozen=True)
class DatasetPlan:
    """A data set, which of its columns is what, and the settings.

    Attributes
    ----------
    fragments : tuple of Fragment
    columns : Columns
    config : BleuConfig
    metadata : tuple of str
        Columns that say something of a segment, and are kept with its statistics.
    """

    fragments: tuple[Fragment, ...]
    columns: Columns
    config: BleuConfig
    metadata: tuple[str, ...] = ()

    @cached_property
    def segments(self) -> int:
        """How many are in the fragments."""
        return sum(fragment.rows for fragment in self.fragments)

    @property
    def bare(self) -> DatasetPlan:
        """What a task needs to know of it, beside its fragment: it is sent far, and often."""
        return replace(self, fragments=())

    def without(self, bad: Collection[Fragment]) -> DatasetPlan:
        """The data set as if these were not in it: lines and blocks are numbered without them."""
        left, first = [], 0
        for fragment in self.fragments:
            if fragment not in bad:
                left.append(replace(fragment, first=first))
                first += fragment.rows
        return replace(self, fragments=tuple(left))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that the numbers hang on: the name of the job."""
        return _digest([self.name_of(fragment) for fragment in self.fragments])

    def name_of(self, fragment: Fragment) -> str:
        """SHA-256 of what a fragment's statistics hang on: they are the same wherever it stands."""
        text = json.dumps(vars(fragment) | {"first": 0}, sort_keys=True)
        return _digest([text, self._settings])

    def statistics_path(self, folder: Path, fragment: Fragment) -> Path:
        """Where the statistics of a fragment's segments are, or are to be."""
        name = self.name_of(fragment)
        return folder / "statistics" / name[:2] / f"{name}.parquet"

    def job_folder(self, folder: Path) -> Path:
        """Where it is kept what has been counted of the whole."""
        return folder / "jobs" / self.digest

    @cached_property
    def _settings(self) -> str:
        said = [asdict(self.columns), asdict(self.config), self.metadata, __version__, FORM]
        return json.dumps(said, sort_keys=True)


def _digest(texts: Iterable[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()


# Blocks that are held before they are summed, so that few documents in many fragments take little.
HELD = 100_000


@dataclass(frozen=True, eq=False)
class BlockSums:
    """Sums of the statistics of both systems. Whole numbers: the same in any order.

    Attributes
    ----------
    segments : int
    num_refs : int
        References a segment; -1 where that varies.
    names : (B,) pyarrow array
        Of the blocks, ascending, each once: documents, or numbers of 1,024 segments each, from 0.
    blocks : (B, 2, 2 + 2N) array
        The sums of A and of B in each.
    """

    segments: int
    num_refs: int
    names: pa.Array
    blocks: Rows

    @property
    def sums(self) -> Rows:
        """(2, 2 + 2N) the sums of all segments, of A and of B."""
        total: Rows = self.blocks.sum(axis=0)
        return total


def merge_sums(tallies: Iterable[BlockSums]) -> BlockSums | None:
    """Several as one, None of none; a document may be in more than one of them."""
    held: list[BlockSums] = []
    waiting = 0
    for tally in tallies:
        held.append(tally)
        waiting += len(tally.names)
        # All anew only when as much has come as there is: no block is summed often.
        if waiting > HELD + 2 * len(held[0].names):
            held, waiting = [_as_one(held)], 0
    return _as_one(held) if held else None


def _as_one(tallies: list[BlockSums]) -> BlockSums:
    names = pa.concat_arrays([tally.names for tally in tallies])
    order = pc.sort_indices(names)
    names = names.take(order)
    begins = np.ones(len(names), bool)
    begins[1:] = as_numpy(pc.not_equal(names[1:], names[:-1]))
    starts = np.flatnonzero(begins)
    blocks = np.concatenate([tally.blocks for tally in tallies])
    references = {tally.num_refs for tally in tallies}
    return BlockSums(
        sum(tally.segments for tally in tallies),
        references.pop() if len(references) == 1 else -1,
        names.take(as_arrow(starts)),
        np.add.reduceat(blocks[as_numpy(order)], starts, axis=0),
    )


@dataclass(frozen=True, eq=False)
class DatasetComparison:
    """System A, the baseline, and system B, the candidate, on a data set; every Δ is B − A.

    Scores and ledger are of sums alone, so that they equal a `Comparison`'s bit for bit. Tests
    exchange and draw blocks: documents, or 1,024 segments each.

    Attributes
    ----------
    plan : DatasetPlan
    folder : Path
        Where statistics are kept.
    tally : BlockSums
    missing : tuple of str
        A sentence for each group of rows of the data set that could not be counted, and is not
        among the plan's.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, planned, run
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> texts = {"old": old, "new": new, "human": new, "kind": ["pets", "weather"] * 50}
    >>> pq.write_table(pa.table(texts), folder / "one.parquet", row_group_size=60)
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)), BleuConfig())
    >>> job, bad = run(plan, folder / "statistics")
    >>> round(job.score_a.score, 2), round(job.score_b.score, 2), round(job.delta, 2)
    (23.64, 100.0, 76.36)
    >>> job.unit, len(job)
    ('block', 100)
    """

    plan: DatasetPlan
    folder: Path
    tally: BlockSums
    missing: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Segments."""
        return self.tally.segments

    @property
    def a(self) -> str:
        """What A is called: its column."""
        return self.plan.columns.a

    @property
    def b(self) -> str:
        return self.plan.columns.b

    @property
    def unit(self) -> str:
        """What tests exchange and draw."""
        return "document" if self.plan.columns.document else "block"

    @cached_property
    def blocks(self) -> tuple[SegmentStatistics, SegmentStatistics]:
        """The statistics of A and of B with a row a block, in their order."""
        a, b = (
            SegmentStatistics(self.tally.blocks[:, side], self.plan.config, self.tally.num_refs)
            for side in (0, 1)
        )
        return a, b

    @property
    def stats_a(self) -> SegmentStatistics:
        """Those of A, a row a block."""
        return self.blocks[0]

    @property
    def stats_b(self) -> SegmentStatistics:
        return self.blocks[1]

    @cached_property
    def score_a(self) -> BleuScore:
        return self.blocks[0].corpus()

    @cached_property
    def score_b(self) -> BleuScore:
        return self.blocks[1].corpus()

    @property
    def delta(self) -> float:
        """BLEU of B minus BLEU of A, in points."""
        return self.score_b.score - self.score_a.score

    @cached_property
    def ledger(self) -> Ledger:
        """Where every point of Δ comes from; its `segments` are the blocks."""
        return attribute(*self.blocks)


def dataset_title(plan: DatasetPlan) -> str:
    """The name of the folder that has all its files, or of its only file."""
    folder = dataset_folder(plan)
    return Path(folder).name or folder


def dataset_folder(plan: DatasetPlan) -> str:
    """The path of the folder that has all its files, or of its only file."""
    return os.path.commonpath([fragment.path for fragment in plan.fragments])


def dataset_size(plan: DatasetPlan) -> str:
    """Of how many groups of rows and files it is: "16 groups of rows in 4 files"."""
    files = {fragment.path for fragment in plan.fragments}
    groups = format_count(len(plan.fragments), "group of rows", "groups of rows")
    return f"{groups} in {format_count(len(files), 'file')}"


# Bars that a strip has room for.
MOST_DOCUMENTS, MOST_RUNS = 200, 120

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


def points_by_document(
    job: DatasetComparison, most: int = MOST_DOCUMENTS
) -> tuple[list[str], Floats]:
    """The documents with most points, either way, and the points of each; "" stands for none."""
    points = job.ledger.segments
    order = np.argsort(-np.abs(points), kind="stable")[:most]
    return job.tally.names.take(pa.array(order)).to_pylist(), points[order]


def points_by_run(job: DatasetComparison, most: int = MOST_RUNS) -> tuple[Ints, Ints, Floats]:
    """The first and last line of runs of blocks, nearly equally many each, and their points.

    Only of a data set without documents, whose blocks are lines that follow one another.
    """
    numbers = as_numpy(job.tally.names)
    runs = min(most, len(numbers))
    edges = np.arange(runs + 1) * len(numbers) // runs
    end = max(fragment.first + fragment.rows for fragment in job.plan.fragments)
    first = numbers[edges[:-1]] * BLOCK + 1
    last = np.minimum((numbers[edges[1:] - 1] + 1) * BLOCK, end)
    return first, last, np.add.reduceat(job.ledger.segments, edges[:-1])
