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

from __future__ import annotations

import argparse
import logging
import os
import platform
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from itertools import product
from pathlib import Path

import numpy as np
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

from bleu_core import BleuConfig, Comparison, EvalSet, SegmentStatistics, attribute
from bleu_core.common.version import __version__
from bleu_core.significance import (
    paired_approximate_randomization,
    paired_bootstrap,
    sacrebleu_bootstrap_p,
)
from bleu_core.text.config import SMOOTHING
from tests.core import reference_exact as exact
from tests.places import SAMPLE

TOKENIZERS = ("13a", "intl", "char", "zh", "none")
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


def capped(score: float) -> float:
    """A score of sacreBLEU, which rounding may put above 100."""
    return min(100.0, score)


def scores(table: Table, texts: Texts, config: BleuConfig, sentences: bool = True) -> None:
    compared = texts.comparison(config)
    theirs = metric(config)
    for side, stats in ((texts.a, compared.stats_a), (texts.b, compared.stats_b)):
        ours, expected = stats.corpus(), theirs.corpus_score(side, texts.references)
        on = texts.name
        table.compare(("corpus scores", "sacreBLEU"), on, ours.score, capped(expected.score))
        theirs_capped = [*map(capped, expected.precisions), expected.bp]
        parts = ([*ours.precisions, ours.bp], theirs_capped)
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
                one = theirs.sentence_score(line, there).score
                table.compare(("sentence scores", "sacreBLEU"), on, alone[i], capped(one))


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


def difference(a: np.ndarray, b: np.ndarray) -> float:
    return oracle_score(b.sum(axis=0)) - oracle_score(a.sum(axis=0))


def on_real(table: Table, texts: Texts, rng: random.Random) -> None:
    for tokenize, lowercase, order in product(TOKENIZERS, (False, True), (4, 2)):
        method = rng.choice(list(SMOOTHING))
        config = BleuConfig(tokenize, lowercase, method, max_ngram_order=order)
        scores(table, texts, config, sentences=order == 4)
    for config in (BleuConfig(), *(beyond(rng) for _ in range(6))):
        scores_beyond(table, texts, config)
        ledger(table, texts, config)
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
        if number % 50 == 0:
            significance(table, nasty(rng, 60), number + 1)


def versions() -> Iterable[str]:
    yield f"Python {platform.python_version()}"
    yield f"bleuscope {__version__}"
    yield from (f"{name} {version(name)}" for name in ("sacrebleu", "numpy", "scipy", "pyarrow"))


# --- Texts and settings


@dataclass(frozen=True)
class Texts:
    """Two outputs, references by streams, and perhaps documents."""

    name: str
    a: list[str]
    b: list[str]
    references: list[list[str | None]]
    documents: list[str] | None = None

    def comparison(self, config: BleuConfig) -> Comparison:
        systems = {"A": self.a, "B": self.b}
        return Comparison.of(EvalSet(systems, self.references, documents=self.documents), config)

    def of(self, rows: Sequence[int]) -> Texts:
        return Texts(
            self.name,
            [self.a[i] for i in rows],
            [self.b[i] for i in rows],
            [[stream[i] for i in rows] for stream in self.references],
            self.documents and [self.documents[i] for i in rows],
        )

    def counted(self, side: list[str], config: BleuConfig) -> list[exact.Counts]:
        rows = []
        for i, line in enumerate(side):
            there = [text for stream in self.references if (text := stream[i]) is not None]
            references = [exact.tokens(text, config) for text in there]
            rows.append(exact.count(exact.tokens(line, config), references, config))
        return rows


def sample() -> Texts:
    names = ("apertium-direct", "apertium-pivot", "reference-1", "reference-2")
    a, b, *references = (lines(SAMPLE / f"{name}.en") for name in names)
    documents = lines(SAMPLE / "documents.txt")
    return Texts(f"sample, {len(a):,} segments", a, b, list(map(list, references)), documents)


def folder(path: Path) -> Texts:
    files = sorted(file for file in path.iterdir() if file.is_file())
    references = [file for file in files if file.name.startswith("reference")]
    left_out = ("reference", "source", "document")
    a, b, *_ = (lines(file) for file in files if not file.name.startswith(left_out))
    # Runs of lines stand for documents.
    documents = [str(i // 23) for i in range(len(a))]
    streams = [list(lines(file)) for file in references]
    return Texts(f"{path.name}, {len(a):,} segments", a, b, streams, documents)


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").removesuffix("\n").split("\n")


# The escapes: an emoji of three, a combining accent, a direction override, a byte order
# mark, a soft hyphen.
WORDS = [
    "the", "The", "a", "cat", "cats", "3.5%", "1,000", "U.S.", "don't", "e-mail", "naïve", "Straße",
    "İstanbul", "ﬁn", "x²", "ＡＢＣ", "猫がいる。", "今天，天气", "한국어", "مرحبا", "नमस्ते",
    "👩\u200d👩\u200d👧", "e\u0301", "\u202eabc\u202c", "&quot;", "&amp;lt;", "<skipped>", "@-@",
    "“q”", "’s", "–", "…", "$5", "a/b", "[1]", "{}", "\\n", "--", "\ufeff", "\xad",
]  # fmt: skip
SPACES = [*[" "] * 12, *"\t\u00a0\u3000\u2009\x0b\x0c\x1c\x85\u2028\r\x00", "  ", "", ""]


def nasty(rng: random.Random, segments: int, name: str = "nasty") -> Texts:
    """Few words, so that much matches and much is clipped; odd characters and spaces; gaps."""
    words = rng.choices(WORDS, k=rng.randint(2, 8))

    def line() -> str:
        size = rng.choice((0, 1, 2, 3, 4, 5, 8, 13, 30))
        return "".join(rng.choice(words) + rng.choice(SPACES) for _ in range(size))

    def near(text: str) -> str:
        parts = text.split(" ")
        return " ".join(w if rng.random() < 0.8 else rng.choice(WORDS) for w in parts)

    first = [line() for _ in range(segments)]
    streams: list[list[str | None]] = [list(first)]
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        streams.append([None if rng.random() < 0.1 else near(line()) for _ in range(segments)])
    a, b = ([near(text) if rng.random() < 0.8 else line() for text in first] for _ in "ab")
    return Texts(name, a, b, streams, [f"d{rng.randint(0, 5)}" for _ in range(segments)])


def known(rng: random.Random) -> BleuConfig:
    """Settings that sacreBLEU has."""
    method = rng.choice(list(SMOOTHING))
    value = rng.choice((None, 0.01, 0.5, 1, 2.5)) if SMOOTHING[method] is not None else None
    return BleuConfig(
        tokenize=rng.choice(TOKENIZERS),
        lowercase=rng.random() < 0.4,
        smooth_method=method,
        smooth_value=value,
        max_ngram_order=rng.choice((1, 2, 3, 4, 4, 4, 4, 6, 9)),
        effective_order=rng.random() < 0.4,
    )


def beyond(rng: random.Random) -> BleuConfig:
    """Settings that sacreBLEU lacks: weights, length rules."""
    config = known(rng)
    parts = [rng.randint(1, 9) for _ in range(config.max_ngram_order)]
    weights = tuple(part / sum(parts) for part in parts) if rng.random() < 0.7 else None
    return replace(config, weights=weights, reference_length=rng.choice(("shortest", "average")))


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
