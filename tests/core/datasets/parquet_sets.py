"""Small data sets, written as Parquet, and what a comparison of the same texts says of them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.datasets import Bad, Columns, Job, planned, run

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


def counted(
    path: str, kept: Path, columns: Columns = COLUMNS, config: BleuConfig = BleuConfig()
) -> Job:
    """The job of a data set that has nothing wrong."""
    job, bad = run(planned([path], columns, config), kept)
    assert job is not None, bad
    assert bad == []
    return job


def faults(path: str, kept: Path, columns: Columns = COLUMNS) -> list[Bad]:
    """What is wrong with the fragments of a data set."""
    return run(planned([path], columns, BleuConfig()), kept)[1]


def comparison(
    old: Sequence[str],
    new: Sequence[str],
    references: Sequence[Sequence[str | None]],
    config: BleuConfig = BleuConfig(),
) -> Comparison:
    """The oracle: the same texts, all in memory."""
    texts = EvalSet({"old": old, "new": new}, [list(stream) for stream in references])
    return Comparison.of(texts, config, "old", "new")


def files_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())
