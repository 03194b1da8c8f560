"""Count the n-grams of a data set in a pass of its own; delete what a data set has on disk."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.common.progress import Progress
from bleu_core.common.progress import sub_progress as part_of_progress
from bleu_core.datasets.counting import BATCH, BYTES, references_of, write_atomically
from bleu_core.datasets.dataset_comparison import DatasetComparison, DatasetPlan
from bleu_core.datasets.executors import Item, Map, here
from bleu_core.datasets.fragments import Fragment, join_batches, rows_of
from bleu_core.datasets.ngram_evidence import KEEP, NgramPart, merge_ngram_parts, ngram_part_of
from bleu_core.datasets.running import (
    check_shared,
    failure_reason,
    load,
    mark_unfinished,
    saved_digests,
)
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message, dataset
from bleu_core.text.evalset import EvalSet, InputError

# Files merged at a time: so many parts are in the memory of a worker.
AT_ONCE = 8
# Counting takes longer than merging by far.
COUNTED = 0.9
# Seconds of a processor that a segment takes, as measured on sentences of some 20 words.
SECONDS = 0.00015
_SAVED_FILE, _BOUND = "ngrams.parquet", b"bound"


def find_ngrams(
    job: DatasetComparison, using: Map = here, progress: Progress | None = None
) -> NgramPart:
    """The n-grams of a job that were moved most: those that are kept, or counted now and kept.

    Stopped at any moment, it goes on when it is called again. What was kept on the way takes much
    more room than what is found, and goes at the end.

    Raises
    ------
    InputError
        Where texts cannot be read again, a sentence for each group of rows.
    FolderError
        Where it cannot be kept.
    """
    found = saved_ngrams(job)
    if found is not None:
        return found
    counting = partial(_count, job.plan.bare, job.folder)
    counted = part_of_progress(progress, 0, COUNTED)
    files = _done(using, counting, job.plan.fragments, counted)
    while len(files) > 1:
        files = _done(using, partial(_merge, job.folder), _groups(files), None)
    part = _read(files[0])
    _write(part, _place(job))
    for path in files_of_ngrams(job):
        with suppress(OSError):
            path.unlink(missing_ok=True)
    if progress:
        progress(1)
    return part


def saved_ngrams(job: DatasetComparison) -> NgramPart | None:
    """The n-grams of a job, or None where none are kept, or they are damaged."""
    return _intact(_place(job))


def files_of_ngrams(job: DatasetComparison) -> list[Path]:
    """The files of parts that are made on the way, there or not."""
    found: list[Path] = []
    files = [_path(job.folder, job.plan.name_of(fragment)) for fragment in job.plan.fragments]
    while len(files) > 1:
        found += files
        files = [_merged_path(job.folder, group) for group in _groups(files)]
    return found + files


def _done(
    using: Map, function: partial[Path], items: Sequence[Item], progress: Progress | None
) -> list[Path]:
    """The file of each item, in the order of the items: what is pruned may hang on it."""
    made: dict[Item, Path] = {}
    problems = []
    for item, found in using(function, items):
        if isinstance(found, Exception):
            problems.append(
                failure_reason(item, found) if isinstance(item, Fragment) else _lost(found)
            )
        else:
            check_shared(found)
            made[item] = found
        if progress:
            progress((len(made) + len(problems)) / len(items))
    if problems:
        raise InputError(problems)
    return [made[item] for item in items]


def _lost(error: Exception) -> Message:
    return dataset.ngrams_not_merged(str(error).rstrip(".") or type(error).__name__)


def _count(plan: DatasetPlan, folder: Path, fragment: Fragment) -> Path:
    path = _path(folder, plan.name_of(fragment))
    return _load_part(path, lambda: merge_ngram_parts(list(_parts(plan, fragment))))


def _parts(plan: DatasetPlan, fragment: Fragment) -> Iterator[NgramPart]:
    yield from map(ngram_part_of, _comparisons(plan, fragment))
    fragment.check_unchanged()


def _comparisons(plan: DatasetPlan, fragment: Fragment) -> Iterator[Comparison]:
    """The segments of a fragment, some at a time."""
    columns = plan.columns
    for _, batch in join_batches(rows_of(fragment, columns.needed), BATCH, BYTES):
        systems = {name: batch[name] for name in (columns.a, columns.b)}
        evalset = EvalSet(systems, references_of(batch, columns))
        yield Comparison.of(evalset, plan.config, columns.a, columns.b)


def _merge(folder: Path, files: Sequence[Path]) -> Path:
    return _load_part(
        _merged_path(folder, files), lambda: merge_ngram_parts([_read(one) for one in files])
    )


def _load_part(path: Path, make: Callable[[], NgramPart]) -> Path:
    """A path, with a part at it: one that is damaged is made anew."""
    if _intact(path) is None:
        _write(make(), path)
    return path


def _groups(files: Sequence[Path]) -> list[tuple[Path, ...]]:
    return [tuple(files[i : i + AT_ONCE]) for i in range(0, len(files), AT_ONCE)]


def _merged_path(folder: Path, files: Sequence[Path]) -> Path:
    return _path(folder, sha256("\n".join(one.stem for one in files).encode()).hexdigest())


def _path(folder: Path, name: str) -> Path:
    """Where a part is kept; with another number of rows it is another."""
    return folder / "ngrams" / name[:2] / f"{name}-{KEEP}.parquet"


def _place(job: DatasetComparison) -> Path:
    return job.plan.job_folder(job.folder) / _SAVED_FILE


def _write(part: NgramPart, path: Path) -> None:
    rows = part.rows.replace_schema_metadata({_BOUND: str(part.bound)})
    with write_atomically(path) as temporary:
        pq.write_table(rows, temporary, compression="zstd", write_page_checksum=True)


def _intact(path: Path) -> NgramPart | None:
    try:
        return _read(path)
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError):
        return None


def _read(path: Path) -> NgramPart:
    rows = pq.read_table(path, page_checksum_verification=True)
    return NgramPart(rows, int(rows.schema.metadata[_BOUND]))


def size_on_disk(job: DatasetComparison) -> int:
    """How much the files of a job take, those that it shares with others among them."""
    own = job.plan.job_folder(job.folder).glob("*")
    return sum(map(_size, [*own, *_files(job)]))


def delete_dataset(job: DatasetComparison) -> None:
    """Delete what was counted of a data set, which itself stays as it is.

    The job is none from the first moment on; stopped in between, the rest only takes room.
    Statistics that another finished job has too are kept.
    """
    mark_unfinished(job.folder, job.plan.digest)
    others = (load(job.folder, digest) for digest in saved_digests(job.folder))
    shared = {path for other in others if other is not None for path in _files(other)}
    for path in _files(job):
        if path not in shared:
            path.unlink(missing_ok=True)
    shutil.rmtree(job.plan.job_folder(job.folder), ignore_errors=True)


def _files(job: DatasetComparison) -> list[Path]:
    """The files outside of the job's own folder that hold something of it, there or not."""
    plan = job.plan
    statistics = [plan.statistics_path(job.folder, fragment) for fragment in plan.fragments]
    return [*statistics, *files_of_ngrams(job)]


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
