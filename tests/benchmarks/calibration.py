"""How often the tests find a difference where there is none, and how often the interval has Δ.

    python -m tests.benchmarks.calibration [--ted FOLDER] [--mqm FILE] [--repetitions 400]

What it last printed is in calibration.txt beside this file. All on statistics of real outputs:
the sample of the repository; with --ted, a folder of phrase-based.eng, neural.eng and
reference.eng; with --mqm, a table of annotated outputs (columns system, doc, seg_id, target), of
which the two systems with the closest scores are taken. Outputs are cut into documents of 23
consecutive lines, a document of the table or sample never across its end.

Rejections: outputs of A and B change places at random, so that whatever a test calls significant
is false; a sound test does so in 5%. Segments that are exchanged one by one are independent.
Documents that are exchanged whole stay as much alike within as they are; where Δ is large, as
in the sample, more so, because all segments of a document then have Δ or −Δ.

Coverage: documents are drawn with replacement from the whole set; how often the 95% CI
has the Δ of the whole set.
"""

import argparse
import csv
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bleu_core import Comparison, EvalSet, SegmentStatistics
from bleu_core.segments.slices import slice_by
from bleu_core.significance import (
    LEVEL,
    Bootstrap,
    paired_approximate_randomization,
    paired_bootstrap,
)
from bleu_core.significance.comparison_tests import block_t_test

Pair = tuple[SegmentStatistics, SegmentStatistics]
Ints = NDArray[np.int64]
SAMPLE = Path(__file__).parents[2] / "sample_data" / "apertium"
LINES = 23  # of a document
DOCUMENTS = (6, 10, 20, 30, 50, 87)
SEGMENTS = (10, 20, 30, 250)
REPEATS, FEWER = 1_000, 400  # trials and samples of each test; where segments are many


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ted", type=Path)
    parser.add_argument("--mqm", type=Path)
    parser.add_argument("--repetitions", type=int, default=400)
    options = parser.parse_args()
    number = options.repetitions
    print(f"{number} repetitions: ± {1.96 * math.sqrt(0.05 * 0.95 / number):.1%} at 5%")
    sets = list(read_sets(options.ted, options.mqm))
    for name, comparison, documents in sets:
        title = f"{name}, {documents.max() + 1} documents, Δ {comparison.delta:+.2f}"
        by_document(title, comparison, documents, number)
    name, comparison, _ = sets[-1]
    by_segment(name, comparison, number)
    by_slice(name, comparison, number)


def by_document(title: str, comparison: Comparison, documents: Ints, repetitions: int) -> None:
    """Documents drawn from the set: rejections when they are exchanged, and coverage."""
    print(f"\n{title}: documents exchanged whole, and drawn")
    heads = ["rejected, by segment", "rejected, by document", "interval has Δ"]
    print(" " * 16 + "".join(f"{head:>30}" for head in heads))
    heads = ["random.", "boot. p", "interval"] * 2 + ["segments", "plain", "documents"]
    print(f"{'documents':>16}" + "".join(f"{head:>10}" for head in heads), flush=True)
    members = [np.flatnonzero(documents == number) for number in range(documents.max() + 1)]
    rng = np.random.default_rng(1)
    for number in DOCUMENTS:
        found = []
        for seed in range(repetitions):
            drawn = rng.integers(len(members), size=number)
            rows = np.concatenate([members[i] for i in drawn])
            clusters = np.repeat(np.arange(number), [len(members[i]) for i in drawn])
            pair = comparison.stats_a.subset(rows), comparison.stats_b.subset(rows)
            null = exchanged(pair, rng.integers(2, size=number, dtype=bool)[clusters])
            segments = paired_bootstrap(*pair, FEWER, seed)
            whole = paired_bootstrap(*pair, REPEATS, seed, clusters=clusters)
            low, high = np.percentile(whole.deltas, [2.5, 97.5])
            found.append([
                *rejections(null, seed, FEWER, None),
                *rejections(null, seed, REPEATS, clusters),
                covers(segments, comparison.delta),
                low <= comparison.delta <= high,
                covers(whole, comparison.delta),
            ])  # fmt: skip
        print_row(f"{number}", found)


def by_segment(name: str, comparison: Comparison, repetitions: int) -> None:
    """Segments drawn without replacement and exchanged one by one."""
    print(f"\n{name}: segments exchanged one by one, rejected at 5%")
    heads = ["random.", "boot. p", "interval", "sacreBLEU", "paired t"]
    print(f"{'segments':>16}" + "".join(f"{head:>10}" for head in heads), flush=True)
    rng = np.random.default_rng(2)
    for number in SEGMENTS:
        found = []
        for seed in range(repetitions):
            rows = rng.choice(len(comparison), number, replace=False)
            pair = comparison.stats_a.subset(rows), comparison.stats_b.subset(rows)
            null = exchanged(pair, rng.integers(2, size=number, dtype=bool))
            theirs = paired_bootstrap(*null, REPEATS, seed).sacrebleu_p_value <= LEVEL
            t = block_t_test(*null)[1] <= LEVEL if number >= 20 else math.nan
            found.append([*rejections(null, seed, REPEATS, None), theirs, t])
        print_row(f"{number}", found)


