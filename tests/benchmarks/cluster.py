"""What a data set costs in one process and in several, and what a large one would; run by hand.

    python -m tests.benchmarks.cluster                    1,000,000 segments in 16 groups of rows
    python -m tests.benchmarks.cluster --size 100000
    python -m tests.benchmarks.cluster --processes 1 2    default: 1, 2 and 4, as far as cores go

All figures are for a million segments. "Count" reads the texts, "open" copies them in this process,
and "again" finds all counted. Where the machine is busy, compare CPU seconds, and
leave out the bytes on the loopback, which are all that any process sends. It prints; it asserts
nothing.
"""

import argparse
import os
import pickle
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import psutil
import pyarrow as pa
import pyarrow.parquet as pq

from bleu_core import BleuConfig
from bleu_core.cluster import sent
from bleu_core.datasets import (
    Columns,
    DatasetPlan,
    Map,
    count,
    here,
    open_data_set,
    planned,
    processes,
)
from tests.benchmarks.core import segments

FILES, GROUPS = 4, 4
MILLION = 1_000_000
# What the model assumes: segments, workers of one core, and bytes a second that the machine which
# collects has to the others (1 Gbit/s), and that the disk gives which all share.
SEGMENTS, WORKERS, LINK, DISK = 1_000_000_000, 100, 125e6, 1e9
CONFIG = BleuConfig()


@dataclass(frozen=True)
class Cost:
    """Seconds, CPU seconds of the workers and of this process, and bytes on the loopback."""

    seconds: float
    workers: float
    own: float
    loopback: float

    @property
    def cpu(self) -> float:
        return self.workers + self.own


@dataclass(frozen=True)
class Measured:
    start: float  # seconds until the processes have loaded what they need
    count: Cost
    open: Cost
    again: Cost
    payload: float  # bytes of tasks and of what they return, of count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=MILLION, metavar="N")
    cores = os.cpu_count() or 1
    default = [number for number in (1, 2, 4) if number <= cores]
    parser.add_argument("--processes", type=int, nargs="*", default=default, metavar="N")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = made(Path(folder), given.size)
        plan = planned([data], Columns("a", "b", ("ref",)))
        print(f"{plan.segments:,} segments in {len(plan.fragments)} groups of rows; {cores} cores")
        print(f"\n{'':<14}{'start':>7}{'count':>8}{'× first':>9}{'CPU s':>8}{'here':>7}"
              f"{'open':>9}{'CPU s':>8}{'here':>7}{'again':>8}")  # fmt: skip
        alone = shown("this process", plan, None)
        found = [shown(f"{number} processes", plan, number, alone) for number in given.processes]
        if found:
            model(plan, found[-1], written(plan))


