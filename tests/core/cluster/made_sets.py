"""A small data set for a cluster, and what is counted of it."""

from pathlib import Path

import numpy as np

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.datasets import Columns, DatasetPlan, open_data_set, planned
from tests.core.datasets.parquet_sets import assert_equal, files_in, write

FRAGMENTS, ROWS = 16, 400


def made_set(folder: Path) -> tuple[DatasetPlan, Comparison]:
    """Four files of four groups of rows, and an ordinary comparison of the same texts."""
    random = np.random.default_rng(19)
    words = np.array([*"abcdefghij", "the", "cat", "sat", "."])
    texts = {
        name: [
            " ".join(random.choice(words, length))
            for length in random.integers(1, 12, FRAGMENTS * ROWS)
        ]
        for name in ("ref", "one", "two")
    }
    path = write(folder, texts, files=4, group=ROWS)
    plan = planned([path], Columns("one", "two", ("ref",)))
    data = EvalSet({name: texts[name] for name in ("one", "two")}, [texts["ref"]])
    return plan, Comparison.of(data)


def assert_is(plan: DatasetPlan, folder: Path, expected: Comparison) -> None:
    """What was counted of a data set is right, to the last bit."""
    before = written(folder)
    assert_equal(open_data_set(plan, BleuConfig(), folder), expected)
    assert written(folder) == before


def written(folder: Path) -> dict[Path, int]:
    """All files among the statistics that are finished, and when each was written."""
    paths = [path for path in files_in(folder / "statistics") if path.suffix == ".parquet"]
    return {path: path.stat().st_mtime_ns for path in paths}
