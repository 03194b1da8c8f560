"""How far people agree who answer the same: raw agreement, Cohen's κ, Krippendorff's α.

All are 1 − (disagreement that was observed) / (disagreement that chance would give), raw agreement
with nothing taken for chance. What they need are sums of rows, one an item, so that resampling
segments is a product of matrices, as everywhere here.

What is compared is a table of numbers, a row an item and a column an annotator, NaN where that
one did not answer. An item with fewer than two answers counts for nothing.

J. Cohen (1960), "A Coefficient of Agreement for Nominal Scales". K. Krippendorff (2011),
"Computing Krippendorff's Alpha-Reliability", https://repository.upenn.edu/asc_papers/43.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import FloatArray
from bleu_core.significance import SAMPLES, SEED, resample_counts
from bleu_core.significance.bootstrap import interval
from bleu_core.significance.resampling import products

Level = Literal["nominal", "ordinal", "interval"]
Undefined = Literal["", "nothing shared", "all the same"]

# Observed and expected disagreement, from (R, K) sums of rows: (R,) each.
Formula = Callable[[FloatArray], tuple[FloatArray, FloatArray]]
# Resamples that leave a coefficient undefined are left out; with more than these, all are.
MOST_UNDEFINED = 0.05
# What is left of a difference of squares that is 0 but for rounding, as a part of them.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Coefficient:
    """How far annotators agree, in one number.

    Attributes
    ----------
    value : float
        1 is full agreement, 0 (of κ and α) what chance would give; NaN where it is undefined.
    low, high : float or None
        The 95 % bootstrap interval over segments, widened for their number: see
        `significance.bootstrap.widening`. None where no resample differs, as where nobody ever
        disagreed, and where there is one segment.
    undefined : str
        Why there is no value: "nothing shared", no item was answered by two; "all the same",
        all answers are one, so that chance could not disagree either.
    observed, expected : float
        The disagreements that the value is made of.
    items, answers, segments : int
        How many items with two answers or more, how many answers, in how many segments.
    """

    value: float
    low: float | None
    high: float | None
    undefined: Undefined
    observed: float
    expected: float
    items: int
    answers: int
    segments: int


def raw_agreement(table: FloatArray, segments: NDArray[np.int64]) -> Coefficient:
    """The share of pairs of answers to the same item that are equal; chance is left in.

    Parameters
    ----------
    table : (U, A) array
    segments : (U,) array
        The segment of each item, by number.

    >>> raw_agreement(np.array([[1.0, 1.0], [1.0, 2.0]]), np.array([0, 1])).value
    0.5
    """

    def rows(there: FloatArray) -> FloatArray:
        counts = _counts(there)
        size = counts.sum(axis=1)
        equal = (counts * (counts - 1)).sum(axis=1)
        return np.column_stack([size * (size - 1) - equal, size * (size - 1)])

    return _estimated(table, segments, rows, lambda s: (s[:, 0] / s[:, 1], np.ones(len(s))))


def mean_difference(table: FloatArray, segments: NDArray[np.int64]) -> Coefficient:
    """By how much two answers to the same item differ in the mean, as `observed`; `value` too.

    Parameters are those of `raw_agreement`. It is in the unit of the answers: 0 is full agreement.

    >>> mean_difference(np.array([[50.0, 60.0], [70.0, 90.0]]), np.array([0, 1])).value
    15.0
    """

    def rows(there: FloatArray) -> FloatArray:
        ordered = np.sort(there, axis=1)  # NaN last
        size = np.isfinite(there).sum(axis=1)
        # Of n in order, the i-th is above i others and below n − 1 − i.
        weight = 2 * np.arange(there.shape[1]) - (size[:, None] - 1)
        return np.column_stack([np.nansum(weight * ordered, axis=1), size * (size - 1) / 2])

    def formula(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
        return 1 - sums[:, 0] / sums[:, 1], np.ones(len(sums))

    found = _estimated(table, segments, rows, formula)
    return replace(found, observed=found.value, expected=math.nan)


def cohens_kappa(table: FloatArray, segments: NDArray[np.int64]) -> Coefficient:
    """Cohen's κ of two annotators: chance has each one's own shares of answers.

    Parameters
    ----------
    table : (U, 2) array
    segments : (U,) array

    Raises
    ------
    ValueError
        For another number of annotators.

    The example of 50 grants: 20 times both say yes, 15 times both say no, 5 and 10 times they
    differ: p_o = 0.7, p_e = 0.5.

    >>> table = np.repeat([[1.0, 1], [1, 0], [0, 1], [0, 0]], [20, 5, 10, 15], axis=0)
    >>> round(cohens_kappa(table, np.arange(50)).value, 12)
    0.4
    """
    if table.shape[1] != 2:
        raise ValueError(f"Cohen's κ is of two annotators, not of {table.shape[1]}.")

    def rows(there: FloatArray) -> FloatArray:
        codes, size = _codes(there)
        found = np.zeros((len(there), size * size))
        found[np.arange(len(there)), codes[:, 0] * size + codes[:, 1]] = 1
        return found

    def formula(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
        both = _square(sums)
        number = sums.sum(axis=1)
        equal = np.trace(both, axis1=1, axis2=2)
        chance = (both.sum(axis=1) * both.sum(axis=2)).sum(axis=1)
        return 1 - equal / number, (number**2 - chance) / number**2

    return _estimated(table, segments, rows, formula)


def krippendorffs_alpha(
    table: FloatArray, segments: NDArray[np.int64], level: Level
) -> Coefficient:
    """Krippendorff's α of any number of annotators, who need not all have answered all.

    Chance draws from all answers together. Disagreements count 1 (nominal), by how many answers
    lie between (ordinal), or by the squared difference (interval).

    Parameters
    ----------
    table : (U, A) array
    segments : (U,) array
    level : str

    Two annotators and ten items, who agree on six (Krippendorff 2011, section B):

    >>> a, b = [0, 1, 0, 0, 0, 0, 0, 0, 1, 0], [1, 1, 1, 0, 0, 1, 0, 0, 0, 0]
    >>> round(krippendorffs_alpha(np.array([a, b], float).T, np.arange(10), "nominal").value, 3)
    0.095
    """
    if level == "interval":
        return _estimated(table, segments, _moments, _by_moments)
    distance = _nominal if level == "nominal" else _ordinal

    def formula(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
        coincidences = _square(sums)
        shares = coincidences.sum(axis=2)
        number = shares.sum(axis=1)
        apart = distance(shares)
        pairs = shares[:, :, None] * shares[:, None, :]
        observed = (coincidences * apart).sum(axis=(1, 2)) / number
        return observed, (pairs * apart).sum(axis=(1, 2)) / (number * (number - 1))

    return _estimated(table, segments, _coincidences, formula)


def _coincidences(there: FloatArray) -> FloatArray:
    """(U, C²): how often two annotators of an item said c and k, each answer weighing 1 in all."""
    counts = _counts(there)
    pairs = counts[:, :, None] * counts[:, None, :]
    diagonal = np.arange(counts.shape[1])
    pairs[:, diagonal, diagonal] -= counts
    others = counts.sum(axis=1) - 1
    return (pairs / others[:, None, None]).reshape(len(there), -1)


def _nominal(shares: FloatArray) -> FloatArray:
    return np.broadcast_to(1 - np.eye(shares.shape[1]), (len(shares), *[shares.shape[1]] * 2))


def _ordinal(shares: FloatArray) -> FloatArray:
    """(R, C, C) squares of how many answers lie from c to k, of c and of k the half."""
    middle = np.cumsum(shares, axis=1) - shares / 2
    return (middle[:, :, None] - middle[:, None, :]) ** 2


def _moments(there: FloatArray) -> FloatArray:
    """(U, 4): Σ of squared differences by each answer's others, number, Σ and Σ of squares."""
    number = np.isfinite(there).sum(axis=1)
    total, squares = np.nansum(there, axis=1), np.nansum(there**2, axis=1)
    apart = 2 * (number * squares - total**2) / (number - 1)
    return np.column_stack([apart, number, total, squares])


