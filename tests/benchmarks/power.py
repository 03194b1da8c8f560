"""Whether stated power is reached: test sets drawn from real pairs, and tested.

`python -m tests.benchmarks.power --mqm MQM [--ted TED] [--repetitions 1000]` (see `calibration` for
the paths). Each pair is taken for the population: test sets of several sizes are drawn from it,
and the stated power for its Δ, by `power_of` and by a normal approximation, is compared with the
share of test sets on which paired approximate randomization finds a difference. A line per pair.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from statistics import NormalDist

import numpy as np

from bleu_core.metrics.bleu import SegmentStatistics, segment_statistics
from bleu_core.significance import (
    LEVEL,
    jackknife,
    paired_approximate_randomization,
    power_for_units,
)
from bleu_core.significance.resampling import resampling_units
from tests.benchmarks.calibration import read_mqm_texts, read_sets

Pair = tuple[SegmentStatistics, SegmentStatistics]
PAIRS = 12
SEGMENTS, DOCUMENTS = (100, 250, 500), (15, 30, 60)
TRIALS, SAMPLES = 1_000, 2_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mqm", type=Path, required=True)
    parser.add_argument("--ted", type=Path)
    parser.add_argument("--repetitions", type=int, default=1_000)
    options = parser.parse_args()
    print(f"{options.repetitions} test sets of each size; the error of a share is up to "
          f"±{1.96 * math.sqrt(0.25 / options.repetitions):.1%}")  # fmt: skip
    print_table(by_segment(options.mqm), SEGMENTS, options.repetitions)
    if options.ted is not None:
        *_, (name, comparison, documents) = read_sets(options.ted, None)
        pair = resampling_units(comparison.stats_a, comparison.stats_b, documents, 1)
        print_table([(f"{name}, documents", pair)], DOCUMENTS, options.repetitions)


def by_segment(path: Path) -> Iterator[tuple[str, Pair]]:
    """Pairs from nearly equal to clearly different, in units of their standard error."""
    outputs, reference, _ = read_mqm_texts(path)
    systems = {name: segment_statistics(texts, [reference]) for name, texts in outputs.items()}
    pairs = list(combinations(systems, 2))
    sizes = []
    for a, b in pairs:
        delta, error, _ = jackknife(systems[a], systems[b])
        sizes.append(abs(delta) / error)
    order = np.argsort(sizes)
    for i in np.linspace(0.05, 0.9, PAIRS) * len(pairs):
        a, b = pairs[order[int(i)]]
        yield f"{a} – {b}", (systems[a], systems[b])


def print_table(pairs: Iterator[tuple[str, Pair]] | list[tuple[str, Pair]],
                sizes: tuple[int, ...], repetitions: int) -> None:  # fmt: skip
    print(f"\n{'pair':44}{'Δ':>7}" + "".join(f"{n:>8}{'stated':>8}{'normal':>8}" for n in sizes))
    rng, differences = np.random.default_rng(1), []
    for name, (a, b) in pairs:
        delta, error, _ = jackknife(a, b)
        line = f"{name[:43]:44}{delta:>+7.2f}"
        for size in sizes:
            reached = share_significant(a, b, size, repetitions, rng)
            power = power_for_units(a, b, size, SAMPLES)
            stated = power.at(delta) if power else 1.0
            errors = abs(delta) / (error * math.sqrt(len(a.matrix) / size))
            normal = NormalDist().cdf(errors - 1.96) + NormalDist().cdf(-errors - 1.96)
            differences.append([stated - reached, normal - reached])
            line += f"{reached:>8.1%}{stated:>8.1%}{normal:>8.1%}"
        print(line, flush=True)
    largest, mean = np.abs(differences).max(axis=0), np.mean(differences, axis=0)
    print(f"largest difference: stated {largest[0]:.1%}, normal {largest[1]:.1%}; "
          f"mean: stated {mean[0]:+.1%}, normal {mean[1]:+.1%}")  # fmt: skip


def share_significant(
    a: SegmentStatistics, b: SegmentStatistics, size: int, repetitions: int,
    rng: np.random.Generator,
) -> float:  # fmt: skip
    """The share of test sets of `size` units with p < 0.05."""
    found = 0
    for seed in range(repetitions):
        rows = rng.integers(len(a.matrix), size=size)
        test = paired_approximate_randomization(a.subset(rows), b.subset(rows), TRIALS, seed)
        found += test.p_value < LEVEL
    return found / repetitions


if __name__ == "__main__":
    main()
