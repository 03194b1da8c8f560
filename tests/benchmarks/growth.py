"""How the processor time of commands grows, as exponents; and what ten million rows would take."""

import tempfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tests.benchmarks.costs import cpu_seconds, in_turn, program, run_command
from tests.benchmarks.texts import read_texts

MOST_SYSTEMS = 14
TEN_MILLION = 10_000_000


def exponent(sizes: list[int], seconds: list[float]) -> float:
    """b of the fit a × size^b."""
    return float(np.polyfit(np.log(sizes), np.log(seconds), 1)[0])


def show_growth(largest: int, folder: Path) -> None:
    """Exponents of the processor time, less that of the same command on 30 segments."""
    files = {path.name: read_texts(path) for path in folder.iterdir()}

    def cost(command: str, systems: int, references: int, size: int) -> float:
        names = [*(f"system-{i}" for i in range(1, systems + 1)), "reference"]
        names += [f"system-{MOST_SYSTEMS - i}" for i in range(1, references)]
        with tempfile.TemporaryDirectory() as part:
            paths = [Path(part) / name for name in names]
            for path in paths:
                path.write_text("\n".join(files[path.name][:size]) + "\n", "utf-8")
            outputs, streams = [list(map(str, of)) for of in (paths[:systems], paths[systems:])]
            return in_turn([program(), command, *outputs, "--ref", *streams], None, 2)[0].cpu

    def growth(name: str, numbers: list[int], costs: list[float], start: float) -> None:
        given = ", ".join(f"{n:,}: {c:.2f} s" for n, c in zip(numbers, costs, strict=True))
        print(
            f"{name:<34}{exponent(numbers, [c - start for c in costs]):5.2f}   {given}", flush=True
        )

    start, rank_start = cost("compare", 2, 1, 30), cost("rank", 2, 1, 30)
    print(f"\nExponents of CPU less the {start:.2f} s ({rank_start:.2f} s) of 30 segments")
    sizes, systems, references = [largest // 16, largest // 4, largest], [2, 4, 8, 14], [1, 2, 4]
    growth("segments, compare", sizes, [cost("compare", 2, 1, n) for n in sizes], start)
    costs = [cost("compare", 2, n, 10_000) for n in references]
    growth("references, compare of 10,000", references, costs, start)
    costs = [cost("rank", n, 1, 3_004) for n in systems]
    growth("systems, rank of 3,004", systems, costs, rank_start)


def show_data_set(size: int, folder: Path) -> None:
    """The parts of the work on a data set; and what ten million rows take, as two sizes tell."""
    sizes = [size // 10, size]
    costs = np.array([data_set_costs(n, folder) for n in sizes])
    print(f"\nCPU of data sets of {sizes[0]:,} and {size:,} rows, in row groups of 10,000")
    for name, (few, many) in zip(DATA_SET_PARTS, costs.T, strict=True):
        print(f"{name:<24}{few:6.1f} s {many:6.1f} s")
    rise = (costs[1] - costs[0]) / (sizes[1] - sizes[0])
    alone, dask, after = (costs[1] + rise * (TEN_MILLION - size)) / 60
    print(
        f"Ten million rows, calculated: data {alone:.0f} min of one core, or {dask:.0f} min of all"
    )
    print(f"workers together; compare {after:.0f} min of one core")


DATA_SET_PARTS = "data, one process", "data, two Dask workers", "compare --data"


def data_set_costs(size: int, folder: Path) -> tuple[float, float, float]:
    from distributed import LocalCluster

    columns = {"a": "system-1", "b": "system-2", "ref": "reference"}
    table = pa.table({column: read_texts(folder / name)[:size] for column, name in columns.items()})
    rows, here, there = (
        str(folder / f"{name}-{size}") for name in ("rows.parquet", "here", "there")
    )
    pq.write_table(table, rows, row_group_size=10_000)
    count = [program(), "data", rows, "--a", "a", "--b", "b", "--ref", "ref"]
    alone = run_command([*count, "--out", here, "--cluster", "here"])
    before = cpu_seconds()
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        run_command([*count, "--out", there, "--cluster", cluster.scheduler_address])
    dask = cpu_seconds() - before
    return alone.cpu, dask, run_command([program(), "compare", "--data", here]).cpu
