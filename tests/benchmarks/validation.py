"""What the core computes against independent oracles: on what, how often, the worst error.

    python -m tests.benchmarks.validation [--texts FOLDER] [--corpora 1000] [--seed 1]
        > docs/explanation/validation.md

On sample_data, on generated texts that are meant to break things, and with --texts
on any folder of text files with one segment a line: files whose names begin with
"reference" are the references, those with "source" or "document" are left out, and
the first two of the others are A and B. Prints a table in Markdown; says on standard
error where oracle and core differ, and exits with 1 then. The oracles are sacreBLEU,
scipy, and the formulas written out in tests/core/reference_exact.py.
"""

import argparse
import logging
import os
import platform
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from itertools import product
from pathlib import Path

import numpy as np
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest
from scipy.stats import binomtest, false_discovery_control

from bleu_core import BleuConfig, SegmentStatistics, attribute
from bleu_core.common.version import __version__
from bleu_core.explain.matching import match_segment
from bleu_core.explain.ngrams import evidence
from bleu_core.significance import (
    paired_approximate_randomization,
    paired_bootstrap,
    sacrebleu_bootstrap_p,
)
from bleu_core.significance.robustness import robustness_grid
from bleu_core.text.config import SMOOTHING
from tests.benchmarks.validation_texts import (
    TOKENIZERS,
    Texts,
    beyond,
    folder,
    known,
    nasty,
    sample,
)
from tests.core import reference_exact as exact

# Rounding in floating point; what is a whole number, or computed alike, is to be equal.
ROUNDING = 1e-8
TRIALS = 400
FIFTY = "written out, 50 digits"  # an oracle


