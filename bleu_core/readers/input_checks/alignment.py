"""Align the lines of columns that may have slipped, by the unigram F1 of lines at a distance k.

Line i is compared with lines i + k of the other columns. The best path i -> k(i) has the largest
sum of F1, where each change of k costs. F1 is computed from hashed sets, which is fast and may
confuse tokens, to see whether to look closer; and from the tokens, on which all messages are based.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.text.encoding import EncodedStream

Floats = NDArray[np.float64]
Bits = NDArray[np.uint64]
Mask = NDArray[np.bool_]

# Each token sets a bit of its line's signature. Tokens are numbered by first appearance, so that
# frequent ones have their own bit.
SIGNATURE_BITS = 1024
LINES_IN_BLOCK = 10_000


class TokenSets(NamedTuple):
    """The set of tokens of each of S lines.

    `keys` (P,) are line * `vocabulary` + token of each pair, ascending; `sizes` (S,) the distinct
    tokens in each line; `present` (S,) is False for a missing line; `vocabulary` is more than any
    token's number.
    """

    keys: NDArray[np.int64]
    sizes: NDArray[np.int64]
    present: Mask
    vocabulary: int


def token_sets(stream: EncodedStream, vocabulary: int) -> TokenSets:
    """The sets of tokens of all lines."""
    lines = np.repeat(np.arange(len(stream.lengths)), stream.lengths)
    keys = np.unique(lines * vocabulary + stream.ids)
    sizes = np.bincount(keys // vocabulary, minlength=len(stream.lengths))
    return TokenSets(keys, sizes, stream.present, vocabulary)


def f1_of_sets(lines: TokenSets, others: TokenSets, shifts: range) -> Floats:
    """(K, n) F1 of line i of n with line i + k of m others, for each k of `shifts`.

    0 beyond the ends, NaN if line i + k is missing in the others.
    """
    size = len(lines.sizes)
    owners = lines.keys // lines.vocabulary
    found = np.zeros((len(shifts), size))
    for row, k in zip(found, shifts, strict=True):
        wanted = lines.keys + k * lines.vocabulary
        near = np.searchsorted(others.keys, wanted)
        near[near == len(others.keys)] = 0
        same = others.keys[near] == wanted if len(others.keys) else np.zeros(len(wanted), bool)
        shared = np.bincount(owners[same], minlength=size)
        here, there = overlapping_lines(size, len(others.sizes), k)
        both = lines.sizes[here] + others.sizes[there]
        row[here] = 2 * shared[here] / np.maximum(both, 1)
        row[here][~others.present[there]] = np.nan
    return found


def signatures(stream: EncodedStream) -> Bits:
    """(S, SIGNATURE / 64) the set of tokens of each line as bits, hashed."""
    parts = []
    bounds = stream.offsets
    for first in range(0, len(stream.lengths), LINES_IN_BLOCK):
        lengths = stream.lengths[first : first + LINES_IN_BLOCK]
        ids = stream.ids[bounds[first] : bounds[first + len(lengths)]]
        bits = np.zeros((len(lengths), SIGNATURE_BITS), bool)
        bits[np.repeat(np.arange(len(lengths)), lengths), ids % SIGNATURE_BITS] = True
        parts.append(np.packbits(bits, axis=1).view(np.uint64))
    return np.concatenate(parts)


def f1_of_signatures(lines: Bits, others: Bits, present: Mask, shifts: range) -> Floats:
    """As `f1_of_sets`, of columns of one length."""
    sizes, other_sizes = (np.bitwise_count(side).sum(axis=1) for side in (lines, others))
    found = np.zeros((len(shifts), len(lines)))
    for row, k in zip(found, shifts, strict=True):
        here, there = overlapping_lines(len(lines), len(others), k)
        shared = np.bitwise_count(lines[here] & others[there]).sum(axis=1)
        row[here] = 2 * shared / np.maximum(sizes[here] + other_sizes[there], 1)
        row[here][~present[there]] = np.nan
    return found


def transpose_f1(f1: Floats, shifts: range) -> Floats:
    """F1 from the other side, of columns of one length; `shifts` are symmetric."""
    other = np.zeros_like(f1)
    size = f1.shape[1]
    for row, there, k in zip(other, f1[::-1], shifts, strict=True):
        here, those = overlapping_lines(size, size, k)
        row[here] = there[those]
    return other


def overlapping_lines(size: int, others: int, k: int) -> tuple[slice, slice]:
    """The lines i < size for which line i + k < others exists, and those lines."""
    first, last = max(0, -k), max(max(0, -k), min(size, others - k))
    return slice(first, last), slice(first + k, last + k)


LineNumbers = NDArray[np.int64]

# The largest offset.
MAX_SHIFT = 3
# The cost of a change of k, in F1. A run of misplaced lines has two changes, so it must gain twice
# that: about four lines of a usual system.
CHANGE_COST = 1.0
# The share of clean texts that may seem shifted.
FALSE_ALARM = 1e-4


class Alignment(NamedTuple):
    """The place of each of the n lines of a column among the S lines of the other columns.

    `places` (n,) are lines of the other columns, each at most once; −1 for none. `before` and
    `after` are the mean F1 of the misplaced lines, where they are and where they belong.
    """

    places: LineNumbers
    before: float
    after: float

    @property
    def moved(self) -> LineNumbers:
        """Misplaced lines."""
        return np.flatnonzero(self.places != np.arange(len(self.places)))


def shifts_to(by: int) -> range:
    """The k to try if the last line belongs `by` lines later."""
    return range(min(0, by) - MAX_SHIFT, max(0, by) + MAX_SHIFT + 1)


def may_have_slipped(f1: Sequence[Floats]) -> bool:
    """Whether any run of lines would gain enough elsewhere: quick, rarely true of clean texts.

    `f1` is as for `align_lines`, of columns of one length.
    """
    walks = np.cumsum(np.pad(_gains(f1, shifts_to(0)), ((0, 0), (1, 0))), axis=1)
    return bool((walks - np.minimum.accumulate(walks, axis=1)).max() >= 2 * CHANGE_COST)


def align_lines(f1: Sequence[Floats], size: int) -> Alignment | None:
    """Find the place of each line of a column, by its F1 with each of the other columns.

    A line is misplaced if it is against all of them: against only one, that one is misplaced.

    Parameters
    ----------
    f1 : list of (K, n) arrays
        From `f1_of_sets`, for `shifts_to(size - n)`.
    size : int
        S, the lines of the other columns.

    Returns
    -------
    Alignment or None
        None if the texts are too unlike.

    Examples
    --------
    Line 2 of a text of seven lines is lost, so from there on each line belongs one line later: it
    has F1 1 with the next line of the other column, and 0 with all others.

    >>> lines, shifts = np.arange(6), shifts_to(7 - 6)
    >>> belongs = np.array([0, 2, 3, 4, 5, 6])
    >>> f1 = np.array([belongs == lines + shift for shift in shifts], float)
    >>> found = align_lines([f1], 7)
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
    # Where k falls there are extra lines: of two for one place, the better match stays.
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
    """(K, n) the least gain of each line at each k; 0 where it is unknown."""
    home = shifts.index(0)
    return np.nan_to_num(np.fmin.reduce([pair - pair[home] for pair in f1]), nan=0.0)


