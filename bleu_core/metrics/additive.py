"""The additive metric: the interface through which significance, slices and history use scores.

It is a matrix with one row per segment, and a formula over sums of rows. The score of any set of
segments (a corpus, a slice, a resample that has one twice) is the formula of the sum of their
rows, never a mean of their scores. BLEU is one, as
`bleu_core.metrics.bleu.SegmentStatistics`. The simplest is the mean of a column of marks, with
the rows (mark, 1):

>>> from dataclasses import dataclass, replace
>>> @dataclass(frozen=True, eq=False)
... class Marks:
...     matrix: Rows
...     settings = {"marks": "0 to 100"}
...     def scores(self, sums):
...         return sums[:, 0] / sums[:, 1]
...     quick_scores = scores
...     def with_rows(self, matrix):
...         return replace(self, matrix=matrix)
>>> score_of(Marks(np.array([[70, 1], [80, 1], [30, 1]])))
60.0
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.pair import A, B
from bleu_core.messages import Message, scoring
from bleu_core.text.evalset import raise_problems

FloatArray = NDArray[np.float64]
# (R, K) statistics, int64 or float64; a row is a segment or a sum of segments.
Rows = NDArray[Any]


class AdditiveMetric(Protocol):
    """Statistics of one system under an additive metric; immutable."""

    @property
    def matrix(self) -> Rows:
        """(S, K) statistics of each segment; rows of zeros do not count."""

    @property
    def settings(self) -> Mapping[str, object]:
        """Settings that determine the scores; equal for two systems that are compared."""

    def scores(self, sums: Rows) -> FloatArray:
        """Scores of sums of rows, in points of the metric, (R, K) -> (R,)."""

    def quick_scores(self, sums: Rows) -> FloatArray:
        """`scores` except for the last digits, for thousands of resamples; may equal `scores`."""

    def with_rows(self, matrix: Rows) -> Self:
        """Replace the rows, (R, K), by those of some segments or by sums of segments."""


Additive = TypeVar("Additive", bound=AdditiveMetric)


def score_of(stats: AdditiveMetric) -> float:
    """Score of all segments together."""
    return float(stats.scores(stats.matrix.sum(axis=0)[None, :])[0])


def require_pair(stats_a: AdditiveMetric, stats_b: AdditiveMetric) -> None:
    """Raise InputError unless both systems have the same segments and settings."""
    raise_problems(comparability_problems([stats_a, stats_b], [A, B]))


def comparability_problems(
    statistics: Sequence[AdditiveMetric], names: Sequence[str]
) -> list[Message]:
    """Messages on why systems cannot be compared; none if they can."""
    first, size = statistics[0], len(statistics[0].matrix)
    problems = []
    sizes = [len(stats.matrix) for stats in statistics]
    others = [i for i, number in enumerate(sizes) if number != size]
    if others:
        of_others = [names[i] for i in others], [sizes[i] for i in others]
        problems.append(scoring.unequal_segments(names[0], size, *of_others))
    for stats, name in zip(statistics, names, strict=True):
        a, b = first.settings, stats.settings
        different = [field for field in {**a, **b} if a.get(field) != b.get(field)]
        if different:
            values = [f"{field} ({a.get(field)!r}, {b.get(field)!r})" for field in different]
            problems.append(scoring.unequal_settings(names[0], name, values))
    return problems
