"""Panels beside the bench: NIST and chrF of a worked example, and a demonstration of chance.

All scores come from `bleu_core.metrics`; they are listed with the n-grams behind them. Chance
is demonstrated by the trials of a randomization test, and by the interval of a correlation.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import format_plain, format_score
from bleu_core.metrics import Chrf, Nist, TextMetric, measure
from bleu_core.metrics.additive import AdditiveMetric, require_pair
from bleu_core.metrics.nist import ORDERS, information
from bleu_core.significance import ROUNDING, SEED, swap_masks
from bleu_core.teaching.facts import larger, score_figure
from bleu_core.teaching.workings import Workings, as_lines
from bleu_core.text.config import BleuConfig
from bleu_core.text.encoding import encode

# Longer n-grams on a bench have almost no information.
LONGEST_LISTED = 2


def metric_scores(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, dict[str, float]]:
    """The scores "nist" (bits) and "chrf" (0 to 100) of "A" and perhaps "B"."""
    sides, lines = as_lines(candidates, references)
    nist = Nist(config.tokenize, config.lowercase)
    metrics: dict[str, TextMetric] = {"nist": nist, "chrf": Chrf()}
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
    facts: dict[str, str] = {
        f"{letter}.{name}": score_figure(score)
        for letter, by_name in scores.items()
        for name, score in by_name.items()
    }
    if len(scores) == 2:
        for name in ("nist", "chrf"):
            facts[f"{name}.better"] = larger(scores["A"][name], scores["B"][name])
    return facts


def nist_sums(
    candidates: Sequence[str], references: Sequence[str], config: BleuConfig
) -> dict[str, tuple[float, str]]:
    """NIST of "A" and perhaps "B", and its sum: "54/16 + 6/14 + 0/12 + 0/10 + 0/8", which is
    multiplied by the penalty of a short candidate.
    """
    sides, lines = as_lines(candidates, references)
    sums = {}
    counted = measure(Nist(config.tokenize, config.lowercase), sides, lines)
    for letter, statistics in zip("AB", counted, strict=False):
        row = statistics.matrix.sum(axis=0).tolist()
        orders = [(b, n) for b, n in zip(row[:ORDERS], row[ORDERS:-1], strict=True) if n]
        total, score = sum(b / n for b, n in orders), statistics.corpus().score
        text = " + ".join(f"{format_plain(b, 4)}/{format_plain(n)}" for b, n in orders)
        if score < total:
            text = f"({text}) × {format_score(score / total, 3)}"
        sums[letter] = score, text
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


def group_by_bits(
    sides: Mapping[str, Workings], bits: Mapping[str, float]
) -> list[tuple[int, float, list[str], dict[str, int]]]:
    """Order, bits, n-grams of the references that have them, and their matches by candidate.

    By order, then by bits in descending order. Leaves out orders that the bench does not count, and
    long n-grams without bits.
    """
    most = min(len(workings.orders) for workings in sides.values())
    groups: dict[tuple[int, float], list[str]] = defaultdict(list)
    for ngram, worth in bits.items():
        order = ngram.count(" ") + 1
        if order <= most and (order <= LONGEST_LISTED or worth > 0):
            groups[order, worth].append(ngram)
    credited = {letter: _credited_ngrams(workings) for letter, workings in sides.items()}
    return [
        (
            order,
            worth,
            ngrams,
            {letter: sum(matches[n] for n in ngrams) for letter, matches in credited.items()},
        )
        for (order, worth), ngrams in sorted(groups.items(), key=lambda g: (g[0][0], -g[0][1]))
    ]


def character_counts(
    candidates: Sequence[str], references: Sequence[str]
) -> dict[str, list[tuple[int, int, int]]]:
    """chrF's counts by order from 1: n-grams of the candidate, of its reference, of both."""
    sides, lines = as_lines(candidates, references)
    counted = measure(Chrf(), sides, lines)
    return {
        letter: [
            (int(output), int(reference), int(matched))
            for output, reference, matched in statistics.matrix.sum(axis=0).reshape(-1, 3)
        ]
        for letter, statistics in zip("AB", counted, strict=False)
    }


def _credited_ngrams(workings: Workings) -> Mapping[str, int]:
    credited: dict[str, int] = defaultdict(int)
    for ngram in chain.from_iterable(line.ngrams for line in workings.lines):
        credited[ngram.text] += ngram.credited
    return credited


# The normal deviate of a 95% CI.
DEVIATE = 1.959963984540054


def randomized_deltas(
    stats_a: AdditiveMetric, stats_b: AdditiveMetric, trials: int = 1_000, seed: int = SEED
) -> NDArray[np.float64]:
    """(trials,) Δ of each trial of `paired_approximate_randomization`, with the same draws."""
    require_pair(stats_a, stats_b)
    a, b = stats_a.matrix, stats_b.matrix
    masks = swap_masks(len(a), trials, seed)
    exchanged = np.vstack([mask.astype(np.int64) @ (a - b) for mask in masks])
    first, second = b.sum(axis=0) + exchanged, a.sum(axis=0) - exchanged
    return stats_a.scores(first) - stats_a.scores(second)


def is_extreme(deltas: NDArray[np.float64], delta: float) -> NDArray[np.bool_]:
    """(trials,) whether each Δ is at least as large as `delta`, as the test counts them."""
    return np.abs(deltas) >= abs(delta) * (1 - ROUNDING)


def correlation_interval(r: float, n: int) -> tuple[float, float]:
    """The 95% CI of a correlation of n points, by Fisher's z (1921).

    >>> low, high = correlation_interval(0.96, 5)
    >>> round(low, 2), round(high, 2)
    (0.51, 1.0)
    """
    if n < 4 or not -1 < r < 1:
        raise ValueError(f"A correlation of {r} over {n} points has no interval.")
    half = DEVIATE / math.sqrt(n - 3)
    return math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)
