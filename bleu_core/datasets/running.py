"""Run a data set: count all fragments, test the difference, save and load the result."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.common.arrays import as_arrow, as_numpy
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.datasets.counting import FolderError, count_fragment, write_atomically
from bleu_core.datasets.dataset_comparison import (
    BlockSums,
    DatasetComparison,
    DatasetPlan,
    merge_sums,
)
from bleu_core.datasets.executors import Map, here
from bleu_core.datasets.fragments import Columns, Fragment, FragmentError
from bleu_core.messages import Message, dataset
from bleu_core.significance import (
    BLOCK,
    MIN_DOCUMENTS,
    MIN_SEGMENTS,
    SAMPLES,
    SEED,
    TRIALS,
    Significance,
    paired_approximate_randomization,
    paired_bootstrap,
)
from bleu_core.text.config import BleuConfig


class BadFragment(NamedTuple):
    """A fragment that could not be counted, and why."""

    fragment: Fragment
    why: Message


def run(
    plan: DatasetPlan, folder: Path, using: Map = here, progress: Progress | None = None
) -> tuple[DatasetComparison | None, list[BadFragment]]:
    """Count what has not been counted; the job of all that could be, and what could not.

    Stopped at any moment, it goes on when it is called again.

    Raises
    ------
    FolderError
        If statistics cannot be kept; what was kept before stays.
    TokenizerUnavailable
        If the texts cannot be tokenized here.

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
    >>> job, bad = run(plan, folder / "statistics")
    >>> job.plan.segments, job.score_b.counts, bad
    (100, [300, 200, 100, 50], [])
    """
    bad: list[BadFragment] = []

    def counted() -> Iterator[BlockSums]:
        done = 0
        for fragment, found in using(partial(_count, plan.bare, folder), plan.fragments):
            done += fragment.rows
            if progress:
                progress(done / plan.segments)
            if isinstance(found, Exception):
                bad.append(BadFragment(fragment, failure_reason(fragment, found)))
            else:
                check_shared(plan.statistics_path(folder, fragment))
                yield found

    tally = merge_sums(counted())
    bad.sort(key=lambda one: one.fragment.first)
    return (DatasetComparison(plan, folder, tally) if tally else None), bad


def check_shared(path: Path) -> None:
    """Raise FolderError unless what a worker has kept is seen here."""
    if not path.exists():
        raise FolderError(dataset.folder_not_shared(str(path)))


def failure_reason(fragment: Fragment, error: Exception) -> Message:
    """Why a fragment could not be counted, in a message that names it."""
    if not isinstance(error, FragmentError):
        error = fragment.fault(str(error).rstrip(".") or type(error).__name__)
    return error.problem


def _count(plan: DatasetPlan, folder: Path, fragment: Fragment) -> BlockSums:
    return count_fragment(plan, fragment, folder)


def run_dataset_tests(
    job: DatasetComparison,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Significance | None:
    """Whether the difference of BLEU may be chance; None where `skip_reason` says why not.

    By document where documents are known, else by block of 1,024 segments: units of which
    sums alone are at hand, as many as fit into memory.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import pyarrow as pa
    >>> import pyarrow.parquet as pq
    >>> from bleu_core import BleuConfig
    >>> from bleu_core.datasets import Columns, planned, run, skip_reason
    >>> temporary = TemporaryDirectory()
    >>> folder = Path(temporary.name)
    >>> old, new = ["a cat sat here", "it rains"] * 50, ["the cat sat here", "it rains"] * 50
    >>> texts = {"old": old, "new": new, "human": new, "kind": ["pets", "weather"] * 50}
    >>> pq.write_table(pa.table(texts), folder / "one.parquet", row_group_size=60)
    >>> plan = planned([str(folder)], Columns("old", "new", ("human",)), BleuConfig())
    >>> job, bad = run(plan, folder / "statistics")
    >>> run_dataset_tests(job) is None
    True
    >>> skip_reason(job).code
    'dataset.few_blocks'
    """
    if skip_reason(job):
        return None
    # Each block is a cluster of its own: p and interval are widened for the number of them.
    blocks = np.arange(len(job.stats_a))
    share = trials / (trials + 4 * samples)  # as in `run_pair_tests`
    test = paired_approximate_randomization(
        job.stats_a, job.stats_b, trials, seed, sub_progress(progress, 0, share), clusters=blocks
    )
    drawn = paired_bootstrap(
        job.stats_a, job.stats_b, samples, seed, sub_progress(progress, share, 1), clusters=blocks
    )
    number = len(blocks) if job.unit == "document" else None
    return Significance(test, drawn, job.unit, test.units, None, documents=number)


def skip_reason(job: DatasetComparison) -> str:
    """Why no test is made, a message; "" where there is one."""
    number = len(job.stats_a)
    if job.unit == "document":
        if job.tally.names[0].as_py() == "":  # they are in ascending order
            return dataset.documents_missing()
        few = number < MIN_DOCUMENTS
        return dataset.few_documents(number, MIN_DOCUMENTS) if few else ""
    return dataset.few_blocks(number, BLOCK, MIN_SEGMENTS) if number < MIN_SEGMENTS else ""


# Where jobs are kept, in the folder of the workspace.
FOLDER = "datasets"
_PLAN, _BLOCKS = "plan.json", "blocks.parquet"
_DIGEST = re.compile(r"[0-9a-f]{64}")


def save(job: DatasetComparison) -> None:
    """Keep a job: its plan last, so that one without is unfinished.

    Raises
    ------
    FolderError
        If it cannot be written.
    """
    folder = job.plan.job_folder(job.folder)
    tally = job.tally
    columns = np.ascontiguousarray(tally.blocks.reshape(len(tally.names), -1).T)
    blocks = {"block": tally.names, **{f"{i}": as_arrow(one) for i, one in enumerate(columns)}}
    with write_atomically(folder / _BLOCKS) as path:
        pq.write_table(pa.table(blocks), path, write_page_checksum=True)
    said = asdict(job.plan) | {
        "segments": tally.segments,
        "num_refs": tally.num_refs,
        "missing": job.missing,
    }
    with write_atomically(folder / _PLAN) as path:
        path.write_text(json.dumps(said), "utf-8")


def load(folder: Path, digest: str) -> DatasetComparison | None:
    """The job of a digest, or None where there is none that is finished, or it is damaged."""
    place = folder / "jobs" / digest
    if not _DIGEST.fullmatch(digest):
        return None
    try:
        return _loaded(folder, place)
    except (OSError, pa.ArrowException, ValueError, KeyError, TypeError):
        return None


def _loaded(folder: Path, place: Path) -> DatasetComparison:
    said = json.loads((place / _PLAN).read_text("utf-8"))
    columns, config = said["columns"], said["config"]
    weights = config["weights"]
    plan = DatasetPlan(
        tuple(Fragment(**one) for one in said["fragments"]),
        Columns(**columns | {"references": tuple(columns["references"])}),
        BleuConfig(**config | {"weights": None if weights is None else tuple(weights)}),
        tuple(said["metadata"]),
    )
    table = pq.read_table(place / _BLOCKS, page_checksum_verification=True)
    names, *columns = (column.combine_chunks() for column in table.columns)
    blocks = np.column_stack([as_numpy(column) for column in columns])
    tally = BlockSums(said["segments"], said["num_refs"], names, blocks.reshape(len(names), 2, -1))
    return DatasetComparison(plan, folder, tally, tuple(said["missing"]))


def finished_at(folder: Path, digest: str) -> int:
    """When a job was finished, in nanoseconds; 0 where there is none that is."""
    if not _DIGEST.fullmatch(digest):
        return 0
    try:
        return (folder / "jobs" / digest / _PLAN).stat().st_mtime_ns
    except OSError:
        return 0


def mark_unfinished(folder: Path, digest: str) -> None:
    """Take from a job what says that it is finished."""
    if _DIGEST.fullmatch(digest):
        (folder / "jobs" / digest / _PLAN).unlink(missing_ok=True)


def saved_digests(folder: Path) -> list[str]:
    """Those of the finished jobs in a folder, the last one first."""
    names = [place.name for place in (folder / "jobs").glob("*")]
    at = {name: finished_at(folder, name) for name in names}
    return sorted(filter(at.__getitem__, names), key=lambda name: -at[name])


def saved_datasets(folder: Path) -> Iterator[DatasetComparison]:
    """The finished jobs in a folder, the last one first."""
    for digest in saved_digests(folder):
        job = load(folder, digest)
        if job is not None:
            yield job
