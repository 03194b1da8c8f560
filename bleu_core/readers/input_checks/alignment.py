"""Align the lines of columns that may be shifted, by the unigram F1 of lines at a distance k.

Line i is compared with lines i + k of the other columns. The best path i -> k(i) has the largest
sum of F1, minus a cost for each change of k.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.parallel import in_order
from bleu_core.text.encoding import EncodedStream

Floats = NDArray[np.float64]
LineNumbers = NDArray[np.int64]

# Lines processed together: their tokens sort fast within a processor's cache.
LINES_IN_BLOCK = 4_096
# The largest offset.
MAX_SHIFT = 3
# The cost of a change of k, in F1. A run of misplaced lines has two changes, so it must gain twice
# that: about four lines of a usual system.
CHANGE_COST = 1.0
# The share of clean texts that may seem shifted.
FALSE_ALARM = 1e-4
# The fewest lines of a run that fit no better than unrelated ones.
FEWEST_POOR = 8


class Alignment(NamedTuple):
    """The place of each of n lines among the S lines of the other columns, −1 for none."""

    places: LineNumbers
    before: float  # mean F1 of the misplaced lines where they are
    after: float  # and where they belong

    @property
    def moved(self) -> LineNumbers:
        """Misplaced lines."""
        return np.flatnonzero(self.places != np.arange(len(self.places)))


def shifts_to(by: int) -> range:
    """The k to try if the last line belongs `by` lines later."""
    return range(min(0, by) - MAX_SHIFT, max(0, by) + MAX_SHIFT + 1)


def f1_of_lines(
    column: EncodedStream, others: EncodedStream, shifts: range, vocabulary: int
) -> Floats:
    """(K, n) unigram F1 of lines i and i + k; 0 beyond the ends, NaN if i + k is missing."""
    size, limit = len(column.lengths), len(others.lengths)
    found = np.zeros((len(shifts), size))
    for first in range(0, size, LINES_IN_BLOCK):
        last = min(first + LINES_IN_BLOCK, size)
        start = min(max(0, first + shifts.start), limit)
        stop = max(start, min(limit, last + shifts.stop - 1))
        if start == stop:
            continue
        # Lines are numbered from here, because small numbers are sorted faster.
        base = first + shifts.start
        kind = np.uint32 if (last - first + len(shifts)) * vocabulary < 2**32 else np.uint64
        keys, sizes = _token_keys(column, first, last, vocabulary, first, kind)
        near, near_sizes = _token_keys(others, start, stop, vocabulary, base, kind)
        for row, k in zip(found[:, first:last], shifts, strict=True):
            both = np.concatenate([keys + kind((k - shifts.start) * vocabulary), near])
            both.sort(kind="stable")  # merges two ascending runs in linear time
            shared = both[1:][both[1:] == both[:-1]] // kind(vocabulary)
            counts = np.bincount(shared, minlength=stop - base)[start - base :]
            here = slice(max(start - k, first) - first, max(min(stop - k, last) - first, 0))
            there = slice(first + here.start + k - start, first + here.stop + k - start)
            if here.start < here.stop:
                tokens = np.maximum(sizes[here] + near_sizes[there], 1)
                f1 = 2 * counts[there] / tokens
                row[here] = np.where(others.present[start:stop][there], f1, np.nan)
    return found


def _token_keys(
    stream: EncodedStream,
    first: int,
    last: int,
    vocabulary: int,
    base: int,
    kind: type[np.unsignedinteger],
) -> tuple[NDArray[np.unsignedinteger], LineNumbers]:
    """(line − base) * vocabulary + token of each distinct pair, ascending; distinct per line."""
    numbers = np.arange(first - base, last - base).astype(kind) * kind(vocabulary)
    ids = stream.ids[stream.offsets[first] : stream.offsets[last]].astype(kind)
    keys = np.repeat(numbers, stream.lengths[first:last]) + ids
    keys.sort()
    keys = np.concatenate([keys[:1], keys[1:][keys[1:] != keys[:-1]]])
    return keys, np.bincount(keys // kind(vocabulary), minlength=last - base)[first - base :]


def lines_of(stream: EncodedStream, first: int, last: int) -> EncodedStream:
    """Some lines of a stream."""
    ids = stream.ids[stream.offsets[first] : stream.offsets[last]]
    return EncodedStream(ids, stream.lengths[first:last], stream.present[first:last])


def columns_that_may_have_slipped(
    columns: Sequence[EncodedStream], systems: int, vocabulary: int
) -> list[int]:
    """The columns, `systems` and then references, for which `may_have_slipped` may be true.

    Each pair is compared once, and blocks of lines are compared in turn.
    """
    size, shifts = len(columns[0].lengths), shifts_to(0)

    def gains_of(first: int) -> Floats:
        """(C, K, n) the gains of a block of lines of each column."""
        last = min(first + LINES_IN_BLOCK, size)
        start, stop = max(0, first - MAX_SHIFT), min(last + MAX_SHIFT, size)
        some = [lines_of(column, start, stop) for column in columns]
        pairs = [
            [f1_of_lines(system, reference, shifts, vocabulary) for reference in some[systems:]]
            for system in some[:systems]
        ]
        turned = [list(map(_turned, of_reference)) for of_reference in zip(*pairs, strict=True)]
        gains = [_gains(f1, shifts) for f1 in (*pairs, *turned)]
        return np.stack(gains)[..., first - start : last - start]

    # (C, K) the largest gain of a run that ends with the last line so far, and of any run.
    ending = most = np.zeros((len(columns), len(shifts)))
    for gains in in_order(gains_of, range(0, size, LINES_IN_BLOCK)):
        walks = ending[..., None] + np.cumsum(gains, axis=2)
        walks -= np.minimum(np.minimum.accumulate(walks, axis=2), 0)
        ending, most = walks[..., -1], np.maximum(most, walks.max(axis=2))
    # Sums of blocks are rounded differently than those of all lines.
    return np.flatnonzero(most.max(axis=1) >= 2 * CHANGE_COST - 1e-6).tolist()


def _turned(f1: Floats) -> Floats:
    """(K, n) the F1 of a reference's lines with those of a system, from the F1 of the system's.

    Line i of the system is line i + k of the reference.
    """
    turned = np.zeros(f1.shape)
    size = f1.shape[1]
    for row, own, k in zip(turned, f1[::-1], shifts_to(0), strict=True):
        row[max(0, -k) : size - max(0, k)] = own[max(0, k) : size - max(0, -k)]
    return np.nan_to_num(turned, nan=0.0)


def may_have_slipped(f1: Iterable[Floats]) -> bool:
    """Whether a run of lines would gain enough elsewhere; `f1` as for `align_lines`."""
    walks = np.cumsum(np.pad(_gains(f1, shifts_to(0)), ((0, 0), (1, 0))), axis=1)
    return bool((walks - np.minimum.accumulate(walks, axis=1)).max() >= 2 * CHANGE_COST)


def align_lines(f1: Sequence[Floats], size: int) -> Alignment | None:
    """The places of a column's lines, by F1 (K, n) with each other column; None for unlike texts.

    A line is misplaced if it is against all other columns.
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


