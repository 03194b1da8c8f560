"""Which line goes with which: columns of texts side by side, allowing for lines that slipped.

Line i is compared with lines i−3 to i+3 of the columns opposite by unigram F1
(of sets of tokens), and the best way through these is sought: the path
i → k(i) with the largest sum, where each change of k costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.encoding import EncodedStream

Floats = NDArray[np.float64]
Lines = NDArray[np.int64]
Bits = NDArray[np.uint64]

REACH = 3
SHIFTS = range(-REACH, REACH + 1)
# A token is a bit of its line's signature. The numbers of tokens go by first
# appearance, so that frequent ones have a bit of their own.
SIGNATURE = 1024
BLOCK = 10_000

# What a change of k costs, and the least that a shift must bring, in units of F1:
# some four lines of a usual system.
COST, LEAST = 1.0, 2.0
# How often one clean text in so many may seem shifted.
FALSE_ALARM = 1e-4


class Alignment(NamedTuple):
    """Where each line of a column belongs.

    Attributes
    ----------
    places : (S,) array
        A line of the columns opposite, each at most once; −1 for none.
    before, after : float
        Mean F1 of the lines that slipped, where they are and where they belong.
    """

    places: Lines
    before: float
    after: float

    @property
    def moved(self) -> Lines:
        """The lines that do not belong where they are."""
        return np.flatnonzero(self.places != np.arange(len(self.places)))


def signatures(stream: EncodedStream) -> Bits:
    """(S, SIGNATURE / 64) the set of tokens of each line, as bits."""
    parts = []
    bounds = stream.offsets
    for first in range(0, len(stream.lengths), BLOCK):
        lengths = stream.lengths[first : first + BLOCK]
        ids = stream.ids[bounds[first] : bounds[first + len(lengths)]]
        bits = np.zeros((len(lengths), SIGNATURE), bool)
        bits[np.repeat(np.arange(len(lengths)), lengths), ids % SIGNATURE] = True
        parts.append(np.packbits(bits, axis=1).view(np.uint64))
    return np.concatenate(parts)


def f1_near(lines: Bits, others: Bits, present: NDArray[np.bool_]) -> Floats:
    """(7, S) F1 of line i with line i + k, k = −3 … 3; 0 beyond the ends.

    NaN where line i + k is not `present` among the others.
    """
    size = len(lines)
    sizes, other_sizes = (np.bitwise_count(side).sum(axis=1) for side in (lines, others))
    found = np.zeros((len(SHIFTS), size))
    for row, k in zip(found, SHIFTS, strict=True):
        here, there = slice(max(0, -k), size - max(0, k)), slice(max(0, k), size + min(0, k))
        shared = np.bitwise_count(lines[here] & others[there]).sum(axis=1)
        row[here] = 2 * shared / np.maximum(sizes[here] + other_sizes[there], 1)
        row[here][~present[there]] = np.nan
    return found


def turned(f1: Floats) -> Floats:
    """The same, seen from the other side: (7, S) of other line j with line j + k."""
    other = np.zeros_like(f1)
    size = f1.shape[1]
    for row, there, k in zip(other, f1[::-1], SHIFTS, strict=True):
        here = slice(max(0, -k), size - max(0, k))
        row[here] = there[max(0, k) : size + min(0, k)]
    return other


def align(f1: Sequence[Floats]) -> Alignment:
    """Where each line of a column belongs, by its F1 with each of the columns opposite.

    It has slipped where it has against all of them: against one alone, it is
    that one which has.
    """
    size = f1[0].shape[1]
    gains = np.fmin.reduce([pair - pair[REACH] for pair in f1])
    gains = np.nan_to_num(gains, nan=0.0)
    lines = np.arange(size)
    stays = Alignment(lines, 0.0, 0.0)
    # No run of lines may bring the least: the usual case, seen at once.
    walks = np.cumsum(np.pad(gains, ((0, 0), (1, 0))), axis=1)
    if (walks - np.minimum.accumulate(walks, axis=1)).max() < LEAST:
        return stays
    path = _best_path(gains)
    least = max(LEAST, _by_chance(gains, path))
    edges = [0, *(np.flatnonzero(np.diff(path)) + 1).tolist(), size]
    for first, last in pairwise(edges):
        if gains[path[first], first:last].sum() < least:
            path[first:last] = REACH
    away = path != REACH
    if not away.any():
        return stays
    places = lines + path - REACH
    # Where k falls there are lines too many: of two for one place the better fit stays.
    fit = np.nan_to_num(np.fmax.reduce([pair[path, lines] for pair in f1]), nan=0.0)
    best = np.lexsort([-fit, places])
    places[best[1:][np.diff(places[best]) == 0]] = -1
    places[places >= size] = -1
    before, after = (np.nanmean([pair[k, lines][away] for pair in f1]) for k in (REACH, path))
    return Alignment(places, float(before), float(after))


def _best_path(gains: Floats) -> Lines:
    """(S,) the state of each line on the path of the largest sum (Viterbi)."""
    states = range(len(SHIFTS))
    scores = [0.0 if state == REACH else -COST for state in states]
    came_from = np.empty(gains.shape[::-1], np.int8)
    for row, here in zip(came_from, gains.T.tolist(), strict=True):
        best = max(scores)
        leader = scores.index(best)
        stays = [score >= best - COST for score in scores]
        row[:] = [state if stays[state] else leader for state in states]
        scores = [
            (scores[state] if stays[state] else best - COST) + here[state] for state in states
        ]
    path = np.empty(len(came_from), np.int64)
    state = int(np.argmax(scores))
    for i in range(len(path) - 1, -1, -1):
        path[i] = state
        state = came_from[i, state]
    return path


def _by_chance(gains: Floats, path: Lines) -> float:
    """What the best run of some wrong k may bring by chance in a text so long.

    The differences to the right k are steps of a random walk with drift −μ and
    variance σ². It ever rises above b with probability exp(−2μb/σ²) (Wald 1947,
    the bound behind Page's CUSUM), from each of S lines and for six values of k.
    Output that hardly resembles its references has a small μ, and so needs more.
    """
    lines = np.arange(len(path))
    wrong = np.ones(gains.shape, bool)
    wrong[path, lines] = False
    steps = (gains[path, lines] - gains)[wrong]
    drift = steps.mean()
    if drift <= 0:
        return np.inf
    return float(steps.var() * np.log(wrong.sum() / FALSE_ALARM) / (2 * drift))
