"""How long the parts of an analysis take, and what memory; some beside sacreBLEU. Run by hand.

    python -m tests.benchmarks.parts                             all, at their usual sizes
    python -m tests.benchmarks.parts comparison --sizes 1000000

The parts: columns, comparison, finder, marks, ngrams, significance, systems. Each has a process
of its own at each size, because the peak of a process never falls; CPU seconds stand beside those
that passed, as on a busy machine they say more. Texts are those that core.py makes, for the finder
those of `finder_data`; its figures of the last run are in finder.txt. It prints; it asserts nothing
of time.

Targets. Significance: 20 times as fast as sacreBLEU with the same p; at most 300 MB at 100,000
segments. Systems: all pairs of 16 systems 60 times as fast with the same p; their statistics at
most 9 times those of one; at most 500 MB, and 3 GB at 100,000 segments. Inside: 13 × 529 outputs in
at most 3 s; what is chosen anew in at most 0.2 s.
"""

import argparse
import tempfile
from collections.abc import Callable
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter, process_time
from typing import TypeVar

import numpy as np
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

from bleu_core import BleuConfig, Comparison, EvalSet, ScoredSystems, attribute, rank_systems
from bleu_core.explain.concordance import concordance
from bleu_core.explain.ngram_families import find_causes
from bleu_core.explain.ngrams import evidence
from bleu_core.metrics.bleu import statistics_of
from bleu_core.people.ngram_vs_marks import count_ngrams_vs_marks
from bleu_core.segments.columns import table_of
from bleu_core.segments.finder import find_slices
from bleu_core.segments.finder.search import search_conjunctions
from bleu_core.segments.marks import Mark, Rating
from bleu_core.significance import paired_approximate_randomization, paired_bootstrap
from tests.benchmarks.core import in_new_process, peak_megabytes, read_texts
from tests.benchmarks.finder_data import made

Result = TypeVar("Result")
Lines = list[list[str]]
REPEATS = 5
SYSTEMS, OF_PEOPLE = 16, 13
TRIALS = 10_000
# sacreBLEU tests a few pairs, and what they take is multiplied; beyond so many segments, none.
MEASURED_PAIRS, BESIDE = 3, 10_000


def texts(size: int, systems: int) -> tuple[Lines, Lines]:
    """K outputs of lines of some 24 words, and one stream of references."""
    with tempfile.TemporaryDirectory() as name:
        in_new_process("--write", name, size, systems)
        names = [f"system-{number}" for number in range(1, systems + 1)]
        reference, *outputs = (read_texts(Path(name, one)) for one in ("reference", *names))
    return outputs, [reference]


def timed(name: str, work: Callable[[], Result], repeats: int = 1) -> tuple[Result, float, float]:
    """The result, the shortest of some times and the CPU time of that run, which are printed."""
    times = []
    for _ in range(repeats):
        start, cpu = perf_counter(), process_time()
        result = work()
        times.append((perf_counter() - start, process_time() - cpu))
    seconds, cpu = min(times)
    peak = peak_megabytes()
    print(f"  {name:<44}{seconds:>10.3f} s{cpu:>10.3f} CPU s{peak:>8.0f} MB", flush=True)
    return result, seconds, cpu


def columns(size: int) -> None:
    """Each column of a segment: two systems, a source, two references."""
    (a, b, other), (reference,) = texts(size, 3)
    data = EvalSet(
        {"A": a, "B": b},
        [reference, other],
        source=[f"{line}?" if i % 7 else f"({line}) 17" for i, line in enumerate(reference)],
        documents=[f"document {i // 30}" for i in range(size)],
        metadata={"kind": [("news", "talk", "chat")[i % 3] for i in range(size)]},
    )
    table = table_of(Comparison.of(data))
    _ = table.comparison.sentence_deltas, table.comparison.ledger  # what every screen has already
    took = {}
    for name, column in table.columns.items():
        if not column.missing:
            start = perf_counter()
            table.values(name)
            took[name] = perf_counter() - start
    print(f"  {len(took)} columns in {sum(took.values()):.2f} s; of these")
    for name in sorted(took, key=lambda one: -took[one])[:12]:
        print(f"    {took[name]:6.3f} s  {name}")
    print(f"    {np.median(list(took.values())) * 1000:6.3f} ms  the median")