def made(folder: Path, size: int) -> str:
    lines = segments(2)
    place = folder / "set"
    place.mkdir()
    each = -(-size // FILES)
    for number in range(FILES):
        part = list(islice(lines, min(each, size - number * each)))
        columns = dict(zip(("ref", "a", "b"), map(list, zip(*part, strict=True)), strict=True))
        path = place / f"{number}.parquet"
        pq.write_table(pa.table(columns), path, row_group_size=-(-each // GROUPS))
    return str(place)


def shown(
    name: str, plan: DatasetPlan, number: int | None, first: Measured | None = None
) -> Measured:
    found = measured(plan, number)
    ratio = found.count.seconds / (first or found).count.seconds
    print(
        f"{name:<14}{found.start:>7.1f}{found.count.seconds:>8.2f}{ratio:>9.2f}"
        f"{found.count.cpu:>8.2f}{found.count.own:>7.2f}{found.open.seconds:>9.2f}"
        f"{found.open.cpu:>8.2f}{found.open.own:>7.2f}{found.again.seconds:>8.2f}",
        flush=True,
    )
    return found


def measured(plan: DatasetPlan, number: int | None) -> Measured:
    mapped = here if number is None else processes(number)
    first = replace(plan, fragments=plan.fragments[:1])
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        for other in range(number or 1):  # each process imports what it needs
            folder = Path(name, f"first-{other}")
            count(first, CONFIG, folder, mapped)
        start = time.perf_counter() - started
        folder = Path(name, "measured")
        per = plan.segments / MILLION
        bad, counted = cost(lambda: count(plan, CONFIG, folder, mapped), per)
        if bad:
            sys.exit("\n".join(one.why for one in bad))
        _, opened = cost(lambda: open_data_set(plan, CONFIG, folder), per)
        _, again = cost(lambda: count(plan, CONFIG, folder, mapped), per)
        payload: list[int] = []
        count(plan, CONFIG, folder, weighing(here, payload))
    return Measured(start, counted, opened, again, sum(payload) / per)


def weighing(using: Map, payload: list[int]) -> Map:
    """The same, which notes the bytes of each task and of its result."""

    def mapped(function, items):  # type: ignore[no-untyped-def]
        for item, found in using(function, items):
            payload.append(len(sent(function, item)) + len(pickle.dumps(found, protocol=5)))
            yield item, found

    return mapped


def cost(function: Callable[[], Any], per: float) -> tuple[Any, Cost]:
    workers, own, loopback = children_cpu(), time.process_time(), on_loopback()
    started = time.perf_counter()
    result = function()
    seconds = time.perf_counter() - started
    spent = children_cpu() - workers, time.process_time() - own, on_loopback() - loopback
    return result, Cost(seconds / per, *(value / per for value in spent))


def children_cpu() -> float:
    own = psutil.Process()
    times, ended = [child.cpu_times() for child in own.children(recursive=True)], own.cpu_times()
    running = sum(one.user + one.system for one in times)
    return running + ended.children_user + ended.children_system


def on_loopback() -> int:
    counters = psutil.net_io_counters(pernic=True)
    return next((one.bytes_sent for name, one in counters.items() if name.startswith("lo")), 0)


def written(plan: DatasetPlan) -> tuple[float, float]:
    """Bytes a million segments: read of the columns of the data set, and written of statistics."""
    read = 0
    for fragment in plan.fragments:
        group = pq.read_metadata(fragment.path).row_group(fragment.group)
        chunks = map(group.column, range(group.num_columns))
        read += sum(
            chunk.total_compressed_size
            for chunk in chunks
            if chunk.path_in_schema.split(".")[0] in plan.columns.named
        )
    with tempfile.TemporaryDirectory() as folder:
        part = replace(plan, fragments=plan.fragments[:1])
        count(part, CONFIG, Path(folder))
        kept = part.statistics_path(Path(folder), part.fragments[0], CONFIG).stat().st_size
    return read / plan.segments * MILLION, kept / part.segments * MILLION


def model(plan: DatasetPlan, found: Measured, disk: tuple[float, float]) -> None:
    """What a large data set would take, by these figures alone."""
    millions = SEGMENTS / MILLION
    read, kept = disk
    loopback = found.count.loopback
    print(f"\nBytes a million segments: {read / 1e6:,.1f} MB read, {kept / 1e6:,.1f} MB of "
          f"statistics, {found.payload / 1e6:.2f} MB of tasks and results "
          f"({loopback / 1e6:.2f} MB on the loopback, both ways)")  # fmt: skip
    worker = found.count.workers * millions / WORKERS
    own = (found.count.own + found.open.own) * millions
    network = found.payload * millions
    disk_bytes = (read + 2 * kept) * millions
    rows = {
        f"CPU of each of {WORKERS} workers": (worker, ""),
        "CPU of the one process that collects": (own, "scheduler and texts; not divided"),
        "its network": (network / LINK, f"{network / 1e9:,.1f} GB at {LINK / 1e6:,.0f} MB/s"),
        "the disk": (disk_bytes / DISK, f"{disk_bytes / 1e9:,.0f} GB at {DISK / 1e9:,.0f} GB/s, "
                     f"{kept * millions / 1e9:,.0f} GB of it written"),
    }  # fmt: skip
    print(f"\n{SEGMENTS:,} segments on {WORKERS} workers of one core, counted and opened:")
    for name, (seconds, note) in rows.items():
        print(f"  {name:<38}{seconds:>8,.0f} s  {note}")
    limit = max(rows, key=lambda name: rows[name][0])
    print(f"What limits it: {limit}. With one core, CPU alone: {worker * WORKERS / 3600:,.1f} h.")
    row = 2 * (2 + 2 * CONFIG.max_ngram_order) * 8
    print(f"Statistics held in memory: {SEGMENTS * row / 1e9:,.2f} GB")


if __name__ == "__main__":
    main()