def _best_path(gains: Floats, first: int, last: int) -> LineNumbers:
    """(n,) the state of each line on the path of the largest sum (Viterbi).

    Every change costs, as does a state other than `first` in the first line or `last` in the last.
    """
    states = range(len(gains))
    scores = [0.0 if state == first else -CHANGE_COST for state in states]
    came_from = np.empty(gains.shape[::-1], np.int16)
    for row, here in zip(came_from, gains.T.tolist(), strict=True):
        best = max(scores)
        leader = scores.index(best)
        stays = [score >= best - CHANGE_COST for score in scores]
        row[:] = [state if stays[state] else leader for state in states]
        scores = [
            (scores[state] if stays[state] else best - CHANGE_COST) + here[state]
            for state in states
        ]
    path = np.empty(len(came_from), np.int64)
    state = int(
        np.argmax([score - CHANGE_COST * (state != last) for state, score in enumerate(scores)])
    )
    for i in range(len(path) - 1, -1, -1):
        path[i] = state
        state = came_from[i, state]
    return path


def _beyond_chance(gains: Floats, path: LineNumbers, base: Floats, here: slice) -> bool:
    """Whether these lines fit a path better than `base` by more than chance.

    In unrelated texts F1 is noise, and the path is the best of all: sums of n terms of variance σ²
    exceed √(2 n σ² ln(choices / probability)) with that probability at most. The choices of a run
    are its beginning, its end and its k.
    """
    lines = np.arange(len(path))
    wrong = np.ones(gains.shape, bool)
    wrong[path, lines] = False
    noise = (gains - base)[wrong].var()
    number, runs = len(path[here]), len(_runs(path[here]))
    limit = 2 * number * noise * (runs * np.log(gains.size) - np.log(FALSE_ALARM))
    return bool((gains[path, lines] - base)[here].sum() > np.sqrt(limit))


def _runs(path: LineNumbers) -> list[tuple[int, int]]:
    """Runs of lines, first <= i < last, of one state."""
    return list(pairwise([0, *(np.flatnonzero(np.diff(path)) + 1).tolist(), len(path)]))
