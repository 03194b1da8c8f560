"""Search all conjunctions of up to three conditions, by their points beyond their share.

With F (S, C), which segments match which condition, and w (S,), the points of each segment beyond
its share, all pairs at once are Fᵀ·diag(w)·F. Triples are the same product over the rows of each
first condition in turn. Shares are of the reference length.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress

Floats = NDArray[Any]
Ints = NDArray[np.int64]
Masks = NDArray[np.bool_]

KEPT = 2_000  # best conjunctions kept per direction
ROWS = 4_096  # rows multiplied at a time
# A longer conjunction must be better than each shorter one in it by this factor.
MIN_IMPROVEMENT = 1.1
# Share of the expected maximum error, over the number of conjunctions, that is subtracted. All of
# it would leave only certain slices; the other half tests them anyway.
CAUTION = 0.6


@dataclass(frozen=True)
class Conjunction:
    """A conjunction of conditions."""

    parts: tuple[int, ...]  # numbers of its conditions, ascending
    segments: int  # number of segments
    points: float
    excess_points: float  # beyond their share
    merit: float  # sort key: see `merits`


# For conjunctions: segments, and the sums of relative lengths, of w and of w² over them.
ConjunctionSums = tuple[Floats, Floats, Floats, Floats]
# Of all segments: their number, the mean of their points, and the sum of w².
SegmentTotals = tuple[int, float, float]


def relative_lengths(lengths: Floats) -> NDArray[np.float64]:
    """Reference lengths (S,) relative to their mean; 1 if all are 0."""
    return lengths / lengths.mean() if lengths.any() else np.ones(len(lengths))


def excess_of(points: NDArray[np.float64], lengths: Floats) -> NDArray[np.float64]:
    """(S,) points of each segment beyond its share, which is that of the reference length."""
    return points - relative_lengths(lengths) * points.mean()


def search_conjunctions(
    masks: Masks,
    points: NDArray[np.float64],
    lengths: Floats,
    min_segments: int,
    depth: int = 3,
    leading: int | None = None,
    progress: Progress | None = None,
) -> tuple[list[Conjunction], int]:
    """The best conjunctions, best first, and how many had enough segments.

    All of up to `depth` conditions, 1 to 3, with `min_segments` segments are searched.

    `masks` (S, C) has the segments of each condition, `points` (S,) and `lengths`
    (S,) the points and the reference length of each segment.
    With `leading`, a conjunction has one of the first `leading` conditions. Left out are those
    whose merit is 0, or not `MIN_IMPROVEMENT` times that of each shorter one of the same direction
    in them.

    Products are computed in float32; kept conjunctions are summed again in float64. Memory: about
    10 matrices (C, C) of float32, and `ROWS` · C twice.
    """
    size, number = masks.shape
    first = number if leading is None else min(leading, number)
    if not first or not np.any(points):
        return [], 0
    scale = float(np.abs(points).max())
    lengths, excess = relative_lengths(lengths), excess_of(points, lengths) / scale
    whole = size, float(points.mean()) / scale, float((excess**2).sum())
    # Standard errors to subtract for this many candidates.
    counts = (max(math.comb(number, count), 2) for count in (1, 2, 3))
    errors = [CAUTION * math.sqrt(2 * math.log(count)) for count in counts]
    results = _BestConjunctions()

    pairs = pair_sums(masks, lengths, excess)
    count, length, own_excess, squares = (sums.diagonal() for sums in pairs)
    alone = count, length, own_excess, squares
    single = merits(alone, whole, errors[0])
    enough = pairs[0] >= min_segments
    own = np.diagonal(enough)
    results.add(np.where(own, single, 0)[:first], np.zeros((2, first)), (np.arange(first),))
    looked_at = int(own[:first].sum())
    # For each pair the best of its parts, for gains and losses; later the pair itself too.
    best = np.stack([np.maximum(sign * single, 0) for sign in (1, -1)])
    best = np.maximum(best[:, :, None], best[:, None, :])
    if depth > 1:
        merit = np.where(enough, merits(pairs, whole, errors[1]), 0)
        above, beside = np.triu_indices(number, 1)
        above, beside = above[above < first], beside[above < first]
        looked_at += int(enough[above, beside].sum())
        results.add(merit[above, beside], best[:, above, beside], (above, beside))
        best = np.maximum(best, np.stack([merit, -merit]))
    work = np.cumsum(alone[0][:first] * (number - np.arange(first)) ** 2)
    for i in range(first if depth > 2 else 0):
        others = i + 1 + np.flatnonzero(enough[i, i + 1 :])
        if len(others) > 1:
            rows = np.flatnonzero(masks[:, i])
            triples = pair_sums(masks, lengths, excess, rows, others)
            merit = merits(triples, whole, errors[2])
            j, k = np.triu_indices(len(others), 1)
            there = triples[0][j, k] >= min_segments
            looked_at += int(there.sum())
            hopeful = there & (merit[j, k] != 0)
            j, k = j[hopeful], k[hopeful]
            second, third = others[j], others[k]
            shorter = np.maximum(best[:, i, second], best[:, i, third])
            shorter = np.maximum(shorter, best[:, second, third])
            results.add(merit[j, k], shorter, (np.full(len(j), i), second, third))
        if progress is not None:
            progress(float(work[i] / work[-1]))
    return _summed_exactly(results.best(), masks, points, lengths, whole, scale, errors), looked_at


def pair_sums(
    masks: Masks,
    lengths: Floats,
    excess: Floats,
    rows: Ints | None = None,
    columns: Ints | None = None,
) -> ConjunctionSums:
    """Sums for all pairs of conditions, over some segments and conditions if given."""
    rows = np.arange(len(masks)) if rows is None else rows
    number = masks.shape[1] if columns is None else len(columns)
    result = [np.zeros((number, number), np.float32) for _ in range(4)]
    for start in range(0, len(rows), ROWS):
        selected = rows[start : start + ROWS]
        block = masks[selected] if columns is None else masks[np.ix_(selected, columns)]
        factor = block.astype(np.float32)
        own = excess[selected, None].astype(np.float32)
        result[0] += factor.T @ factor
        result[1] += factor.T @ (factor * lengths[selected, None].astype(np.float32))
        weighted = factor * own
        result[2] += factor.T @ weighted
        weighted *= own
        result[3] += factor.T @ weighted
    return result[0], result[1], result[2], result[3]


def merits(sums: ConjunctionSums, whole: SegmentTotals, errors: float) -> Floats:
    """Sort keys of conjunctions: negative for losses, positive for gains.

    The points beyond their share, minus a number of standard errors, and at least 0. Segments
    outside a loss contribute less than their share without gaining anything, so the excess is
    capped by the points themselves, and is 0 if these have the other sign.
    """
    size, mean, squares = whole
    _, lengths, excess_points, own_squares = sums
    part = lengths / size
    points = excess_points + mean * lengths
    carried = np.minimum(np.abs(excess_points), np.abs(points))
    variance = (1 - 2 * part) * own_squares + part**2 * squares
    sure = carried - errors * np.sqrt(np.maximum(variance, 0))
    alike = points * excess_points > 0
    result: Floats = np.where(alike & (sure > 0), np.sign(excess_points) * sure, 0)
    return result


class _BestConjunctions:
    """The best `KEPT` conjunctions of each direction so far, with their merits."""

    def __init__(self) -> None:
        self._merits = [np.zeros(0), np.zeros(0)]
        self._parts = [np.zeros((0, 3), np.int64), np.zeros((0, 3), np.int64)]

    def add(self, merit: Floats, shorter: Floats, parts: tuple[Ints, ...]) -> None:
        """Add conjunctions (n,), with the best shorter ones in them for gains and losses (2, n)."""
        for direction, sign in enumerate((1, -1)):
            own = sign * merit
            lowest = self._merits[direction].min() if len(self._merits[direction]) >= KEPT else 0
            good = np.flatnonzero((own > MIN_IMPROVEMENT * shorter[direction]) & (own > lowest))
            columns = [part[good] for part in parts]
            columns += [np.full(len(good), -1)] * (3 - len(parts))
            merits_now = np.concatenate([self._merits[direction], own[good]])
            parts_now = np.concatenate([self._parts[direction], np.stack(columns, axis=1)])
            order = np.argsort(-merits_now, kind="stable")[:KEPT]
            self._merits[direction], self._parts[direction] = merits_now[order], parts_now[order]

    def best(self) -> list[tuple[int, ...]]:
        rows = np.concatenate(self._parts).tolist()
        return [tuple(part for part in row if part >= 0) for row in rows]


def _summed_exactly(
    conjunctions: list[tuple[int, ...]],
    masks: Masks,
    points: NDArray[np.float64],
    lengths: NDArray[np.float64],
    whole: SegmentTotals,
    scale: float,
    errors: list[float],
) -> list[Conjunction]:
    """The conjunctions, summed in float64; best first."""
    excess = excess_of(points, lengths)
    found = []
    columns = np.ascontiguousarray(masks.T)
    for parts in conjunctions:
        rows = np.flatnonzero(columns[list(parts)].all(axis=0))
        own = excess[rows] / scale
        amounts = len(rows), lengths[rows].sum(), own.sum(), (own**2).sum()
        count, length, own_excess, squares = (np.array(amount) for amount in amounts)
        sums = count, length, own_excess, squares
        merit = scale * abs(float(merits(sums, whole, errors[len(parts) - 1])))
        carried = float(points[rows].sum()), float(excess[rows].sum())
        found.append(Conjunction(parts, len(rows), *carried, merit))
    return sorted(found, key=lambda result: (-result.merit, len(result.parts), result.parts))


# Jaccard index from which two slices are merged.
MIN_OVERLAP = 0.5
MAX_VARIANTS = 5
# A simpler slice is preferred if it has at least this share of the best one's excess.
SIMPLER_SHARE = 0.9


@dataclass(eq=False)
class SliceGroup:
    """A slice, and others of nearly the same segments, best first."""

    shown: Conjunction
    mask: NDArray[np.bool_]
    variants: list[Conjunction] = field(default_factory=list)


def deduplicate(
    found: Iterable[tuple[Conjunction, NDArray[np.bool_]]],
    excess: NDArray[np.float64],
    max_results: int,
) -> list[SliceGroup]:
    """The first `max_results` distinct slices of conjunctions with their segments, best first.

    `excess` (S,) has the points of each segment beyond its share. A slice with less than half of
    its excess outside earlier slices of the same direction adds nothing new and is left out.
    """
    groups: list[SliceGroup] = []
    covered = {loses: np.zeros(len(excess), bool) for loses in (False, True)}
    for candidate, mask in found:
        loses = candidate.excess_points < 0
        alike = (group for group in groups if (group.shown.excess_points < 0) == loses)
        near = next((group for group in alike if overlap(group.mask, mask) >= MIN_OVERLAP), None)
        if near is not None:
            _add_variant(near, candidate, mask)
        elif len(groups) < max_results:
            outside = float(excess[mask & ~covered[loses]].sum())
            own = candidate.excess_points
            if outside * own > 0 and abs(outside) >= abs(own) / 2:
                groups.append(SliceGroup(candidate, mask))
                covered[loses] |= mask
    return groups


def overlap(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> float:
    """Jaccard index: segments in both, divided by segments in either."""
    both = np.count_nonzero(one & other)
    either = np.count_nonzero(one) + np.count_nonzero(other) - both
    return both / either if either else 1.0


def _add_variant(group: SliceGroup, candidate: Conjunction, mask: NDArray[np.bool_]) -> None:
    simpler = len(candidate.parts) < len(group.shown.parts)
    if simpler and abs(candidate.excess_points) >= SIMPLER_SHARE * abs(group.shown.excess_points):
        group.variants.insert(0, group.shown)
        group.shown, group.mask = candidate, mask
    else:
        group.variants.append(candidate)
    del group.variants[MAX_VARIANTS:]
