"""A small data set for a cluster, and what is counted of it."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.datasets import Columns, Job, Plan, find_fragments

FRAGMENTS, ROWS = 16, 400


def write(folder: Path) -> EvalSet:
    """Four files of four groups of rows; the same texts as a test set."""
    random = np.random.default_rng(19)
    words = np.array([*"abcdefghij", "the", "cat", "sat", "."])

    def texts() -> list[str]:
        lengths = random.integers(1, 12, FRAGMENTS * ROWS)
        return [" ".join(random.choice(words, length)) for length in lengths]

    columns = {"ref": texts(), "one": texts(), "two": texts()}
    folder.mkdir()
    each = FRAGMENTS * ROWS // 4
    for number in range(4):
        part = {name: column[number * each :][:each] for name, column in columns.items()}
        pq.write_table(pa.table(part), folder / f"{number}.parquet", row_group_size=ROWS)
    return EvalSet({name: columns[name] for name in ("one", "two")}, [columns["ref"]])


def plan_of(folder: Path) -> Plan:
    columns = Columns("one", "two", ("ref",))
    return Plan(tuple(find_fragments([str(folder)], columns)), columns, BleuConfig())


def assert_is(job: Job | None, expected: Comparison) -> None:
    """Every number that the command prints, to the last bit."""
    assert job is not None
    assert len(job) == len(expected.evalset)
    assert job.score_a == expected.score_a
    assert job.score_b == expected.score_b
    assert job.delta == expected.delta
    assert job.ledger.components == expected.ledger.components


def written(folder: Path) -> dict[Path, int]:
    """All files among the statistics, and when each was written."""
    files = (path for path in (folder / "statistics").rglob("*") if path.is_file())
    return {path: path.stat().st_mtime_ns for path in files}
