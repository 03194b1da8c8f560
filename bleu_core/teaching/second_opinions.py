"""Two other metrics on a worked example: NIST by the information of n-grams, chrF by characters.

All numbers come from `bleu_core.metrics`; here they are listed with the n-grams behind them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

from bleu_core.common.numerals import plain, points
from bleu_core.metrics import Chrf, Nist, TextMetric, measure
from bleu_core.metrics.information import information
from bleu_core.metrics.nist import ORDERS
from bleu_core.teaching.workings import Workings, as_lines
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import encode

# Longer n-grams on a bench have almost no information.
LONGEST_LISTED = 2


@dataclass(frozen=True)
class Worth:
    """The n-grams of one order that have the same information.

    Attributes
    ----------
    order : int
    bits : float
    ngrams : tuple of str
        In the order of the references.
    credited : mapping of "A" and perhaps "B" to int
        How many of their occurrences match.
    """

    order: int
    bits: float
    ngrams: tuple[str, ...]
    credited: Mapping[str, int]


@dataclass(frozen=True)
class NistSum:
    """A NIST score, and the sum behind it: "54/16 + 6/14 + 0/12 + 0/10 + 0/8"."""

    score: float
    text: str


@dataclass(frozen=True)
class Characters:
    """Numbers of character n-grams of one order: in a candidate, in its reference, in both."""

    order: int
    output: int
    reference: int
    matched: int


def metric_scores(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, dict[str, float]]:
    """The scores "nist" (bits) and "chrf" (0 to 100) of "A" and perhaps "B"."""
    sides, lines = as_lines(candidates, references)
    metrics: dict[str, TextMetric] = {
        "nist": Nist(config.tokenize, config.lowercase),
        "chrf": Chrf(),
    }
    scores: dict[str, dict[str, float]] = {letter: {} for letter in "AB"[: len(sides)]}
    for name, metric in metrics.items():
        for letter, counted in zip(scores, measure(metric, sides, lines), strict=True):
            scores[letter][name] = counted.corpus().score
    return scores


def metric_facts(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, str]:
    """Facts "A.nist", "A.chrf"; for two candidates also "nist.better" and "chrf.better"."""
    scores = metric_scores(candidates, references, config)
    facts = {
        f"{letter}.{name}": points(score)
        for letter, by_name in scores.items()
        for name, score in by_name.items()
    }
    if len(scores) == 2:
        for name in ("nist", "chrf"):
            a, b = scores["A"][name], scores["B"][name]
            facts[f"{name}.better"] = "equal" if abs(a - b) < 1e-9 else "A" if a > b else "B"
    return facts


def information_facts(bits: Mapping[str, float]) -> dict[str, str]:
    """The bits of every n-gram of the references: "bits.the"."""
    return {f"bits.{ngram}": plain(worth, 3) for ngram, worth in bits.items()}


def nist_sums(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, NistSum]:
    """NIST of "A" and perhaps "B" as a sum, with the penalty of a short candidate."""
    sides, lines = as_lines(candidates, references)
    sums = {}
    counted = measure(Nist(config.tokenize, config.lowercase), sides, lines)
    for letter, statistics in zip("AB", counted, strict=False):
        row = statistics.matrix.sum(axis=0).tolist()
        orders = [(b, n) for b, n in zip(row[:ORDERS], row[ORDERS:-1], strict=True) if n]
        total, score = sum(b / n for b, n in orders), statistics.corpus().score
        text = " + ".join(f"{plain(b, 4)}/{plain(n)}" for b, n in orders)
        if score < total:
            text = f"({text}) × {points(score / total, 3)}"
        sums[letter] = NistSum(score, text)
    return sums


def bits_of_ngrams(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, float]:
    """The information of each n-gram of the references, as NIST weighs it."""
    _, lines = as_lines(candidates, references)
    encoded, words = encode(lines, BleuConfig(tokenize=config.tokenize, lowercase=config.lowercase))
    dictionary = [word.decode() for word in words.to_pylist()]
    information_of: dict[str, float] = {}
    for stream, bits in zip(encoded, information(encoded, ORDERS), strict=True):
        tokens = [dictionary[token] for token in stream.ids]
        for first, last in pairwise(stream.offsets.tolist()):
            for order in range(1, ORDERS + 1):
                for at in range(first, last - order + 1):
                    information_of[" ".join(tokens[at : at + order])] = float(bits[order - 1, at])
    return information_of


def group_by_bits(sides: Mapping[str, Workings], bits: Mapping[str, float]) -> list[Worth]:
    """The n-grams of the references by order, then by bits in descending order.

    Leaves out orders that the bench does not count, and long n-grams without bits.
    """
    most = min(len(workings.orders) for workings in sides.values())
    groups: dict[tuple[int, float], list[str]] = defaultdict(list)
    for ngram, worth in bits.items():
        order = ngram.count(" ") + 1
        if order <= most and (order <= LONGEST_LISTED or worth > 0):
            groups[order, worth].append(ngram)
    credited = {letter: _credited(workings) for letter, workings in sides.items()}
    return [
        Worth(
            order,
            worth,
            tuple(ngrams),
            {letter: sum(matches[n] for n in ngrams) for letter, matches in credited.items()},
        )
        for (order, worth), ngrams in sorted(groups.items(), key=lambda g: (g[0][0], -g[0][1]))
    ]


def character_counts(
    candidates: Sequence[str], references: Sequence[str]
) -> dict[str, list[Characters]]:
    """chrF's counts of the candidates, by order from 1."""
    sides, lines = as_lines(candidates, references)
    counted = measure(Chrf(), sides, lines)
    return {
        letter: [
            Characters(order, *map(int, three))
            for order, three in enumerate(statistics.matrix.sum(axis=0).reshape(-1, 3).tolist(), 1)
        ]
        for letter, statistics in zip("AB", counted, strict=False)
    }


def _credited(workings: Workings) -> Mapping[str, int]:
    credited: dict[str, int] = defaultdict(int)
    for ngram in chain.from_iterable(line.ngrams for line in workings.lines):
        credited[ngram.text] += ngram.credited
    return credited
