"""A metric against human scores over systems: correlation, pairs, outliers.

Measures take many rows at once, because a bootstrap needs thousands. A measure that is undefined
(fewer than two numbers, or all equal) is NaN.

Outliers: Mathur, Baldwin and Cohn 2020, "Tangled up in BLEU: Reevaluating the Evaluation of
Automatic Machine Translation Evaluation Metrics", section 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics.additive import FloatArray, score_of
from bleu_core.metrics.bleu import SegmentStatistics
from bleu_core.metrics.facts import MetricInfo
from bleu_core.metrics.imported import ImportedMetric
from bleu_core.metrics.metric import MetricStatistics
from bleu_core.people.meta_evaluation.human_scores import HumanScores
from bleu_core.significance import ROUNDING

# Signs of pairs in memory at a time.
MAX_SIGNS = 1 << 22


def pearson(x: FloatArray, y: FloatArray) -> FloatArray:
    """Pearson's r of each row of x with the same row of y, both (R, K).

    >>> pearson(np.array([[1.0, 2, 3], [1, 1, 1]]), np.array([[2.0, 4, 6], [1, 2, 3]])).tolist()
    [1.0, nan]
    """
    dx, dy = (z - z.mean(axis=1, keepdims=True) for z in (x, y))
    norms = np.sqrt((dx**2).sum(axis=1) * (dy**2).sum(axis=1))
    # If all are equal, the rest is rounding error.
    vary = [np.ptp(z, axis=1) > ROUNDING * np.abs(z).max(axis=1) for z in (x, y)]
    r: FloatArray = np.divide(
        (dx * dy).sum(axis=1), norms, out=np.full(len(x), np.nan), where=vary[0] & vary[1]
    )
    return np.clip(r, -1, 1)


def kendall(x: FloatArray, y: FloatArray) -> FloatArray:
    """Kendall's τ-b (1945) of each row of x with the same row of y, both (R, K).

    Pairs with a missing number (NaN) are left out. scipy.stats.kendalltau gives the same numbers,
    but takes one pair of rows at a time and 0.5 s to import.

    >>> kendall(np.array([[1.0, 2, 3, 3]]), np.array([[1.0, 3, 2, 4]])).round(3).tolist()
    [0.548]
    """
    pairs = x.shape[1] * (x.shape[1] - 1) // 2
    rows = max(1, MAX_SIGNS // max(pairs, 1))
    result = np.full(len(x), np.nan)
    for start in range(0, len(x), rows):
        part = slice(start, start + rows)
        sx, sy = pair_signs(x[part]), pair_signs(y[part])
        there = ~np.isnan(sx + sy)
        sx, sy = np.where(there, sx, 0), np.where(there, sy, 0)
        norms = np.sqrt(np.abs(sx).sum(axis=1) * np.abs(sy).sum(axis=1))
        np.divide((sx * sy).sum(axis=1), norms, out=result[part], where=norms > 0)
    return result


def pair_signs(x: FloatArray) -> FloatArray:
    """The order of each pair i < j of columns, (R, K) -> (R, K(K − 1)/2): 1 where j is larger."""
    i, j = index_pairs(x.shape[1])
    signs: FloatArray = np.sign(rounded(x[:, j] - x[:, i]))
    return signs


def index_pairs(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Indices of all pairs i < j of `size` items, ordered by i, then j."""
    return np.triu_indices(size, 1)


def accuracy(x: FloatArray, y: FloatArray) -> FloatArray:
    """The share of pairs that x and y order alike, in each row of both (R, K).

    A pair that is tied in only one of them counts as a disagreement; NaN without pairs, or if a
    number is missing (Kocmi et al. 2021, "To Ship or Not to Ship", section 5.1,
    https://aclanthology.org/2021.wmt-1.57).

    >>> accuracy(np.array([[1.0, 2, 3]]), np.array([[1.0, 3, 2]])).round(3).tolist()
    [0.667]
    """
    sx, sy = pair_signs(x), pair_signs(y)
    if not sx.shape[1]:
        return np.full(len(x), np.nan)
    same = np.where(np.isnan(sx + sy), np.nan, sx == sy)
    share: FloatArray = same.mean(axis=1)
    return share


# A correlation of two points is always 1 or −1.
MIN_SYSTEMS = 3


