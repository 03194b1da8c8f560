"""The n-gram evidence: which phrases each system wins, over-produces and misses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import ArrayLike, NDArray

from bleu_core.arrow import as_numpy
from bleu_core.comparison import Comparison
from bleu_core.corpus import Corpus
from bleu_core.encoding import Progress
from bleu_core.ngram_counts import NgramCounts, count_ngrams
from bleu_core.sign_test import false_discovery_rates, sign_test

# Fewer wins than this cannot reach p < 0.05, however they fall: 5 of 5 have 0.0625.
TESTABLE = 6

# Of each kind of evidence the column that says how much of it an n-gram is, and
# the two that nested n-grams have in common where they stand and fall together.
KINDS = {
    "matched": ("wins", "matches_a", "matches_b"),
    "over-produced by A": ("over_a", "count_a", "matches_a"),
    "over-produced by B": ("over_b", "count_b", "matches_b"),
    "missed by A": ("missed_a", "limit", "matches_a"),
    "missed by B": ("missed_b", "limit", "matches_b"),
}

FloatArray = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NgramTable:
    """The n-grams of a comparison, a row each, by order; as columns (K,).

    Attributes
    ----------
    counts : NgramCounts
        Corpus sums: occurrences, clip limits, clipped matches, segments won.
    p : (K,) array
        Of the two-sided sign test on the segments that A and B win.
    q : (K,) array
        Benjamini-Hochberg's over the n-grams with at least `TESTABLE` wins; NaN
        for the others.
    points : (K,) array
        BLEU points that the difference in matches brings, B − A.
    rest : (N,) array
        Matches of B minus matches of A, by order, of all n-grams without a row.
    min_count : int
        What a row needs: see `evidence`.
    corpus : Corpus
    """

    counts: NgramCounts
    p: FloatArray
    q: FloatArray
    points: FloatArray
    rest: Rows
    min_count: int
    corpus: Corpus

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def folded_under(self) -> Rows:
        """(K,) the row that each is folded under as matched evidence, or -1; see `fold`."""
        return self.fold("matched")

    @cached_property
    def points_with_folded(self) -> FloatArray:
        """(K,) points of each and of those folded under it; 0 where it is itself folded."""
        rows = np.arange(len(self))
        heads = np.where(self.folded_under >= 0, self.folded_under, rows)
        return np.bincount(heads, self.points, len(self)).astype(np.float64)

    @property
    def size(self) -> FloatArray:
        """(K,) `points_with_folded` without their sign."""
        return np.abs(self.points_with_folded)

    def fold(self, kind: str) -> Rows:
        """(K,) the longest n-gram that each is part of, and stands and falls with; or -1.

        A longer n-gram occurs, and is credited, at most as often in a text as
        one within it. So where two sums over the corpus are equal they are equal
        in every segment: won, over-produced or missed there together.

        Parameters
        ----------
        kind : str
            One of `KINDS`.
        """
        counts = self.counts
        amount, first, second = (self.column(name) for name in KINDS[kind])
        under = np.full(len(self), -1, np.int64)
        for order in range(int(counts.order.max(initial=1)), 1, -1):
            long = np.flatnonzero((counts.order == order) & (amount > 0))
            heads = np.where(under[long] >= 0, under[long], long)
            for parts in (counts.prefix[long], counts.suffix[long]):
                same = (first[parts] == first[long]) & (second[parts] == second[long])
                same &= parts >= 0
                # Rows are by order: of two heads the later is the longer, if any is.
                np.maximum.at(under, parts[same], heads[same])
        return under

    def rows(self, kind: str = "matched", text: str = "", folded: bool = False) -> Rows:
        """The rows that are evidence of a kind, at least `min_count` of it.

        Parameters
        ----------
        kind : str
            One of `KINDS`.
        text : str
            What the n-gram contains, case ignored.
        folded : bool
            With those that are folded under a longer one.
        """
        chosen = self.column(KINDS[kind][0]) >= self.min_count
        if not folded:
            chosen &= (self.folded_under if kind == "matched" else self.fold(kind)) < 0
        rows = np.flatnonzero(chosen)
        if text:
            found = pc.match_substring(self.texts(rows), text, ignore_case=True)
            rows = rows[np.asarray(found, dtype=bool)]
        return rows

    def column(self, name: str) -> NDArray[Any]:
        """(K,) a column by the name of an attribute of this table or of its `counts`."""
        found = getattr(self.counts, name, None)
        return getattr(self, name) if found is None else found

    def order_by(self, name: str, descending: bool = False, rows: Rows | None = None) -> Rows:
        """Rows, all unless given, by a column; ties stay as they are, NaN comes last."""
        rows = np.arange(len(self)) if rows is None else rows
        values = self.column(name)[rows]
        return rows[np.argsort(-values if descending else values, kind="stable")]

    def texts(self, rows: Rows) -> pa.Array:
        """The n-grams of some rows, tokens joined by a space, as a large_string array."""
        return self.corpus.texts(self.counts.start[rows], self.counts.order[rows])


def evidence(
    comparison: Comparison,
    points_per_match: ArrayLike,
    min_count: int = 2,
    progress: Progress | None = None,
) -> NgramTable:
    """Collect the n-gram evidence of a comparison, for all orders of its configuration.

    Parameters
    ----------
    comparison : Comparison
    points_per_match : (N,) array
        BLEU points of one clipped match more, by order: `Ledger.per_match`.
    min_count : int
        An n-gram gets a row if at least this many segments tell A and B apart,
        or if a system over-produces or misses it this often. 1 to `TESTABLE`.
    progress : optional
        Called with the part done, 0 to 1.

    Raises
    ------
    ValueError
        For another `min_count`, or a number of points that is not the order.

    Notes
    -----
    Σ points + points_per_match · rest is the ledger's share of all matches, exactly.
    """
    order = comparison.config.max_ngram_order
    per_match = np.asarray(points_per_match, np.float64)
    if per_match.shape != (order,):
        raise ValueError(f"points_per_match has shape {per_match.shape}; it is to be ({order},).")
    if not 1 <= min_count <= TESTABLE:
        raise ValueError(f"min_count is {min_count}; it is to be from 1 to {TESTABLE}.")
    corpus = Corpus.of(comparison, progress and (lambda part: progress(0.3 * part)))
    counts = count_ngrams(
        corpus,
        order,
        min_count,
        _documents(comparison.evalset.documents),
        progress and (lambda part: progress(0.3 + 0.7 * part)),
    )
    gained = counts.matches_b - counts.matches_a
    p = sign_test(counts.wins_a, counts.wins_b)
    q = np.full(len(p), np.nan)
    testable = counts.wins >= TESTABLE
    q[testable] = false_discovery_rates(p[testable])
    all_gained = (comparison.stats_b.counts - comparison.stats_a.counts).sum(axis=0)
    listed = np.bincount(counts.order - 1, gained, order).astype(np.int64)
    points = per_match[counts.order - 1] * gained
    return NgramTable(counts, p, q, points, all_gained - listed, min_count, corpus)


def _documents(names: pa.Array | None) -> NDArray[np.int32] | None:
    if names is None:
        return None
    return as_numpy(pc.fill_null(names, "").dictionary_encode().indices)