class Table:
    """Of each row: how often two numbers were compared, the worst error, and mismatches."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, str], dict[str, tuple[int, float, int]]] = {}

    def compare(
        self, what: tuple[str, str], on: str, ours: object, theirs: object, within: float = 0.0
    ) -> None:
        """`what` is what is compared, and with which oracle; arrays are compared by elements."""
        x, y = (np.atleast_1d(np.asarray(value, np.float64)) for value in (ours, theirs))
        if x.shape == y.shape:
            error = np.where((x == y) | (np.isnan(x) & np.isnan(y)), 0.0, np.abs(x - y))
        else:
            error = np.array([np.inf])
        wrong = int((~(error <= within)).sum())
        if wrong:
            print(f"{what[0]}, {on}: {ours!r} and {theirs!r}", file=sys.stderr)
        rows = self.rows.setdefault(what, {})
        times, worst, mismatches = rows.get(on, (0, 0.0, 0))
        rows[on] = times + error.size, max(worst, error.max(initial=0)), mismatches + wrong

    @property
    def mismatches(self) -> int:
        return sum(row[2] for rows in self.rows.values() for row in rows.values())

    def lines(self) -> Iterator[str]:
        yield "| What | Oracle | Texts | Compared | Worst error | Mismatches |"
        yield "| --- | --- | --- | ---: | ---: | ---: |"
        for (what, oracle), rows in self.rows.items():
            for on, (times, worst, wrong) in rows.items():
                shown = f"{worst:.0e}" if worst else "0"
                yield f"| {what} | {oracle} | {on} | {times:,} | {shown} | {wrong} |"


def metric(config: BleuConfig) -> BLEU:
    names = ("tokenize", "lowercase", "smooth_method", "smooth_value", "max_ngram_order")
    return BLEU(
        effective_order=config.effective_order, **{name: getattr(config, name) for name in names}
    )


def scores(table: Table, texts: Texts, config: BleuConfig, sentences: bool = True) -> None:
    compared = texts.comparison(config)
    theirs = metric(config)
    for side, stats in ((texts.a, compared.stats_a), (texts.b, compared.stats_b)):
        ours, expected = stats.corpus(), theirs.corpus_score(side, texts.references)
        on = texts.name
        table.compare(("corpus scores", "sacreBLEU"), on, ours.score, capped(expected.score))
        parts = ([*ours.precisions, ours.bp], [*expected.precisions, expected.bp])
        table.compare(("precisions and brevity penalties", "sacreBLEU"), on, *parts)
        whole = ([*one.counts, *one.totals, one.sys_len, one.ref_len] for one in (ours, expected))
        table.compare(("counts, totals and lengths", "sacreBLEU"), on, *whole)
        fields = {*ours.signature.split("|")} ^ {*str(theirs.get_signature()).split("|")}
        # sacreBLEU's signature does not name the order, and has another version.
        others = [f for f in fields if not f.startswith(("version:", "order:", "smoothval:"))]
        table.compare(("signatures, but for the version", "sacreBLEU"), on, len(others), 0)
        if sentences:
            alone = stats.sentence_scores()
            for i, line in enumerate(side):
                there = [text for stream in texts.references if (text := stream[i]) is not None]
                one = capped(theirs.sentence_score(line, there).score)
                table.compare(("sentence scores", "sacreBLEU"), on, alone[i], one)


def scores_beyond(table: Table, texts: Texts, config: BleuConfig) -> None:
    compared = texts.comparison(config)
    for side, stats in ((texts.a, compared.stats_a), (texts.b, compared.stats_b)):
        rows = texts.counted(side, config)
        what = "scores under weights, shortest and average lengths"
        expected = [exact.bleu(row, config) for row in (exact.added(rows), *rows)]
        ours = [stats.corpus().score, *stats.sentence_scores()]
        table.compare((what, FIFTY), texts.name, ours, list(map(float, expected)), ROUNDING)


def ledger(table: Table, texts: Texts, config: BleuConfig) -> None:
    compared = texts.comparison(config)
    ours, on = attribute(compared.stats_a, compared.stats_b), texts.name
    rows = [texts.counted(side, config) for side in (texts.a, texts.b)]
    expected = exact.shares(*rows, config)
    row = ("where a ledger is defined", "written out")
    table.compare(row, on, ours.defined, expected is not None)
    if expected is None or not ours.defined:
        return
    components = [ours.components[name] for name in expected.components]
    theirs = [float(points) for points in expected.components.values()]
    table.compare(("points of components", FIFTY), on, components, theirs, ROUNDING)
    if expected.segments is not None:
        theirs = [float(points) for points in expected.segments]
        table.compare(("points of segments", FIFTY), on, ours.segments, theirs, ROUNDING)
    old, new = (exact.bleu(exact.added(each), config) for each in rows)
    sums = [sum(components), ours.segments.sum() + ours.unattributed]
    table.compare(("sums of a ledger", "Δ, 50 digits"), on, sums, [float(new - old)] * 2, ROUNDING)


def matching(table: Table, texts: Texts, config: BleuConfig) -> None:
    stats = texts.comparison(config).stats_a
    for i, line in enumerate(texts.a):
        column = [stream[i] for stream in texts.references]
        found = match_segment(line, column, config).match
        words = exact.tokens(line, config)
        references = [exact.tokens(text, config) for text in column if text is not None]
        same = [token.text for token in found.tokens] == words
        table.compare(("tokens of highlights", "sacreBLEU"), texts.name, same, True)
        for n, statuses in enumerate(found.occurrences, 1):
            limits = exact.limits(references, n)
            marked: dict[str, Counter[tuple[str, ...]]] = {
                status: Counter(
                    tuple(words[at : at + n]) for at, one in enumerate(statuses) if one == status
                )
                for status in ("credited", "clipped", "unmatched")
            }
            mine = exact.grams(words, n)
            right = {
                "credited": mine & limits,
                "clipped": Counter({g: k for g, k in (mine - limits).items() if limits[g]}),
                "unmatched": Counter({g: k for g, k in mine.items() if not limits[g]}),
            }
            row = ("highlights, by n-gram and status", "Counters")
            table.compare(row, texts.name, [marked[s] == right[s] for s in right], [True] * 3)
            credited = statuses.count("credited")
            row = ("highlights of an order", "its counts")
            table.compare(row, texts.name, credited, stats.counts[i, n - 1])


def ngrams(table: Table, texts: Texts, config: BleuConfig) -> None:
    compared = texts.comparison(config)
    ours = attribute(compared.stats_a, compared.stats_b)
    found = evidence(compared, ours.per_match, 1)
    names = ("count_a", "count_b", "limit", "matches_a", "matches_b", "wins_a", "wins_b")
    orders = range(1, config.max_ngram_order + 1)
    sums: dict[tuple[int, str], Counter[str]] = {}
    differ: dict[tuple[int, str], set[str]] = {}
    for i in range(len(texts.a)):
        a, b = (exact.tokens(side[i], config) for side in (texts.a, texts.b))
        streams = [stream[i] for stream in texts.references]
        references = [exact.tokens(text, config) for text in streams if text is not None]
        for n in orders:
            in_a, in_b = exact.grams(a, n), exact.grams(b, n)
            limits = exact.limits(references, n)
            for gram in in_a.keys() | in_b.keys() | limits.keys():
                x, y = (min(counts[gram], limits[gram]) for counts in (in_a, in_b))
                key = (n, " ".join(gram))
                row = (in_a[gram], in_b[gram], limits[gram], x, y, x > y, y > x)
                sums.setdefault(key, Counter()).update(dict(zip(names, row, strict=True)))
                if x != y and texts.documents:
                    differ.setdefault(key, set()).add(texts.documents[i])
    # A row needs to be evidence of some kind.
    wanted = {
        key: s
        for key, s in sums.items()
        if s["wins_a"] + s["wins_b"]
        or max(s["count_a"] - s["matches_a"], s["count_b"] - s["matches_b"])
        or max(s["limit"] - s["matches_a"], s["limit"] - s["matches_b"])
    }
    texts_found = found.texts(np.arange(len(found))).to_pylist()
    keys = list(zip(found.counts.order.tolist(), texts_found, strict=True))
    on = texts.name
    table.compare(("which n-grams have a row", "Counters"), on, set(keys) == set(wanted), True)
    if set(keys) != set(wanted):
        return
    for name in names:
        row = ("counts, limits, matches and wins of n-grams", "Counters")
        table.compare(row, on, getattr(found.counts, name), [wanted[key][name] for key in keys])
    if texts.documents:
        row = ("documents of n-grams", "sets")
        table.compare(row, on, found.counts.documents, [len(differ.get(k, ())) for k in keys])
    wins = np.array([(wanted[key]["wins_a"], wanted[key]["wins_b"]) for key in keys], int)
    wins = wins.reshape(-1, 2)
    p = np.array([binomial(x, y) for x, y in wins.tolist()])
    table.compare(("p of n-grams", "scipy.stats.binomtest"), on, found.p, p, ROUNDING)
    q, tested = np.full(len(p), np.nan), wins.sum(axis=1) >= 6
    if tested.any():
        q[tested] = false_discovery_control(p[tested], method="bh")
    table.compare(("q of n-grams", "scipy.stats.false_discovery_control"), on, found.q, q, ROUNDING)
    expected = exact.shares(*(texts.counted(side, config) for side in (texts.a, texts.b)), config)
    if expected is not None:
        gains = [wanted[key]["matches_b"] - wanted[key]["matches_a"] for key in keys]
        per_match = [float(expected.per_match[n - 1]) for n, _ in keys]
        points = [price * gain for price, gain in zip(per_match, gains, strict=True)]
        table.compare(("points of n-grams", FIFTY), on, found.points, points, ROUNDING)


@cache
def binomial(x: int, y: int) -> float:
    return float(binomtest(x, x + y).pvalue) if x + y else 1.0


def significance(table: Table, texts: Texts, seed: int) -> None:
    """Both tests on segments and on documents; the p's of sacreBLEU."""
    on, config = texts.name, BleuConfig()
    compared = texts.comparison(config)
    pair = compared.stats_a, compared.stats_b
    assert texts.documents is not None
    numbers = {name: i for i, name in enumerate(dict.fromkeys(texts.documents))}
    clusters = np.array([numbers[name] for name in texts.documents])
    for unit, each in (("segment", None), ("document", clusters)):
        of_each = np.arange(len(pair[0])) if each is None else each
        a, b = (summed(stats, of_each) for stats in pair)
        delta = oracle_score(b.sum(axis=0)) - oracle_score(a.sum(axis=0))
        swap = np.random.default_rng(seed).integers(2, size=(TRIALS, len(a)), dtype=bool)
        sizes = np.abs(
            [difference(np.where(m[:, None], a, b), np.where(m[:, None], b, a)) for m in swap]
        )
        p = (np.sum(sizes >= abs(delta) - ROUNDING) + 1) / (TRIALS + 1)
        ours = paired_approximate_randomization(*pair, TRIALS, seed, clusters=each)
        row = (f"p of randomization by {unit}", "written out")
        table.compare(row, on, [ours.p_value, ours.units], [p, len(a)])
        drawn = np.random.default_rng(seed).choice(len(a), size=(TRIALS, len(a)), replace=True)
        deltas = [difference(a[rows], b[rows]) for rows in drawn]
        resampled = paired_bootstrap(*pair, TRIALS, seed, clusters=each)
        row = (f"Δ of bootstrap resamples by {unit}", "written out")
        table.compare(row, on, resampled.deltas, deltas, ROUNDING)
        if unit == "segment":
            ends = np.quantile(deltas, [0.025, 0.975])
            row = ("interval of Δ by segment", "written out")
            table.compare(row, on, [resampled.ci_low, resampled.ci_high], ends, ROUNDING)
    os.environ["SACREBLEU_SEED"] = str(seed)
    systems = [("A", texts.a), ("B", texts.b)]
    theirs = {
        kind: PairedTest(systems, {"BLEU": BLEU()}, texts.references, kind, TRIALS)()[1]["BLEU"][1]
        for kind in ("ar", "bs")
    }
    ours = paired_approximate_randomization(*pair, TRIALS, seed)
    row = ("p of randomization, ties apart", "sacreBLEU")
    table.compare(row, on, ours.sacrebleu_p_value, theirs["ar"].p_value)
    row = ("sacreBLEU's bootstrap p", "sacreBLEU")
    table.compare(row, on, sacrebleu_bootstrap_p(*pair, TRIALS, seed), theirs["bs"].p_value)