@dataclass(frozen=True, eq=False)
class MetricVsHuman:
    """A metric and human scores on the systems that both cover, turned so that higher is better."""

    people: HumanScores
    about: MetricInfo
    names: tuple[str, ...]
    # (n,) segments with human scores; the metric is computed on these only.
    segments: NDArray[np.int64]
    # K statistics of the systems on these segments.
    metric: tuple[SegmentStatistics | MetricStatistics, ...]
    # K human scores: rows are (number, 1), or (0, 0) without a score.
    human: tuple[MetricStatistics, ...]

    def __len__(self) -> int:
        return len(self.names)

    @property
    def signs(self) -> tuple[int, int]:
        """Signs that turn the metric and people: −1 if lower is better."""
        of_metric, of_people = self.about.higher_is_better, self.people.higher_is_better
        return 1 if of_metric else -1, 1 if of_people else -1

    @cached_property
    def scores(self) -> FloatArray:
        """(K,) the metric's scores, turned."""
        return self.signs[0] * np.array([score_of(stats) for stats in self.metric])

    @cached_property
    def means(self) -> FloatArray:
        """(K,) human means, turned: each system's over the segments it was judged on."""
        return self.signs[1] * np.array([score_of(stats) for stats in self.human])

    @cached_property
    def is_judged(self) -> NDArray[np.bool_]:
        """(K, n) which outputs have a human score."""
        return np.stack([stats.matrix[:, 1] > 0 for stats in self.human])

    @property
    def is_complete(self) -> bool:
        """Whether every system was judged on every segment."""
        return bool(self.is_judged.all())

    @cached_property
    def r(self) -> float:
        """Pearson's r over the systems; NaN for fewer than three."""
        return self._over_systems(pearson)

    @cached_property
    def tau(self) -> float:
        """Kendall's τ-b over the systems; NaN for fewer than three."""
        return self._over_systems(kendall)

    def _over_systems(self, measure: Callable[[FloatArray, FloatArray], FloatArray]) -> float:
        few = len(self) < MIN_SYSTEMS
        return nan if few else float(measure(self.scores[None], self.means[None])[0])

    def shared(self, i: int, j: int) -> NDArray[np.bool_]:
        """(n,) the segments on which people judged both of two systems."""
        return self.is_judged[i] & self.is_judged[j]

    @cached_property
    def differences(self) -> tuple[FloatArray, FloatArray]:
        """(P,) the first system's score minus the second's in each pair (`index_pairs`), turned.

        By the metric and by people, on the segments that both systems share: others may be easier,
        or harder. NaN if they share none, or the metric has no number there.
        """
        i, j = index_pairs(len(self))
        if self.is_complete:
            return rounded(self.scores[i] - self.scores[j]), rounded(self.means[i] - self.means[j])
        found = np.full((2, len(i)), nan)
        for place, pair in enumerate(zip(i, j, strict=True)):
            if (rows := self.shared(*pair)).any():
                for side, systems in enumerate((self.metric, self.human)):
                    both = [systems[k].with_rows(systems[k].matrix[rows]) for k in pair]
                    first, second = map(score_of, both)
                    found[side, place] = self.signs[side] * (first - second)
        return rounded(found[0]), rounded(found[1])

    @property
    def is_compared(self) -> NDArray[np.bool_]:
        """(P,) which pairs share a segment, on which the metric has a number, too."""
        return ~np.isnan(np.add(*self.differences))

    @property
    def is_agreed(self) -> NDArray[np.bool_]:
        """(P,) which pairs of systems both order alike."""
        return np.equal(*map(np.sign, self.differences))

    @property
    def agreed(self) -> int:
        """Number of pairs of systems that both order alike."""
        return int(self.is_agreed.sum())

    @property
    def alike(self) -> int:
        """Number of pairs of systems that people find equal; a metric rarely does."""
        return int((self.differences[1] == 0).sum())

    @property
    def compared(self) -> int:
        """Number of pairs of systems that share a segment: all, if judgments are complete."""
        return int(self.is_compared.sum())

    @property
    def pairs(self) -> int:
        return len(index_pairs(len(self))[0])


def evaluate_metric(
    people: HumanScores,
    statistics: Mapping[str, SegmentStatistics | MetricStatistics],
    about: MetricInfo,
) -> MetricVsHuman | None:
    """Evaluate a metric against human scores; None if they share no system."""
    known = [name for name, values in people.values.items() if not np.isnan(values).all()]
    names = tuple(name for name in statistics if name in known)
    if not names:
        return None
    values = np.stack([people.values[name] for name in names])
    segments = np.flatnonzero(~np.isnan(values).all(axis=0))
    counted = [statistics[name] for name in names]
    metric = tuple(stats.with_rows(stats.matrix[segments]) for stats in counted)
    there = ~np.isnan(values[:, segments])
    numbers = np.where(there, values[:, segments], 0.0)
    mean = ImportedMetric(people.label, people.higher_is_better)
    human = tuple(
        MetricStatistics(np.column_stack([row, counts]), mean)
        for row, counts in zip(numbers, there, strict=True)
    )
    return MetricVsHuman(people, about, names, segments, metric, human)


# For a normal distribution, 1.483 · MAD (median absolute deviation) is a standard deviation.
MAD_TO_SD, OUTLIER_LIMIT = 1.483, 2.5


def outlier_systems(means: FloatArray) -> NDArray[np.intp]:
    """Indices of systems farther from the median than 2.5 · 1.483 · MAD; none if MAD is 0."""
    distances = np.abs(means - np.median(means))
    spread = MAD_TO_SD * np.median(distances)
    return np.flatnonzero((distances > OUTLIER_LIMIT * spread) & (spread > 0))


def r_without(scores: FloatArray, means: FloatArray, left_out: NDArray[np.intp] | int) -> float:
    """Pearson's r over the other systems; NaN for fewer than three."""
    x, y = (np.delete(values, left_out) for values in (scores, means))
    return float(pearson(x[None], y[None])[0]) if len(x) >= MIN_SYSTEMS else float("nan")