def by_slice(name: str, comparison: Comparison, repetitions: int) -> None:
    """Segments exchanged one by one; in how many runs any slice has an interval without 0."""
    print(f"\n{name}: segments exchanged one by one, runs with a slice whose interval lacks 0")
    heads = ["plain", "slices'"]
    print(f"{'slices':>16}" + "".join(f"{head:>10}" for head in heads), flush=True)
    rng = np.random.default_rng(3)
    size = len(comparison)
    columns = {f"{n} parts": [str(i * n // size) for i in range(size)] for n in (4, 10, 50)}
    evalset = replace(comparison.evalset, metadata=columns)
    for how in [*columns, "reference length", "rarity", "sentence BLEU"]:
        found = []
        for seed in range(repetitions):
            null = exchanged((comparison.stats_a, comparison.stats_b), rng.random(size) < 0.5)
            made = replace(comparison, evalset=evalset, stats_a=null[0], stats_b=null[1])
            slices = [part for part in slice_by(made, how) if part.ci_low is not None]
            plain = [
                paired_bootstrap(*(s.subset(part.rows) for s in null), 200, seed) for part in slices
            ]
            found.append([
                any(not covers(one, 0) for one in plain),
                any(not part.ci_low <= 0 <= part.ci_high for part in slices),
            ])  # fmt: skip
        print_row(f"{how}", found)


def rejections(null: Pair, seed: int, repeats: int, clusters: Ints | None) -> list[bool]:
    """Randomization, the bootstrap's p, and its interval without 0."""
    test = paired_approximate_randomization(*null, repeats, seed, clusters=clusters)
    interval = paired_bootstrap(*null, repeats, seed, clusters=clusters)
    return [test.p_value <= LEVEL, interval.p_value <= LEVEL, not covers(interval, 0)]


def covers(interval: Bootstrap, delta: float) -> bool:
    return interval.ci_low <= delta <= interval.ci_high


def exchanged(pair: Pair, swap: NDArray[np.bool_]) -> Pair:
    """A and B with their outputs exchanged in some segments."""
    a, b = pair
    first, second = (
        np.where(swap[:, None], other.matrix, one.matrix) for one, other in ((a, b), (b, a))
    )
    return replace(a, matrix=first), replace(b, matrix=second)


def print_row(label: str, found: Sequence[Sequence[float]]) -> None:
    rates = np.mean(found, axis=0)
    cells = ["–" if math.isnan(rate) else f"{rate:.1%}" for rate in rates]
    print(f"{label:>16}" + "".join(f"{cell:>10}" for cell in cells), flush=True)


def read_sets(ted: Path | None, mqm: Path | None) -> Iterator[tuple[str, Comparison, Ints]]:
    """Name, comparison, and (S,) the document of each segment."""
    a, b, *references, names = (
        lines(SAMPLE / f"{name}")
        for name in (
            "apertium-direct.en", "apertium-pivot.en", "reference-1.en", "reference-2.en",
            "documents.txt",
        )
    )  # fmt: skip
    yield "sample", compare(a, b, references), runs(names)
    if mqm is not None:
        yield from read_mqm(mqm)
    if ted is not None:
        a, b, reference = (
            lines(ted / f"{name}.eng") for name in ("phrase-based", "neural", "reference")
        )
        yield "TED", compare(a, b, [reference]), runs([""] * len(a))


def read_mqm(path: Path) -> Iterator[tuple[str, Comparison, Ints]]:
    outputs, reference, names = read_mqm_texts(path)
    pairs = [compare(outputs[a], outputs[b], [reference]) for a, b in combinations(outputs, 2)]
    yield "MQM", min(pairs, key=lambda pair: abs(pair.delta)), runs(names)


def read_mqm_texts(path: Path) -> tuple[dict[str, list[str]], list[str], list[str]]:
    """The outputs by system, the reference, and the document of each segment."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    texts = {(r["system"], int(r["seg_id"])): re.sub("</?v>", "", r["target"]) for r in rows}
    names = {int(r["seg_id"]): r["doc"] for r in rows}
    segments = sorted(names)
    outputs = {
        system: [texts[system, i] for i in segments] for system in sorted({s for s, _ in texts})
    }
    reference = outputs.pop("ref")
    return outputs, reference, [names[i] for i in segments]


def runs(names: Sequence[str]) -> Ints:
    """(S,) documents of 23 consecutive lines of one name; the last of a name may be shorter."""
    numbers, name, length = [], None, 0
    for other in names:
        length = length + 1 if other == name else 1
        new = other != name or length > LINES
        numbers.append(new)
        name, length = other, 1 if new else length
    return np.cumsum(numbers) - 1


def compare(a: list[str], b: list[str], references: list[list[str]]) -> Comparison:
    return Comparison.of(EvalSet({"a": a, "b": b}, references))


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


if __name__ == "__main__":
    main()
