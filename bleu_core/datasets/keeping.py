"""Finished jobs in a folder: written when all is counted, found again by their digest."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from uuid import uuid4

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.config import BleuConfig
from bleu_core.datasets.fragments import Columns, Fragment
from bleu_core.datasets.job import Job
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.tally import Tally

# Where jobs are kept, in the folder of the workspace.
FOLDER = "datasets"
_PLAN, _BLOCKS = "plan.json", "blocks.parquet"
_DIGEST = re.compile(r"[0-9a-f]{64}")


def save(job: Job) -> None:
    """Keep a job: its plan last, so that one without is unfinished."""
    folder = job.plan.job_folder(job.folder)
    folder.mkdir(parents=True, exist_ok=True)
    keys = list(job.tally.blocks)
    sums = np.stack([job.tally.blocks[key] for key in keys])
    blocks = {"block": pa.array(keys), **dict(zip(_names(sums), _columns(sums), strict=True))}
    temporary = folder / f"{_BLOCKS}.{uuid4().hex}"
    pq.write_table(pa.table(blocks), temporary)
    os.replace(temporary, folder / _BLOCKS)
    said = asdict(job.plan) | {
        "segments": job.tally.segments,
        "num_refs": job.tally.num_refs,
        "digest": job.plan.digest,
    }
    temporary = folder / f"{_PLAN}.{uuid4().hex}"
    temporary.write_text(json.dumps(said), "utf-8")
    os.replace(temporary, folder / _PLAN)


def load(folder: Path, digest: str) -> Job | None:
    """The job of a digest, or None where there is none that is finished."""
    place = folder / "jobs" / digest
    if not _DIGEST.fullmatch(digest) or not (place / _PLAN).is_file():
        return None
    said = json.loads((place / _PLAN).read_text("utf-8"))
    columns, config = said["columns"], said["config"]
    weights = config["weights"]
    plan = Plan(
        tuple(Fragment(**one) for one in said["fragments"]),
        Columns(**columns | {"references": tuple(columns["references"])}),
        BleuConfig(**config | {"weights": None if weights is None else tuple(weights)}),
        tuple(said["metadata"]),
    )
    table = pq.read_table(place / _BLOCKS)
    sums = np.column_stack([table.column(name).to_numpy() for name in table.column_names[1:]])
    keys = table.column("block").to_pylist()
    blocks = dict(zip(keys, sums.reshape(len(keys), 2, -1), strict=True))
    return Job(plan, folder, Tally(said["segments"], said["num_refs"], blocks))


def finished(folder: Path, digest: str) -> int:
    """When a job was finished, in nanoseconds; 0 where there is none that is."""
    if not _DIGEST.fullmatch(digest):
        return 0
    try:
        return (folder / "jobs" / digest / _PLAN).stat().st_mtime_ns
    except OSError:
        return 0


def kept(folder: Path) -> Iterator[Job]:
    """The finished jobs in a folder, in no order."""
    for place in (folder / "jobs").glob("*"):
        job = load(folder, place.name)
        if job is not None:
            yield job


def _names(sums: np.ndarray) -> list[str]:
    return [f"{side}{column}" for side in "ab" for column in range(sums.shape[2])]


def _columns(sums: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(sums.reshape(len(sums), -1).T)
