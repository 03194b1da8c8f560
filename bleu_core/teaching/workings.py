"""Workings of a candidate's BLEU."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import format_plain, format_score
from bleu_core.explain.matching import SegmentMatch, match_segment
from bleu_core.metrics.bleu import BleuScore, SegmentStatistics, segment_statistics
from bleu_core.metrics.formula import brevity_penalties, smoothed_fractions
from bleu_core.metrics.statistics import reference_length
from bleu_core.text.config import LENGTH_RULES, SMOOTHING, BleuConfig

Line = Sequence[str | None]


@dataclass(frozen=True)
class Order:
    """One n-gram order in the formula."""

    n: int
    # Occurrences of n-grams that some reference has, without clipping: the numerator of standard
    # precision.
    standard: int
    # Clipped matches and n-grams, unsmoothed.
    credited: int
    total: int
    precision: float  # Per cent, as scored, smoothed according to the settings
    n_grams: float  # Its denominator: total, to which add-k adds
    # w_n, rescaled if the effective order leaves others out; 0 if it leaves this one out.
    weight: float

    @property
    def taken(self) -> int:
        """Occurrences that clipping removes."""
        return self.standard - self.credited

    @property
    def matches(self) -> float:
        """The numerator of the precision, as scored: 0.5 if exp smooths 0/15."""
        return self.precision / 100 * self.n_grams

    @property
    def scored(self) -> str:
        """The precision as scored, as a fraction: "10/17", or "0.5/15" if exp smooths 0/15."""
        return f"{format_plain(self.matches)}/{format_plain(self.n_grams)}"

    @property
    def log(self) -> float:
        """ln p_n, -inf for a precision of zero."""
        return math.log(self.precision / 100) if self.precision > 0 else -math.inf

    @property
    def term(self) -> float:
        """w_n ln p_n; 0 for an order that is left out."""
        return self.weight * self.log if self.weight else 0.0

    @property
    def is_smoothed(self) -> bool:
        """Whether smoothing changed the fraction credited / total."""
        raw = 100 * self.credited / self.total if self.total else 0.0
        return abs(self.precision - raw) > 1e-9


@dataclass(frozen=True, eq=False)
class Workings:
    """All steps of the score of a candidate with S lines."""

    lines: tuple[SegmentMatch, ...]  # Which n-grams are credited in each line, and why
    stats: SegmentStatistics  # The counts behind the score, one row per line

    @cached_property
    def score(self) -> BleuScore:
        """BLEU of all lines together."""
        return self.stats.corpus()

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """The N orders; the weighted sum of their logarithms is ln BLEU without brevity."""
        counts, totals = self.stats.counts.sum(axis=0), self.stats.totals.sum(axis=0)
        columns = (counts, totals, self.score.precisions, self._n_grams(), self._weights())
        rows = enumerate(zip(*columns, strict=True), 1)
        standard = [
            sum(s != "unmatched" for line in self.lines for s in line.match.occurrences[n])
            for n in range(len(counts))
        ]
        return tuple(
            Order(n, standard[n - 1], int(count), int(total), precision, float(n_grams), weight)
            for n, (count, total, precision, n_grams, weight) in rows
        )

    @property
    def log_sum(self) -> float:
        """The sum of the orders' terms, -inf if all are left out."""
        used = [order.term for order in self.orders if order.weight]
        return sum(used) if used else -math.inf

    @property
    def geometric_mean(self) -> float:
        """The weighted geometric mean of the precisions, per cent: BLEU without brevity."""
        return 100 * math.exp(self.log_sum)

    @property
    def arithmetic_mean(self) -> float:
        """The weighted arithmetic mean of the precisions, per cent.

        Precision decays roughly exponentially with n, so that p_1 dominates an arithmetic mean
        (Papineni et al. 2002, section 2.1.3).
        """
        return sum(order.weight * order.precision for order in self.orders)

    def halved(self, n: int) -> tuple[float, float]:
        """Loss of geometric and arithmetic mean, per cent, if p_n is halved; 0 for a mean of 0."""
        order = self.orders[n - 1]
        share = order.weight * order.precision / self.arithmetic_mean if order.precision else 0.0
        loss = 100 * (1 - 0.5**order.weight) if self.geometric_mean else 0.0
        return loss, 50 * share

    @property
    def sentence_mean(self) -> float:
        """The mean of the sentence scores, which differs from the corpus score."""
        return float(self.stats.sentence_scores().mean())

    @property
    def recall(self) -> tuple[int, int]:
        """Distinct words of the pooled references: those that the candidate has, and all."""
        words = [ngram for line in self.lines for ngram in line.ngrams if ngram.order == 1]
        return sum(w.credited > 0 for w in words), sum(w.limit > 0 for w in words)

    @cached_property
    def smoothings(self) -> dict[str, tuple[float, BleuScore]]:
        """The value and score of every smoothing method, the chosen one with its value."""
        config = self.stats.config
        methods = {}
        for method in SMOOTHING:
            value = config.smooth_value if method == config.smooth_method else None
            other = self.stats.rescored(smooth_method=method, smooth_value=value)
            methods[method] = other.config.smoothing, other.corpus()
        return methods

    @cached_property
    def length_rules(self) -> dict[str, tuple[float, float]]:
        """For each length rule: r, the sum of the lines' reference lengths, and BP."""
        c = self.score.sys_len
        rules = {}
        for rule in LENGTH_RULES:
            lengths = (reference_length(x.match.sys_len, x.ref_lens, rule) for x in self.lines)
            r = sum(map(float, lengths))
            rules[rule] = r, float(brevity_penalties(np.array([[c, r]]))[0])
        return rules

    def _n_grams(self) -> NDArray[np.float64]:
        """The denominators of the orders, as scored."""
        return smoothed_fractions(self.stats.matrix.sum(axis=0)[None, :], self.stats.config)[1][0]

    def _weights(self) -> list[float]:
        config = self.stats.config
        weights = list(config.weights or [1 / config.max_ngram_order] * config.max_ngram_order)
        if config.effective_order:
            kept = np.logical_and.accumulate(self._n_grams() > 0)
            used = float(np.sum(weights, where=kept)) or 1.0
            weights = [w / used if keep else 0.0 for w, keep in zip(weights, kept, strict=True)]
        return weights


