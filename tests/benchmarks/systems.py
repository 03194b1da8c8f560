"""Many systems at once: every pair against sacreBLEU in one run, time and memory; asserts nothing.

    python -m tests.benchmarks.systems [--segments 3004] [--systems 16] [--large 100000]

Targets: all pairs 60 times as fast as sacreBLEU with the same p, at most 500 MB; the statistics
of 16 systems at most 9 times those of one; 16 × 100,000 segments at most 3 GB. sacreBLEU tests a
few pairs, and what they take is multiplied. Each part has a process of its own, because the
peak of a process never falls; CPU time stands beside the time that passed, as on a busy machine
it says more.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import combinations, islice
from multiprocessing import get_context
from typing import TypeVar

from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

from bleu_core import BleuConfig, EvalSet, ScoredSystems, rank_systems
from bleu_core.bleu import statistics_of
from tests.benchmarks.core import peak_megabytes, segments

Result = TypeVar("Result")
MEASURED_PAIRS = 3
REPEATS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--segments", type=int, default=3004)
    parser.add_argument("--systems", type=int, default=16)
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--large", type=int, default=100_000, help="0 leaves it out")
    options = parser.parse_args()
    given = options.segments, options.systems
    work: list[tuple[Callable[..., None], tuple[int, ...]]] = [
        (measure_statistics, given),
        (measure_ranking, (*given, options.trials)),
        (compare, (*given, options.trials)),
    ]
    if options.large:
        work.append((measure_ranking, (options.large, options.systems, options.trials)))
    for function, arguments in work:
        process = get_context("spawn").Process(target=function, args=arguments)
        process.start()
        process.join()


def measure_statistics(size: int, systems: int) -> None:
    """K systems in one pass, beside one."""
    outputs, references = texts(size, systems)
    config = BleuConfig()
    rows = [
        timed(lambda number=number: statistics_of(outputs[:number], references, config), REPEATS)
        for number in (1, systems)
    ]
    (_, one, cpu_one), (_, many, cpu_many) = rows
    print(f"\n{size:,} segments, statistics\n{'':28}{'seconds':>10}{'CPU s':>10}")
    show("one system", one, cpu_one)
    show(f"{systems} systems", many, cpu_many)
    show("ratio", many / one, cpu_many / cpu_one)


def measure_ranking(size: int, systems: int, trials: int) -> None:
    """Counting and ranking, with the peak of memory after each."""
    outputs, references = texts(size, systems)
    data = EvalSet({f"system {k}": lines for k, lines in enumerate(outputs)}, references)
    del outputs, references
    before = peak_megabytes()
    counted, *counting = timed(lambda: ScoredSystems.of(data))
    after = peak_megabytes()
    stats = list(counted.statistics.values())
    ranking, *testing = timed(lambda: rank_systems(stats, counted.names, trials=trials))
    print(f"\n{size:,} segments, {systems} systems, {len(ranking.pairs)} pairs, {trials:,} trials")
    print(f"{'':28}{'seconds':>10}{'CPU s':>10}{'peak MB':>10}")
    print(f"{'texts':48}{before:10.0f}")
    show("counting", *counting, after)
    show("ranking", *testing, peak_megabytes())


def compare(size: int, systems: int, trials: int) -> None:
    """All pairs, beside some of sacreBLEU's."""
    outputs, references = texts(size, systems)
    names = [f"system {k}" for k in range(systems)]
    stats = statistics_of(outputs, references, BleuConfig())
    ranking, *ours = timed(lambda: rank_systems(stats, names, trials=trials, samples=1), REPEATS)
    pairs = list(combinations(range(systems), 2))[:: max(1, len(ranking.pairs) // MEASURED_PAIRS)]

    def tested(i: int, j: int) -> float:
        some = [(names[k], outputs[k]) for k in (i, j)]
        metric = {"BLEU": BLEU(references=references)}
        p_value: float = PairedTest(some, metric, None, "ar", trials)()[1]["BLEU"][1].p_value
        return p_value

    theirs = [timed(lambda pair=pair: tested(*pair)) for pair in pairs]
    wall, cpu = (
        sum(times) / len(pairs) * len(ranking.pairs)
        for times in zip(*(times for _, *times in theirs), strict=True)
    )
    equal = [p == ranking.pair(names[i], names[j]).p_value
             for (p, *_), (i, j) in zip(theirs, pairs, strict=True)]  # fmt: skip
    print(
        f"\n{size:,} segments, randomization of all {len(ranking.pairs)} pairs, {trials:,} trials"
    )
    print(f"{'':28}{'seconds':>10}{'CPU s':>10}")
    show("BLEUscope", *ours)
    show(f"sacreBLEU, from {len(pairs)} pairs", wall, cpu)
    show("ratio", wall / ours[0], cpu / ours[1])
    print(f"p of these pairs equal: {all(equal)} ({', '.join(f'{p:.5f}' for p, *_ in theirs)})")


def texts(size: int, systems: int) -> tuple[list[list[str]], list[list[str]]]:
    """K outputs of lines of some 24 words, and one stream of references."""
    reference, *outputs = map(list, zip(*islice(segments(systems), size), strict=True))
    return outputs, [reference]


def timed(function: Callable[[], Result], repeats: int = 1) -> tuple[Result, float, float]:
    """The result; the shortest of some times, and the CPU time of that run."""
    times = []
    for _ in range(repeats):
        start, cpu = time.perf_counter(), time.process_time()
        result = function()
        times.append((time.perf_counter() - start, time.process_time() - cpu))
    return result, *min(times)


def show(name: str, *numbers: float) -> None:
    print(f"{name:28}" + "".join(f"{number:10.2f}" for number in numbers))


if __name__ == "__main__":
    main()
