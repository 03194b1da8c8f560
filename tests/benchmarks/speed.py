"""What people wait for, beside other tools or an earlier version; run by hand.

    python -m tests.benchmarks.speed                  all parts, 3,004 and 100,000 segments
    python -m tests.benchmarks.speed commands --sizes 252 1000000
    python -m tests.benchmarks.speed commands app --before FOLDER

metrics   from strings to statistics and score, beside other tools (peers.py)
commands  from files, with their start; `score` beside sacreBLEU's command
growth    how the processor time grows with segments, systems and references (growth.py)
app       what a browser waits for (app.py)

With `--before`, commands and the app run in turn with those of another checkout, whose virtual
environment is its folder `.venv`. Of several runs the quickest counts. Slow metrics are left out
beyond 10,000 segments. Nothing here asserts a time.
"""

import argparse
import os
import platform
import tempfile
from importlib.metadata import version
from pathlib import Path

from bleu_core.metrics import METRIC_KEYS
from tests.benchmarks.app import show_app
from tests.benchmarks.costs import Cost, in_turn, program
from tests.benchmarks.growth import MOST_SYSTEMS, show_data_set, show_growth
from tests.benchmarks.peers import LARGE, in_new_process, other_tools, show_metrics
from tests.places import SAMPLE

SIZES = (3_004, 100_000)
PARTS = ("metrics", "commands", "growth", "app")


def ratio(one: float, other: float) -> str:
    return f"{one / other:.2f}×"


def show_command(arguments: list[str], before: Path | None, times: int) -> None:
    costs = in_turn(
        [program(), *arguments], [program(before), *arguments] if before else None, times
    )
    _show_costs(["bleuscope", *arguments], costs)


def _show_costs(command: list[str], costs: list[Cost]) -> None:
    ours, *others = costs
    beside = "".join(f"  CPU {ratio(ours.cpu, one.cpu)} wall {ratio(ours.wall, one.wall)} "
                     f"memory {ratio(ours.memory, one.memory)}" for one in others)  # fmt: skip
    print(f"CPU {ours.cpu:6.2f} s  wall {ours.wall:6.2f} s  {ours.memory:5.0f} MB{beside}  "
          f"{' '.join(Path(one).name for one in command)}", flush=True)  # fmt: skip


def show_score() -> None:
    """`score` of the sample beside sacreBLEU's command."""
    hypothesis, reference = str(SAMPLE / "apertium-direct.en"), str(SAMPLE / "reference-1.en")
    command = [program(), "score", hypothesis, "--ref", reference]
    theirs = [str(Path(program()).with_name("sacrebleu")), reference, "-i", hypothesis]
    print("\nBeside: sacrebleu R -i H")
    _show_costs(command, in_turn(command, theirs, 9))


def show_commands(size: int, folder: Path, before: Path | None) -> None:
    print(f"\nBeside: {before}" if before else "")
    pair = [str(folder / f"system-{i}") for i in (1, 2)]
    times = 5 if size <= LARGE else 1 if size > 500_000 else 3
    show_command(["compare", *pair, "--ref", str(folder / "reference")], before, times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all without"
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument(
        "--metrics", nargs="+", default=METRIC_KEYS, choices=METRIC_KEYS, metavar="KEY"
    )
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="another checkout")
    show(parser.parse_args())


def show(options: argparse.Namespace) -> None:
    parts = options.parts or PARTS
    packages = [f"{name} {version(name.lower())}" for name in ("numpy", "pyarrow", *other_tools())]
    print(f"Python {platform.python_version()}, {', '.join(packages)}, {os.cpu_count()} processors")
    if "commands" in parts:
        show_score()
    for size in options.sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            texts = in_new_process("texts", name, size, MOST_SYSTEMS if size <= LARGE else 2)
            print(f"\n{size:,} distinct segments, {texts['words']:.1f} words a line")
            if "metrics" in parts:
                show_metrics(size, options.metrics, folder)
            if "commands" in parts:
                show_commands(size, folder, options.before)
            if "app" in parts:
                show_app(folder, options.before)
    if "growth" in parts:
        with tempfile.TemporaryDirectory() as name:
            largest = max(options.sizes)
            in_new_process("texts", name, largest, MOST_SYSTEMS)
            show_growth(largest, Path(name))
            show_data_set(largest, Path(name))


if __name__ == "__main__":
    main()
