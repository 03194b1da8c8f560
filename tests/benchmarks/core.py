"""Speed of each metric and of the commands, beside sacreBLEU and bleuscore; run by hand.

    python -m tests.benchmarks.core                       3,004 and 100,000 segments
    python -m tests.benchmarks.core --sizes 3004 --metrics bleu chrf++

A metric is measured from lists of strings to the statistics of every segment and the corpus score,
of one system and one reference; a command with its start, from files. Every run has a process of
its own, and no line occurs twice: sacreBLEU keeps the last 65,536 tokenized lines. Tools take
turns, and of several runs the quickest counts. Slow metrics are left out beyond 10,000 segments.
It prints one table for each size; it asserts nothing about time.
"""

import argparse
import importlib.util
import json
import math
import os
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from bleu_core.metrics import METRIC_KEYS, get_metric, measure
from tests.places import ROOT, SAMPLE

SIZES = (3_004, 100_000)
TYPES = 200_000
SEED = 2002
CHUNK = 50_000
OURS, SACREBLEU, BLEUSCORE = "BLEUscope", "sacreBLEU", "bleuscore"
# The metrics of each other tool: the names of sacreBLEU's classes, and their settings.
OTHERS: dict[str, dict[str, tuple[str, dict[str, Any]]]] = {
    SACREBLEU: {
        "bleu": ("BLEU", {"force": True}), "chrf": ("CHRF", {}), "ter": ("TER", {}),
        "chrf++": ("CHRF", {"word_order": 2}),
    },
    BLEUSCORE: {"bleu": ("", {})},
}  # fmt: skip
LARGE = 10_000
TIMES = 5

Result = dict[str, Any]
Score = Callable[[list[str], list[str]], float]


# --- Texts ---------------------------------------------------------------------------------


def word_types(rng: np.random.Generator) -> list[str]:
    """Words, the commonest first: those of the sample's references, then made-up ones.

    The sample alone has some 1,500: a dictionary of so few would flatter us.
    """
    text = " ".join((SAMPLE / f"reference-{i}.en").read_text("utf-8") for i in (1, 2))
    counted = Counter(re.findall(r"\d[\d.,:]*\d|[\w'’-]+", text))
    words = [word for word, _ in counted.most_common()]
    syllables = [c + v + e for c in "bdfglmnprst" for v in "aeiou" for e in ("", "n", "r", "st")]
    seen = set(words)
    while len(words) < TYPES:
        made = "".join(rng.choice(syllables, rng.integers(2, 5)))
        if rng.random() < 0.03:  # numbers and names, as in news
            made = f"{rng.integers(1, 9_999):,}.{rng.integers(1, 99)}"
        elif rng.random() < 0.15:
            made = made.capitalize()
        if made not in seen:
            seen.add(made)
            words.append(made)
    return words


def segments(systems: int) -> Iterator[tuple[str, ...]]:
    """Endless (reference, system 1, …), of some 24 words a line, no line twice.

    Words follow Zipf's law. A system drops, replaces and swaps words of the
    reference, which brings it to some 30 BLEU.
    """
    rng = np.random.default_rng(SEED)
    words = word_types(rng)
    table = np.array(words + [f"{word}," for word in words], object)
    weights = (np.arange(TYPES) + 2.7) ** -1.07
    shares = np.cumsum(weights / weights.sum())

    def draw(size: int) -> np.ndarray:
        drawn = np.minimum(np.searchsorted(shares, rng.random(size)), TYPES - 1)
        return drawn + TYPES * (rng.random(size) < 0.05)

    seen: set[int] = set()
    while True:
        lengths = np.clip(rng.gamma(4.5, 5.5, CHUNK).round().astype(int), 6, 80)
        segment = np.repeat(np.arange(CHUNK), lengths)
        reference = draw(len(segment))
        streams = [_lines(table, reference, segment, rng)]
        for _ in range(systems):
            ids = np.where(rng.random(len(segment)) < 0.3, draw(len(segment)), reference)
            swaps = np.flatnonzero(rng.random(len(ids) - 1) < 0.03)
            ids[swaps], ids[swaps + 1] = ids[swaps + 1], ids[swaps]
            kept = rng.random(len(ids)) < 0.95
            streams.append(_lines(table, ids[kept], segment[kept], rng))
        for lines in zip(*streams, strict=True):
            numbers = set(map(hash, lines))
            if len(numbers) == len(lines) and not numbers & seen:
                seen |= numbers
                yield lines


def _lines(
    table: np.ndarray, ids: np.ndarray, segment: np.ndarray, rng: np.random.Generator
) -> list[str]:
    words = table[ids].tolist()
    bounds = np.searchsorted(segment, np.arange(CHUNK + 1)).tolist()
    ends = rng.choice([".", "?", '."', " (sic)."], CHUNK, p=[0.85, 0.08, 0.05, 0.02]).tolist()
    lines = []
    for first, last, end in zip(bounds[:-1], bounds[1:], ends, strict=True):
        line = " ".join(words[first:last])
        lines.append(line[:1].upper() + line[1:].rstrip(",") + end)
    return lines


def write_texts(folder: Path, size: int, systems: int) -> Result:
    names = ["reference", *(f"system-{i}" for i in range(1, systems + 1))]
    words = 0
    with ExitStack() as stack:
        files = [
            stack.enter_context(open(folder / name, "w", encoding="utf-8", newline="\n"))
            for name in names
        ]
        for lines in islice(segments(systems), size):
            words += len(lines[0].split())
            for file, line in zip(files, lines, strict=True):
                file.write(f"{line}\n")
    bytes_ = sum(path.stat().st_size for path in folder.iterdir())
    return {"words": words / size, "megabytes": bytes_ / 1e6}


