"""Finished jobs in a folder: written when all is counted, found again by their digest."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.common.arrow import as_arrow, as_numpy
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.job import Job
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.tally import Tally
from bleu_core.datasets.writing import written
from bleu_core.text.config import BleuConfig

# Where jobs are kept, in the folder of the workspace.
FOLDER = "datasets"
_PLAN, _BLOCKS = "plan.json", "blocks.parquet"
_DIGEST = re.compile(r"[0-9a-f]{64}")


def save(job: Job) -> None:
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
    with written(folder / _BLOCKS) as path:
        pq.write_table(pa.table(blocks), path, write_page_checksum=True)
    said = asdict(job.plan) | {
        "segments": tally.segments,
        "num_refs": tally.num_refs,
        "missing": job.missing,
    }
    with written(folder / _PLAN) as path:
        path.write_text(json.dumps(said), "utf-8")


def load(folder: Path, digest: str) -> Job | None:
    """The job of a digest, or None where there is none that is finished, or it is damaged."""
    place = folder / "jobs" / digest
    if not _DIGEST.fullmatch(digest):
        return None
    try:
        return _loaded(folder, place)
    except (OSError, pa.ArrowException, ValueError, KeyError, TypeError):
        return None


def _loaded(folder: Path, place: Path) -> Job:
    said = json.loads((place / _PLAN).read_text("utf-8"))
    columns, config = said["columns"], said["config"]
    weights = config["weights"]
    plan = Plan(
        tuple(Fragment(**one) for one in said["fragments"]),
        Columns(**columns | {"references": tuple(columns["references"])}),
        BleuConfig(**config | {"weights": None if weights is None else tuple(weights)}),
        tuple(said["metadata"]),
    )
    table = pq.read_table(place / _BLOCKS, page_checksum_verification=True)
    names, *columns = (column.combine_chunks() for column in table.columns)
    blocks = np.column_stack([as_numpy(column) for column in columns])
    tally = Tally(said["segments"], said["num_refs"], names, blocks.reshape(len(names), 2, -1))
    return Job(plan, folder, tally, tuple(said["missing"]))


def finished(folder: Path, digest: str) -> int:
    """When a job was finished, in nanoseconds; 0 where there is none that is."""
    if not _DIGEST.fullmatch(digest):
        return 0
    try:
        return (folder / "jobs" / digest / _PLAN).stat().st_mtime_ns
    except OSError:
        return 0


def unfinish(folder: Path, digest: str) -> None:
    """Take from a job what says that it is finished."""
    if _DIGEST.fullmatch(digest):
        (folder / "jobs" / digest / _PLAN).unlink(missing_ok=True)


def digests(folder: Path) -> list[str]:
    """Those of the finished jobs in a folder, the last one first."""
    names = [place.name for place in (folder / "jobs").glob("*")]
    at = {name: finished(folder, name) for name in names}
    return sorted(filter(at.__getitem__, names), key=lambda name: -at[name])


def kept(folder: Path) -> Iterator[Job]:
    """The finished jobs in a folder, the last one first."""
    for digest in digests(folder):
        job = load(folder, digest)
        if job is not None:
            yield job
