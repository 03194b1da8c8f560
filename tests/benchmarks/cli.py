"""How long the command takes, beside sacreBLEU's; run by hand.

    python tests/benchmarks/cli.py               start-up, and two systems of 100,000 segments
    python tests/benchmarks/cli.py --sizes 1000000
    python tests/benchmarks/cli.py --tests       sacreBLEU's randomization test too: minutes

Everything from the shell to the shell: start of Python, imports, files, printing.
Where the machine is busy, compare CPU seconds. It prints; it asserts nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import core

SAMPLE = core.SAMPLE
BLEUSCOPE = [sys.executable, "-m", "bleu_core.cli"]
SACREBLEU = [sys.executable, "-m", "sacrebleu"]


def run(command: list[str], times: int) -> tuple[float, float, float]:
    """Wall-clock seconds, CPU seconds and peak megabytes of the fastest of some runs."""
    path = os.pathsep.join(filter(None, [str(core.ROOT), os.environ.get("PYTHONPATH")]))
    found = []
    for _ in range(times):
        start = time.perf_counter()
        process = subprocess.Popen(
            command, env=os.environ | {"PYTHONPATH": path}, stdout=subprocess.DEVNULL
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        if status:
            sys.exit(f"{' '.join(command)} failed with status {status}.")
        found.append((seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6))
    return min(found)


def table(title: str, commands: dict[str, list[str]], times: int) -> None:
    print(
        f"\n{title}\n{'':<44}{'seconds':>9}{'× first':>9}{'CPU s':>8}{'× first':>9}{'peak MB':>9}"
    )
    first: tuple[float, float, float] | None = None
    for name, command in commands.items():
        seconds, cpu, peak = run(command, times)
        first = first or (seconds, cpu, peak)
        print(
            f"{name:<44}{seconds:>9.2f}{seconds / first[0]:>9.2f}{cpu:>8.2f}"
            f"{cpu / first[1]:>9.2f}{peak:>9.0f}",
            flush=True,
        )


def start_up() -> None:
    system = str(SAMPLE / "apertium-direct.en")
    references = [str(SAMPLE / f"reference-{i}.en") for i in (1, 2)]
    table(
        "Start-up, on the sample (252 segments)",
        {
            "bleuscope --version": [*BLEUSCOPE, "--version"],
            "bleuscope score --help": [*BLEUSCOPE, "score", "--help"],
            "bleuscope score": [*BLEUSCOPE, "score", system, "--ref", *references],
            "bleuscope compare": [
                *BLEUSCOPE, "compare", system, str(SAMPLE / "apertium-pivot.en"), "--ref",
                *references,
            ],
            "sacrebleu --help": [*SACREBLEU, "--help"],
            "sacrebleu": [*SACREBLEU, *references, "-i", system],
        },
        5,
    )  # fmt: skip


def compare(size: int, tests: bool) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        core.in_new_process("--write", folder, size, 2)
        one, two, reference = (str(folder / n) for n in ("system-1", "system-2", "reference"))
        ours = [*BLEUSCOPE, "compare", one, two, "--ref", reference]
        theirs = [*SACREBLEU, reference, "-i", one, two]
        commands = {
            "bleuscope compare --trials 0 --no-ngrams": [*ours, "--trials", "0", "--no-ngrams"],
            "bleuscope compare": ours,
            "bleuscope compare --report r.html": [*ours, "--report", str(folder / "r.html")],
            "sacrebleu -i A B": theirs,
        }
        if tests:
            commands["sacrebleu -i A B --paired-ar"] = [*theirs, "--paired-ar"]
        table(f"{size:,} segments, two systems, one reference", commands, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="*", default=[100_000], metavar="N")
    parser.add_argument("--tests", action="store_true", help="sacreBLEU's randomization test too")
    options = parser.parse_args()
    start_up()
    for size in options.sizes:
        compare(size, options.tests)


if __name__ == "__main__":
    main()