def work_out(candidate: Sequence[str], references: Sequence[Line], config: BleuConfig) -> Workings:
    """Work out a candidate of S lines with references of S lines each, in sacreBLEU's layout."""
    stats = segment_statistics(candidate, references, config)
    per_line = zip(candidate, zip(*references, strict=True), strict=True)
    return Workings(tuple(match_segment(text, refs, config) for text, refs in per_line), stats)


def as_lines(
    candidates: Sequence[str], references: Sequence[str]
) -> tuple[list[list[str]], list[list[str | None]]]:
    """Texts of one or more lines each as S segments, padded at the end.

    Candidates are padded with empty lines, references with None. A blank reference has no lines:
    as an empty one, its length of 0 would be the closest to a short candidate. The first other one
    (of blank ones the first) gets an empty line where all lack one, as each segment needs one.
    """
    texts = [text.rstrip("\n").split("\n") for text in (*candidates, *references)]
    size = max(map(len, texts))
    sides = [lines + [""] * (size - len(lines)) for lines in texts[: len(candidates)]]
    first = next((n for n, text in enumerate(references) if text.strip()), 0)
    refs: list[list[str | None]] = [
        [*lines, *[None] * (size - len(lines))] if n == first or text.strip() else [None] * size
        for n, (text, lines) in enumerate(zip(references, texts[len(candidates) :], strict=True))
    ]
    for i in range(size):
        if all(ref[i] is None for ref in refs):
            refs[first][i] = ""
    return sides, refs


def brevity_curve(points: int = 81, last: float = 1.6) -> NDArray[np.float64]:
    """(points, 2): c/r from just above 0 to `last`, and the brevity penalty there."""
    ratios = np.linspace(last / points, last, points)
    # Lengths are tokens, whole numbers from 1 on: r is taken large enough for every ratio.
    r = 1e6
    penalties = brevity_penalties(np.column_stack([r * ratios, r + 0 * ratios]))
    return np.column_stack([ratios, penalties])


def print_number(number: float, digits: int = 2) -> list[str]:
    """A number with at most these decimals, after its sign: "≈" if it is rounded, else "="."""
    if math.isclose(round(number, digits), number, rel_tol=1e-12):
        return ["=", format_plain(number, 15)]
    return ["≈", format_score(number, digits)]