def summed(stats: SegmentStatistics, numbers: np.ndarray) -> np.ndarray:
    sums = np.zeros((numbers.max() + 1, stats.matrix.shape[1]), np.int64)
    np.add.at(sums, numbers, stats.matrix)
    return sums


def oracle_score(row: np.ndarray) -> float:
    c, r, *counts = row.tolist()
    score: float = BLEU.compute_bleu(counts[:4], counts[4:], c, r, "exp").score
    return score


def capped(score: float) -> float:
    """sacreBLEU's score of identical texts is above 100 by a rounding error, ours is 100."""
    return min(score, 100.0)


def difference(a: np.ndarray, b: np.ndarray) -> float:
    return oracle_score(b.sum(axis=0)) - oracle_score(a.sum(axis=0))


def robustness(table: Table, texts: Texts, config: BleuConfig) -> None:
    for cell in robustness_grid(texts.comparison(config), trials=2, samples=2):
        streams = texts.references
        rows = range(len(texts.a))
        if cell.reference is not None:
            streams = [streams[cell.reference - 1]]
        elif cell.without is not None:
            streams = [stream for number, stream in enumerate(streams, 1) if number != cell.without]
        rows = [i for i in rows if any(stream[i] is not None for stream in streams)]
        chosen = replace(texts, references=streams).of(rows)
        row = ("scores under other settings", "sacreBLEU, anew")
        for side, ours in ((chosen.a, cell.score_a), (chosen.b, cell.score_b)):
            for smoothing in cell.smoothings:  # that are told to be the same result
                value = cell.config.smooth_value if smoothing == cell.config.smooth_method else None
                anew = metric(replace(cell.config, smooth_method=smoothing, smooth_value=value))
                expected = capped(anew.corpus_score(side, chosen.references).score)
                table.compare(row, texts.name, ours, expected)


