"""A lesson's figures computed by somebody else: sacreBLEU, NLTK, SciPy, or a slow loop.

Nothing of `bleu_core` computes here but its lessons' data. A figure is a number, a fraction as a
pair, or a word; `agrees` holds it against what the lesson shows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

import numpy as np
import sacrebleu
from nltk.translate.nist_score import corpus_nist
from scipy import stats as scipy_stats

from bleu_core.teaching.lessons import Lesson, PreparedBench

Figure = float | str | tuple[int, int]
METHODS = ("none", "exp", "floor", "add-k")
RULES: dict[str, Callable[[list[int], int], float]] = {
    "closest": lambda lengths, c: min(lengths, key=lambda r: (abs(r - c), r)),
    "shortest": lambda lengths, c: min(lengths),
    "average": lambda lengths, c: sum(lengths) / len(lengths),
}


def agrees(shown: str, figure: Figure) -> bool:
    """Whether a text of a lesson is this figure, rounded as the text is."""
    if isinstance(figure, str):
        return shown == figure
    if isinstance(figure, tuple):
        return shown == "{}/{}".format(*figure)
    plain = shown.removeprefix("p = ").replace(",", "").replace("\u2212", "-")
    decimals = len(plain.partition(".")[2])
    return abs(float(plain) - figure) <= 0.5 * 10**-decimals + 1e-9


class Side:
    """A candidate of a bench, scored by sacreBLEU."""

    def __init__(self, candidate: str, bench: PreparedBench) -> None:
        self.config = bench.config
        self.lines = candidate.split("\n")
        self.references = [text.split("\n") for text in bench.references]
        assert {len(lines) for lines in self.references} == {len(self.lines)}

    def bleu(self, method: str = "") -> sacrebleu.BLEU:
        config = self.config
        method = method or config.smooth_method
        return sacrebleu.BLEU(
            tokenize=config.tokenize,
            lowercase=config.lowercase,
            smooth_method=method,
            smooth_value=config.smooth_value if method == config.smooth_method else None,
            max_ngram_order=config.max_ngram_order,
            effective_order=config.effective_order,
        )

    def score(self, method: str = "") -> sacrebleu.BLEUScore:
        return self.bleu(method).corpus_score(self.lines, self.references)

    @cached_property
    def raw(self) -> sacrebleu.BLEUScore:
        """Counts that no smoothing has touched."""
        return self.score("none")

    def tokens(self, text: str) -> list[str]:
        return self.bleu().tokenizer(text.lower() if self.config.lowercase else text).split()

    def ngrams(self, text: str, n: int) -> Counter[tuple[str, ...]]:
        tokens = self.tokens(text)
        return Counter(tuple(tokens[i : i + n]) for i in range(len(tokens) - n + 1))

    @cached_property
    def segments(self) -> list[tuple[str, list[str]]]:
        """Each line with its references."""
        return list(zip(self.lines, map(list, zip(*self.references, strict=True)), strict=True))

    def standard(self, n: int) -> int:
        """n-grams that some reference has, however often."""
        return sum(
            count
            for line, references in self.segments
            for ngram, count in self.ngrams(line, n).items()
            if any(ngram in self.ngrams(text, n) for text in references)
        )

    def length(self, rule: str) -> float:
        return sum(
            RULES[rule]([len(self.tokens(text)) for text in references], len(self.tokens(line)))
            for line, references in self.segments
        )

    def brevity(self, rule: str) -> float:
        return min(1.0, math.exp(1 - self.length(rule) / self.raw.sys_len))

    def mean(self, precisions: list[float]) -> float:
        """The weighted geometric mean, which sacreBLEU knows without weights only."""
        weights = self.config.weights or [1 / len(precisions)] * len(precisions)
        used = [(w, p) for w, p in zip(weights, precisions, strict=True) if w]
        if not all(p for _, p in used):
            return 0.0
        return math.exp(sum(w * math.log(p) for w, p in used))

    def halved(self, n: int) -> tuple[float, float]:
        """Per cent of the geometric and the arithmetic mean that go with half of p_n."""
        whole = self.score().precisions
        less = [p / 2 if i == n else p for i, p in enumerate(whole, 1)]
        means: list[Callable[[list[float]], float]] = [self.mean, lambda ps: float(np.mean(ps))]
        geometric, arithmetic = (100 * (1 - mean(less) / mean(whole)) for mean in means)
        return geometric, arithmetic

    @property
    def halving(self) -> str:
        last = self.config.max_ngram_order
        first, other = self.halved(1)[0], self.halved(last)[0]
        return {"A": "p1", "B": f"p{last}"}.get(larger(first, other), "equal")

    @property
    def total(self) -> float:
        """BLEU; with settings that sacreBLEU lacks, from its precisions by the paper's formula."""
        found = self.score()
        if self.config.weights or self.config.reference_length != "closest":
            return self.brevity(self.config.reference_length) * self.mean(found.precisions)
        return found.score

    @property
    def recall(self) -> tuple[int, int]:
        """Different words of all references that the candidate has, and all of them."""
        pooled = [
            (set(self.tokens(line)), {w for text in refs for w in self.tokens(text)})
            for line, refs in self.segments
        ]
        return sum(len(own & refs) for own, refs in pooled), sum(len(refs) for _, refs in pooled)

    @property
    def joined(self) -> int:
        """Neighbours in the first line that are a bigram of a reference."""
        line, references = self.segments[0]
        known = {pair for text in references for pair in pairwise(self.tokens(text))}
        return sum(pair in known for pair in pairwise(self.tokens(line)))

    @property
    def nist(self) -> float:
        """NLTK's, which is another on several references: it clips by the best of each order."""
        assert len(self.references) == 1
        lines, (references,) = map(self.tokens, self.lines), self.references
        return float(corpus_nist([[self.tokens(text)] for text in references], list(lines)))

    @property
    def chrf(self) -> float:
        return sacrebleu.CHRF().corpus_score(self.lines, self.references).score

    def bits(self, ngram: str) -> float:
        """Doddington 2002, equation 2."""
        words = ngram.split()
        counted = [
            sum(self.ngrams(text, n)[tuple(words[:n])] for refs in self.references for text in refs)
            for n in (len(words) - 1, len(words))
        ]
        if len(words) == 1:
            counted[0] = sum(len(self.tokens(text)) for refs in self.references for text in refs)
        return math.log2(counted[0] / counted[1])

    def figure(self, name: str) -> Figure:
        """What a fact of a candidate is called: "p2", "bleu", "bp.shortest", "bleu.exp"."""
        if name[0] in "pmts" and name[1:].isdecimal():
            n = int(name[1:])
            m, t = self.raw.counts[n - 1], self.raw.totals[n - 1]
            return {"p": (m, t), "m": m, "t": t, "s": (self.standard(n), t)}[name[0]]
        if name in OF_ONE:
            return OF_ONE[name](self)
        if name[:-1] in ("halved.p", "arithmetic.halved.p"):
            return self.halved(int(name[-1]))[name.startswith("arithmetic")]
        what, _, how = name.partition(".")
        if what == "bleu" and how in METHODS:
            return self.score(how).score
        if what in ("r", "bp") and how in RULES:
            return self.length(how) if what == "r" else self.brevity(how)
        raise NoOracleError(name)


