"""Test slices on the half of the segments that was not searched."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.stats import holm, student_limit
from bleu_core.explain.comparison import Comparison
from bleu_core.segments.finder.search import excess_of, relative_lengths
from bleu_core.significance import (
    LEVEL,
    TRIALS,
    jackknife_interval,
    paired_approximate_randomization,
)
from bleu_core.significance.resampling import MOST_DEGREES

Ints = NDArray[np.int64]


class ConfirmedSlice(NamedTuple):
    """Results of a slice on the held-out half, by their names in `FoundSlice`."""

    tested: int  # number of its segments there
    score_a: float
    score_b: float
    ci_low: float | None  # interval of Δ; None if the segments come from a single unit
    ci_high: float | None
    surplus: float  # points beyond their share, in the ledger of that half
    surplus_low: float
    surplus_high: float
    p_value: float  # by exchanging A and B, corrected for the number of slices shown
    confirmed: bool


def confirm_slices(
    comparison: Comparison,
    held_out: Ints,
    slices: list[tuple[NDArray[np.bool_], bool]],
    lengths: NDArray[Any],
    documents: Ints | None,
    seed: int,
) -> list[ConfirmedSlice]:
    """Test slices on the `held_out` (n,) segments, which had no part in choosing them.

    A slice is its segments, (S,), and whether it was found as a loss. Shares are of the reference
    lengths, `lengths` (S,). The unit of exchange is the
    document, `documents` (S,), if given. All intervals hold simultaneously in 95%: each of m has
    coverage 0.95^(1/m) (Šidák 1967, valid for normal estimates with any dependence).
    """
    half = comparison.part(held_out)
    points = half.ledger.segments
    coverage = (1 - LEVEL) ** (1 / max(len(slices), 1))
    units = None if documents is None else documents[held_out]
    tests = []
    for mask, _ in slices:
        chosen = mask[held_out]
        rows = np.flatnonzero(chosen)
        a, b = half.stats_a.subset(rows), half.stats_b.subset(rows)
        clusters = None if units is None else units[rows]
        test = paired_approximate_randomization(a, b, TRIALS, seed, clusters=clusters)
        ends: tuple[float | None, float | None] = (None, None)
        if test.units > 1:
            ends = jackknife_interval(a, b, coverage, clusters)
        scores = a.corpus().score, b.corpus().score
        surplus = excess_points(points, chosen, lengths[held_out], coverage, units)
        tests.append(ConfirmedSlice(len(rows), *scores, *ends, *surplus, test.p_value, False))
    confirmed = []
    corrected = holm([own.p_value for own in tests])
    for own, p, (_, loses) in zip(tests, corrected, slices, strict=True):
        agrees = (own.score_b < own.score_a) == loses
        beyond = own.surplus_high < 0 if loses else own.surplus_low > 0
        is_confirmed = p < LEVEL and agrees and beyond
        confirmed.append(own._replace(p_value=p, confirmed=is_confirmed))
    return confirmed


def excess_points(
    points: NDArray[np.float64],
    chosen: NDArray[np.bool_],
    lengths: NDArray[Any],
    coverage: float,
    units: Ints | None = None,
) -> tuple[float, float, float]:
    """Points of some segments beyond their share of the total, with an interval.

    The share is that of the reference length, `lengths` (S,). The points beyond it are the sum over
    all segments of (1 if chosen, else 0, minus the share chosen) times (points minus the points of
    its own share). Each of G units, a segment or a document, contributes a part; the error is that
    of a sum of independent parts: √(G/(G − 1) · Σ part²), with Student's t of G − 1 degrees of
    freedom. This is the linearised error of a ratio (Cochran 1977, section 6.4).

    >>> points, chosen = np.array([-1.0, -1, 1, 1]), np.array([1, 1, 0, 0], bool)
    >>> [round(number, 2) for number in excess_points(points, chosen, np.ones(4), 0.95)]
    [-2.0, -5.67, 1.67]
    """
    share = (chosen * relative_lengths(lengths)).mean()
    parts = (chosen - share) * excess_of(points, lengths)
    if units is not None:
        parts = np.bincount(np.unique(units, return_inverse=True)[1].ravel(), parts)
    number = len(parts)
    total = float(parts.sum())
    if number < 2:
        return total, -np.inf, np.inf
    limit = student_limit(coverage, min(number - 1, MOST_DEGREES))
    half = limit * float(np.sqrt(number / (number - 1) * (parts**2).sum()))
    return total, total - half, total + half
