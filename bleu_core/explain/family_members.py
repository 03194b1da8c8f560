"""The n-grams of each family: those that differ most by name, the others as one sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.family_keys import key_positions
from bleu_core.explain.ngram_corpus import Column, Corpus
from bleu_core.explain.ngram_counting import Credit
from bleu_core.explain.ngram_families import Family
from bleu_core.explain.ngrams import NgramTable

Counts = dict[str, NDArray[np.int64]]

# Segments in which the matches of an n-gram differ, at least, for a row of its own.
MIN_WINS = 2


class Member(NamedTuple):
    """An n-gram of a family: clipped matches, segments won by A and by B, points."""

    text: str
    order: int
    matches_a: int
    matches_b: int
    wins_a: int
    wins_b: int
    points: float


class FamilyMembers(NamedTuple):
    """The n-grams of a family that are in no earlier one; all points are those of the family."""

    listed: list[Member]  # the largest first
    others: int  # all others whose matches differ in a segment
    differ_once: bool  # whether each of these differs in one segment
    other_points: float


def family_members(
    table: NgramTable, families: Sequence[Family], points_per_match: NDArray[np.float64], most: int
) -> list[FamilyMembers]:
    """The members of families in the order in which they were found, at most `most` with names.

    An n-gram that contains the keys of several families is in the first of these.
    """
    corpus, credit = table.corpus, table.credit.copy()
    return [_members(corpus, credit, one, points_per_match, most) for one in families]


def _members(
    corpus: Corpus, credit: Credit, family: Family, per_match: NDArray[np.float64], most: int
) -> FamilyMembers:
    """The members of one family, whose credit is removed."""
    key = [family.text] if family.is_sign else family.text.split(" ")
    positions = key_positions(corpus, key, family.is_sign)
    by_order = [
        counts
        for order in range(len(key), len(per_match) + 1)
        for counts in _counted(corpus, credit, positions, len(key), order)
    ]
    if not by_order:
        return FamilyMembers([], 0, False, 0.0)
    found = {name: np.concatenate([part[name] for part in by_order]) for name in by_order[0]}
    gained = found["matches_b"] - found["matches_a"]
    points = per_match[found["order"] - 1] * gained
    wins = found["wins_a"] + found["wins_b"]
    named = np.flatnonzero(wins >= MIN_WINS)
    named = named[np.argsort(-np.abs(points[named]), kind="stable")][:most]
    others = np.ones(len(wins), bool)
    others[named] = False
    texts = corpus.texts(found["start"][named], found["order"][named]).to_pylist()
    numbers = (found[name][named].tolist() for name in Member._fields[1:-1])
    return FamilyMembers(
        [*map(Member, texts, *numbers, points[named].tolist())],
        int(np.count_nonzero(wins[others])),
        bool(wins[others].max(initial=0) < MIN_WINS),
        float(points[others].sum()),
    )


def _counted(
    corpus: Corpus, credit: Credit, positions: Column, length: int, order: int
) -> Iterator[Counts]:
    """Counts of the credited n-grams of an order around a key; nothing if there are none."""
    places = corpus.places(positions)
    first, last = corpus.ends[places - 1] * (places > 0), corpus.ends[places]
    around = (positions - k for k in range(order - length + 1))
    starts = np.concatenate([at[(at >= first) & (at + order <= last)] for at in around])
    starts = np.unique(starts)
    bit = credit.dtype.type(1 << (order - 1))
    starts = starts[(credit[starts] & bit) > 0]
    credit[starts] &= ~bit
    if len(starts):
        yield _sums(corpus, starts, order)


def _sums(corpus: Corpus, starts: NDArray[Any], order: int) -> Counts:
    """Matches and wins of each n-gram, from where its credited occurrences begin."""
    types = np.zeros(len(starts), np.int64)
    for i in range(order):
        _, types = np.unique(types * len(corpus.dictionary) + corpus.ids[starts + i],
                             return_inverse=True)  # fmt: skip
    _, begin, types = np.unique(types, return_index=True, return_inverse=True)
    segments, streams = np.divmod(corpus.places(starts), corpus.streams)
    # A cell is an n-gram in a segment.
    cells, cell = np.unique(types * corpus.segments + segments, return_inverse=True)
    gained = np.bincount(cell, 2 * streams - 1, len(cells))
    of_type = cells // corpus.segments

    def number(which: NDArray[Any], of: NDArray[Any]) -> NDArray[np.int64]:
        return np.bincount(of[which], minlength=len(begin))

    return {
        "order": np.full(len(begin), order),
        "start": starts[begin].astype(np.int64),
        "matches_a": number(streams == 0, types),
        "matches_b": number(streams == 1, types),
        "wins_a": number(gained < 0, of_type),
        "wins_b": number(gained > 0, of_type),
    }
