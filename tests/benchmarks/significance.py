"""Randomization against sacreBLEU's in one run, and its memory: measures, never asserts a time.

    python -m tests.benchmarks.significance [--segments 3004] [--trials 10000] [--large 100000]

Targets: 20 times as fast as sacreBLEU with the same p; at most 300 MB at 100,000 segments.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
from collections.abc import Callable
from typing import TypeVar

import numpy as np
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

from bleu_core import segment_statistics
from bleu_core.ledger import attribute
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap

Result = TypeVar("Result")
REPEATS = 5
SEED = 12345  # sacreBLEU's, unless SACREBLEU_SEED says otherwise


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--segments", type=int, default=3004)
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--large", type=int, default=100_000, help="0 leaves it out")
    options = parser.parse_args()
    if options.large:  # first, because the peak of a process never falls
        measure_memory(options.large, options.trials)
    compare(options.segments, options.trials)


def compare(segments: int, trials: int) -> None:
    a, b, references = texts(segments)
    print(f"\n{segments:,} segments, {trials:,} trials, two systems")

    def tested(number: int) -> float:
        metric = BLEU(references=references)
        test = PairedTest([("A", a), ("B", b)], {"BLEU": metric}, None, "ar", number)
        p_value: float = test()[1]["BLEU"][1].p_value
        return p_value

    def counted() -> tuple[object, object]:
        return segment_statistics(a, references), segment_statistics(b, references)

    (stats_a, stats_b), ours_counting = timed(counted)
    ours, ours_trials = timed(
        lambda: paired_approximate_randomization(stats_a, stats_b, trials, SEED)
    )
    _, theirs_counting = timed(lambda: tested(1), 2)
    theirs, theirs_all = timed(lambda: tested(trials), 2)
    theirs_trials = theirs_all - theirs_counting
    print(f"{'':26}{'BLEUscope':>12}{'sacreBLEU':>12}{'ratio':>8}")
    row("trials alone, s", ours_trials, theirs_trials)
    row("from texts to p, s", ours_counting + ours_trials, theirs_all)
    print(f"{'p':26}{ours.p_value:12.6f}{theirs:12.6f}{ours.p_value == theirs!s:>8}")


def measure_memory(segments: int, trials: int) -> None:
    rng = np.random.default_rng(1)
    a, b, references = texts(2_000)
    rows = rng.integers(0, 2_000, segments)
    stats_a, stats_b = (segment_statistics(x, references).subset(rows) for x in (a, b))
    print(f"{segments:,} segments: time, and memory beyond the statistics")
    work: dict[str, Callable[[], object]] = {
        "ledger": lambda: attribute(stats_a, stats_b),
        f"randomization, {trials:,}": lambda: paired_approximate_randomization(
            stats_a, stats_b, trials
        ),
        "bootstrap, 1,000": lambda: paired_bootstrap(stats_a, stats_b),
    }
    before = peak_megabytes()
    for name, function in work.items():
        _, seconds = timed(function, 1)
        print(f"{name:26}{seconds:10.2f} s{peak_megabytes() - before:10.0f} MB")


def texts(segments: int) -> tuple[list[str], list[str], list[list[str]]]:
    """References of Zipf's words, and two outputs that have some of them wrong or left out."""
    rng = random.Random(segments)
    words = [f"w{rank}" for rank in range(1, 5_000)]
    weights = [1 / rank for rank in range(1, 5_000)]
    references = [rng.choices(words, weights, k=rng.randint(5, 40)) for _ in range(segments)]

    def output(noise: float) -> list[str]:
        return [
            " ".join(word if rng.random() > noise else rng.choice(words[:9]) for word in reference)
            for reference in references
        ]

    return output(0.3), output(0.302), [[" ".join(reference) for reference in references]]


def timed(function: Callable[[], Result], repeats: int = REPEATS) -> tuple[Result, float]:
    """The result, and the shortest of some times."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = function()
        times.append(time.perf_counter() - start)
    return result, min(times)


def row(name: str, ours: float, theirs: float) -> None:
    print(f"{name:26}{ours:12.3f}{theirs:12.3f}{theirs / ours:7.1f}x")


def peak_megabytes() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1e6 if sys.platform == "darwin" else 1e3)


if __name__ == "__main__":
    main()
