"""How often each test finds a difference where there is none, at a nominal 5 %.

    python -m tests.benchmarks.calibration [--repetitions 1000] [--segments 250] [--sample]

The null is made true by exchanging the outputs of A and B at random in every
segment: whatever a test then calls significant is false. A sound test does so in
5 % of the repetitions. Without --sample, every repetition has new, imaginary
statistics; with it, the two systems of sample_data.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from pathlib import Path

import numpy as np

from bleu_core import SegmentStatistics, segment_statistics
from bleu_core.paired_t import block_t_test
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap
from tests.core.random_statistics import random_pair

SAMPLE = Path(__file__).parents[2] / "sample_data" / "apertium"
LEVEL = 0.05
BLOCKS = 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repetitions", type=int, default=1_000)
    parser.add_argument("--segments", type=int, default=250)
    parser.add_argument("--trials", type=int, default=1_000, help="of each test")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sample", action="store_true", help="the systems of sample_data")
    options = parser.parse_args()

    sample = sample_pair() if options.sample else None
    rng = np.random.default_rng(options.seed)
    rejections: dict[str, int] = {}
    for repetition in range(options.repetitions):
        seed = options.seed + repetition
        pair = exchanged(*(sample or random_pair(seed, options.segments)), rng)
        for name, rejected in verdicts(*pair, options.trials, seed).items():
            rejections[name] = rejections.get(name, 0) + rejected

    segments = len(sample[0]) if sample else options.segments
    print(f"{options.repetitions:,} repetitions, {segments:,} segments, {options.trials:,} trials")
    print(f"{'rejected a true null at 5 %':44}{'rate':>8}{'± 1.96 s.e.':>14}")
    for name, count in rejections.items():
        rate = count / options.repetitions
        error = 1.96 * math.sqrt(rate * (1 - rate) / options.repetitions)
        print(f"{name:44}{rate:8.1%}{error:14.1%}")


def verdicts(a: SegmentStatistics, b: SegmentStatistics, trials: int, seed: int) -> dict[str, bool]:
    bootstrap = paired_bootstrap(a, b, trials, seed)
    found = {
        "approximate randomization": paired_approximate_randomization(a, b, trials, seed).p_value
        <= LEVEL,
        "bootstrap, centred p": bootstrap.p_value <= LEVEL,
        "bootstrap, 95 % interval without 0": not bootstrap.ci_low <= 0 <= bootstrap.ci_high,
        "sacreBLEU's bootstrap p": bootstrap.sacrebleu_p_value <= LEVEL,
    }
    if len(a) >= BLOCKS:
        test = block_t_test(a, b, BLOCKS)
        found["paired t on 20 blocks, two-sided"] = abs(test.t) >= test.critical
        found["the same, the paper's limit (t ≥ 1.7)"] = abs(test.t) >= 1.7
    return found


def exchanged(
    a: SegmentStatistics, b: SegmentStatistics, rng: np.random.Generator
) -> tuple[SegmentStatistics, SegmentStatistics]:
    swap = rng.integers(2, size=(len(a), 1), dtype=bool)
    first, second = np.where(swap, b.matrix, a.matrix), np.where(swap, a.matrix, b.matrix)
    return replace(a, matrix=first), replace(b, matrix=second)


def sample_pair() -> tuple[SegmentStatistics, SegmentStatistics]:
    a, b, *references = (
        (SAMPLE / name).read_text(encoding="utf-8").split("\n")[:-1]
        for name in (
            "apertium-direct.en",
            "apertium-pivot.en",
            "reference-1.en",
            "reference-2.en",
        )
    )
    return segment_statistics(a, references), segment_statistics(b, references)


if __name__ == "__main__":
    main()