OF_ONE: dict[str, Callable[[Side], Figure]] = {
    "c": lambda side: side.raw.sys_len,
    "r": lambda side: side.length(side.config.reference_length),
    "bp": lambda side: side.brevity(side.config.reference_length),
    "mean": lambda side: side.mean(side.score().precisions),
    "arithmetic": lambda side: float(np.mean(side.score().precisions)),
    "bleu": lambda side: side.total,
    "sentences": lambda side: float(
        np.mean([side.bleu().sentence_score(line, refs).score for line, refs in side.segments])
    ),
    "halving": lambda side: side.halving,
    "recall": lambda side: side.recall,
    "joined": lambda side: side.joined,
    "nist": lambda side: side.nist,
    "chrf": lambda side: side.chrf,
    "chunks": lambda side: len(side.tokens(side.lines[0])) - side.joined,
    "orders": lambda side: math.factorial(len(side.tokens(side.lines[0])) - side.joined),
}


class NoOracleError(LookupError):
    """A figure that nothing here computes: it is claimed and not tested."""


class Recomputed:
    """A bench recomputed: side["A"], and what its two candidates are to one another."""

    def __init__(self, bench: PreparedBench) -> None:
        self.bench = bench
        self.sides = {
            letter: Side(text, bench) for letter, text in zip("AB", bench.candidates, strict=False)
        }

    def __getitem__(self, letter: str) -> Side:
        return self.sides[letter]

    def figure(self, name: str) -> Figure:
        letter, _, fact = name.partition(".")
        if letter in self.sides:
            return self[letter].figure(fact)
        if letter == "bits":
            return self["A"].bits(fact)
        if len(self.sides) < 2:
            raise NoOracleError(name)
        a, b = self["A"], self["B"]
        if name == "better":
            return larger(a.total, b.total)
        if name in ("nist.better", "chrf.better"):
            metric = name.partition(".")[0]
            return larger(*(float(OF_ONE[metric](side)) for side in (a, b)))  # type: ignore[arg-type]
        if name == "recalls":
            return larger(a.recall[0], b.recall[0])
        if name == "delta":
            return b.total - a.total
        if name == "carried.bp":
            mean = (b.total - a.total) / math.log(b.total / a.total)
            return mean * (math.log(b.score().bp) - math.log(a.score().bp))
        raise NoOracleError(name)


def larger(a: float, b: float) -> str:
    return "equal" if math.isclose(a, b, abs_tol=1e-9) else "A" if a > b else "B"


def recomputed(lesson: Lesson, name: str) -> Figure:
    """A fact of a lesson: of its bench, of a variant ("char:A.bleu"), or of all variants."""
    benches = {key: Recomputed(bench) for key, (_, bench) in lesson.variants.items()}
    variant, is_of_one, fact = name.rpartition(":")
    if is_of_one:
        return benches[variant].figure(fact)
    own = Recomputed(lesson.prepared)
    if name == "highest":
        return max(benches, key=lambda key: benches[key]["A"].total)
    if name == "together":
        apart = [key for key, (_, bench) in lesson.variants.items() if bench != lesson.prepared]
        best = max(benches[key]["A"].total for key in apart)
        return {"A": "above", "B": "below"}.get(larger(own["A"].total, best), "equal")
    key, _, what = name.rpartition(".")
    if what == "change":
        change = benches[key]["A"].total - own["A"].total
        return "rises" if change > 1e-9 else "falls" if change < -1e-9 else "stays"
    return own.figure(name)


def interval_of_r(r: float, points: int) -> tuple[float, float]:
    """The 95% CI of r, by SciPy, on points that have just that r."""
    x = np.arange(points, dtype=float) - (points - 1) / 2
    other = x**2 - np.mean(x**2)  # x and this are uncorrelated
    y = r * x / np.linalg.norm(x) + math.sqrt(1 - r * r) * other / np.linalg.norm(other)
    result = scipy_stats.pearsonr(x, y)
    assert math.isclose(result.statistic, r)
    interval = result.confidence_interval(0.95)
    return float(interval.low), float(interval.high)