def on_real(table: Table, texts: Texts, rng: random.Random) -> None:
    for tokenize, lowercase, order in product(TOKENIZERS, (False, True), (4, 2)):
        method = rng.choice(list(SMOOTHING))
        config = BleuConfig(tokenize, lowercase, method, max_ngram_order=order)
        scores(table, texts, config, sentences=order == 4)
    for config in (BleuConfig(), *(beyond(rng) for _ in range(6))):
        scores_beyond(table, texts, config)
        ledger(table, texts, config)
    few = texts.of(sorted(rng.sample(range(len(texts.a)), min(250, len(texts.a)))))
    for config in (BleuConfig(), BleuConfig(tokenize="char"), BleuConfig(max_ngram_order=6)):
        matching(table, few, config)
        ngrams(table, texts, config)
    robustness(table, texts, BleuConfig())
    significance(table, texts, 12345)
    for _ in range(10):
        some = rng.sample(range(len(texts.a)), rng.randint(30, min(200, len(texts.a))))
        significance(table, texts.of(sorted(some)), rng.randint(1, 10**6))


def on_nasty(table: Table, rng: random.Random, corpora: int) -> None:
    for number in range(corpora):
        texts = nasty(rng, rng.choice((1, 1, 2, 3, 5, 9, 20)))
        scores(table, texts, known(rng))
        if number % 2:
            scores_beyond(table, texts, beyond(rng))
            ledger(table, texts, rng.choice((known, beyond))(rng))
        if number % 4 == 0:
            matching(table, texts, known(rng))
            ngrams(table, texts, known(rng))
        if number % 50 == 0:
            robustness(table, nasty(rng, 40), known(rng))
            significance(table, nasty(rng, 60), number + 1)


def versions() -> Iterable[str]:
    yield f"Python {platform.python_version()}"
    yield f"bleuscope {__version__}"
    yield from (f"{name} {version(name)}" for name in ("sacrebleu", "numpy", "scipy", "pyarrow"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--texts", type=Path, help="a folder of text files")
    parser.add_argument("--corpora", type=int, default=1_000, help="of nasty texts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    logging.getLogger("sacrebleu").setLevel(logging.ERROR)  # its advice on sentence scores

    table, rng = Table(), random.Random(options.seed)
    on_nasty(table, rng, options.corpora)
    on_real(table, sample(), rng)
    if options.texts:
        on_real(table, folder(options.texts), rng)

    asked = f" --texts {options.texts.name}" if options.texts else ""
    print("# Validation\n")
    print("Results of the core, compared with independent oracles by")
    print(f"`python -m tests.benchmarks.validation{asked} --corpora {options.corpora} "
          f"--seed {options.seed}`.")  # fmt: skip
    print(f"{', '.join(versions())}.\n")
    print("Scores are in points, 0 to 100. “Written out” is `tests/core/reference_exact.py`.")
    if options.texts:
        print(f"The texts “{options.texts.name}” are not part of this repository.")
    print()
    print("\n".join(table.lines()))
    sys.exit(1 if table.mismatches else 0)


if __name__ == "__main__":
    main()
