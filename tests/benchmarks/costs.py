"""What a run costs, and commands run in turn."""

import json
import math
import os
import platform
import resource
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple


class Cost(NamedTuple):
    """Seconds by the clock and of the processors, and the memory of the largest process in MB."""

    wall: float
    cpu: float
    memory: float = math.nan
    score: float = math.nan


def quickest(costs: Iterable[Cost]) -> Cost:
    return Cost(*(min(one) for one in zip(*costs, strict=True)))


def cpu_seconds() -> float:
    """Of this process and the workers that it has waited for: what else runs changes it little."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


PEAK_UNIT = (1 if platform.system() == "Darwin" else 1024) / 1e6  # MB of what `ru_maxrss` counts


# A small process starts each command: a process is told the peak memory of the one that started it
# as its own, where that is larger.
START = """import json, os, subprocess, sys, time
start = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
wall = time.perf_counter() - start
print(json.dumps([status, wall, used.ru_utime + used.ru_stime, used.ru_maxrss]))"""


def run_command(command: list[str]) -> Cost:
    started = [sys.executable, "-I", "-S", "-c", START, *command]
    done = subprocess.run(started, stdout=subprocess.PIPE, check=True)
    status, wall, cpu, peak = json.loads(done.stdout)
    if status:
        raise SystemExit(f"{' '.join(command)} ended with {os.waitstatus_to_exitcode(status)}")
    return Cost(wall, cpu, peak * PEAK_UNIT)


def in_turn(ours: list[str], other: list[str] | None, times: int) -> list[Cost]:
    """The best of several runs of a command, and of another one in turn with it."""
    commands = [ours, *([other] if other else [])]
    for command in commands if times > 1 else ():
        run_command(command)  # so that its files are in memory
    runs = [[run_command(command) for command in commands] for _ in range(times)]
    return [quickest(of) for of in zip(*runs, strict=True)]


def program(before: Path | None = None) -> str:
    return str((before / ".venv" if before else Path(sys.prefix)) / "bin" / "bleuscope")
