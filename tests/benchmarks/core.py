"""How fast the core is, beside sacreBLEU, bleuscore and `wc -w`; run by hand.

    python tests/benchmarks/core.py              3,004 and 100,000 segments
    python tests/benchmarks/core.py --million    1,000,000 segments, two systems, one reference

What is measured is the whole way from lists of strings to the corpus score,
tokenization and the statistics of every segment included. Every run has a
process of its own: sacreBLEU keeps the last 65,536 tokenized lines, so that a
second run in the same process would be timed without its tokenizer. No line
occurs twice, for the same reason. It prints; it asserts nothing about time.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
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

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "sample_data" / "apertium"
SIZES = (3_004, 100_000)
TYPES = 200_000
SEED = 2002
CHUNK = 50_000

Result = dict[str, Any]


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
    """Files reference, system-1 … in the folder."""
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


def score_with_ours(hypotheses: list[str], references: list[str]) -> Result:
    from bleu_core import segment_statistics

    statistics = segment_statistics(hypotheses, [references])
    score = statistics.corpus()
    assert len(statistics.counts) == len(hypotheses)
    return {"score": score.score, "counts": score.counts, "totals": score.totals}


def score_with_sacrebleu(hypotheses: list[str], references: list[str]) -> Result:
    from sacrebleu.metrics import BLEU

    score = BLEU(force=True).corpus_score(hypotheses, [references])
    return {"score": score.score, "counts": score.counts, "totals": score.totals}


def score_with_bleuscore(hypotheses: list[str], references: list[str]) -> Result:
    import bleuscore

    lists = [[reference] for reference in references]
    score = bleuscore.compute(lists, hypotheses, max_order=4, ref_len_method="closest")
    return {"score": 100 * score["bleu"]}


TOOLS: dict[str, Callable[[list[str], list[str]], Result]] = {
    "BLEUscope": score_with_ours,
    "sacreBLEU": score_with_sacrebleu,
    "bleuscore": score_with_bleuscore,
}


def peak_megabytes() -> float:
    unit = 1 if platform.system() == "Darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def measure(tool: str, folder: Path) -> Result:
    hypotheses, references = read_texts(folder / "system-1"), read_texts(folder / "reference")
    score = TOOLS[tool]
    score(["Imports are not to be timed."], ["Imports, they are not timed."])
    before = peak_megabytes()
    start, cpu = time.perf_counter(), time.process_time()
    result = score(hypotheses, references)
    seconds, cpu = time.perf_counter() - start, time.process_time() - cpu
    return result | {"seconds": seconds, "cpu": cpu, "before": before, "peak": peak_megabytes()}


def measure_million(folder: Path) -> Result:
    from bleu_core import Comparison, EvalSet

    shown = [-1]

    def progress(part: float) -> None:
        if int(part * 100) > shown[-1]:
            shown.append(int(part * 100))
            print(f"\r{shown[-1]:3d} %", end="", file=sys.stderr, flush=True)

    start = time.perf_counter()
    evalset = EvalSet(
        {"one": read_texts(folder / "system-1"), "two": read_texts(folder / "system-2")},
        [read_texts(folder / "reference")],
    )
    loaded, before = time.perf_counter() - start, peak_megabytes()
    start = time.perf_counter()
    comparison = Comparison.of(evalset, progress=progress)
    scores = [comparison.score_a.score, comparison.score_b.score]
    seconds = time.perf_counter() - start
    print(file=sys.stderr)
    return {
        "loaded": loaded,
        "before": before,
        "seconds": seconds,
        "peak": peak_megabytes(),
        "scores": scores,
        "calls": len(shown) - 1,
    }


# --- All together --------------------------------------------------------------------------


def in_new_process(*arguments: object, of: str = __file__) -> Result:
    """What this script, or another, prints with these arguments.

    Texts are written this way too, because a process is told the peak memory of
    the one that started it as its own, where that is larger.
    """
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    run = subprocess.run(
        [sys.executable, of, *map(str, arguments)],
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        check=True,
    )
    return json.loads(run.stdout)


def best(tool: str, folder: Path, times: int) -> Result:
    runs = [in_new_process("--measure", tool, folder) for _ in range(times)]
    return min(runs, key=lambda run: run["seconds"])


def word_count_seconds(folder: Path, times: int = 3) -> float:
    seconds = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run(
            ["wc", "-w", *sorted(folder.iterdir())], check=True, stdout=subprocess.DEVNULL
        )
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def agreement(ours: Result, other: Result) -> str:
    if "counts" in other:
        same = all(ours[part] == other[part] for part in ("score", "counts", "totals"))
        return "equal: score, counts, totals" if same else "DIFFERENT"
    difference = abs(ours["score"] - other["score"])
    return f"score differs by {difference:.2g}"


def compare(size: int, tools: list[str]) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = in_new_process("--write", folder, size, 1)
        few = size < 10_000
        runs = {t: best(t, folder, 1 if t == "sacreBLEU" and not few else 3) for t in tools}
        counting = word_count_seconds(folder)
    ours = runs["BLEUscope"]
    print(
        f"\n{size:,} distinct segments, {texts['words']:.1f} words a line, "
        f"{texts['megabytes']:.1f} MB in all; BLEU {ours['score']:.2f}\n"
        f"{'':<11}{'seconds':>9}{'× ours':>8}{'CPU s':>8}{'peak MB':>9}{'texts MB':>10}   result"
    )
    for tool, run in runs.items():
        result = "" if tool == "BLEUscope" else agreement(ours, run)
        print(
            f"{tool:<11}{run['seconds']:>9.3f}{run['seconds'] / ours['seconds']:>8.1f}"
            f"{run['cpu']:>8.2f}{run['peak']:>9.0f}{run['before']:>10.0f}   {result}"
        )
    print(
        f"{'wc -w':<11}{counting:>9.3f}   ours takes {ours['seconds'] / counting:.1f} times as long"
    )


def compare_million(size: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"Writing {size:,} segments …", file=sys.stderr)
        texts = in_new_process("--write", folder, size, 2)
        run = in_new_process("--measure-million", folder)
    print(
        f"\n{size:,} distinct segments, two systems, one reference, "
        f"{texts['words']:.1f} words a line, {texts['megabytes']:.0f} MB in all\n"
        f"files to EvalSet {run['loaded']:.1f} s, peak {run['before']:,.0f} MB\n"
        f"Comparison.of {run['seconds']:.1f} s, peak {run['peak']:,.0f} MB, progress shown "
        f"{run['calls']} times; BLEU {run['scores'][0]:.2f} and {run['scores'][1]:.2f}"
    )


def print_versions(*packages: str) -> None:
    versions = ", ".join(f"{package} {version(package)}" for package in packages)
    print(f"Python {platform.python_version()}, {versions}, {os.cpu_count()} processors")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--million", action="store_true", help="1,000,000 segments, two systems")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--write", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--measure-million", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        folder, size, systems = options.write
        print(json.dumps(write_texts(Path(folder), int(size), int(systems))))
        return
    if options.measure:
        print(json.dumps(measure(options.measure[0], Path(options.measure[1]))))
        return
    if options.measure_million:
        print(json.dumps(measure_million(Path(options.measure_million))))
        return
    tools = ["BLEUscope", "sacreBLEU"]
    if importlib.util.find_spec("bleuscore"):
        tools.append("bleuscore")
    else:
        print("bleuscore is not installed and is left out; pip install bleuscore brings it.")
    print_versions("numpy", "pyarrow", "sacrebleu", *tools[2:])
    if options.million:
        compare_million(1_000_000)
        return
    for size in options.sizes:
        compare(size, tools)


if __name__ == "__main__":
    main()
