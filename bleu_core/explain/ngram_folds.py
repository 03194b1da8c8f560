"""The n-gram list, folded: families first, then n-grams with the ones that contain them.

Each n-gram is an entry or a member of one: of a family (see `ngram_families`) whose n-gram it
contains, or else of the first n-gram in the list that it contains. Entries keep the list's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import mask
from bleu_core.explain.concordance import concordance
from bleu_core.explain.ngram_corpus import CHUNK, Corpus, Ints, Mask, edges_of
from bleu_core.explain.ngram_families import Cause
from bleu_core.explain.ngrams import NgramTable, contains_text

# Function words are the most frequent tokens that make up this part of all reference tokens.
FREQUENT = 0.4
RUNS = 20


class Entry(NamedTuple):
    """An entry of a folded list, and the rows of the n-grams folded under it, in order."""

    row: int  # -1 for a family whose own n-gram is not in the list
    members: Ints
    family: Cause | None = None


@dataclass(frozen=True)
class FoldedList:
    """The entries of a list: families, then n-grams; `entries` makes those of a page."""

    families: list[Entry]
    rows: Ints  # (M,) of the n-grams in no family, by entry, in the order of the list
    starts: Ints  # (H + 1,) where the rows of each entry begin; its own row is the first

    def __len__(self) -> int:
        return len(self.families) + len(self.starts) - 1

    def entries(self, page: slice) -> list[Entry]:
        """The entries of a page."""
        found = self.families[page]
        before = len(self.families)
        for entry in range(*page.indices(len(self)))[len(found) :]:
            first, *members = self.rows[slice(*self.starts[entry - before :][:2])].tolist()
            found.append(Entry(first, np.array(members, np.int64)))
        return found


def fold_rows(table: NgramTable, rows: Ints, families: Sequence[Cause] = ()) -> FoldedList:
    """Fold rows of a table, in the order of the list.

    An n-gram that contains those of several families is in the first of these.
    """
    texts = table.texts(rows)
    left = np.ones(len(rows), bool)
    found = []
    for family in families:
        own = left & contains_text(texts, family.search)
        named = own & mask(pc.equal(texts, "" if family.is_sign else family.text))
        found.append(Entry(int(rows[named].max(initial=-1)), rows[own & ~named], family))
        left &= ~own
    rows = rows[left]
    heads = _first_within(table, rows)
    order = np.argsort(heads, kind="stable")
    _, sizes = np.unique(heads, return_counts=True)
    shown = [one for one in found if one.row >= 0 or len(one.members)]
    return FoldedList(shown, rows[order], edges_of(sizes))


def _first_within(table: NgramTable, rows: Ints) -> Ints:
    """(R,) which of these rows comes first among those that each contains, itself included.

    That one contains no earlier one, so it is never folded under another.
    """
    counts, nothing = table.counts, len(rows)
    first = np.full(len(table) + 1, nothing)  # the last is that of no row, -1
    first[rows] = np.arange(len(rows))
    for order in range(2, int(counts.order.max(initial=1)) + 1):
        own = np.flatnonzero(counts.order == order)
        for parts in (counts.prefix[own], counts.suffix[own]):
            first[own] = np.minimum(first[own], first[parts])
    return first[rows]


def frequent_tokens(corpus: Corpus, part: float = FREQUENT) -> Mask:
    """(V,) the most frequent tokens that together make up this part of the references.

    These are function words and punctuation in any language, without a word list.
    """
    counts = np.zeros(len(corpus.dictionary), np.int64)
    for begin in range(0, len(corpus.ids), CHUNK):
        ids = corpus.ids[begin : begin + CHUNK]
        streams = corpus.places(np.arange(begin, begin + len(ids))) % corpus.streams
        counts += np.bincount(ids[streams > 1], minlength=len(counts))
    order = np.argsort(-counts, kind="stable")
    reached = np.cumsum(counts[order])
    frequent = np.zeros(len(counts), bool)
    frequent[order[: np.searchsorted(reached, part * counts.sum()) + 1]] = True
    return frequent


def content_first(
    table: NgramTable, rows: Ints, families: Sequence[Cause], frequent: Mask
) -> tuple[Ints, list[Cause]]:
    """Rows with a token that is not frequent before the others, and the families of such tokens."""
    starts, orders = table.counts.start[rows], table.counts.order[rows]
    only = np.ones(len(rows), bool)
    for i in range(int(orders.max(initial=0))):
        reached = np.flatnonzero(orders > i)
        only[reached] &= frequent[table.corpus.ids[starts[reached] + i]]
    words = set(table.corpus.dictionary.filter(frequent).to_pylist())
    kept = [one for one in families if one.is_sign or not words.issuperset(one.text.split())]
    return rows[np.argsort(only, kind="stable")], kept


class Along(NamedTuple):
    """Segments, or occurrences, of A and of B in each of `RUNS` runs of a test set."""

    a: list[int]
    b: list[int]


def along(corpus: Corpus, ngram: str, kind: str = "matched") -> Along:
    """Where the evidence of a kind for an n-gram lies: wins, over-produced or missed ones."""
    found = concordance(corpus, ngram)
    a, b = found.matches_a, found.matches_b
    if kind.startswith("over"):
        a, b = found.count_a - a, found.count_b - b
    elif kind.startswith("missed"):
        a, b = found.limit - a, found.limit - b
    else:
        a, b = (a > b).astype(np.int64), (b > a).astype(np.int64)
    runs = found.segments * RUNS // max(corpus.segments, 1)

    def sums(amounts: NDArray[np.int64]) -> list[int]:
        return np.bincount(runs, amounts, RUNS).astype(int).tolist()

    return Along(sums(a), sums(b))


def sort_families(families: Sequence[Cause], order: str) -> list[Cause]:
    """Families in an order of the list; by their surplus if the order is about single n-grams."""
    keys = {
        "size": lambda one: -abs(one.points),
        "points_with_folded": lambda one: one.points,
        "-points_with_folded": lambda one: -one.points,
        "p": lambda one: one.p,
        "-wins": lambda one: -(one.wins_a + one.wins_b),
    }
    return sorted(families, key=keys[order]) if order in keys else list(families)
