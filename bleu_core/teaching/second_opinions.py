"""What two other metrics make of a worked example: NIST by what n-grams say, chrF by their letters.

Every number is `bleu_core.metrics`' own; what is here puts it beside the n-grams it is made of.
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

# Longer n-grams are nearly all without information on a bench.
LONGEST_TOLD = 2


@dataclass(frozen=True)
class Worth:
    """The n-grams of one order that are worth equally many bits.

    Attributes
    ----------
    order : int
    bits : float
    ngrams : tuple of str
        In the order in which the references have them.
    credited : mapping of "A" and perhaps "B" to how many of their occurrences match
    """

    order: int
    bits: float
    ngrams: tuple[str, ...]
    credited: Mapping[str, int]


@dataclass(frozen=True)
class NistSum:
    """A NIST score, and the sum that it is: "54/16 + 6/14 + 0/12 + 0/10 + 0/8"."""

    score: float
    text: str


@dataclass(frozen=True)
class Characters:
    """Character n-grams of one order: those of a candidate, of its reference, and in both."""

    order: int
    output: int
    reference: int
    matched: int


def scores(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, dict[str, float]]:
    """Of "A" and perhaps "B" the scores "nist" (bits) and "chrf" (0 to 100)."""
    sides, lines = as_lines(candidates, references)
    metrics: dict[str, TextMetric] = {
        "nist": Nist(config.tokenize, config.lowercase),
        "chrf": Chrf(),
    }
    found: dict[str, dict[str, float]] = {letter: {} for letter in "AB"[: len(sides)]}
    for name, metric in metrics.items():
        for letter, counted in zip(found, measure(metric, sides, lines), strict=True):
            found[letter][name] = counted.corpus().score
    return found


def facts(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, str]:
    """As text "A.nist", "A.chrf"; of two candidates "nist.better" and "chrf.better" too."""
    found = scores(candidates, references, config)
    told = {
        f"{letter}.{name}": points(score)
        for letter, of_one in found.items()
        for name, score in of_one.items()
    }
    if len(found) == 2:
        for name in ("nist", "chrf"):
            a, b = found["A"][name], found["B"][name]
            told[f"{name}.better"] = "equal" if abs(a - b) < 1e-9 else "A" if a > b else "B"
    return told


def information_facts(bits: Mapping[str, float]) -> dict[str, str]:
    """The bits of every n-gram of the references: "bits.the"."""
    return {f"bits.{ngram}": plain(worth, 3) for ngram, worth in bits.items()}


def nist_sums(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, NistSum]:
    """NIST of "A" and perhaps "B" as it is summed, with the penalty of a short candidate."""
    sides, lines = as_lines(candidates, references)
    found = {}
    counted = measure(Nist(config.tokenize, config.lowercase), sides, lines)
    for letter, of_one in zip("AB", counted, strict=False):
        row = of_one.matrix.sum(axis=0).tolist()
        orders = [(b, n) for b, n in zip(row[:ORDERS], row[ORDERS:-1], strict=True) if n]
        total, score = sum(b / n for b, n in orders), of_one.corpus().score
        text = " + ".join(f"{plain(b, 4)}/{plain(n)}" for b, n in orders)
        if score < total:
            text = f"({text}) × {points(score / total, 3)}"
        found[letter] = NistSum(score, text)
    return found


def bits_of_ngrams(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, float]:
    """The information of each n-gram of the references, as NIST weighs it."""
    _, lines = as_lines(candidates, references)
    encoded, words = encode(lines, BleuConfig(tokenize=config.tokenize, lowercase=config.lowercase))
    dictionary = [word.decode() for word in words.to_pylist()]
    found: dict[str, float] = {}
    for stream, bits in zip(encoded, information(encoded, ORDERS), strict=True):
        tokens = [dictionary[token] for token in stream.ids]
        for first, last in pairwise(stream.offsets.tolist()):
            for order in range(1, ORDERS + 1):
                for at in range(first, last - order + 1):
                    found[" ".join(tokens[at : at + order])] = float(bits[order - 1, at])
    return found


def worths(sides: Mapping[str, Workings], bits: Mapping[str, float]) -> list[Worth]:
    """The n-grams of the references by order, and then by their bits, most first.

    Orders that the bench does not count are left out, and of long n-grams those without bits.
    """
    most = min(len(workings.orders) for workings in sides.values())
    groups: dict[tuple[int, float], list[str]] = defaultdict(list)
    for ngram, worth in bits.items():
        order = ngram.count(" ") + 1
        if order <= most and (order <= LONGEST_TOLD or worth > 0):
            groups[order, worth].append(ngram)
    credited = {letter: _credited(workings) for letter, workings in sides.items()}
    return [
        Worth(
            order,
            worth,
            tuple(ngrams),
            {letter: sum(of_one[n] for n in ngrams) for letter, of_one in credited.items()},
        )
        for (order, worth), ngrams in sorted(groups.items(), key=lambda g: (g[0][0], -g[0][1]))
    ]


def characters(candidates: Sequence[str], references: Sequence[str]) -> dict[str, list[Characters]]:
    """chrF's counts of the candidates, by order from 1."""
    sides, lines = as_lines(candidates, references)
    counted = measure(Chrf(), sides, lines)
    return {
        letter: [
            Characters(order, *map(int, three))
            for order, three in enumerate(of_one.matrix.sum(axis=0).reshape(-1, 3).tolist(), 1)
        ]
        for letter, of_one in zip("AB", counted, strict=False)
    }


def _credited(workings: Workings) -> Mapping[str, int]:
    found: dict[str, int] = defaultdict(int)
    for ngram in chain.from_iterable(line.ngrams for line in workings.lines):
        found[ngram.text] += ngram.credited
    return found
