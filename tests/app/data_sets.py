"""A data set of 400 segments, counted and kept where the app finds it; and its texts."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core import BleuConfig, EvalSet
from bleu_core.datasets import FOLDER, Columns, DataSet, count, open_data_set, planned

WORDS = ["the", "cat", "dog", "sat", "ran", "on", "a", "mat", "in", "sun", "rain", "."]
LINES = 400


def texts(seed: int, like: list[str] | None = None, kept: float = 0.0) -> list[str]:
    """Sentences of a few words; those `like` others have that part of their words."""
    rng = np.random.default_rng(seed)
    if like is None:
        return [" ".join(rng.choice(WORDS, rng.integers(4, 12))) for _ in range(LINES)]
    return [
        " ".join(w if rng.random() < kept else rng.choice(WORDS) for w in line.split())
        for line in like
    ]


REFERENCE = texts(0)
A, B = texts(1, REFERENCE, 0.6), texts(2, REFERENCE, 0.7)
DOCUMENTS = [f"talk {i // 10}" for i in range(LINES)]
KINDS = ["news" if i % 3 else "chat" for i in range(LINES)]


def worse_and_worse(number: int, size: int = 40, names: Sequence[str] = ()) -> EvalSet:
    """So many systems, each worse than the one before it: more of its words are wrong."""
    rng = random.Random(7)
    reference = [" ".join(rng.choices("abcdefghijkl", k=12)) for _ in range(size)]
    names = [*names, *(f"s{k}" for k in range(len(names), number))]
    systems = {
        name: [
            " ".join(w if rng.random() > 0.04 * k + 0.05 else "x" for w in line.split())
            for line in reference
        ]
        for k, name in enumerate(names)
    }
    return EvalSet(systems, [reference])


def counted(folder: Path) -> DataSet:
    """A data set of 4 groups of rows, counted and kept as by `data`."""
    (folder / "talks").mkdir(exist_ok=True)
    columns = {"old": A, "new": B, "ref": REFERENCE, "doc": DOCUMENTS, "kind": KINDS}
    pq.write_table(pa.table(columns), folder / "talks" / "all.parquet", row_group_size=100)
    plan = planned([str(folder / "talks")], Columns("old", "new", ("ref",), "doc"))
    kept = folder / "home" / FOLDER
    assert count(plan, BleuConfig(), kept) == []
    return open_data_set(plan, BleuConfig(), kept)


def same_texts() -> EvalSet:
    """The same texts as an ordinary test set."""
    systems, kinds = {"old": A, "new": B}, {"kind": KINDS}
    return EvalSet(systems, [REFERENCE], documents=DOCUMENTS, metadata=kinds)
