"""Agreement between annotators: raw agreement, Cohen's κ, Krippendorff's α.

All are 1 − (observed disagreement) / (expected disagreement); raw agreement does not correct for
chance. They are computed from sums of rows, one per item, so resampling segments is a product of
matrices, as for metrics. The input is a table of numbers, one row per item and one column per
annotator, NaN if not answered. Items with fewer than two answers do not count.

- Cohen (1960), "A Coefficient of Agreement for Nominal Scales".
- Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability",
  https://repository.upenn.edu/asc_papers/43.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import FloatArray
from bleu_core.significance import SAMPLES, SEED, resample_counts
from bleu_core.significance.paired_tests import bootstrap_interval
from bleu_core.significance.resampling import multiply_blocks

Level = Literal["nominal", "ordinal"]
Undefined = Literal["", "nothing shared", "all the same"]

# Observed and expected disagreement, from (R, K) sums of rows: (R,) each.
Formula = Callable[[FloatArray], tuple[FloatArray, FloatArray]]
# Resamples with an undefined coefficient are left out; with more than this share, there is no
# interval.
MOST_UNDEFINED = 0.05


@dataclass(frozen=True)
class Coefficient:
    """Coefficient of agreement, with its interval."""

    value: float  # 1 is full agreement, 0 (for κ and α) chance level; NaN if undefined
    # The 95% bootstrap interval over segments, widened for their number (`interval_widening`). None
    # if all resamples are equal, for example without any disagreement, or for one segment.
    low: float | None
    high: float | None
    # Why there is no value: "nothing shared", no item has two answers; "all the same", all answers
    # are equal, so no disagreement is expected by chance.
    undefined: Undefined
    # Disagreements behind the value.
    observed: float
    expected: float
    # Numbers of items with two or more answers, of answers, and of segments.
    items: int
    answers: int
    segments: int


def raw_agreement(table: FloatArray, segments: NDArray[np.int64]) -> Coefficient:
    """The share of equal pairs of answers to the same item, not corrected for chance.

    `table` is (U, A), `segments` the (U,) segments of its rows: the unit of the interval.

    >>> raw_agreement(np.array([[1.0, 1.0], [1.0, 2.0]]), np.array([0, 1])).value
    0.5
    """

    def rows(there: FloatArray) -> FloatArray:
        counts = _value_counts(there)
        size = counts.sum(axis=1)
        equal = (counts * (counts - 1)).sum(axis=1)
        return np.column_stack([size * (size - 1) - equal, size * (size - 1)])

    return _coefficient_of(table, segments, rows, lambda s: (s[:, 0] / s[:, 1], np.ones(len(s))))


def cohens_kappa(table: FloatArray, segments: NDArray[np.int64]) -> Coefficient:
    """Cohen's κ of two annotators: chance follows from each annotator's own shares of answers.

    Of 50 items, both say yes to 20 and no to 15; they differ on 5 and 10. Observed agreement is
    0.7, expected agreement 0.5, so κ is (0.7 − 0.5) / (1 − 0.5).

    >>> table = np.repeat([[1.0, 1], [1, 0], [0, 1], [0, 0]], [20, 5, 10, 15], axis=0)
    >>> round(cohens_kappa(table, np.arange(50)).value, 12)
    0.4
    """
    if table.shape[1] != 2:
        raise ValueError(f"Cohen's κ needs two annotators, not {table.shape[1]}.")

    def rows(there: FloatArray) -> FloatArray:
        codes, size = _value_codes(there)
        result = np.zeros((len(there), size * size))
        result[np.arange(len(there)), codes[:, 0] * size + codes[:, 1]] = 1
        return result

    def formula(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
        both = _square_matrices(sums)
        number = sums.sum(axis=1)
        equal = np.trace(both, axis1=1, axis2=2)
        chance = (both.sum(axis=1) * both.sum(axis=2)).sum(axis=1)
        return 1 - equal / number, (number**2 - chance) / number**2

    return _coefficient_of(table, segments, rows, formula)


def krippendorffs_alpha(
    table: FloatArray, segments: NDArray[np.int64], level: Level
) -> Coefficient:
    """Krippendorff's α of any number of annotators; chance follows from all answers pooled.

    A disagreement has size 1 ("nominal"), or the squared number of answers in between ("ordinal").

    Two annotators who agree on six of ten items (Krippendorff, section B):

    >>> a, b = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    >>> round(krippendorffs_alpha(np.array([a, b], float).T, np.arange(10), "nominal").value, 3)
    0.095
    """

    def formula(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
        coincidences = _square_matrices(sums)
        shares = coincidences.sum(axis=2)
        number = shares.sum(axis=1)
        if level == "nominal":
            apart = 1 - np.eye(shares.shape[1])
        else:  # the squared number of answers between c and k, counting half of c and of k
            middle = np.cumsum(shares, axis=1) - shares / 2
            apart = (middle[:, :, None] - middle[:, None, :]) ** 2
        pairs = shares[:, :, None] * shares[:, None, :]
        observed = (coincidences * apart).sum(axis=(1, 2)) / number
        return observed, (pairs * apart).sum(axis=(1, 2)) / (number * (number - 1))

    return _coefficient_of(table, segments, _coincidences, formula)


def _coincidences(there: FloatArray) -> FloatArray:
    """(U, C²): how often two annotators of an item gave c and k; each answer weighs 1 in total."""
    counts = _value_counts(there)
    pairs = counts[:, :, None] * counts[:, None, :]
    diagonal = np.arange(counts.shape[1])
    pairs[:, diagonal, diagonal] -= counts
    others = counts.sum(axis=1) - 1
    return (pairs / others[:, None, None]).reshape(len(there), -1)


def _value_codes(there: FloatArray) -> tuple[NDArray[np.int64], int]:
    """Answers as ranks among all values, -1 if missing; and the number of values."""
    values = np.unique(there[np.isfinite(there)])
    return np.where(np.isfinite(there), np.searchsorted(values, there), -1), len(values)


def _value_counts(there: FloatArray) -> FloatArray:
    """(U, C) how many annotators gave each value."""
    codes, size = _value_codes(there)
    return (codes[:, :, None] == np.arange(size)).sum(axis=1).astype(np.float64)


def _square_matrices(sums: FloatArray) -> FloatArray:
    size = math.isqrt(sums.shape[1])
    return sums.reshape(len(sums), size, size)


def _coefficient_of(
    table: FloatArray,
    segments: NDArray[np.int64],
    rows: Callable[[FloatArray], FloatArray],
    formula: Formula,
) -> Coefficient:
    """The coefficient of a table, with its interval over segments."""
    shared = np.isfinite(table).sum(axis=1) >= 2
    there = table[shared]
    items, answers = len(there), int(np.isfinite(there).sum())
    if not items:
        nan = math.nan
        return Coefficient(nan, None, None, "nothing shared", nan, nan, 0, 0, 0)
    _, segment = np.unique(segments[shared], return_inverse=True)
    of_item = rows(there)
    by_segment = np.zeros((int(segment.max()) + 1, of_item.shape[1]))
    np.add.at(by_segment, segment, of_item)
    observed, expected = (float(sums[0]) for sums in formula(by_segment.sum(axis=0)[None]))
    sizes = items, answers, len(by_segment)
    if expected == 0:
        return Coefficient(math.nan, None, None, "all the same", observed, expected, *sizes)
    low, high = _bootstrap_interval(by_segment, formula)
    return Coefficient(1 - observed / expected, low, high, "", observed, expected, *sizes)


def _bootstrap_interval(
    by_segment: FloatArray, formula: Formula
) -> tuple[float | None, float | None]:
    number = len(by_segment)
    if number == 1:
        return None, None
    drawn = multiply_blocks(resample_counts(number, SAMPLES, SEED), by_segment, SAMPLES, None)
    observed, expected = formula(drawn)
    values = 1 - observed[expected > 0] / expected[expected > 0]
    if len(values) < (1 - MOST_UNDEFINED) * SAMPLES or np.ptp(values) == 0:
        return None, None
    return bootstrap_interval(values, number, clustered=True)
