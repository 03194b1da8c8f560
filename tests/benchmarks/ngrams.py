"""How long the n-gram evidence takes, what memory, and what a click on it costs; run by hand.

    python tests/benchmarks/ngrams.py            3,000 and 100,000 segments

Two systems and one reference, no line twice, of the texts that core.py makes. It
prints; it asserts nothing about time.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import core
import numpy as np

SIZES = (3_000, 100_000)


def measure(folder: Path) -> dict[str, Any]:
    """In a process of its own: a peak of memory is a process's."""
    from bleu_core import Comparison, EvalSet, attribute
    from bleu_core.ngrams import evidence
    from bleu_core.ngrams.concordance import concordance
    from bleu_core.ngrams.families import find_causes

    lines = {name: core.read_texts(folder / name) for name in ("system-1", "system-2", "reference")}
    documents = [f"document {i // 30}" for i in range(len(lines["reference"]))]
    reference = lines.pop("reference")
    comparison = Comparison.of(EvalSet(lines, [reference], documents=documents))
    del lines, reference, documents
    ledger = attribute(comparison.stats_a, comparison.stats_b)
    took: dict[str, float] = {}

    def timed(name: str, work: Callable[[], Any]) -> Any:
        start, start_cpu = time.perf_counter(), time.process_time()
        result = work()
        took[name] = time.perf_counter() - start
        took[f"{name}, processor"] = time.process_time() - start_cpu
        return result

    before = core.peak_megabytes()
    table = timed("evidence", lambda: evidence(comparison, ledger.per_match))
    timed("folding", table.points_with_folded)
    timed("families that stand out", lambda: find_causes(comparison, table))
    peak = core.peak_megabytes()
    rows = timed("rows of matched", table.rows)
    timed("rows of over-produced by A", lambda: table.rows("over-produced by A"))
    ordered = timed("order by points", lambda: table.order_by("points_with_folded", rows=rows))
    timed("texts of 50 rows", lambda: table.texts(ordered[:50]))
    timed("search", lambda: table.rows(text="the "))
    common = table.texts(table.order_by("count_a", descending=True)[:1])[0].as_py()
    timed("concordance of the commonest", lambda: concordance(table.corpus, common).groups())
    listed = [len(rows), len(table), *np.bincount(table.counts.order)[1:].tolist()]
    return {"before": before, "peak": peak, "rows": listed, "took": took}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(Path(options.measure))))
        return
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as name:
            texts = core.in_new_process("--write", name, size, 2)
            path = os.pathsep.join(filter(None, [str(core.ROOT), os.environ.get("PYTHONPATH")]))
            command = [sys.executable, __file__, "--measure", name]
            environment = os.environ | {"PYTHONPATH": path}
            run = json.loads(subprocess.check_output(command, env=environment))
        shown, all_rows, *orders = run["rows"]
        print(
            f"\n{size:,} segments, {texts['words']:.1f} words a line; peak {run['peak']:.0f} MB, "
            f"{run['before']:.0f} MB before\n{all_rows:,} rows, by order {orders}; "
            f"{shown:,} of them shown first"
        )
        for name, seconds in run["took"].items():
            print(f"{name:<44}{seconds:>9.4f} s")


if __name__ == "__main__":
    main()
