"""A small data set of made-up texts, as Parquet and as an ordinary comparison."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core import BleuConfig, Comparison, EvalSet
from bleu_core.datasets import Columns, Job, Plan, find_fragments, run

WORDS = "the cat sat on a mat dog ran to it and was not here".split()  # noqa: SIM905


@dataclass(frozen=True)
class Made:
    """Where it is, what stands in it, and what it is known to be."""

    files: Path
    table: pa.Table
    plan: Plan
    job: Job
    comparison: Comparison


def made(
    folder: Path,
    segments: int = 600,
    files: int = 2,
    group: int = 70,
    document: str = "doc",
    config: BleuConfig = BleuConfig(),
    seed: int = 1,
) -> Made:
    """Two systems of a reference, with documents of 13 lines and two columns of metadata.

    B is better in texts of kind "talk" alone. Some kinds and some texts are missing or empty.
    """
    rng = np.random.default_rng(seed)
    references = [list(rng.choice(WORDS, rng.integers(1, 25))) for _ in range(segments)]
    kinds = rng.choice(["news", "talk", ""], segments, p=[0.5, 0.4, 0.1]).tolist()

    def output(wrong: float) -> list[str]:
        return [
            " ".join(
                str(rng.choice(WORDS)) if rng.random() < wrong - 0.1 * (kind == "talk") else word
                for word in reference[: rng.integers(0, len(reference)) + 3]
            )
            for reference, kind in zip(references, kinds, strict=True)
        ]

    a, b = output(0.35), output(0.25)
    a[5] = b[5]  # alike
    columns: dict[str, list[object]] = {
        "x": list(a),
        "y": list(b),
        "r": [" ".join(reference) for reference in references],
        "s": [f"source {i}" if i % 7 else None for i in range(segments)],
        "doc": [f"d{i // 13:03}" for i in range(segments)],
        "kind": [kind or None for kind in kinds],
        "year": [2000 + i % 11 for i in range(segments)],
    }
    table = pa.table(columns)
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(files):
        first, last = i * segments // files, (i + 1) * segments // files
        part = table.slice(first, last - first)
        pq.write_table(part, folder / f"{i}.parquet", row_group_size=group)
    known = Columns("x", "y", ("r",), document, "s")
    plan = Plan(tuple(find_fragments([str(folder)], known)), known, config, ("kind", "year"))
    job, bad = run(plan, folder / "kept")
    assert job
    assert not bad
    return Made(folder, table, plan, job, ordinary(table, config, document))


def ordinary(table: pa.Table, config: BleuConfig, document: str = "doc") -> Comparison:
    """The same texts, read at once."""

    def text(name: str) -> pa.Array:
        return table[name].cast(pa.large_string()).combine_chunks()

    data = EvalSet(
        {"x": text("x"), "y": text("y")},
        [text("r")],
        text("s"),
        text(document) if document else None,
        {"kind": text("kind"), "year": text("year")},
    )
    return Comparison.of(data, config)
