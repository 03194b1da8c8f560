"""Comparison of A and B by a metric, disagreement of two metrics, agreement with people.

Disagreement compares ranks, because points of one metric are not points of another. The percentile
rank of a segment is the share of all segments that gain less, plus half of those that gain as much.
The difference of two ranks is the term of Spearman's footrule ("Footrule" for measuring
correlation, British Journal of Psychology 2, 1906).

Agreement with people: Kocmi, Zouhar, Federmann and Post (2024), Navigating the Metrics Maze, fit
the share of system pairs (collection ToShip23) on which people preferred the metric's winner, as a
function of the metric's difference. Their program, mt-thresholds, has the same curves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import ROUNDING, rounded
from bleu_core.metrics.additive import FloatArray, score_of
from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.metric import MetricStatistics
from bleu_core.text.config import LANGUAGE_TOKENIZERS, BleuConfig


@dataclass(frozen=True, eq=False)
class MetricComparison:
    """Comparison of A and B by one metric; every Δ is B − A, even if lower is better."""

    a: MetricStatistics
    b: MetricStatistics

    @property
    def about(self) -> MetricInfo:
        return self.a.metric.about

    @cached_property
    def score_a(self) -> float:
        return score_of(self.a)

    @cached_property
    def score_b(self) -> float:
        return score_of(self.b)

    @property
    def delta(self) -> float:
        return self.score_b - self.score_a

    @property
    def better(self) -> int:
        """1 if B is better, -1 if it is worse, 0 if they are equal or have no score."""
        size = max(abs(self.score_a), abs(self.score_b))
        if not abs(self.delta) > ROUNDING * size:
            return 0
        return (1 if self.delta > 0 else -1) * self.sign

    @property
    def sign(self) -> int:
        """1 if higher is better, -1 if lower is."""
        return 1 if self.about.higher_is_better else -1

    @cached_property
    def sentences_a(self) -> FloatArray:
        """(S,) sentence scores of A."""
        return self.a.sentence_scores()

    @cached_property
    def sentences_b(self) -> FloatArray:
        """(S,) sentence scores of B."""
        return self.b.sentence_scores()

    @cached_property
    def sentence_deltas(self) -> FloatArray:
        """(S,) B − A of each segment."""
        return self.sentences_b - self.sentences_a

    @property
    def there(self) -> NDArray[np.bool_]:
        """(S,) whether a segment counts: its rows are not all 0 in both systems."""
        return np.count_nonzero(np.hstack([self.a.matrix, self.b.matrix]), axis=1) > 0

    @property
    def counted(self) -> int:
        """The number of segments that count."""
        return int(self.there.sum())

    @property
    def gains(self) -> FloatArray:
        """(S,) Δ of each segment, with its sign changed if lower is better."""
        return self.sign * self.sentence_deltas + 0.0  # not −0.0

    @property
    def nbytes(self) -> int:
        """Memory in bytes, including sentence scores."""
        return self.a.matrix.nbytes + self.b.matrix.nbytes + 24 * len(self.a)


def percentile_ranks(gains: FloatArray) -> FloatArray:
    """(S,) percentile ranks, above 0 and below 100; equal numbers have equal ranks.

    Numbers that differ by rounding errors are equal. NaN has rank NaN and does not count.

    >>> percentile_ranks(np.array([5.0, -1.0, 5.0, 9.0]))
    array([50. , 12.5, 50. , 87.5])
    """
    there = ~np.isnan(gains)
    _, which, sizes = np.unique(rounded(gains[there]), return_inverse=True, return_counts=True)
    ranks = np.full(len(gains), np.nan)
    ranks[there] = 100 * (np.cumsum(sizes) - sizes / 2)[which] / max(there.sum(), 1)
    return ranks


def rank_disagreement(one: MetricComparison, other: MetricComparison) -> FloatArray:
    """Compare how two metrics rank the change of each segment.

    Gains are ranked by percentile, from the largest loss to the largest gain; for metrics where
    lower is better, a decrease is a gain.

    Parameters
    ----------
    one, other : MetricComparison
        On the same S segments.

    Returns
    -------
    (S,) array
        Percentile rank by `one` minus that by `other`, -100 to 100; NaN where either has no score.

    References
    ----------
    Spearman (1906), "'Footrule' for measuring correlation", British Journal of Psychology 2.

    Examples
    --------
    >>> from bleu_core.metrics import Chrf, MetricComparison, Wer, measure
    >>> old = ["it is the cat", "unbelievable cat", "no"]
    >>> new = ["it is a cat", "unbelievable cats", "no"]
    >>> references = [["it is a cat", "unbelievable cats", "yes"]]
    >>> wer, chrf = (MetricComparison(*measure(m, [old, new], references)) for m in (Wer(), Chrf()))
    >>> rank_disagreement(wer, chrf).round().tolist()
    [-33.0, 33.0, 0.0]
    """
    difference: FloatArray = percentile_ranks(one.gains) - percentile_ranks(other.gains)
    return difference


# (ceiling, slope) of accuracy % = ceiling / (1 + e^(-slope |Δ|)), by key of the metric.
AGREEMENT_CURVES = {"bleu": (88.333, 0.96639), "chrf": (93.0, 1.11427)}


def human_agreement(key: str, delta: float) -> float | None:
    """The share of pairs with this Δ on which people agreed, 0.5 to 1; None without evidence.

    At Δ = 0 the curve is at half its ceiling, which is below 0.5, no better than a coin toss. So
    it is no evidence for |Δ| below `least_informative_delta(key)`.
    """
    ceiling, slope = AGREEMENT_CURVES[key]
    share = ceiling / 100 / (1 + math.exp(-slope * abs(delta)))
    return share if share >= 0.5 else None


def least_informative_delta(key: str) -> float:
    """The |Δ| at which the curve reaches one half.

    >>> round(least_informative_delta("bleu"), 2), round(least_informative_delta("chrf"), 2)
    (0.27, 0.14)
    """
    ceiling, slope = AGREEMENT_CURVES[key]
    return -math.log(ceiling / 50 - 1) / slope


def has_agreement_curve(metric_pair: MetricComparison) -> bool:
    """Whether the curve holds for this metric under these settings.

    It was fitted for sacreBLEU's defaults; only the tokenizer may follow the language.
    """
    metric = metric_pair.a.metric
    if isinstance(metric, Bleu):
        tokenize = metric.config.tokenize
        usual = ("13a", *LANGUAGE_TOKENIZERS.values())
        return tokenize in usual and metric.config == BleuConfig(tokenize=tokenize)
    return metric.about.key in AGREEMENT_CURVES and metric == type(metric)()
