"""The n-grams of each family: those that differ most by name, the others as one sum."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.explain.ngram_corpus import Column, Corpus
from bleu_core.explain.ngram_counting import Credit
from bleu_core.explain.ngram_families import Family
from bleu_core.explain.ngrams import MIN_WINS, NgramTable

Ints = NDArray[np.int64]


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
    members = []
    for family in families:
        key = [family.text] if family.is_sign else family.text.split(" ")
        positions = corpus.find_key(key, family.is_sign)
        counts = [
            _take(corpus, credit, corpus.around(positions, len(key), order), order)
            for order in range(len(key), len(points_per_match) + 1)
        ]
        members.append(_members(corpus, np.concatenate(counts, axis=1), points_per_match, most))
    return members


def _members(
    corpus: Corpus, counts: Ints, per_match: NDArray[np.float64], most: int
) -> FamilyMembers:
    """The members of one family, from the rows of `_take`."""
    order, start, matches_a, matches_b, wins_a, wins_b = counts
    points = per_match[order - 1] * (matches_b - matches_a)
    wins = wins_a + wins_b
    named = np.flatnonzero(wins >= MIN_WINS)
    named = named[np.argsort(-np.abs(points[named]), kind="stable")][:most]
    others = np.ones(len(wins), bool)
    others[named] = False
    texts = corpus.texts(start[named], order[named]).to_pylist()
    numbers = np.delete(counts, 1, axis=0)[:, named].tolist()
    return FamilyMembers(
        [*map(Member, texts, *numbers, points[named].tolist())],
        int(np.count_nonzero(wins[others])),
        len(wins) > 0 and bool(wins[others].max(initial=0) < MIN_WINS),
        float(points[others].sum()),
    )


def _take(corpus: Corpus, credit: Credit, starts: Column, order: int) -> Ints:
    """Rows of the credited n-grams that begin at some tokens, whose credit is removed.

    Order, where the n-gram begins, matches in A and in B, segments won by A and by B, (6, K).
    """
    bit = credit.dtype.type(1 << (order - 1))
    starts = starts[(credit[starts] & bit) > 0]
    credit[starts] &= ~bit
    numbers = corpus.number(starts, order)
    _, begin = np.unique(numbers, return_index=True)
    _, of_cell, _, counts = corpus.cells(numbers, starts)
    gained = counts[:, 1] - counts[:, 0]
    matches = [np.bincount(of_cell, counts[:, side], len(begin)) for side in (0, 1)]
    wins = [np.bincount(of_cell[won], minlength=len(begin)) for won in (gained < 0, gained > 0)]
    rows = [np.full(len(begin), order), starts[begin], *matches, *wins]
    return np.array(rows).astype(np.int64)
