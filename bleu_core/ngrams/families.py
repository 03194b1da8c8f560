"""What a difference is made of in words: the families of n-grams that stand out, closing to Δ.

The family of an n-gram is every n-gram that contains it; that of a sign, such as
the hyphen, every n-gram with a token that has one. A family of frequent words has
many points only because it is large. What stands out is its surplus: the points
that it has beyond its share, if the matches of every n-gram of an order had grown
alike. Surpluses of all n-grams of an order add up to 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.arrow import as_numpy
from bleu_core.comparison import Comparison
from bleu_core.ledger import ROUNDING, Sources, sources
from bleu_core.ngrams.counts import Column, CreditedNgrams
from bleu_core.ngrams.table import TESTABLE, NgramTable
from bleu_core.significance.sign_test import false_discovery_rates, sign_test

# Signs whose n-grams are a family, by a regular expression of a token.
SIGNS = {"a hyphen or dash": r"\p{Pd}", "a digit": r"\p{Nd}"}
# What the columns of a table of causes are of.
SCOPE = "points and part of matches without families above; wins and q of the whole family"
# Places where A and B differ that are looked at together.
BLOCK = 100_000
# The least surplus that is told, as a part of Δ, and the level of q.
LEAST, LEVEL = 0.05, 0.05

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Cause(NamedTuple):
    """A family of n-grams that stands out.

    Attributes
    ----------
    text : str
        The n-gram that all have, its tokens joined by spaces, or a key of SIGNS.
    is_sign : bool
    points : float
        BLEU points that the matches of its n-grams bring, B − A, but for the
        n-grams that a cause before it has.
    share : float
        What part of all clipped matches, of both systems, is of these n-grams.
    wins_a, wins_b : int
        Segments where A, and where B, has more matches of the whole family.
    p, q : float
        The sign test on these, and Benjamini-Hochberg's q over all families that
        were looked at.
    """

    text: str
    is_sign: bool
    points: float
    share: float
    wins_a: int
    wins_b: int
    p: float
    q: float

    @property
    def search(self) -> str:
        """What finds its n-grams in the evidence: see `NgramTable.rows`."""
        return f"/{SIGNS[self.text]}/" if self.is_sign else f'"{self.text}"'


@dataclass(frozen=True)
class Causes:
    """The causes, and all the rest of Δ.

    `listed` + `others` = `sources.matches`; all of `sources` is Δ.
    """

    rows: list[Cause]
    sources: Sources

    @property
    def listed(self) -> float:
        """Points of the causes together."""
        return sum(cause.points for cause in self.rows)

    @property
    def others(self) -> float:
        """Points of the matches of all other n-grams."""
        return self.sources.matches - self.listed


def find_causes(comparison: Comparison, table: NgramTable, most: int = 8) -> Causes | None:
    """The families that stand out most, either way, each n-gram in one of them only.

    Parameters
    ----------
    comparison : Comparison
    table : NgramTable
        Its n-gram evidence.
    most : int
        At most so many.

    Returns
    -------
    Causes; None where the ledger is undefined.

    Notes
    -----
    A family stands out if the sign test says so (q < LEVEL, over all families that
    `TESTABLE` segments or more tell apart), and if its surplus is of the sign of
    its points and not below LEAST of Δ. The one with the largest surplus is
    chosen, its n-grams are taken from the others, and so on.
    Memory: some 100 bytes for each n-gram type that is credited anywhere.
    """
    ledger, credited = comparison.ledger, table.credited
    if not ledger.defined:
        return None
    matches = (credited.matches_a + credited.matches_b).astype(np.float64)
    gained = credited.matches_b - credited.matches_a
    order = credited.order - 1
    points = ledger.per_match[order] * gained
    grown = _sums(order, points) / np.maximum(_sums(order, matches), 1)
    surplus = points - grown[order] * matches
    families = _Families.of(table)
    wins_a, wins_b = families.wins(credited)
    testable = wins_a + wins_b >= TESTABLE
    p, q = (np.full(len(wins_a), np.nan) for _ in range(2))
    p[testable] = sign_test(wins_a[testable], wins_b[testable])
    q[testable] = false_discovery_rates(p[testable])
    rows: list[Cause] = []
    left = np.ones(len(points), bool)
    while len(rows) < most:
        beyond, carried = families.sums(surplus * left), families.sums(points * left)
        # More than its share, and not less of it than the others have.
        standing_out = (q < LEVEL) & (beyond * carried > 0)
        sizes = np.where(standing_out, np.abs(beyond), 0.0)
        best = int(sizes.argmax()) if len(sizes) else 0
        if not len(sizes) or sizes[best] <= max(LEAST * abs(ledger.total), ROUNDING):
            break
        members = families.members(best)
        members = members[left[members]]
        left[members] = False
        text, is_sign = families.name(table, best)
        share = float(matches[members].sum() / matches.sum())
        tests = int(wins_a[best]), int(wins_b[best]), float(p[best]), float(q[best])
        rows.append(Cause(text, is_sign, float(points[members].sum()), share, *tests))
    return Causes(rows, sources(ledger, comparison.stats_a, comparison.stats_b))


@dataclass(frozen=True, eq=False)
class _Families:
    """Which n-gram types are in which families: two columns (P,), a row a membership.

    A family is the number of the n-gram that its members contain, or, from
    `types` on, of a sign; those that can be tested at all. By type, ascending.
    """

    ngram: Column
    family: Column
    types: int

    @classmethod
    def of(cls, table: NgramTable) -> _Families:
        credited = table.credited
        types = len(credited.order)
        has_sign = [
            as_numpy(pc.match_substring_regex(table.corpus.dictionary, sign))
            for sign in SIGNS.values()
        ]
        # Of at most so many segments where A and B may differ in a family.
        places = np.bincount(credited.ngram, minlength=types).astype(np.float64)
        ngrams, families = [], []
        # By order, what an n-gram contains: what ends with it, and what its prefix contains.
        first, ends, inside = 0, *[np.zeros((0, 0), np.int32)] * 2
        for n in np.unique(credited.order).tolist():
            own = np.flatnonzero(credited.order == n).astype(np.int32)
            before, ends = ends, own[:, None]
            if n > 1:
                ends = np.hstack([ends, before[credited.suffix[own] - first]])
                inside = np.hstack([inside[credited.prefix[own] - first], ends])
            else:
                inside = ends
            first = int(own[0])
            tokens = table.corpus.ids[credited.start[own][:, None] + np.arange(n)]
            signs = [
                np.where(has[tokens].any(axis=1), types + i, -1) for i, has in enumerate(has_sign)
            ]
            every = np.column_stack([np.sort(inside, axis=1), *signs]).astype(np.int32)
            there = every >= 0
            # A word may be in it twice.
            there[:, 1:] &= every[:, 1:] != every[:, :-1]
            ngrams.append(np.repeat(own, there.sum(axis=1)))
            families.append(every[there])
        nothing = np.zeros(0, np.int32)
        found = cls(np.concatenate([nothing, *ngrams]), np.concatenate([nothing, *families]), types)
        tested = found.sums(places)[found.family] >= TESTABLE
        return cls(found.ngram[tested], found.family[tested], types)

    def sums(self, values: Floats) -> Floats:
        """(F,) the sum over each family of (K,) values of n-grams."""
        return _sums(self.family, values[self.ngram], self.types + len(SIGNS))

    def members(self, family: int) -> Ints:
        """The n-grams of a family."""
        return self.ngram[self.family == family].astype(np.int64)

    def wins(self, credited: CreditedNgrams) -> tuple[Ints, Ints]:
        """(F,) segments where A, and where B, has more matches of the family."""
        ends = np.searchsorted(self.ngram, np.arange(self.types + 1))
        number = self.types + len(SIGNS)
        wins_a, wins_b = (np.zeros(number, np.int64) for _ in range(2))
        by_segment = np.argsort(credited.segment, kind="stable")
        segments = credited.segment[by_segment]
        cuts = np.searchsorted(segments, segments[::BLOCK])
        for begin, end in pairwise(np.unique([*cuts, len(segments)]).tolist()):
            some = by_segment[begin:end]
            begins, sizes = ends[:-1][credited.ngram[some]], np.diff(ends)[credited.ngram[some]]
            # Each place where A and B differ, for each family that its n-gram is in.
            before = np.cumsum(sizes) - sizes
            which = np.repeat(begins - before, sizes) + np.arange(sizes.sum())
            keys = np.repeat(credited.segment[some], sizes).astype(np.int64) * number
            pairs, place = np.unique(keys + self.family[which], return_inverse=True)
            gained = np.bincount(place, np.repeat(credited.gained[some], sizes), len(pairs))
            wins_a += np.bincount(pairs[gained < 0] % number, minlength=number)
            wins_b += np.bincount(pairs[gained > 0] % number, minlength=number)
        return wins_a, wins_b

    def name(self, table: NgramTable, family: int) -> tuple[str, bool]:
        """The text of what the n-grams of a family have in common, and whether it is a sign."""
        if family >= self.types:
            return list(SIGNS)[family - self.types], True
        one = slice(family, family + 1)
        texts = table.corpus.texts(table.credited.start[one], table.credited.order[one])
        return str(texts[0].as_py()), False


def _sums(which: NDArray[np.integer], values: Floats, size: int = 0) -> Floats:
    return np.bincount(which, values, size).astype(np.float64)
