"""How long each column of a segment takes; run by hand.

    python tests/benchmarks/columns.py           3,000 and 100,000 segments

Two systems, a source and two references (the second is the first system of another draw), no line
twice, of the texts that core.py makes. It prints; it asserts nothing about time.
"""

from __future__ import annotations

import time
from itertools import islice

import core
import numpy as np

from bleu_core import Comparison, EvalSet
from bleu_core.columns import Table, table_of

SIZES = (3_000, 100_000)
SHOWN = 12


def table(size: int) -> Table:
    reference, a, b, other = map(list, zip(*islice(core.segments(3), size), strict=True))
    kinds = [("news", "talk", "chat")[i % 3] for i in range(size)]
    documents = [f"document {i // 30}" for i in range(size)]
    data = EvalSet(
        {"A": a, "B": b},
        [reference, other],
        source=[f"{line}?" if i % 7 else f"({line}) 17" for i, line in enumerate(reference)],
        documents=documents,
        metadata={"kind": kinds},
    )
    return table_of(Comparison.of(data))


def main() -> None:
    for size in SIZES:
        columns = table(size)
        # What every screen has already.
        _ = columns.comparison.sentence_deltas, columns.comparison.ledger
        took = {}
        for name, column in columns.columns.items():
            if not column.missing:
                start = time.perf_counter()
                columns.values(name)
                took[name] = time.perf_counter() - start
        print(f"{size:,} segments: {len(took)} columns in {sum(took.values()):.2f} s; of these")
        for name in sorted(took, key=lambda one: -took[one])[:SHOWN]:
            print(f"    {took[name]:6.3f} s  {name}")
        print(f"    {np.median(list(took.values())) * 1000:6.3f} ms  the median")


if __name__ == "__main__":
    main()
