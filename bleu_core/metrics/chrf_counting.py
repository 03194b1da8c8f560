"""n-gram matches of all orders, from one sort.

An n-gram of numbered units is written as one number: its segment, then its units, a few bits
each. Sorted by the longest order, the occurrences are also sorted by every shorter one, as an
n-gram begins with its shorter ones; so each order is a cut through the same sorted numbers, and
equal neighbours are counted. Where the longest does not fit into a number (many characters, as
in Chinese, or a high order), the n-grams that did are ranked, and the rank replaces them before
the next units.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bleu_core.metrics.chrf_text import Ints, Units, cumulative

# Bits of an n-gram's number: of int64, one bit is the sign and one tells system from reference.
ROOM = 62


def count_matches(units: Units, systems: int, segments: int, max_order: int) -> Ints:
    """Clipped matches of each system with each reference in each segment.

    Parameters
    ----------
    units : Units
        Those of K systems, then of R references: (K + R) · S lines.
    systems : int
        K.
    segments : int
        S.
    max_order : int
        N.

    Returns
    -------
    (K, R, S, N) int64

    Examples
    --------
    "aab" and "baab" have a, a, b in common, then aa and ab, then aab:

    >>> units = Units(np.array([1, 1, 2, 2, 1, 1, 2]), np.array([3, 4]))
    >>> count_matches(units, systems=1, segments=1, max_order=4).tolist()
    [[[[3, 2, 1, 0]]]]
    """
    lengths = units.lengths.reshape(-1, segments)
    counts = np.zeros((systems, len(lengths) - systems, segments, max_order), np.int64)
    for cut in _windows(units, systems, segments, max_order):
        sizes = np.maximum(lengths - cut.done, 0)
        sides = np.split(cut.keys, np.cumsum(sizes.sum(axis=1))[:-1])
        for k, hypothesis in enumerate(sides[:systems]):
            for r, reference in enumerate(sides[systems:]):
                part = counts[k, r, :, cut.done : cut.done + cut.orders]
                part[:] = _pair(hypothesis, reference, sizes[k] + sizes[systems + r], cut)
    return counts


@dataclass(frozen=True, eq=False)
class _Window:
    """Some orders after the first `done`; a key for each n-gram of `done + 1` units.

    Where fewer than `done + orders` units are left in the segment, fillers follow that are no
    units and differ between systems and references: these never match.
    """

    keys: Ints
    done: int
    orders: int
    bits: int


def _windows(units: Units, systems: int, segments: int, max_order: int) -> Iterator[_Window]:
    """All orders, as many at a time as fit into a number."""
    # Enough fillers follow each line that no n-gram reaches into the next.
    end = int(units.numbers.max(initial=0)) + 1
    bits = end.bit_length()
    gap, lines = max_order - 1, len(units.lengths)
    line = np.repeat(np.arange(lines), units.lengths)
    positions = np.arange(len(line)) + gap * line
    codes = np.full(len(line) + gap * lines, end)
    codes[: units.lengths[: systems * segments].sum() + gap * systems * segments] = 0
    codes[positions] = units.numbers
    prefix = np.repeat(np.arange(lines) % segments, units.lengths)
    done = 0
    while True:
        free = ROOM - int(prefix.max(initial=0)).bit_length()
        orders = min(max_order - done, free // bits)
        next_units = np.zeros(len(codes) - gap, np.int64)
        for offset in range(done, done + orders):
            next_units <<= bits
            next_units |= codes[offset : offset + len(next_units)]
        keys = prefix << bits * orders | next_units[positions]
        yield _Window(keys, done, orders, bits)
        done += orders
        if done == max_order:
            return
        following = codes[positions + done]
        whole = (following > 0) & (following < end)
        positions = positions[whole]
        prefix = np.unique(keys[whole], return_inverse=True)[1]


def _pair(hypothesis: Ints, reference: Ints, sizes: Ints, window: _Window) -> Ints:
    """(S, orders) matches of one system and one reference; `sizes` are their keys per segment."""
    matches = np.zeros((len(sizes), window.orders), np.int64)
    keys = np.concatenate([hypothesis << 1, reference << 1 | 1])
    keys.sort()
    from_reference = cumulative(keys & 1)
    changes = keys[1:] ^ keys[:-1]
    starts = cumulative(sizes)[:-1]
    filled = sizes > 0
    for order in range(window.orders):
        shift = 1 + window.bits * (window.orders - order - 1)
        inside = np.flatnonzero(changes >= 1 << shift) + 1
        edges = np.concatenate([[0], inside, [len(keys)]])
        of_reference = np.diff(from_reference[edges])
        matched = np.minimum(of_reference, np.diff(edges) - of_reference)
        firsts = np.searchsorted(edges, starts[filled])
        matches[filled, order] = np.add.reduceat(matched, firsts)
    return matches
