"""How fast each metric is, and beside sacreBLEU where it has the metric; run by hand.

    python -m tests.benchmarks.metrics                       3,004 and 100,000 segments
    python -m tests.benchmarks.metrics --sizes 3004 --metrics chrf chrf++

What is measured is the way from lists of strings to the statistics of every segment and the
corpus score, of one system and one reference. Every run has a process of its own, as in
`core.py`, whose texts these are; tools take turns, and of several runs the quickest counts.
Slow metrics are left out beyond 10,000 segments. It prints; it asserts nothing about time.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bleu_core.metrics import NAMES, known, measure
from tests.benchmarks.core import (
    SIZES,
    in_new_process,
    peak_megabytes,
    print_versions,
    read_texts,
)

OURS, THEIRS = "BLEUscope", "sacreBLEU"
IN_SACREBLEU = {"bleu": "BLEU", "chrf": "CHRF", "chrf++": "CHRF", "ter": "TER"}
LARGE = 10_000
TIMES = 5

Result = dict[str, Any]


# --- In a process of its own ---------------------------------------------------------------


def ours(key: str) -> Callable[[list[str], list[str]], float]:
    metric = known(key)

    def score(hypotheses: list[str], references: list[str]) -> float:
        (stats,) = measure(metric, [hypotheses], [references])
        return stats.corpus().score

    return score


def theirs(key: str) -> Callable[[list[str], list[str]], float]:
    from sacrebleu import metrics

    settings = {"bleu": {"force": True}, "chrf++": {"word_order": 2}}.get(key, {})
    metric = getattr(metrics, IN_SACREBLEU[key])(**settings)

    def score(hypotheses: list[str], references: list[str]) -> float:
        found: float = metric.corpus_score(hypotheses, [references]).score
        return found

    return score


def run(tool: str, key: str, folder: Path) -> Result:
    hypotheses, references = read_texts(folder / "system-1"), read_texts(folder / "reference")
    score = (ours if tool == OURS else theirs)(key)
    score(["Imports are not to be timed."], ["Imports, they are not timed."])
    before = peak_megabytes()
    start, cpu = time.perf_counter(), cpu_seconds()
    found = score(hypotheses, references)
    seconds, cpu = time.perf_counter() - start, cpu_seconds() - cpu
    more = peak_megabytes() - before
    return {"seconds": seconds, "cpu": cpu, "score": found, "megabytes": more}


def cpu_seconds() -> float:
    """Of this process and the workers that it has waited for: what else runs changes it little."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


# --- All together --------------------------------------------------------------------------


def compare(size: int, keys: list[str]) -> None:
    keys = [key for key in keys if size <= LARGE or not known(key).about.is_slow]
    runs = [(OURS, key) for key in keys]
    runs += [(THEIRS, key) for key in keys if key in IN_SACREBLEU]
    found: dict[tuple[str, str], list[Result]] = {each: [] for each in runs}
    with tempfile.TemporaryDirectory() as name:
        texts = in_new_process("--write", name, size, 1)
        for turn in range(TIMES):
            for tool, key in runs:
                if size <= LARGE or turn < (3 if tool == OURS else 1):
                    found[tool, key].append(in_new_process("--run", tool, key, name, of=__file__))
    print(
        f"\n{size:,} distinct segments, {texts['words']:.1f} words a line\n"
        f"{'':<14}{'score':>10}{'seconds':>9}{'CPU s':>8}{'more MB':>9}"
        f"{THEIRS:>12}{'CPU s':>8}{'× ours':>8}{'CPU ×':>7}"
    )
    for key in keys:
        print(row(key, best(found[OURS, key]), best(found.get((THEIRS, key), []))))


def best(runs: list[Result]) -> Result:
    """The least of each number; nothing of no runs."""
    return {name: min(run[name] for run in runs) for name in runs[0]} if runs else {}


def row(key: str, one: Result, other: Result) -> str:
    line = f"{key:<14}{one['score']:>10.4f}{one['seconds']:>9.3f}{one['cpu']:>8.2f}"
    line += f"{one['megabytes']:>9.0f}"
    if other:
        ratio, cpu = (other[name] / one[name] for name in ("seconds", "cpu"))
        line += f"{other['seconds']:>12.3f}{other['cpu']:>8.2f}{ratio:>8.1f}{cpu:>7.1f}"
        line += "   score equal" if one["score"] == other["score"] else "   score DIFFERENT"
    return line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--metrics", nargs="+", default=NAMES, choices=NAMES, metavar="KEY")
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        tool, key, folder = options.run
        print(json.dumps(run(tool, key, Path(folder))))
        return
    print_versions("numpy", "sacrebleu")
    for size in options.sizes:
        compare(size, list(options.metrics))


if __name__ == "__main__":
    main()
