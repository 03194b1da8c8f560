"""What a job takes on the disk, and forgetting it with the statistics that no other job has."""

from __future__ import annotations

import shutil
from pathlib import Path

from bleu_core.datasets.job import Job
from bleu_core.datasets.keeping import digests, load, unfinish
from bleu_core.datasets.ngram_pass import files_of_ngrams


def bytes_of(job: Job) -> int:
    """How much the files of a job take, those that it shares with others among them."""
    own = job.plan.job_folder(job.folder).glob("*")
    return sum(map(_size, [*own, *_files(job)]))


def forget(job: Job) -> None:
    """Delete what was counted of a data set, which itself stays as it is.

    The job is none from the first moment on; stopped in between, the rest only takes room.
    Statistics that another finished job has too are kept.
    """
    unfinish(job.folder, job.plan.digest)
    others = (load(job.folder, digest) for digest in digests(job.folder))
    shared = {path for other in others if other is not None for path in _files(other)}
    for path in _files(job):
        if path not in shared:
            path.unlink(missing_ok=True)
    shutil.rmtree(job.plan.job_folder(job.folder), ignore_errors=True)


def _files(job: Job) -> list[Path]:
    """The files outside of the job's own folder that hold something of it, there or not."""
    plan = job.plan
    statistics = [plan.statistics_path(job.folder, fragment) for fragment in plan.fragments]
    return [*statistics, *files_of_ngrams(job)]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
