"""A metric against human scores, system by system."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import nan

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import AdditiveMetric, FloatArray, score_of
from bleu_core.metrics.imported import Imported
from bleu_core.metrics.metric import About, MetricStatistics
from bleu_core.people.against.correlation import kendall, pair_signs, pairs_of, pearson
from bleu_core.people.against.people import People

# A correlation of two points is always 1 or −1.
LEAST = 3


@dataclass(frozen=True, eq=False)
class Against:
    """A metric and human scores on the systems that both cover.

    Both are turned so that higher is better: a positive correlation means agreement.

    Attributes
    ----------
    people : People
    about : About
        Of the metric.
    names : tuple of K str
    segments : (n,) array
        Segments with human scores; the metric is computed on these only.
    metric : tuple of K AdditiveMetric
        Statistics of the systems on these segments.
    human : tuple of K MetricStatistics
        Human scores: rows are (number, 1), or (0, 0) without a score.
    """

    people: People
    about: About
    names: tuple[str, ...]
    segments: NDArray[np.int64]
    metric: tuple[AdditiveMetric, ...]
    human: tuple[MetricStatistics, ...]

    def __len__(self) -> int:
        """Number of systems."""
        return len(self.names)

    @property
    def signs(self) -> tuple[int, int]:
        """Signs that turn the metric and people: −1 if lower is better."""
        both = self.about.higher_is_better, self.people.higher_is_better
        return 1 if both[0] else -1, 1 if both[1] else -1

    @cached_property
    def scores(self) -> FloatArray:
        """(K,) the metric's scores, turned."""
        return self.signs[0] * np.array([score_of(one) for one in self.metric])

    @cached_property
    def means(self) -> FloatArray:
        """(K,) human means, turned: each system's over the segments it was judged on."""
        return self.signs[1] * np.array([score_of(one) for one in self.human])

    @cached_property
    def is_judged(self) -> NDArray[np.bool_]:
        """(K, n) which outputs have a human score."""
        return np.stack([one.matrix[:, 1] > 0 for one in self.human])

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
        return float(measure(self.scores[None], self.means[None])[0]) if len(self) >= LEAST else nan

    @cached_property
    def orders(self) -> tuple[FloatArray, FloatArray]:
        """The sign of each pair of systems (`pairs_of`): by the metric, and by people."""
        return pair_signs(self.scores[None])[0], pair_signs(self.means[None])[0]

    @property
    def agreed(self) -> int:
        """Number of pairs of systems that both order alike."""
        return int((self.orders[0] == self.orders[1]).sum())

    @property
    def alike(self) -> int:
        """Number of pairs of systems that people find equal; a metric rarely does."""
        return int((self.orders[1] == 0).sum())

    @property
    def pairs(self) -> int:
        """Number of pairs of systems."""
        return len(pairs_of(len(self))[0])


def hold_against(
    people: People, statistics: Mapping[str, AdditiveMetric], about: About
) -> Against | None:
    """Evaluate a metric against human scores; None if they share no system.

    Parameters
    ----------
    people : People
    statistics : mapping from the name of a system to SegmentStatistics or MetricStatistics
        Statistics of all segments; systems without human scores are left out.
    about : About
        Of the metric.
    """
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
    mean = Imported(people.label, people.higher_is_better)
    human = tuple(
        MetricStatistics(np.column_stack([row, counts]), mean)
        for row, counts in zip(numbers, there, strict=True)
    )
    return Against(people, about, names, segments, metric, human)