def read_texts(path: Path) -> list[str]:
    with open(path, encoding="utf-8", newline="\n") as file:
        return [line.removesuffix("\n") for line in file]


# --- In a process of its own ---------------------------------------------------------------


def scorer(tool: str, key: str) -> Score:
    if tool == BLEUSCORE:
        import bleuscore

        return lambda outputs, references: (
            100
            * bleuscore.compute(
                [[one] for one in references], outputs, max_order=4, ref_len_method="closest"
            )["bleu"]
        )
    if tool == SACREBLEU:
        from sacrebleu import metrics

        name, settings = OTHERS[tool][key]
        theirs = getattr(metrics, name)(**settings)
        return lambda outputs, references: theirs.corpus_score(outputs, [references]).score
    metric = get_metric(key)
    return lambda outputs, references: measure(metric, [outputs], [references])[0].corpus().score


def run(tool: str, key: str, folder: Path) -> Result:
    outputs, references = read_texts(folder / "system-1"), read_texts(folder / "reference")
    score = scorer(tool, key)
    score(["Imports are not to be timed."], ["Imports, they are not timed."])
    before = peak_megabytes()
    start, cpu = time.perf_counter(), cpu_seconds()
    found = score(outputs, references)
    seconds, cpu = time.perf_counter() - start, cpu_seconds() - cpu
    more = peak_megabytes() - before
    return {"seconds": seconds, "cpu": cpu, "score": found, "megabytes": more}


def peak_megabytes() -> float:
    unit = 1 if platform.system() == "Darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def cpu_seconds() -> float:
    """Of this process and the workers that it has waited for: what else runs changes it little."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


# --- All together --------------------------------------------------------------------------


def in_new_process(*arguments: object) -> Any:
    """What this script prints with these arguments.

    Texts are written this way too, because a process is told the peak memory of
    the one that started it as its own, where that is larger.
    """
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "tests.benchmarks.core", *map(str, arguments)]
    environment = os.environ | {"PYTHONPATH": path}
    return json.loads(
        subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout
    )


def run_command(tool: str, key: str, folder: Path) -> Result:
    """Seconds of a command, and of the processor; its peak memory is not known."""
    outputs, reference = [str(folder / f"system-{i}") for i in (1, 2)], str(folder / "reference")
    command = {
        (OURS, "score"): ["bleuscope", "score", outputs[0], "--ref", reference],
        (OURS, "compare"): ["bleuscope", "compare", *outputs, "--ref", reference],
        (SACREBLEU, "score"): ["sacrebleu", reference, "-i", outputs[0]],
    }[tool, key]
    start, cpu = time.perf_counter(), cpu_seconds()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    seconds, cpu = time.perf_counter() - start, cpu_seconds() - cpu
    return {"seconds": seconds, "cpu": cpu, "score": math.nan, "megabytes": math.nan}


def compare(size: int, keys: list[str], others: list[str]) -> None:
    keys = [key for key in keys if size <= LARGE or not get_metric(key).about.is_slow]
    runs = [(OURS, key) for key in keys]
    runs += [(tool, key) for tool in others for key in keys if key in OTHERS[tool]]
    runs += [(OURS, "score"), (SACREBLEU, "score"), (OURS, "compare")]
    found: dict[tuple[str, str], list[Result]] = {each: [] for each in runs}
    with tempfile.TemporaryDirectory() as name:
        texts = in_new_process("--write", name, size, 2)
        for turn in range(TIMES):
            for tool, key in runs:
                if size <= LARGE or turn < (1 if tool == SACREBLEU else 3):
                    found[tool, key].append(in_new_process("--run", tool, key, name))
    print(
        f"\n{size:,} distinct segments, {texts['words']:.1f} words a line, "
        f"{texts['megabytes']:.1f} MB in all\n"
        f"{'':<14}{'':<10}{'score':>10}{'seconds':>9}{'× ours':>8}{'CPU s':>8}{'× ours':>8}"
        f"{'more MB':>9}"
    )
    best = {each: {name: min(one[name] for one in of) for name in of[0]}
            for each, of in found.items()}  # fmt: skip
    for key in (*keys, "score", "compare"):
        ours = best[OURS, key]
        for tool in (OURS, *others):
            if row := best.get((tool, key)):
                print(
                    f"{key:<14}{tool:<10}{row['score']:>10.4f}{row['seconds']:>9.3f}"
                    f"{row['seconds'] / ours['seconds']:>8.1f}{row['cpu']:>8.2f}"
                    f"{row['cpu'] / ours['cpu']:>8.1f}{row['megabytes']:>9.0f}"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument(
        "--metrics", nargs="+", default=METRIC_KEYS, choices=METRIC_KEYS, metavar="KEY"
    )
    parser.add_argument("--write", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--run", nargs=3, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        folder, size, systems = options.write
        print(json.dumps(write_texts(Path(folder), int(size), int(systems))))
        return
    if options.run:
        tool, key, folder = options.run
        measured = run if key in METRIC_KEYS else run_command
        print(json.dumps(measured(tool, key, Path(folder))))
        return
    others = [name for name in OTHERS if importlib.util.find_spec(name.lower())]
    if BLEUSCORE not in others:
        print("bleuscore is not installed and is left out; pip install bleuscore brings it.")
    packages = [f"{name} {version(name)}" for name in ("numpy", "pyarrow", *map(str.lower, others))]
    print(f"Python {platform.python_version()}, {', '.join(packages)}, {os.cpu_count()} processors")
    for size in options.sizes:
        compare(size, list(options.metrics), others)


if __name__ == "__main__":
    main()
