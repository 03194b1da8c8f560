"""The texts of a few segments of a data set, by their lines: read from its files when asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrow import as_arrow
from bleu_core.datasets.counting import references_of
from bleu_core.datasets.fragments import Fragment
from bleu_core.datasets.plan import Plan
from bleu_core.datasets.reading import rows_of
from bleu_core.messages import dataset
from bleu_core.text.evalset import EvalSet
from bleu_core.text.streams import InputError


@dataclass(frozen=True, eq=False)
class Excerpt(EvalSet):
    """Some segments of a data set, with all that is known of them.

    Attributes
    ----------
    numbers : (S,) array
        The line of each in the data set, from 1.
    """

    numbers: NDArray[np.int64] = None  # type: ignore[assignment]  # after fields with defaults

    @property
    def lines(self) -> NDArray[np.int64]:
        return self.numbers


def texts_of(plan: Plan, lines: Sequence[int] | NDArray[np.int64]) -> Excerpt:
    """The segments of some lines, from 1, in the order in which they are asked for.

    Systems are A's and B's columns. Each group of rows is read once, some segments at a time,
    and no further than to the last line wanted.

    Raises
    ------
    InputError
        Where a line is not in the data set, or where a file is not what was counted.

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
    >>> some = texts_of(plan, [1, 100])
    >>> some.systems["old"].to_pylist(), some.lines.tolist()
    (['a cat sat here', 'it rains'], [1, 100])
    """
    numbers = np.asarray(lines, np.int64)
    wanted = np.unique(numbers)
    outside = wanted[(wanted < 1) | (wanted > plan.segments)]
    if len(wanted) == 0 or len(outside):
        if len(outside):
            raise InputError([dataset.no_such_line(int(outside[0]), plan.segments)])
        raise InputError([dataset.no_line(plan.segments)])
    table = pa.Table.from_batches(_rows(plan, wanted))
    order = as_arrow(np.searchsorted(wanted, numbers))
    return _excerpt(plan, table.take(order), numbers)


def _rows(plan: Plan, wanted: NDArray[np.int64]) -> Iterable[pa.RecordBatch]:
    """The rows of some lines in ascending order."""
    starts = [fragment.first for fragment in plan.fragments]
    of: dict[int, list[int]] = defaultdict(list)
    for line in wanted.tolist():
        place = bisect_right(starts, line - 1) - 1
        of[place].append(line - 1 - starts[place])
    for place, rows in of.items():
        yield from _of_fragment(plan, plan.fragments[place], np.array(rows))


def _of_fragment(
    plan: Plan, fragment: Fragment, rows: NDArray[np.int64]
) -> Iterable[pa.RecordBatch]:
    first = 0
    for batch in rows_of(fragment, plan.columns.named, plan.metadata):
        here = rows[(rows >= first) & (rows < first + len(batch))] - first
        if len(here):
            yield batch.take(as_arrow(here))
        first += len(batch)
        if first > rows[-1]:
            return


def _excerpt(plan: Plan, table: pa.Table, numbers: NDArray[np.int64]) -> Excerpt:
    columns = plan.columns

    def text(name: str) -> pa.Array:
        return table.column(name).cast(pa.large_string()).combine_chunks()

    def texts(names: Iterable[str]) -> Mapping[str, pa.Array]:
        return {name: text(name) for name in names}

    return Excerpt(
        texts([columns.a, columns.b]),
        references_of(texts(columns.references), columns),
        text(columns.source) if columns.source else None,
        text(columns.document) if columns.document else None,
        texts(plan.metadata),
        numbers=numbers,
    )
