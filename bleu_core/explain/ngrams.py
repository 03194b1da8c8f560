"""N-gram evidence: phrases that each system wins, over-produces or misses."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import ArrayLike, NDArray

from bleu_core.common.arrays import factorize, mask, release_memory, string_array
from bleu_core.common.progress import Progress, sub_progress
from bleu_core.common.stats import false_discovery_rates, sign_test
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ngram_corpus import Corpus
from bleu_core.explain.ngram_counting import Credit, NgramCounts, count_ngrams
from bleu_core.explain.substitutes import Substitutes
from bleu_core.messages import scoring as messages
from bleu_core.text.encoding import LARGE
from bleu_core.text.spans import contains

# Fewer wins cannot reach p < 0.05: 5 of 5 have p = 0.0625.
TESTABLE = 6
# Segments in which the matches of an n-gram differ, at least, for a row of its own or a sentence.
MIN_WINS = 2

FloatArray = NDArray[np.float64]
Rows = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NgramTable:
    """N-grams of a comparison, one row each, sorted by order; columns have shape (K,).

    Attributes
    ----------
    counts : NgramCounts
        Corpus sums: occurrences, clip limits, clipped matches, segments won.
    p : (K,) array
        p-value of a two-sided sign test on the segments that A and B win.
    q : (K,) array
        p after Benjamini-Hochberg correction over the n-grams with at least `TESTABLE` segments
        won; NaN for the others.
    points : (K,) array
        BLEU points of the difference in matches, B − A.
    rest : (N,) array
        Matches of B minus matches of A, by order, of all n-grams without a row.
    min_count : int
        Minimum for a row: see `evidence`.
    corpus : Corpus
        Tokens of the comparison.
    credit : (T,) array
        Bit n − 1 is set if the n-gram of order n that begins at a token of the corpus is credited,
        with or without a row.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> outputs = {"old": ["a cat sat", "a cat ran"], "new": ["the cat sat", "the cat ran"]}
    >>> comparison = Comparison.of(EvalSet(outputs, [["the cat sat", "the cat ran"]]))
    >>> table = evidence(comparison, comparison.ledger.per_match)
    >>> rows = table.rows()
    >>> table.texts(rows).to_pylist(), table.counts.wins_b[rows].tolist()
    (['the cat'], [2])
    """

    counts: NgramCounts
    p: FloatArray
    q: FloatArray
    points: FloatArray
    rest: Rows
    min_count: int
    corpus: Corpus
    credit: Credit

    def __len__(self) -> int:
        return len(self.points)

    @cached_property
    def substitutes(self) -> Substitutes:
        """What the losing system has instead of an n-gram."""
        return Substitutes(self.corpus, len(self.rest))

    @cached_property
    def fold(self) -> Rows:
        """(K,) the longest n-gram that contains each, with equal counts in every segment; or -1.

        A longer n-gram occurs, and is credited, at most as often in a text as one within it. So if
        two sums over the corpus are equal, they are equal in every segment: both n-grams are won
        there together.
        """
        counts = self.counts
        under = np.full(len(self), -1, np.int64)
        for order in range(int(counts.order.max(initial=1)), 1, -1):
            long = np.flatnonzero((counts.order == order) & (counts.wins > 0))
            heads = np.where(under[long] >= 0, under[long], long)
            for parts in (counts.prefix[long], counts.suffix[long]):
                same = parts >= 0
                for matches in (counts.matches_a, counts.matches_b):
                    same &= matches[parts] == matches[long]
                # Rows are by order: the later of two heads is no shorter.
                np.maximum.at(under, parts[same], heads[same])
        return under

    @cached_property
    def points_with_folded(self) -> FloatArray:
        """(K,) points of each n-gram including those folded under it; 0 if it is folded itself."""
        heads = np.where(self.fold >= 0, self.fold, np.arange(len(self)))
        return np.bincount(heads, self.points, len(self)).astype(np.float64)

    def rows(self, text: str = "", folded: bool = False) -> Rows:
        """Select the rows whose matches differ in at least `min_count` segments.

        `text` selects n-grams that contain it, ignoring case: in quotation marks as whole tokens,
        exactly as written; between slashes as a regular expression (ValueError if invalid).
        `folded` includes n-grams folded under a longer one.
        """
        chosen = self.counts.wins >= self.min_count
        if not folded:
            chosen &= self.fold < 0
        rows = np.flatnonzero(chosen)
        return rows[contains_text(self.texts(rows), text)] if text else rows

    def column(self, name: str) -> NDArray[Any]:
        """(K,) column by name: an attribute of this table or of its `counts`."""
        counts = getattr(self.counts, name, None)
        return getattr(self, name) if counts is None else counts

    def largest_first(self, rows: Rows | None = None) -> Rows:
        """Sort rows (default: all) by the size of their points with folded ones."""
        rows = np.arange(len(self)) if rows is None else rows
        return rows[np.argsort(-np.abs(self.points_with_folded[rows]), kind="stable")]

    def texts(self, rows: Rows) -> pa.Array:
        """N-grams of some rows, tokens joined by a space, as a large_string array."""
        return self.corpus.texts(self.counts.start[rows], self.counts.order[rows])


def evidence(
    comparison: Comparison,
    points_per_match: ArrayLike,
    min_count: int = MIN_WINS,
    progress: Progress | None = None,
) -> NgramTable:
    """Collect n-gram evidence: phrases that A or B wins, over-produces or misses.

    Parameters
    ----------
    comparison : Comparison
    points_per_match : (N,) array
        BLEU points of one more clipped match, by order: `Ledger.per_match`.
    min_count : int
        An n-gram gets a row if its matches differ in at least this many segments, or if a system
        over-produces or misses it this often. 1 or 2: credited n-grams occur at least twice (in an
        output and a reference), so all of them are counted.
    progress : callable, optional
        Called with the part done, 0 to 1.

    Returns
    -------
    NgramTable
        All orders of the comparison's settings.

    Raises
    ------
    ValueError
        `min_count` is not 1 or 2, or `points_per_match` does not have N numbers.

    Notes
    -----
    Σ points + points_per_match · rest is exactly the ledger's contribution of all matches.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> outputs = {"old": ["a cat sat", "a cat ran"], "new": ["the cat sat", "the cat ran"]}
    >>> comparison = Comparison.of(EvalSet(outputs, [["the cat sat", "the cat ran"]]))
    >>> table = evidence(comparison, comparison.ledger.per_match)
    >>> won = table.rows()
    >>> list(zip(table.texts(won).to_pylist(), table.counts.wins_b[won].tolist()))
    [('the cat', 2)]
    """
    order = comparison.config.max_ngram_order
    per_match = np.asarray(points_per_match, np.float64)
    if per_match.shape != (order,):
        raise ValueError(
            messages.must_be(
                "points_per_match", f"of shape {per_match.shape}", f"of shape {(order,)}"
            )
        )
    if min_count not in (1, 2):
        raise ValueError(messages.must_be("min_count", repr(min_count), "1 or 2"))
    corpus = Corpus.of(comparison, sub_progress(progress, 0, 0.3))
    if len(comparison) > LARGE:
        release_memory()
    documents = comparison.evalset.documents
    counts, credit = count_ngrams(
        corpus,
        order,
        min_count,
        None if documents is None else factorize(documents)[0].astype(np.int32),
        sub_progress(progress, 0.3, 1),
    )
    gained = counts.matches_b - counts.matches_a
    p = sign_test(counts.wins_a, counts.wins_b)
    q = np.full(len(p), np.nan)
    testable = counts.wins >= TESTABLE
    if comparison.evalset.no_test_reason:
        p, testable = q.copy(), np.zeros(len(p), bool)
    q[testable] = false_discovery_rates(p[testable])
    all_gained = (comparison.stats_b.counts - comparison.stats_a.counts).sum(axis=0)
    listed = np.bincount(counts.order - 1, gained, order).astype(np.int64)
    points = per_match[counts.order - 1] * gained
    return NgramTable(counts, p, q, points, all_gained - listed, min_count, corpus, credit)


def contains_text(ngrams: pa.Array, text: str) -> NDArray[np.bool_]:
    """(K,) which n-grams contain a text: see `NgramTable.rows`."""
    if len(text) > 2 and text[0] == text[-1] == '"':
        nothing, space = string_array(["", " "])
        whole = pc.binary_join_element_wise(nothing, ngrams, nothing, space)
        return mask(pc.match_substring(whole, f" {text[1:-1]} "))
    return contains(ngrams, text)
