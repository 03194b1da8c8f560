"""The additive metric: all that significance, slices and history know of a score.

It is a matrix with one row a segment, and a formula over sums of rows. The score
of any segments (a corpus, a slice, a resample that has one twice) is the formula
of the sum of their rows, never a mean of their scores. BLEU is one, with
`bleu_core.metrics.bleu_score.SegmentStatistics`; the mean of a column of marks is the smallest,
with the rows (mark, 1):

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

from bleu_core.messages import Message, comparison
from bleu_core.text.streams import InputError

FloatArray = NDArray[np.float64]
# (R, K) statistics, a segment or a sum of segments a row: int64, or float64.
Rows = NDArray[Any]


class AdditiveMetric(Protocol):
    """The output of one system, as an additive metric counts it. Never changed."""

    @property
    def matrix(self) -> Rows:
        """(S, K) statistics of each segment; rows of 0 count for nothing."""

    @property
    def settings(self) -> Mapping[str, object]:
        """What the scores depend on beside the text: equal for two systems that are compared."""

    def scores(self, sums: Rows) -> FloatArray:
        """The score of each row: (R, K) sums of rows -> (R,), in points of the metric."""

    def quick_scores(self, sums: Rows) -> FloatArray:
        """`scores` but for the last digits, for thousands of resamples; may be the same."""

    def with_rows(self, matrix: Rows) -> Self:
        """The same metric of other rows, (R, K): of some segments, or of sums of segments."""


Additive = TypeVar("Additive", bound=AdditiveMetric)


def score_of(stats: AdditiveMetric) -> float:
    """The score of all segments together."""
    return float(stats.scores(stats.matrix.sum(axis=0)[None, :])[0])


def require_pair(stats_a: AdditiveMetric, stats_b: AdditiveMetric) -> None:
    """Raise InputError unless both systems have the same segments, scored alike."""
    problems = unlike([stats_a, stats_b], ["A", "B"])
    if problems:
        raise InputError(problems)


def unlike(statistics: Sequence[AdditiveMetric], names: Sequence[str]) -> list[Message]:
    """What keeps one or more systems from being compared."""
    first, size = statistics[0], len(statistics[0].matrix)
    problems = []
    sizes = [len(one.matrix) for one in statistics]
    others = [i for i, number in enumerate(sizes) if number != size]
    if others:
        of_others = [names[i] for i in others], [sizes[i] for i in others]
        problems.append(comparison.unequal_segments(names[0], size, *of_others))
    for one, name in zip(statistics, names, strict=True):
        a, b = first.settings, one.settings
        different = [field for field in {**a, **b} if a.get(field) != b.get(field)]
        if different:
            told = [f"{field} ({a.get(field)!r}, {b.get(field)!r})" for field in different]
            problems.append(comparison.unequal_settings(names[0], name, told))
    return problems
