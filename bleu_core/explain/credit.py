"""Which n-gram occurrences are credited, for many texts at once, and which of them are lost.

An n-gram is credited up to its clip limit, its largest count in any single reference (Papineni et
al. 2002, section 2.1). Which of its occurrences are does not change BLEU. The convention here:
first those inside the longest credited n-grams, then left to right.

N orders, and T tokens of many texts, each of which is contiguous. Values of an n-gram are at its
first token, in row order - 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Column = NDArray[np.int32]
Flags = NDArray[np.bool_]

# Beyond this many pairs of equal tokens, or tokens, a diff could take seconds: repeated words.
MOST_PAIRS, MOST_TOKENS = 100_000, 5_000


class CreditedLines(NamedTuple):
    """Tokens of one system in S segments, and its credited occurrences."""

    offsets: Ints  # (S + 1,) the first token of each segment
    numbers: Column  # (N, T) the n-grams, numbered as those of the other system
    credited: Flags  # (N, T)


def number_ngrams(ids: Column, texts: Column, max_order: int) -> Column:
    """(N, T) number, from 0, of the n-gram of each order that begins at each token; -1 for none.

    `ids` are (T,) tokens as numbers, `texts` (T,) the text of each.

    >>> ids, texts = np.array([0, 1, 0, 1, 1, 0], np.int32), np.array([0, 0, 0, 0, 1, 1], np.int32)
    >>> number_ngrams(ids, texts, 2).tolist()
    [[0, 1, 0, 1, 1, 0], [0, 1, 0, -1, 1, -1]]
    """
    size = len(ids)
    numbers = np.full((max_order, size), -1, np.int32)
    numbers[0] = ids
    vocabulary = int(ids.max(initial=0)) + 1
    for order in range(2, max_order + 1):
        first = np.arange(max(0, size - order + 1))
        first = first[texts[first] == texts[first + order - 1]]
        # An n-gram is one of the previous order and a token: the two numbers identify it.
        keys = numbers[order - 2, first].astype(np.int64) * vocabulary + ids[first + order - 1]
        numbers[order - 1, first] = np.unique(keys, return_inverse=True)[1]
    return numbers


@dataclass(frozen=True, eq=False)
class SegmentNgramCounts:
    """Counts of the n-grams of one order in each segment; (K,) `keys` identify both, and ascend."""

    kinds: int
    keys: Ints
    counts: Ints

    @classmethod
    def largest_of(
        cls, row: Column, texts: Column, segments: Column, counted: Flags
    ) -> SegmentNgramCounts:
        """The largest counts in any single `counted` text, (T,) bool; in references, clip limits.

        `row` is one of the N rows of numbers; (T,) `segments` relates outputs to references.
        """
        kinds = int(row.max(initial=0)) + 1
        tokens = np.flatnonzero((row >= 0) & counted)
        keys = texts[tokens].astype(np.int64) * kinds + row[tokens]
        _, first, counts = np.unique(keys, return_index=True, return_counts=True)
        tokens = tokens[first]
        # From texts to segments.
        keys = segments[tokens].astype(np.int64) * kinds + row[tokens]
        order = np.argsort(keys, kind="stable")
        keys, counts = keys[order], counts[order]
        starts = np.flatnonzero(np.diff(keys, prepend=-1))
        most = np.maximum.reduceat(counts, starts) if len(starts) else counts
        return cls(kinds, keys[starts], most)

    def of(self, segments: Column, ngrams: Column) -> Ints:
        """The counts of n-grams, by number, in their segments; 0 for -1 and other n-grams."""
        if not len(self.keys):
            return np.zeros(len(ngrams), np.int64)
        wanted = segments.astype(np.int64) * self.kinds + ngrams
        index = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        known = (ngrams >= 0) & (ngrams < self.kinds) & (self.keys[index] == wanted)
        counts: Ints = np.where(known, self.counts[index], 0)
        return counts


def allot_credit(numbers: Column, texts: Column, segments: Column, references: Flags) -> Flags:
    """(N, T) whether each occurrence is credited; nothing is in references.

    `numbers` are those of `number_ngrams` for outputs and references together; (T,) `segments`
    relates an output to its references; (T,) `references` says which texts are references.

    Occurrences inside a credited n-gram come first, but are not always credited. Of "x s z w s y"
    against "x s y", "x s" and "s y" are credited, but only the first "s":

    >>> ids = np.array([0, 1, 2, 3, 1, 4, 0, 1, 4], np.int32)
    >>> texts = np.array([0] * 6 + [1] * 3, np.int32)
    >>> numbers = number_ngrams(ids, texts, 2)
    >>> credited = allot_credit(numbers, texts, np.zeros(9, np.int32), texts == 1)
    >>> credited[:, :6].astype(int).tolist()
    [[1, 1, 0, 0, 0, 1], [1, 0, 0, 0, 1, 0]]
    """
    limits = np.zeros(numbers.shape, np.int32)
    for row, limit in zip(numbers, limits, strict=True):
        clips = SegmentNgramCounts.largest_of(row, texts, segments, references)
        outputs = np.flatnonzero((row >= 0) & ~references)
        limit[outputs] = clips.of(segments[outputs], row[outputs])
    return allot_up_to(limits, numbers, texts)


def allot_up_to(limits: NDArray[np.integer], numbers: Column, texts: Column) -> Flags:
    """(N, T) which occurrences are credited, given (N, T) the limit of each in its text.

    The n-grams inside one with a limit above 0 have such limits too.
    """
    orders, size = numbers.shape
    credited = np.zeros((orders, size), np.bool_)
    # For each occurrence one order up, the length of the longest credited n-gram around it. An
    # occurrence here is inside the two that begin one token before it and at it.
    longest = np.zeros(size + 1, np.int8)
    for order in range(orders, 0, -1):
        row, limit = numbers[order - 1], limits[order - 1]
        able = np.flatnonzero(limit > 0)
        held = np.maximum(longest[able], longest[able - 1])
        keys = texts[able].astype(np.int64) * (int(row.max(initial=0)) + 1) + row[able]
        gets = _first_up_to_limit(keys, held, limit[able])
        credited[order - 1, able] = gets
        longest = np.zeros(size + 1, np.int8)
        longest[able] = np.where(held > 0, held, order * gets)
    return credited


def _first_up_to_limit(keys: Ints, held: NDArray[np.int8], limits: NDArray[np.integer]) -> Flags:
    """For each key as many as its limit: those in the longest n-grams, then left to right."""
    order = np.lexsort((-held, keys))  # stable
    sorted_keys = keys[order]
    starts = np.flatnonzero(np.diff(sorted_keys, prepend=-1))
    sizes = np.diff(starts, append=len(keys))
    rank = np.arange(len(keys)) - np.repeat(starts, sizes)
    gets = np.empty(len(keys), np.bool_)
    gets[order] = rank < limits[order]
    return gets


def credited_lines(
    texts: Sequence[Sequence[Sequence[Hashable]]], limits: Mapping[Any, int]
) -> list[CreditedLines]:
    """Credit the n-grams of single texts up to `limits`; texts[k][n - 1][i] begins at token i."""
    known: dict[Hashable, int] = {}
    lines = []
    for ngrams in texts:
        size = len(ngrams[0])
        numbers, most = np.full((len(ngrams), size), -1, np.int32), np.zeros((len(ngrams), size))
        for order, row in enumerate(ngrams):
            numbers[order, : len(row)] = [known.setdefault(ngram, len(known)) for ngram in row]
            most[order, : len(row)] = [limits.get(ngram, 0) for ngram in row]
        credited = allot_up_to(most.astype(np.int32), numbers, np.zeros(size, np.int32))
        lines.append(CreditedLines(np.array([0, size]), numbers, credited))
    return lines


def extra_occurrences(own: CreditedLines, other: CreditedLines) -> Flags:
    """(N, T) the credited occurrences of `own` that stand for its additional matches.

    Occurrences that are not inside an equal stretch of the word diff come first, then the others,
    each from right to left.
    """
    extra = np.zeros(own.credited.shape, np.bool_)
    segments = np.repeat(np.arange(len(own.offsets) - 1), np.diff(own.offsets))
    other_segments = np.repeat(np.arange(len(other.offsets) - 1), np.diff(other.offsets))
    candidates = []
    aligned: set[int] = set()  # segments where the choice depends on the diff
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
            index = np.minimum(np.searchsorted(kept, keys), len(kept) - 1)
            matches = np.where(kept[index] == keys, counts[index], 0)
        _, inverse, sizes = np.unique(keys, return_inverse=True, return_counts=True)
        limits = sizes[inverse] - matches
        some = np.flatnonzero(limits > 0)
        candidates.append((places[some], keys[some], limits[some]))
        aligned.update(segments[places[some]][matches[some] > 0].tolist())
    equal_end = _ends_of_equal_stretches(own, other, sorted(aligned))
    for order, (places, keys, limits) in enumerate(candidates, 1):
        is_outside = places + order > equal_end[places]
        # The one that comes first among equals is the last one in the text.
        chosen = _first_up_to_limit(keys[::-1], is_outside[::-1].astype(np.int8), limits[::-1])
        extra[order - 1, places] = chosen[::-1]
    return extra


def _ends_of_equal_stretches(own: CreditedLines, other: CreditedLines, segments: list[int]) -> Ints:
    """(T,) the end of the equal stretch around each token; 0 outside, and in other segments.

    The diff always starts from `own`: difflib is not symmetric, but exchanging A and B shall
    exchange lost and gained.
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


def diff_blocks(
    a: Sequence[Hashable], b: Sequence[Hashable]
) -> Sequence[tuple[str, int, int, int, int]]:
    """The blocks of the word diff of two lists of tokens, in order: difflib's opcodes.

    A block is (kind, a_start, a_end, b_start, b_end); its kind is "equal", "replace", "delete" or
    "insert". Texts that would take seconds, thousands of tokens, are one replaced block.

    >>> diff_blocks("the cat sat".split(), "a cat sat down".split())
    [('replace', 0, 1, 0, 1), ('equal', 1, 3, 1, 3), ('insert', 3, 3, 3, 4)]
    """
    counts = Counter(b)
    if min(len(a), len(b)) > MOST_TOKENS or sum(counts[token] for token in a) > MOST_PAIRS:
        return [("replace", 0, len(a), 0, len(b))]
    return SequenceMatcher(None, a, b, autojunk=False).get_opcodes()
