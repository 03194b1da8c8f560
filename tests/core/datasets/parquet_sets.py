"""Small data sets, written as Parquet, and an ordinary comparison of the same texts."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.datasets import Columns, DataSet, Fragment, count, open_data_set, planned
from bleu_core.messages import Message

COLUMNS = Columns("old", "new", ("ref",))
# Not a Parquet file of its own, not text in it.
WORDS = {"old": ["a b c", "d"], "new": ["a b", "d e"], "ref": ["a b c d", "d"]}


def write(folder: Path, table: Mapping[str, Any] | pa.Table, files: int = 1, group: int = 3) -> str:
    """A folder with a table in so many files, of groups of so many rows; its path."""
    whole = table if isinstance(table, pa.Table) else pa.table(dict(table))
    folder.mkdir(parents=True, exist_ok=True)
    size = -(-len(whole) // files)
    for number in range(files):
        part = whole.slice(number * size, size)
        pq.write_table(part, folder / f"part-{number}.parquet", row_group_size=group)
    return str(folder)


def opened(
    path: str, kept: Path, columns: Columns = COLUMNS, config: BleuConfig = BleuConfig()
) -> DataSet:
    """The data set at a path, counted and opened."""
    plan = planned([path], columns)
    bad = count(plan, config, kept)
    assert not bad
    return open_data_set(plan, config, kept)


def faults(path: str, kept: Path, columns: Columns = COLUMNS) -> list[tuple[Fragment, Message]]:
    return count(planned([path], columns), BleuConfig(), kept)


def comparison(
    old: Sequence[str],
    new: Sequence[str],
    references: Sequence[Sequence[str | None]],
    config: BleuConfig = BleuConfig(),
) -> Comparison:
    """The oracle: the same texts, all in memory."""
    texts = EvalSet({"old": old, "new": new}, [list(stream) for stream in references])
    return Comparison.of(texts, config, "old", "new")


def assert_equal(data_set: DataSet, whole: Comparison) -> None:
    """All texts and statistics of a data set are those of the comparison."""
    found = Comparison.of(data_set, whole.config)
    assert contents(data_set) == contents(whole.evalset)
    assert (found.a, found.b) == (whole.a, whole.b)
    for ours, theirs in zip((found.stats_a, found.stats_b), (whole.stats_a, whole.stats_b),
                            strict=True):  # fmt: skip
        assert ours.matrix.dtype == theirs.matrix.dtype
        assert np.array_equal(ours.matrix, theirs.matrix)
    assert (found.score_a, found.score_b) == (whole.score_a, whole.score_b)


def contents(evalset: EvalSet) -> list[Any]:
    """All texts of a test set."""
    columns = [*evalset.systems.values(), *evalset.references, evalset.source, evalset.documents]
    lists = [None if column is None else column.to_pylist() for column in columns]
    return [*lists, {name: column.to_pylist() for name, column in evalset.metadata.items()}]


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
