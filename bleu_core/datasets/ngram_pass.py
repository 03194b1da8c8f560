"""The n-grams of a job: counted by the fragment, merged a few files at a time, and kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as pq

from bleu_core.comparison import Comparison
from bleu_core.datasets.counting import BATCH, BYTES, references_of
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.job import Job
from bleu_core.datasets.ngram_parts import KEEP, NgramPart, merged_parts, part_of
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.reading import joined, rows_of
from bleu_core.datasets.running import Item, Map, here
from bleu_core.datasets.writing import written
from bleu_core.evalset import EvalSet
from bleu_core.progress import Progress
from bleu_core.progress import part_of as part_of_progress
from bleu_core.streams import InputError

# Files merged at a time: so many parts are in the memory of a worker.
AT_ONCE = 8
# Counting takes longer than merging by far.
COUNTED = 0.9
_KEPT, _BOUND = "ngrams.parquet", b"bound"


def find_ngrams(job: Job, using: Map = here, progress: Progress | None = None) -> NgramPart:
    """The n-grams of a job that were moved most: those that are kept, or counted now and kept.

    Raises
    ------
    InputError
        Where texts cannot be read again, a sentence for each group of rows.
    """
    found = kept_ngrams(job)
    if found is not None:
        return found
    counting = partial(_count, job.plan.bare, job.folder)
    counted = part_of_progress(progress, 0, COUNTED)
    files = _done(using, counting, job.plan.fragments, counted)
    while len(files) > 1:
        files = _done(using, partial(_merge, job.folder), _groups(files), None)
    part = _read(files[0])
    _write(part, _place(job))
    if progress:
        progress(1)
    return part


def kept_ngrams(job: Job) -> NgramPart | None:
    """The n-grams of a job, or None where none are kept."""
    return _read(_place(job)) if _place(job).is_file() else None


def files_of_ngrams(job: Job) -> list[Path]:
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
            name = item.name if isinstance(item, Fragment) else "N-grams"
            problems.append(f"{name} cannot be counted: {found}")
        else:
            made[item] = found
        if progress:
            progress((len(made) + len(problems)) / len(items))
    if problems:
        raise InputError(problems)
    return [made[item] for item in items]


def _count(plan: Plan, folder: Path, fragment: Fragment) -> Path:
    path = _path(folder, plan.name_of(fragment))
    if not path.exists():
        _write(merged_parts([part_of(some) for some in _comparisons(plan, fragment)]), path)
    return path


def _comparisons(plan: Plan, fragment: Fragment) -> Iterator[Comparison]:
    """The segments of a fragment, some at a time."""
    columns = plan.columns
    for _, batch in joined(rows_of(fragment, columns.needed), BATCH, BYTES):
        systems = {name: batch[name] for name in (columns.a, columns.b)}
        evalset = EvalSet(systems, references_of(batch, columns))
        yield Comparison.of(evalset, plan.config, columns.a, columns.b)


def _merge(folder: Path, files: Sequence[Path]) -> Path:
    path = _merged_path(folder, files)
    if not path.exists():
        _write(merged_parts([_read(one) for one in files]), path)
    return path


def _groups(files: Sequence[Path]) -> list[tuple[Path, ...]]:
    return [tuple(files[i : i + AT_ONCE]) for i in range(0, len(files), AT_ONCE)]


def _merged_path(folder: Path, files: Sequence[Path]) -> Path:
    return _path(folder, sha256("\n".join(one.stem for one in files).encode()).hexdigest())


def _path(folder: Path, name: str) -> Path:
    """Where a part is kept; with another number of rows it is another."""
    return folder / "ngrams" / name[:2] / f"{name}-{KEEP}.parquet"


def _place(job: Job) -> Path:
    return job.plan.job_folder(job.folder) / _KEPT


def _write(part: NgramPart, path: Path) -> None:
    with written(path) as temporary:
        pq.write_table(part.rows.replace_schema_metadata({_BOUND: str(part.bound)}), temporary)


def _read(path: Path) -> NgramPart:
    rows = pq.read_table(path)
    return NgramPart(rows, int(rows.schema.metadata[_BOUND]))
