"""Unigram F1 of the sets of tokens of a line and of the lines around its place in other columns.

Computed twice: from hashed sets, which is fast and may confuse tokens, to see whether to look
closer; and from the tokens, on which all findings are based.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.text.encoding import EncodedStream

Floats = NDArray[np.float64]
Bits = NDArray[np.uint64]
Mask = NDArray[np.bool_]

# Each token sets a bit of its line's signature. Tokens are numbered by first appearance, so that
# frequent ones have their own bit.
SIGNATURE = 1024
BLOCK = 10_000


class TokenSets(NamedTuple):
    """The set of tokens of each of S lines.

    Attributes
    ----------
    keys : (P,) array
        Line * `vocabulary` + token of each pair, ascending.
    sizes : (S,) array
        Distinct tokens in each line.
    present : (S,) array
        False for a missing line.
    vocabulary : int
        More than any token's number.
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
        here, there = overlapping(size, len(others.sizes), k)
        both = lines.sizes[here] + others.sizes[there]
        row[here] = 2 * shared[here] / np.maximum(both, 1)
        row[here][~others.present[there]] = np.nan
    return found


def signatures(stream: EncodedStream) -> Bits:
    """(S, SIGNATURE / 64) the set of tokens of each line as bits, hashed."""
    parts = []
    bounds = stream.offsets
    for first in range(0, len(stream.lengths), BLOCK):
        lengths = stream.lengths[first : first + BLOCK]
        ids = stream.ids[bounds[first] : bounds[first + len(lengths)]]
        bits = np.zeros((len(lengths), SIGNATURE), bool)
        bits[np.repeat(np.arange(len(lengths)), lengths), ids % SIGNATURE] = True
        parts.append(np.packbits(bits, axis=1).view(np.uint64))
    return np.concatenate(parts)


def f1_of_signatures(lines: Bits, others: Bits, present: Mask, shifts: range) -> Floats:
    """As `f1_of_sets`, of columns of one length."""
    sizes, other_sizes = (np.bitwise_count(side).sum(axis=1) for side in (lines, others))
    found = np.zeros((len(shifts), len(lines)))
    for row, k in zip(found, shifts, strict=True):
        here, there = overlapping(len(lines), len(others), k)
        shared = np.bitwise_count(lines[here] & others[there]).sum(axis=1)
        row[here] = 2 * shared / np.maximum(sizes[here] + other_sizes[there], 1)
        row[here][~present[there]] = np.nan
    return found


def turned(f1: Floats, shifts: range) -> Floats:
    """F1 from the other side, of columns of one length; `shifts` are symmetric."""
    other = np.zeros_like(f1)
    size = f1.shape[1]
    for row, there, k in zip(other, f1[::-1], shifts, strict=True):
        here, those = overlapping(size, size, k)
        row[here] = there[those]
    return other


def overlapping(size: int, others: int, k: int) -> tuple[slice, slice]:
    """The lines i < size for which line i + k < others exists, and those lines."""
    first, last = max(0, -k), max(max(0, -k), min(size, others - k))
    return slice(first, last), slice(first + k, last + k)
