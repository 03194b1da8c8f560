"""Corpus counts of every n-gram of a comparison, without a loop over occurrences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.arrays import ranges, release_memory
from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress
from bleu_core.explain.ngram_corpus import (
    PARTITIONS,
    Block,
    Column,
    Corpus,
    Ints,
    Mask,
    Ngrams,
    blocks,
    follow,
    runs_within,
    sums_within,
)

# (T,) integers: bit n - 1 is set where the n-gram of order n that begins at a token of A or B is
# credited. Of the occurrences of an n-gram in a text, the first are.
Credit = NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True, eq=False)
class NgramCounts:
    """Corpus sums of K n-gram types, by order. All are int32 arrays (K,)."""

    # Its length, and a corpus position where it begins.
    order: Column
    start: Column
    # The rows of the two n-grams of one order less inside it; -1 if that has no row.
    prefix: Column
    suffix: Column
    # Occurrences in A and in B.
    count_a: Column
    count_b: Column
    limit: Column  # Clip limit, the maximum count in any single reference, summed over segments
    # Clipped matches, summed over segments.
    matches_a: Column
    matches_b: Column
    # Segments where A, and where B, has more clipped matches.
    wins_a: Column
    wins_b: Column
    documents: Column  # Documents with such a segment; 0 if documents are unknown

    @property
    def wins(self) -> Column:
        """(K,) segments where the matches of A and B differ."""
        return self.wins_a + self.wins_b

    @property
    def over_a(self) -> Column:
        """(K,) occurrences in A without credit."""
        return self.count_a - self.matches_a

    @property
    def over_b(self) -> Column:
        """(K,) occurrences in B without credit."""
        return self.count_b - self.matches_b

    @property
    def missed_a(self) -> Column:
        """(K,) occurrences in a reference that A lacks."""
        return self.limit - self.matches_a

    @property
    def missed_b(self) -> Column:
        """(K,) occurrences in a reference that B lacks."""
        return self.limit - self.matches_b


SUMS = [field.name for field in fields(NgramCounts)][4:]


def count_ngrams(
    corpus: Corpus,
    max_order: int,
    min_count: int,
    documents: Column | None = None,
    progress: Progress | None = None,
) -> tuple[NgramCounts, Credit]:
    """Count the n-grams of orders 1 to `max_order`.

    Rows are n-grams whose matches differ in `min_count` segments, 1 or 2 (`wins_a` + `wins_b`), or
    that a system over-produces (`count` - `matches`) or misses (`limit` - `matches`) this often.
    `documents` is the (S,) number of each segment's document. Bit n - 1 of each token's credit says
    whether the n-gram of order n that begins there is credited.
    """
    credit: Credit = np.zeros(len(corpus.ids), np.min_scalar_type((1 << max_order) - 1))

    def count(tokens: tuple[int, int]) -> list[Rows]:
        """The rows of the n-grams, by order, that begin with some tokens."""
        found: list[list[Rows]] = [[] for _ in range(max_order)]
        for block in blocks(corpus, corpus.find(*tokens), min_count):
            marks: Credit = np.zeros(len(block.positions), credit.dtype)

            def visit(ngrams: Ngrams, block: Block = block, marks: Credit = marks) -> Mask:
                rows, followed = _count_ngrams(corpus, block, ngrams, min_count, documents, marks)
                found[ngrams.order - 1].append(rows)
                return followed

            follow(corpus, block, max_order, min_count, visit)
            credit[block.positions] = marks
        return [_join(rows) for rows in found]

    partitions = corpus.partitions()
    counted: list[list[Rows]] = []
    for rows in in_order(count, partitions):
        counted.append(rows)
        if len(partitions) >= PARTITIONS:
            # The C library keeps what lies between rows: of many, as much as all results.
            release_memory()
        if progress:
            progress(len(counted) / len(partitions))
    by_order = [rows for of_order in zip(*counted, strict=True) for rows in of_order]
    orders = [n for n in range(1, max_order + 1) for _ in partitions]
    sizes = [len(rows["start"]) for rows in by_order]
    columns = _join(by_order)
    columns["order"] = np.repeat(np.array(orders, np.int32), sizes)
    columns["prefix"], columns["suffix"] = _parts(corpus, columns["order"], columns["start"])
    return NgramCounts(**columns), credit


# Occurrences of a single n-gram that are counted at a time.
LARGE = 200_000
# The columns of n-grams by name.
Rows = dict[str, Column]


def _join(parts: list[Rows]) -> Rows:
    """The columns of several parts, which are emptied: both together may take much memory."""
    parts.append({name: np.zeros(0, np.int32) for name in ("start", *SUMS)})
    return {name: np.concatenate([part.pop(name) for part in parts]) for name in ("start", *SUMS)}


def _count_ngrams(
    corpus: Corpus,
    block: Block,
    ngrams: Ngrams,
    min_count: int,
    documents: Column | None,
    marks: Credit,
) -> tuple[Rows, Mask]:
    """The rows of some n-grams, and the occurrences to follow; marks those that are credited."""
    size = len(ngrams.starts) - 1
    sums = {name: np.zeros(size, np.int32) for name in SUMS}
    spread = [np.zeros(0, np.int64)]
    kinds = 1 if documents is None else int(documents.max()) + 1
    for part in _by_segment(corpus, block, ngrams):
        own, segments, columns = _sum(corpus, block, part, marks)
        for name, column in columns.items():
            sums[name] += column
        if documents is not None:
            spread.append(np.unique(own * kinds + documents[segments]))
    pairs = np.unique(np.concatenate(spread))
    sums["documents"] = np.bincount(pairs // kinds, minlength=size).astype(np.int32)
    over = [sums[f"count_{x}"] - sums[f"matches_{x}"] for x in "ab"]
    missed = sums["limit"] - np.minimum(sums["matches_a"], sums["matches_b"])
    amounts = np.maximum.reduce([sums["wins_a"] + sums["wins_b"], *over, missed])
    listed = amounts >= min_count
    # An n-gram without a row or a match is in none that has one.
    followed = listed | (sums["matches_a"] + sums["matches_b"] > 0)
    sums["start"] = block.positions[ngrams.which[ngrams.starts[1:] - 1]]
    rows = {name: column[listed] for name, column in sums.items()}
    return rows, np.repeat(followed, np.diff(ngrams.starts))


def _by_segment(corpus: Corpus, block: Block, ngrams: Ngrams) -> Iterator[Ngrams]:
    """The n-grams, or, of a single one with many occurrences, those in some segments at a time."""
    size = len(ngrams.which)
    if len(ngrams.starts) > 2 or size <= LARGE:
        yield ngrams
        return
    segments = block.places[ngrams.which] // corpus.streams
    cuts = np.searchsorted(segments, segments[::LARGE])
    for first, last in pairwise(np.unique([*cuts, size]).tolist()):
        yield Ngrams(ngrams.order, ngrams.which[first:last], np.array([0, last - first]))


def _sum(corpus: Corpus, block: Block, ngrams: Ngrams, marks: Credit) -> tuple[Ints, Column, Rows]:
    """The n-gram and the segment wherever A and B differ, and sums by n-gram."""
    # From occurrences to texts, to segments, to n-grams: each step adds up equal neighbours.
    places = block.places[ngrams.which]
    texts, _, starts = runs_within(places, ngrams.starts)
    times = np.diff(texts, append=len(places))
    places = places[texts]
    segments = places // corpus.streams
    streams = places - segments * corpus.streams
    cells, cell, starts = runs_within(segments, starts)
    table = np.zeros((corpus.streams, len(cells)), np.int32)
    table[streams, cell] = times
    a, b, limit = table[0], table[1], table[2:].max(axis=0)
    matches_a, matches_b = np.minimum(a, limit), np.minimum(b, limit)
    credited = np.where(streams < 2, np.minimum(times, limit[cell]), 0)
    # The first occurrences in each text are credited.
    first = ranges(texts, credited.astype(np.int64))
    marks[ngrams.which[first]] |= 1 << (ngrams.order - 1)

    wins_a, wins_b = matches_a > matches_b, matches_b > matches_a
    columns = (a, b, limit, matches_a, matches_b, wins_a, wins_b)
    sums = dict(zip(SUMS, (sums_within(column, starts) for column in columns), strict=False))
    own = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    differ = np.flatnonzero(wins_a | wins_b)
    return own[differ], segments[cells[differ]], sums


def _parts(corpus: Corpus, order: Column, start: Column) -> tuple[Column, Column]:
    """The rows of the n-grams of one order less at the start and at the end of each; or -1.

    Rows are by order, then by the numbers of their tokens.
    """
    prefix, suffix = (np.full(len(order), -1, np.int32) for _ in range(2))
    edges = np.searchsorted(order, np.arange(1, int(order.max(initial=0)) + 2))
    for n, (low, middle, high) in enumerate(zip(edges, edges[1:], edges[2:], strict=False), 1):
        known, own = start[low:middle], start[middle:high]
        for column, moved in ((prefix, 0), (suffix, 1)):
            column[middle:high] = _look_up(corpus, own + moved, known, n)
            column[middle:high] += np.where(column[middle:high] >= 0, low, 0)
    return prefix, suffix


def _look_up(corpus: Corpus, wanted: Column, known: Column, order: int) -> Ints:
    """Which n-gram that begins in `known`, ascending by tokens, each in `wanted` is; or -1."""
    numbers = corpus.number(np.concatenate([known, wanted]), order)
    of_known, of_wanted = numbers[: len(known)], numbers[len(known) :]
    which = np.searchsorted(of_known, of_wanted)
    which[which == len(known)] = 0
    if not len(known):
        return which - 1
    return np.where(of_known[which] == of_wanted, which, -1)