def poor_runs(f1: Floats, far: float) -> list[tuple[int, int]]:
    """Runs of lines whose F1 (n,) is near `far`, that of unrelated lines, by more than chance.

    The largest rise of a random walk with negative drift is exponential (Brownian motion): where
    lines fit as usual, one of n exceeds the limit with at most the probability `FALSE_ALARM`.
    """
    drift = (float(f1.mean()) - far) / 2
    limit = float(f1.var()) / (2 * drift) * (np.log(len(f1)) - np.log(FALSE_ALARM))
    walk = np.cumsum(np.append(0, far + drift - f1))
    rise = walk - np.minimum.accumulate(walk)
    starts = np.flatnonzero(rise == 0)
    peaks = np.maximum.reduceat(rise, starts)
    high = np.flatnonzero(peaks >= max(limit, FEWEST_POOR * drift)).tolist()
    firsts = starts[high].tolist()
    return [
        (first, first + int(np.flatnonzero(rise[first:] == peaks[run])[0]))
        for first, run in zip(firsts, high, strict=True)
    ]


def _gains(f1: Iterable[Floats], shifts: range) -> Floats:
    """(K, n) the least gain of each line at each k; 0 where all are unknown: NaN."""
    home = shifts.index(0)
    return np.nan_to_num(reduce(np.fmin, (pair - pair[home] for pair in f1)), nan=0.0)


def _best_path(gains: Floats, first: int, last: int) -> LineNumbers:
    """(n,) the state of each line on the best path (Viterbi); each change costs."""
    states = np.arange(len(gains))
    scores = np.where(states == first, 0.0, -CHANGE_COST)
    came_from = np.empty(gains.shape[::-1], np.int16)
    for row, here in zip(came_from, gains.T, strict=True):
        leader = int(scores.argmax())
        best = scores[leader] - CHANGE_COST
        row[:] = np.where(scores >= best, states, leader)
        scores = np.maximum(scores, best) + here
    path = np.empty(len(came_from), np.int64)
    state = int(np.argmax(scores - CHANGE_COST * (states != last)))
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