def _by_moments(sums: FloatArray) -> tuple[FloatArray, FloatArray]:
    apart, number, total, squares = sums.T
    spread = number * squares - total**2
    spread = np.where(spread > ROUNDING * number * squares, spread, 0)
    return apart / number, 2 * spread / (number * (number - 1))


def _codes(there: FloatArray) -> tuple[NDArray[np.int64], int]:
    """The answers by their ranks among all values, -1 where there is none; how many there are."""
    values = np.unique(there[np.isfinite(there)])
    return np.where(np.isfinite(there), np.searchsorted(values, there), -1), len(values)


def _counts(there: FloatArray) -> FloatArray:
    """(U, C) how many annotators gave each value."""
    codes, size = _codes(there)
    return (codes[:, :, None] == np.arange(size)).sum(axis=1).astype(np.float64)


def _square(sums: FloatArray) -> FloatArray:
    size = math.isqrt(sums.shape[1])
    return sums.reshape(len(sums), size, size)


def _estimated(
    table: FloatArray,
    segments: NDArray[np.int64],
    rows: Callable[[FloatArray], FloatArray],
    formula: Formula,
) -> Coefficient:
    """The coefficient of a table, and its interval over segments."""
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
    observed, expected = (float(one[0]) for one in formula(by_segment.sum(axis=0)[None]))
    sizes = items, answers, len(by_segment)
    if expected == 0:
        return Coefficient(math.nan, None, None, "all the same", observed, expected, *sizes)
    low, high = _interval(by_segment, formula)
    return Coefficient(1 - observed / expected, low, high, "", observed, expected, *sizes)


def _interval(by_segment: FloatArray, formula: Formula) -> tuple[float | None, float | None]:
    number = len(by_segment)
    if number == 1:
        return None, None
    drawn = products(resample_counts(number, SAMPLES, SEED), by_segment, SAMPLES, None)
    observed, expected = formula(drawn)
    values = 1 - observed[expected > 0] / expected[expected > 0]
    if len(values) < (1 - MOST_UNDEFINED) * SAMPLES or np.ptp(values) == 0:
        return None, None
    return interval(values, number, clustered=True)
