"""All fragments of a data set, in this process or wherever a `Map` does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

import pyarrow as pa

from bleu_core.common.progress import Progress
from bleu_core.datasets.counting import count_fragment
from bleu_core.datasets.fragments import Fragment, FragmentError
from bleu_core.datasets.job import Job
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.tally import Tally, merged
from bleu_core.datasets.writing import FolderError
from bleu_core.messages import Message, dataset
from bleu_core.text.streams import InputError

Item = TypeVar("Item")
Result = TypeVar("Result")

# What may be wrong with one fragment, while others are fine.
DAMAGE = (pa.ArrowException, InputError, OSError, UnicodeError, MemoryError)


class Map(Protocol):
    """What does the work: `here`, or `bleu_core.cluster`."""

    def __call__(
        self, function: Callable[[Item], Result], items: Sequence[Item]
    ) -> Iterator[tuple[Item, Result | Exception]]:
        """Each item with its result, or with what kept it from one; in any order."""


class Bad(NamedTuple):
    """A fragment that could not be counted, and why."""

    fragment: Fragment
    why: Message


def here(
    function: Callable[[Item], Result], items: Sequence[Item]
) -> Iterator[tuple[Item, Result | Exception]]:
    """A `Map`: one after the other, in this process."""
    for item in items:
        try:
            yield item, function(item)
        except DAMAGE as error:
            yield item, error


def run(
    plan: Plan, folder: Path, using: Map = here, progress: Progress | None = None
) -> tuple[Job | None, list[Bad]]:
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
    bad: list[Bad] = []

    def counted() -> Iterator[Tally]:
        done = 0
        for fragment, found in using(partial(_count, plan.bare, folder), plan.fragments):
            done += fragment.rows
            if progress:
                progress(done / plan.segments)
            if isinstance(found, Exception):
                bad.append(Bad(fragment, why_not(fragment, found)))
            else:
                check_shared(plan.statistics_path(folder, fragment))
                yield found

    tally = merged(counted())
    bad.sort(key=lambda one: one.fragment.first)
    return (Job(plan, folder, tally) if tally else None), bad


def check_shared(path: Path) -> None:
    """Raise FolderError unless what a worker has kept is seen here."""
    if not path.exists():
        raise FolderError(dataset.folder_not_shared(str(path)))


def why_not(fragment: Fragment, error: Exception) -> Message:
    """Why a fragment could not be counted, in a message that names it."""
    if not isinstance(error, FragmentError):
        error = fragment.fault(str(error).rstrip(".") or type(error).__name__)
    return error.problem


def _count(plan: Plan, folder: Path, fragment: Fragment) -> Tally:
    return count_fragment(plan, fragment, folder)
