"""All conjunctions of up to three conditions, by what their segments carry beyond their share.

With F (S, C), which segments fulfil which condition, and w (S,), what each segment carries beyond
the mean, all pairs at once are Fᵀ·diag(w)·F. Triples are the same product over the rows of each
first condition in turn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress

Floats = NDArray[Any]
Ints = NDArray[np.int64]
Masks = NDArray[np.bool_]

KEPT = 2_000  # of the best of each direction
ROWS = 4_096  # multiplied at a time
# A longer conjunction is worth reading if it is so much better than each that it adds to.
BETTER = 1.1
# How many errors are taken off, of those that the best of so many would be off by chance. All of
# them would leave nothing but what is sure already; what is shown is tested on the other half.
CAUTION = 0.6


@dataclass(frozen=True)
class Conjunction:
    """Some conditions that hold together.

    Attributes
    ----------
    parts : tuple of int
        Which conditions, ascending.
    segments : int
        How many fulfil all of them.
    points, beyond : float
        What these carry, and what of it is beyond their share of the total.
    merit : float
        By which they are in order, above 0: see `merits`.
    """

    parts: tuple[int, ...]
    segments: int
    points: float
    beyond: float
    merit: float


class Found(NamedTuple):
    """The best conjunctions, best first, and how many had enough segments."""

    best: list[Conjunction]
    looked_at: int


class Sums(NamedTuple):
    """Of conjunctions: segments, and the sums of w and of w² over them."""

    segments: Floats
    beyond: Floats
    squares: Floats


class Whole(NamedTuple):
    """Of all segments: how many, the mean of their points, and the sum of w²."""

    size: int
    mean: float
    squares: float


def search(
    masks: Masks,
    points: NDArray[np.float64],
    least: int,
    depth: int = 3,
    leading: int | None = None,
    progress: Progress | None = None,
) -> Found:
    """Look at all conjunctions of up to `depth` conditions, 1 to 3, with `least` segments.

    Left out are those whose merit is 0, and those that are not `BETTER` than each shorter one
    in them that goes the same way.

    Parameters
    ----------
    masks : (S, C) array
        Which segments fulfil which condition.
    points : (S,) array
        What each carries.
    least, depth : int
    leading : int, optional
        Only conjunctions that have one of so many first conditions; None: all.
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.

    Notes
    -----
    The products are made in float32, and what is kept is summed anew in float64.
    Memory: some 10 matrices (C, C) of float32, and `ROWS` · C twice.
    """
    size, number = masks.shape
    first = number if leading is None else min(leading, number)
    if not first or not np.any(points):
        return Found([], 0)
    scale = float(np.abs(points).max())
    weights = points / scale - float(points.mean()) / scale
    whole = Whole(size, float(points.mean()) / scale, float((weights**2).sum()))
    errors = [errors_off(math.comb(number, count)) for count in (1, 2, 3)]
    kept = _Kept()

    pairs = products(masks, weights)
    single = merits(Sums(*(np.diagonal(one) for one in pairs)), whole, errors[0])
    enough = pairs.segments >= least
    own = np.diagonal(enough)
    kept.add(np.where(own, single, 0)[:first], np.zeros((2, first)), (np.arange(first),))
    looked_at = int(own[:first].sum())
    # Of each pair the best that it is made of, up and down; then the pair among them.
    best = np.stack([np.maximum(way * single, 0) for way in (1, -1)])
    best = np.maximum(best[:, :, None], best[:, None, :])
    if depth > 1:
        merit = np.where(enough, merits(pairs, whole, errors[1]), 0)
        above, beside = np.triu_indices(number, 1)
        above, beside = above[above < first], beside[above < first]
        looked_at += int(enough[above, beside].sum())
        kept.add(merit[above, beside], best[:, above, beside], (above, beside))
        best = np.maximum(best, np.stack([merit, -merit]))
    work = np.cumsum(pairs.segments.diagonal()[:first] * (number - np.arange(first)) ** 2)
    for i in range(first if depth > 2 else 0):
        others = i + 1 + np.flatnonzero(enough[i, i + 1 :])
        if len(others) > 1:
            rows = np.flatnonzero(masks[:, i])
            triples = products(masks, weights, rows, others)
            merit = merits(triples, whole, errors[2])
            j, k = np.triu_indices(len(others), 1)
            there = triples.segments[j, k] >= least
            looked_at += int(there.sum())
            hopeful = there & (merit[j, k] != 0)
            j, k = j[hopeful], k[hopeful]
            second, third = others[j], others[k]
            shorter = np.maximum(best[:, i, second], best[:, i, third])
            shorter = np.maximum(shorter, best[:, second, third])
            kept.add(merit[j, k], shorter, (np.full(len(j), i), second, third))
        if progress is not None:
            progress(float(work[i] / work[-1]))
    return Found(_summed(kept.best(), masks, points, whole, scale, errors), looked_at)


def errors_off(number: int) -> float:
    """Standard errors to take off where so many are looked at: `CAUTION` of √(2 ln number)."""
    return CAUTION * math.sqrt(2 * math.log(max(number, 2)))


def products(
    masks: Masks, weights: Floats, rows: Ints | None = None, columns: Ints | None = None
) -> Sums:
    """The sums of all pairs of conditions; over some segments and of some conditions if given."""
    rows = np.arange(len(masks)) if rows is None else rows
    number = masks.shape[1] if columns is None else len(columns)
    found = [np.zeros((number, number), np.float32) for _ in Sums._fields]
    for start in range(0, len(rows), ROWS):
        some = rows[start : start + ROWS]
        block = masks[some] if columns is None else masks[np.ix_(some, columns)]
        factor = block.astype(np.float32)
        own = weights[some, None].astype(np.float32)
        found[0] += factor.T @ factor
        weighted = factor * own
        found[1] += factor.T @ weighted
        weighted *= own
        found[2] += factor.T @ weighted
    return Sums(*found)


def merits(sums: Sums, whole: Whole, errors: float) -> Floats:
    """By what conjunctions are put in order: below 0 for losses, above 0 for gains.

    It is what they carry beyond their share, less a number of standard errors; 0 where nothing is
    left. What is beside a loss carries less than its share without gaining anything: what counts
    is therefore not more than what they carry at all, and nothing where that goes the other way.
    """
    part = sums.segments / whole.size
    points = sums.beyond + whole.mean * sums.segments
    carried = np.minimum(np.abs(sums.beyond), np.abs(points))
    variance = (1 - 2 * part) * sums.squares + part**2 * whole.squares
    sure = carried - errors * np.sqrt(np.maximum(variance, 0))
    alike = points * sums.beyond > 0
    found: Floats = np.where(alike & (sure > 0), np.sign(sums.beyond) * sure, 0)
    return found


class _Kept:
    """The best of each direction so far: merits and conditions, as many as `KEPT`."""

    def __init__(self) -> None:
        self._merits = [np.zeros(0), np.zeros(0)]
        self._parts = [np.zeros((0, 3), np.int64), np.zeros((0, 3), np.int64)]

    def add(self, merit: Floats, shorter: Floats, parts: tuple[Ints, ...]) -> None:
        """Conjunctions (n,) with the best of the shorter ones in them, up and down (2, n)."""
        for way, sign in enumerate((1, -1)):
            own = sign * merit
            least = self._merits[way].min() if len(self._merits[way]) >= KEPT else 0
            good = np.flatnonzero((own > BETTER * shorter[way]) & (own > least))
            columns = [part[good] for part in parts]
            columns += [np.full(len(good), -1)] * (3 - len(parts))
            merits_now = np.concatenate([self._merits[way], own[good]])
            parts_now = np.concatenate([self._parts[way], np.stack(columns, axis=1)])
            order = np.argsort(-merits_now, kind="stable")[:KEPT]
            self._merits[way], self._parts[way] = merits_now[order], parts_now[order]

    def best(self) -> list[tuple[int, ...]]:
        rows = np.concatenate(self._parts).tolist()
        return [tuple(part for part in row if part >= 0) for row in rows]


def _summed(
    kept: list[tuple[int, ...]],
    masks: Masks,
    points: NDArray[np.float64],
    whole: Whole,
    scale: float,
    errors: list[float],
) -> list[Conjunction]:
    """What is kept, summed in float64; best first."""
    beyond = points - points.mean()
    found = []
    columns = np.ascontiguousarray(masks.T)
    for parts in kept:
        rows = np.flatnonzero(columns[list(parts)].all(axis=0))
        sums = Sums(*(np.array(x) for x in (
            len(rows), beyond[rows].sum() / scale, (beyond[rows] ** 2).sum() / scale**2
        )))  # fmt: skip
        merit = scale * abs(float(merits(sums, whole, errors[len(parts) - 1])))
        carried = float(points[rows].sum()), float(beyond[rows].sum())
        found.append(Conjunction(parts, len(rows), *carried, merit))
    return sorted(found, key=lambda one: (-one.merit, len(one.parts), one.parts))
