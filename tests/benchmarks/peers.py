"""Each metric beside other tools: from strings to statistics of every segment and the score.

    python -m tests.benchmarks.peers TOOL KEY FOLDER      one run, as JSON

One system, one reference, every run in a process of its own; sacreBLEU keeps the last 65,536
tokenized lines, so that no line of the texts may occur twice.
"""

import importlib.util
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bleu_core.metrics import get_metric, measure
from tests.benchmarks.costs import PEAK_UNIT, Cost, cpu_seconds, quickest
from tests.benchmarks.texts import read_texts
from tests.places import ROOT

LARGE = 10_000  # segments, beyond which slow metrics are left out
OURS, SACREBLEU, BLEUSCORE = "BLEUscope", "sacreBLEU", "bleuscore"
FASTCHRF, MOJO = "fastchrf", "sacrebleu_mojo"
# The metrics of each other tool: where it has names for them, those, and their settings.
OTHERS: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    SACREBLEU: {
        "bleu": ("BLEU", {"force": True}), "chrf": ("CHRF", {}), "ter": ("TER", {}),
        "chrf++": ("CHRF", {"word_order": 2}),
    },
    BLEUSCORE: {"bleu": ("", {})},
    FASTCHRF: {"chrf": ("", {})},
    MOJO: {"bleu": ("corpus_bleu", {}), "chrf": ("corpus_chrf", {})},
}  # fmt: skip

Score = Callable[[list[str], list[str]], float]


def other_tools() -> list[str]:
    return [name for name in OTHERS if importlib.util.find_spec(name.lower())]


def scorer(tool: str, key: str) -> Score:
    if tool == BLEUSCORE:
        import bleuscore

        settings = {"max_order": 4, "ref_len_method": "closest"}
        return lambda outputs, references: (
            100 * bleuscore.compute([[one] for one in references], outputs, **settings)["bleu"]
        )
    if tool == FASTCHRF:  # it knows sentences only
        from fastchrf import pairwise_chrf

        return lambda outputs, references: float(
            np.mean(pairwise_chrf([[one] for one in outputs], [[one] for one in references]))
        )
    if tool == MOJO:
        import sacrebleu_mojo

        compute = getattr(sacrebleu_mojo, OTHERS[tool][key][0])
        return lambda outputs, references: compute(outputs, [references]).score
    if tool == SACREBLEU:
        from sacrebleu import metrics

        name, given = OTHERS[tool][key]
        theirs = getattr(metrics, name)(**given)
        return lambda outputs, references: theirs.corpus_score(outputs, [references]).score
    metric = get_metric(key)
    return lambda outputs, references: measure(metric, [outputs], [references])[0].corpus().score


def run_metric(tool: str, key: str, folder: Path) -> Cost:
    outputs, references = read_texts(folder / "system-1"), read_texts(folder / "reference")
    score = scorer(tool, key)
    score(["Imports are not to be timed."], ["Imports, they are not timed."])
    before, cpu, start = peak(), cpu_seconds(), time.perf_counter()
    found = score(outputs, references)
    wall = time.perf_counter() - start
    return Cost(wall, cpu_seconds() - cpu, peak() - before, found)


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * PEAK_UNIT


def in_new_process(module: str, *arguments: object) -> Any:
    """What a script of this folder prints.

    Texts are written this way too, because a process is told the peak memory of
    the one that started it as its own, where that is larger.
    """
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *map(str, arguments)]
    return json.loads(subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout)


def show_metrics(size: int, keys: list[str], folder: Path) -> None:
    keys = [key for key in keys if size <= LARGE or not get_metric(key).about.is_slow]
    runs = [
        (tool, key)
        for key in keys
        for tool in (OURS, *other_tools())
        if key in OTHERS.get(tool, keys)
    ]
    found: dict[tuple[str, str], list[Cost]] = {each: [] for each in runs}
    for turn in range(5):
        for tool, key in runs:
            if size <= LARGE or turn < (1 if tool == SACREBLEU else 3):
                found[tool, key].append(Cost(*in_new_process("peers", tool, key, folder)))
    print(f"\n{'':<14}{'':<16}{'score':>10}{'seconds':>9}{'× ours':>8}{'CPU s':>8}{'× ours':>8}"
          f"{'more MB':>9}")  # fmt: skip
    best = {each: quickest(of) for each, of in found.items()}
    for tool, key in runs:
        row, ours = best[tool, key], best[OURS, key]
        print(f"{key:<14}{tool:<16}{row.score:>10.4f}{row.wall:>9.3f}{row.wall / ours.wall:>8.1f}"
              f"{row.cpu:>8.2f}{row.cpu / ours.cpu:>8.1f}{row.memory:>9.0f}")  # fmt: skip


if __name__ == "__main__":
    tool, key, folder = sys.argv[1:]
    print(json.dumps(run_metric(tool, key, Path(folder))))
