"""Which line goes with which: columns of texts side by side, allowing for lines that slipped.

Line i is compared with lines i + k of the columns opposite, and the best way
through these is sought: the path i → k(i) with the largest sum of F1, where each
change of k costs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.readers.health.overlap import Floats

Lines = NDArray[np.int64]

# How far a line is sought from its place.
REACH = 3
# What a change of k costs, in units of F1. A run of lines that slipped is left and
# come back from, so it must bring twice that: some four lines of a usual system.
COST = 1.0
# How often one clean text in so many may seem shifted.
FALSE_ALARM = 1e-4


class Alignment(NamedTuple):
    """Where each line of a column of n belongs among the S lines of the columns opposite.

    Attributes
    ----------
    places : (n,) array
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


def shifts_to(by: int) -> range:
    """The k that are looked at where the last line belongs `by` lines later."""
    return range(min(0, by) - REACH, max(0, by) + REACH + 1)


def may_have_slipped(f1: Sequence[Floats]) -> bool:
    """Whether any run of lines would gain enough elsewhere: quick, and seldom so in clean texts.

    `f1` is as for `align`, of columns of one length.
    """
    walks = np.cumsum(np.pad(_gains(f1, shifts_to(0)), ((0, 0), (1, 0))), axis=1)
    return bool((walks - np.minimum.accumulate(walks, axis=1)).max() >= 2 * COST)


def align(f1: Sequence[Floats], size: int) -> Alignment | None:
    """Where each line of a column belongs, by its F1 with each of the columns opposite.

    It has slipped where it has against all of them: against one alone, it is
    that one which has.

    Parameters
    ----------
    f1 : list of (K, n) arrays
        As `overlap.f1_of_sets` gives, for `shifts_to(size - n)`.
    size : int
        S, the lines of the columns opposite.

    Returns
    -------
    Alignment or None
        None where the texts resemble each other too little to say.

    Examples
    --------
    Line 2 of a text of seven lines is lost, so that from there on each line belongs one
    later: it has F1 1 with the next line opposite, and 0 with all others.

    >>> lines, shifts = np.arange(6), shifts_to(7 - 6)
    >>> belongs = np.array([0, 2, 3, 4, 5, 6])
    >>> f1 = np.array([belongs == lines + shift for shift in shifts], float)
    >>> found = align([f1], 7)
    >>> found.places.tolist(), found.before, found.after
    ([0, 2, 3, 4, 5, 6], 0.0, 1.0)
    """
    lines = np.arange(f1[0].shape[1])
    by = size - len(lines)
    shifts = shifts_to(by)
    gains = _gains(f1, shifts)
    ends = shifts.index(0), shifts.index(by)
    path = _best_path(gains, *ends)
    if not _beyond_chance(gains, path, gains.mean(axis=0), slice(None)):
        return None
    for first, last in _runs(path):
        here = slice(first, last)
        usual = max(ends, key=lambda end: gains[end, here].sum())
        if path[first] not in ends and not _beyond_chance(gains, path, gains[usual], here):
            path[here] = usual
    places = lines + path + shifts.start
    places[(places < 0) | (places >= size)] = -1
    # Where k falls there are lines too many: of two for one place the better fit stays.
    fit = np.nan_to_num(np.fmax.reduce([pair[path, lines] for pair in f1]), nan=0.0)
    best = np.lexsort([-fit, places])
    places[best[1:][np.diff(places[best]) == 0]] = -1
    away = (path != ends[0]) & (places >= 0)
    before, after = (
        float(np.nanmean([pair[k, lines][away] for pair in f1])) if away.any() else 0.0
        for k in (ends[0], path)
    )
    return Alignment(places, before, after)


def _gains(f1: Sequence[Floats], shifts: range) -> Floats:
    """(K, n) what each line would gain at each k, at the least; 0 where nothing can be said."""
    home = shifts.index(0)
    return np.nan_to_num(np.fmin.reduce([pair - pair[home] for pair in f1]), nan=0.0)


def _best_path(gains: Floats, first: int, last: int) -> Lines:
    """(n,) the state of each line on the path of the largest sum (Viterbi).

    Every change costs; so does another state than `first` at the beginning, and
    than `last` at the end.
    """
    states = range(len(gains))
    scores = [0.0 if state == first else -COST for state in states]
    came_from = np.empty(gains.shape[::-1], np.int16)
    for row, here in zip(came_from, gains.T.tolist(), strict=True):
        best = max(scores)
        leader = scores.index(best)
        stays = [score >= best - COST for score in scores]
        row[:] = [state if stays[state] else leader for state in states]
        scores = [
            (scores[state] if stays[state] else best - COST) + here[state] for state in states
        ]
    path = np.empty(len(came_from), np.int64)
    state = int(np.argmax([score - COST * (state != last) for state, score in enumerate(scores)]))
    for i in range(len(path) - 1, -1, -1):
        path[i] = state
        state = came_from[i, state]
    return path


def _beyond_chance(gains: Floats, path: Lines, base: Floats, here: slice) -> bool:
    """Whether these lines fit better along a path than `base` by more than chance finds for them.

    In texts that have nothing to do with each other F1 is noise, and of all
    paths the best was chosen: sums of n terms of variance σ² rise above
    √(2 n σ² ln(choices / probability)) as seldom as that. A run of lines is
    chosen by where it begins, where it ends and its k.
    """
    lines = np.arange(len(path))
    wrong = np.ones(gains.shape, bool)
    wrong[path, lines] = False
    noise = (gains - base)[wrong].var()
    number, runs = len(path[here]), len(_runs(path[here]))
    limit = 2 * number * noise * (runs * np.log(gains.size) - np.log(FALSE_ALARM))
    return bool((gains[path, lines] - base)[here].sum() > np.sqrt(limit))


def _runs(path: Lines) -> list[tuple[int, int]]:
    """The runs of lines first <= i < last of one state."""
    return list(pairwise([0, *(np.flatnonzero(np.diff(path)) + 1).tolist(), len(path)]))
