"""How long the slice finder takes.

    python -m tests.benchmarks.finder [--sizes 3004 100000]

Texts are made up (`finder_data`); columns are counted before, as a screen has them. Figures of the
last run: finder.txt.
"""

from __future__ import annotations

import argparse
import resource
from time import perf_counter

import numpy as np

from bleu_core.columns import table_of
from bleu_core.finder import find_slices
from bleu_core.finder.search import search
from tests.benchmarks.finder_data import made


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[3_004, 100_000])
    sizes = parser.parse_args().sizes
    base = made(3_004)
    for size in sizes:
        rng = np.random.default_rng(1)
        rows = np.arange(size) if size == 3_004 else rng.integers(len(base), size=size)
        table = table_of(base.part(rows))
        start = perf_counter()
        find_slices(table, depth=1)
        middle = perf_counter()
        found = find_slices(table)
        took = perf_counter() - middle
        print(
            f"{size} segments, {found.conditions} conditions, {found.conjunctions} conjunctions: "
            f"{took:.1f} s; before it columns and single conditions {middle - start:.1f} s",
            flush=True,
        )
        product(size // 2)
        print(f"  memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.1f} GB")


def product(size: int, conditions: int = 500) -> None:
    """The search alone, of as many conditions as there may be, each of a tenth or a quarter."""
    rng = np.random.default_rng(2)
    masks = rng.random((size, conditions)) < np.where(np.arange(conditions) % 3, 0.1, 0.25)
    points = rng.normal(0, 1, size)
    for depth in (2, 3):
        start = perf_counter()
        found = search(masks, points, 30, depth)
        took = perf_counter() - start
        print(
            f"  search alone, {size} segments, {conditions} conditions, up to {depth}: "
            f"{found.looked_at} conjunctions in {took:.1f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
