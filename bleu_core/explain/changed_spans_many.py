"""Which matches B lost and gained, for many segments at once: the rule of `changed_spans`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.matching import diff_blocks
from bleu_core.explain.matching_many import first_up_to_limit

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


class CreditedLines(NamedTuple):
    """Tokens of one system in S segments, and its credited occurrences.

    `numbers` are those of `number_ngrams`, the same for both systems.
    """

    offsets: Ints  # (S + 1,) the first token of each segment
    numbers: NDArray[np.int32]  # (N, T)
    credited: Flags  # (N, T)


def extra_occurrences_many(own: CreditedLines, other: CreditedLines) -> Flags:
    """(N, T) the credited occurrences of `own` that stand for its additional matches.

    Occurrences that are not inside an equal stretch of the word diff come first, then the others,
    each from right to left.
    """
    extra = np.zeros(own.credited.shape, np.bool_)
    segments = np.repeat(np.arange(len(own.offsets) - 1), np.diff(own.offsets))
    other_segments = np.repeat(np.arange(len(other.offsets) - 1), np.diff(other.offsets))
    found = []
    unclear: set[int] = set()
    for row, gets, other_row, other_gets in zip(
        own.numbers, own.credited, other.numbers, other.credited, strict=True
    ):
        kinds = int(max(row.max(initial=0), other_row.max(initial=0))) + 1
        places, others = np.flatnonzero(gets), np.flatnonzero(other_gets)
        keys = segments[places] * kinds + row[places]
        kept, counts = np.unique(
            other_segments[others] * kinds + other_row[others], return_counts=True
        )
        matches = np.zeros(len(keys), np.int64)
        if len(kept):
            at = np.minimum(np.searchsorted(kept, keys), len(kept) - 1)
            matches = np.where(kept[at] == keys, counts[at], 0)
        _, inverse, sizes = np.unique(keys, return_inverse=True, return_counts=True)
        limits = sizes[inverse] - matches
        some = np.flatnonzero(limits > 0)
        found.append((places[some], keys[some], limits[some]))
        unclear.update(segments[places[some]][matches[some] > 0].tolist())
    equal_end = _ends_of_equal_stretches(own, other, sorted(unclear))
    for order, (places, keys, limits) in enumerate(found, 1):
        is_outside = places + order > equal_end[places]
        # The one that comes first among equals is the last one in the text.
        chosen = first_up_to_limit(keys[::-1], is_outside[::-1].astype(np.int8), limits[::-1])
        extra[order - 1, places] = chosen[::-1]
    return extra


def _ends_of_equal_stretches(own: CreditedLines, other: CreditedLines, segments: list[int]) -> Ints:
    """(T,) the end of the equal stretch around each token; 0 outside, and in other segments.

    The diff always starts from `own`: difflib is not symmetric.
    """
    ends = np.zeros(own.numbers.shape[1], np.int64)
    for segment in segments:
        first, last = own.offsets[segment : segment + 2].tolist()
        other_first, other_last = other.offsets[segment : segment + 2].tolist()
        words = own.numbers[0, first:last].tolist()
        other_words = other.numbers[0, other_first:other_last].tolist()
        for kind, start, end, _, _ in diff_blocks(words, other_words):
            if kind == "equal":
                ends[first + start : first + end] = first + end
    return ends
