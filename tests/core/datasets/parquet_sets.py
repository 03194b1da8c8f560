"""Small data sets, written as Parquet, and what a comparison of the same texts says of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.datasets import BadFragment, Columns, DatasetComparison, DatasetPlan, planned, run

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
) -> DatasetComparison:
    job, bad = run(planned([path], columns, config), kept)
    assert job is not None, bad
    assert bad == []
    return job


def faults(path: str, kept: Path, columns: Columns = COLUMNS) -> list[BadFragment]:
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


@dataclass(frozen=True)
class Made:
    """Made-up texts as Parquet and as an ordinary comparison."""

    table: pa.Table
    job: DatasetComparison
    comparison: Comparison

    @property
    def plan(self) -> DatasetPlan:
        return self.job.plan


def made(
    folder: Path, segments: int = 600, group: int = 70, config: BleuConfig = BleuConfig()
) -> Made:
    """Two systems of a reference, with documents of 13 lines and two columns of metadata.

    B is better in texts of kind "talk" alone. Some kinds and some texts are missing or empty.
    """
    rng = np.random.default_rng(1)
    words = "the cat sat on a mat dog ran to it and was not here".split()  # noqa: SIM905
    references = [list(rng.choice(words, rng.integers(1, 25))) for _ in range(segments)]
    kinds = rng.choice(["news", "talk", ""], segments, p=[0.5, 0.4, 0.1]).tolist()

    def output(wrong: float) -> list[str]:
        return [
            " ".join(
                str(rng.choice(words)) if rng.random() < wrong - 0.1 * (kind == "talk") else word
                for word in reference[: rng.integers(0, len(reference)) + 3]
            )
            for reference, kind in zip(references, kinds, strict=True)
        ]

    a, b = output(0.35), output(0.25)
    a[5] = b[5]  # alike
    table = pa.table({
        "x": a, "y": b, "r": [" ".join(reference) for reference in references],
        "s": [f"source {i}" if i % 7 else None for i in range(segments)],
        "doc": [f"d{i // 13:03}" for i in range(segments)],
        "kind": [kind or None for kind in kinds],
        "year": [2000 + i % 11 for i in range(segments)],
    })  # fmt: skip
    columns = Columns("x", "y", ("r",), "doc", "s")
    job = counted(write(folder, table, 2, group), folder / "kept", columns, config)
    assert job.plan.metadata == ("kind", "year")
    text = {
        name: table[name].cast(pa.large_string()).combine_chunks() for name in table.schema.names
    }
    metadata = {name: text[name] for name in job.plan.metadata}
    data = EvalSet(
        {name: text[name] for name in "xy"}, [text["r"]], text["s"], text["doc"], metadata
    )
    return Made(table, job, Comparison.of(data, config))