def comparison(size: int) -> None:
    outputs, references = texts(size, 2)
    work = "from lists to an EvalSet"
    data, *_ = timed(work, lambda: EvalSet(dict(zip("AB", outputs, strict=True)), references))
    made, *_ = timed("comparing", lambda: Comparison.of(data))
    print(f"    BLEU {made.score_a.score:.2f} and {made.score_b.score:.2f}")


def finder(size: int) -> None:
    """The slice finder, and its search alone, of as many conditions as there may be."""
    base, rng = made(3_004), np.random.default_rng(1)
    rows = np.arange(size) if size == len(base) else rng.integers(len(base), size=size)
    table = table_of(base.part(rows))
    timed("columns and single conditions", lambda: find_slices(table, depth=1))
    found, *_ = timed("all", lambda: find_slices(table))
    print(f"    {found.conditions} conditions, {found.conjunctions} conjunctions")
    rng, conditions = np.random.default_rng(2), 500
    often = np.where(np.arange(conditions) % 3, 0.1, 0.25)
    masks, points = rng.random((size // 2, conditions)) < often, rng.normal(0, 1, size // 2)
    for depth in (2, 3):
        name = f"search alone, {size // 2:,} segments, up to {depth}"
        seen, *_ = timed(name, lambda depth=depth: search_conjunctions(masks, points, 30, depth))
        print(f"    {seen.looked_at} conjunctions of {conditions} conditions")


def marks(size: int) -> None:
    """What BLEU credits against what people marked: in each output a mark over three words."""

    def mark(line: str, number: int) -> Mark:
        words = line.split()
        first = number % max(1, len(words) - 3)
        start = len(" ".join(words[:first])) + (first > 0)
        return Mark("Style", "minor", start, start + len(" ".join(words[first : first + 3])))

    outputs, references = texts(size, OF_PEOPLE)
    named = {f"system {k}": lines for k, lines in enumerate(outputs)}
    ratings = [
        Rating(i, name, "a script", (mark(line, i),))
        for name, lines in named.items()
        for i, line in enumerate(lines)
    ]
    data = EvalSet(named, references)
    timed("counting", lambda: count_ngrams_vs_marks(data, BleuConfig(), ratings), REPEATS)


def ngrams(size: int) -> None:
    """The n-gram evidence, and what a click on it costs."""
    (a, b), references = texts(size, 2)
    documents = [f"document {i // 30}" for i in range(size)]
    both = Comparison.of(EvalSet({"A": a, "B": b}, references, documents=documents))
    table, *_ = timed("evidence", lambda: evidence(both, both.ledger.per_match))
    timed("folding", table.points_with_folded)
    timed("families that stand out", lambda: find_causes(both, table))
    rows, *_ = timed("rows of matched", table.rows)
    timed("rows of over-produced by A", lambda: table.rows("over-produced by A"))
    by = "points_with_folded"
    ordered, *_ = timed("order by points", lambda: table.order_by(by, rows=rows))
    timed("texts of 50 rows", lambda: table.texts(ordered[:50]))
    timed("search", lambda: table.rows(text="the "))
    common = table.texts(table.order_by("count_a", descending=True)[:1])[0].as_py()
    work = "concordance of the commonest"
    timed(work, lambda: concordance(table.corpus, common).groups())
    orders = np.bincount(table.counts.order)[1:].tolist()
    print(f"    {len(table):,} rows, by order {orders}; {len(rows):,} of them shown first")


def significance(size: int) -> None:
    """Two systems: ledger, randomization, bootstrap; randomization beside sacreBLEU's."""
    outputs, references = texts(size, 2)
    counted, *ours = timed("statistics", lambda: statistics_of(outputs, references, BleuConfig()))
    timed("ledger", lambda: attribute(*counted))
    work = f"randomization, {TRIALS:,} trials"
    test, *trials = timed(work, lambda: paired_approximate_randomization(*counted, TRIALS), REPEATS)
    timed("bootstrap, 1,000 samples", lambda: paired_bootstrap(*counted))
    if size <= BESIDE:
        p, seconds, cpu = timed("sacreBLEU, from texts to p", lambda: p_of(outputs, references))
        _, counting, _ = timed("sacreBLEU, one trial", lambda: p_of(outputs, references, 1))
        wall, by_cpu = seconds / (ours[0] + trials[0]), cpu / (ours[1] + trials[1])
        alone = (seconds - counting) / trials[0]
        print(f"    {wall:.1f} × as fast, {by_cpu:.1f} × by CPU, trials alone {alone:.1f} ×")
        print(f"    p {test.p_value:.6f} and {p:.6f}")


def p_of(outputs: Lines, references: Lines, trials: int = TRIALS) -> float:
    metric = {"BLEU": BLEU(references=references)}
    found = PairedTest(list(zip("AB", outputs, strict=True)), metric, None, "ar", trials)()
    p_value: float = found[1]["BLEU"][1].p_value
    return p_value


def systems(size: int) -> None:
    """Many systems in one pass, beside one; their ranking; some pairs beside sacreBLEU's."""
    outputs, references = texts(size, SYSTEMS)
    config, names = BleuConfig(), [f"system {k}" for k in range(SYSTEMS)]
    _, one, _ = timed("statistics of one", lambda: statistics_of(outputs[:1], references, config))
    stats, many, _ = timed(
        f"statistics of {SYSTEMS}", lambda: statistics_of(outputs, references, config)
    )
    print(f"    {many / one:.1f} × one")
    data = EvalSet(dict(zip(names, outputs, strict=True)), references)
    timed("the same, of an EvalSet", lambda: ScoredSystems.of(data))
    ranking, *_ = timed("ranking", lambda: rank_systems(stats, names, trials=TRIALS))
    number = len(ranking.pairs)
    work = f"randomization of {number} pairs"
    _, *ours = timed(work, lambda: rank_systems(stats, names, trials=TRIALS, samples=1))
    if size > BESIDE:
        return
    theirs, equal = np.zeros(2), []
    pairs = list(combinations(range(SYSTEMS), 2))[:: max(1, number // MEASURED_PAIRS)]
    for i, j in pairs:
        pair = [outputs[i], outputs[j]]
        p, *took = timed("sacreBLEU, a pair", lambda pair=pair: p_of(pair, references))
        theirs += np.array(took) * number / len(pairs)
        equal.append(p == ranking.pair(names[i], names[j]).p_value)
    seconds, cpu = theirs / ours
    print(f"    {seconds:.0f} × as fast, {cpu:.0f} × by CPU; p of these pairs equal: {all(equal)}")


USUAL: dict[Callable[[int], None], tuple[int, ...]] = {
    columns: (3_000, 100_000),
    comparison: (100_000,),
    finder: (3_004, 100_000),
    marks: (529,),
    ngrams: (3_000, 100_000),
    significance: (3_004, 100_000),
    systems: (3_004, 100_000),
}
PARTS = {part.__name__: part for part in USUAL}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--sizes", type=int, nargs="+", metavar="N")
    options = parser.parse_args()
    for name in options.parts or PARTS:
        for size in options.sizes or USUAL[PARTS[name]]:
            print(f"\n{name}, {size:,} segments", flush=True)
            process = get_context("spawn").Process(target=PARTS[name], args=(size,))
            process.start()
            process.join()


if __name__ == "__main__":
    main()
