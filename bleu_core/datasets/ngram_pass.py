"""The n-grams of a job: counted by the fragment, merged a few files at a time, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core.common.progress import Progress
from bleu_core.common.progress import part_of as part_of_progress
from bleu_core.datasets.counting import BATCH, BYTES, references_of
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.job import Job
from bleu_core.datasets.ngram_parts import KEEP, NgramPart, merged_parts, part_of
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.reading import joined, rows_of
from bleu_core.datasets.running import Item, Map, check_shared, here, why_not
from bleu_core.datasets.writing import written
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import Message, dataset
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import InputError

# Files merged at a time: so many parts are in the memory of a worker.
AT_ONCE = 8
# Counting takes longer than merging by far.
COUNTED = 0.9
# Seconds of a processor that a segment takes, as measured on sentences of some 20 words.
SECONDS = 0.00015
_KEPT, _BOUND = "ngrams.parquet", b"bound"


def find_ngrams(job: Job, using: Map = here, progress: Progress | None = None) -> NgramPart:
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
    for path in files_of_ngrams(job):
        with suppress(OSError):
            path.unlink(missing_ok=True)
    if progress:
        progress(1)
    return part


def kept_ngrams(job: Job) -> NgramPart | None:
    """The n-grams of a job, or None where none are kept, or they are damaged."""
    return _intact(_place(job))


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
            problems.append(why_not(item, found) if isinstance(item, Fragment) else _lost(found))
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


def _count(plan: Plan, folder: Path, fragment: Fragment) -> Path:
    path = _path(folder, plan.name_of(fragment))
    return _made(path, lambda: merged_parts(list(_parts(plan, fragment))))


def _parts(plan: Plan, fragment: Fragment) -> Iterator[NgramPart]:
    yield from map(part_of, _comparisons(plan, fragment))
    fragment.check_unchanged()


def _comparisons(plan: Plan, fragment: Fragment) -> Iterator[Comparison]:
    """The segments of a fragment, some at a time."""
    columns = plan.columns
    for _, batch in joined(rows_of(fragment, columns.needed), BATCH, BYTES):
        systems = {name: batch[name] for name in (columns.a, columns.b)}
        evalset = EvalSet(systems, references_of(batch, columns))
        yield Comparison.of(evalset, plan.config, columns.a, columns.b)


def _merge(folder: Path, files: Sequence[Path]) -> Path:
    return _made(_merged_path(folder, files), lambda: merged_parts([_read(one) for one in files]))


def _made(path: Path, make: Callable[[], NgramPart]) -> Path:
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


def _place(job: Job) -> Path:
    return job.plan.job_folder(job.folder) / _KEPT


def _write(part: NgramPart, path: Path) -> None:
    rows = part.rows.replace_schema_metadata({_BOUND: str(part.bound)})
    with written(path) as temporary:
        pq.write_table(rows, temporary, compression="zstd", write_page_checksum=True)


def _intact(path: Path) -> NgramPart | None:
    try:
        return _read(path)
    except (OSError, pa.ArrowException, KeyError, TypeError, ValueError):
        return None


def _read(path: Path) -> NgramPart:
    rows = pq.read_table(path, page_checksum_verification=True)
    return NgramPart(rows, int(rows.schema.metadata[_BOUND]))
