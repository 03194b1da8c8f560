"""Families of n-grams that stand out in a difference, which together account for Δ.

The family of an n-gram is every n-gram that contains it; that of a sign, such as the hyphen,
every n-gram with a token that has one. A family of frequent words has many points only because
it is large. What stands out is its surplus: the points beyond its share, if the matches of every
n-gram of an order had grown alike. Surpluses of all n-grams of an order add up to 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy, sort_by_key
from bleu_core.common.stats import false_discovery_rates, sign_test
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import ROUNDING, PointSources, point_sources
from bleu_core.explain.ngram_counting import Column, CreditedNgrams
from bleu_core.explain.ngrams import TESTABLE, NgramTable

# Signs whose n-grams are a family, by a regular expression of a token.
SIGNS = {"a hyphen or dash": r"\p{Pd}", "a digit": r"\p{Nd}"}
# Scope of the columns in a table of causes.
SCOPE = "points and part of matches without families above; wins and q of the whole family"
# Places where A and B differ, per block.
BLOCK = 100_000
# The smallest surplus reported, relative to Δ, and the level of q.
MIN_SURPLUS, LEVEL = 0.05, 0.05

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Cause(NamedTuple):
    """A family of n-grams that stands out."""

    text: str  # The n-gram that all contain, its tokens joined by spaces, or a key of SIGNS
    is_sign: bool
    # BLEU points of the matches of its n-grams, B − A, without n-grams of earlier causes.
    points: float
    share: float  # The share of these n-grams in all clipped matches of both systems
    # Segments where A, and where B, has more matches of the whole family.
    wins_a: int
    wins_b: int
    # The sign test on these, and Benjamini-Hochberg's q over all families tested.
    p: float
    q: float

    @property
    def search(self) -> str:
        """A search for its n-grams in the evidence: see `NgramTable.rows`."""
        return f"/{SIGNS[self.text]}/" if self.is_sign else f'"{self.text}"'


@dataclass(frozen=True)
class Causes:
    """The causes, and the rest of Δ.

    `listed` + `others` = `sources.matches`; all of `point_sources` is Δ.
    """

    rows: list[Cause]
    sources: PointSources

    @property
    def listed(self) -> float:
        """Points of all causes together."""
        return sum(cause.points for cause in self.rows)

    @property
    def others(self) -> float:
        """Points of the matches of all other n-grams."""
        return self.sources.matches - self.listed


def find_causes(comparison: Comparison, table: NgramTable, most: int = 8) -> Causes | None:
    """The families that stand out most in either direction; each n-gram counts in one only.

    None if the ledger is undefined.

    Notes
    -----
    A family stands out if the sign test is significant (q < LEVEL, over all families that differ
    in `TESTABLE` segments or more), and if its surplus has the sign of its points and is at least
    LEAST of Δ. The one with the largest surplus is chosen, its n-grams are removed from the
    others, and so on. Memory: some 100 bytes for each credited n-gram type.
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
    families = families.among(q < LEVEL)
    while len(rows) < most and len(families.family):
        beyond, carried = families.sums(surplus * left), families.sums(points * left)
        # More than its share, in the direction of its points.
        standing_out = (q < LEVEL) & (beyond * carried > 0)
        sizes = np.where(standing_out, np.abs(beyond), 0.0)
        best = int(sizes.argmax())
        if sizes[best] <= max(MIN_SURPLUS * abs(ledger.total), ROUNDING):
            break
        members = families.members(best)
        members = members[left[members]]
        left[members] = False
        text, is_sign = families.name(table, best)
        share = float(matches[members].sum() / matches.sum())
        tests = int(wins_a[best]), int(wins_b[best]), float(p[best]), float(q[best])
        rows.append(Cause(text, is_sign, float(points[members].sum()), share, *tests))
    return Causes(rows, point_sources(ledger, comparison.stats_a, comparison.stats_b))


@dataclass(frozen=True, eq=False)
class _Families:
    """Which n-gram types are in which families: two columns (P,), one row per membership.

    A family is the number of the n-gram that its members contain or, from `types` on, of a sign.
    Only families that can be tested are included. Ascending by type.
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
        # An upper bound on the segments where A and B differ in a family.
        places = np.bincount(credited.ngram, minlength=types).astype(np.float64)
        may_be = _max_places(credited, places) >= TESTABLE
        ngrams, families = [], []
        # By order, the n-grams inside an n-gram: those that end with it, and those of its prefix.
        first, ends, inside = 0, *[np.zeros((0, 0), np.int32)] * 2
        for n in np.unique(credited.order).tolist():
            own = np.flatnonzero(credited.order == n).astype(np.int32)
            before, ends = ends, np.where(may_be[own], own, np.int32(-1))[:, None]
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
            rows = np.column_stack([np.sort(inside, axis=1), *signs]).astype(np.int32)
            there = rows >= 0
            # An n-gram may contain a word twice.
            there[:, 1:] &= rows[:, 1:] != rows[:, :-1]
            ngrams.append(np.repeat(own, there.sum(axis=1)))
            families.append(rows[there])
        nothing = np.zeros(0, np.int32)
        every = cls(np.concatenate([nothing, *ngrams]), np.concatenate([nothing, *families]), types)
        return every.among(every.sums(places) >= TESTABLE)

    def among(self, wanted: NDArray[np.bool_]) -> _Families:
        """Only the families, (F,), that are wanted."""
        there = wanted[self.family]
        return _Families(self.ngram[there], self.family[there], self.types)

    def sums(self, values: Floats) -> Floats:
        """(F,) the sum over each family of (K,) values of n-grams."""
        return _sums(self.family, values[self.ngram], self.types + len(SIGNS))

    def members(self, family: int) -> Ints:
        """The n-grams of a family."""
        return self.ngram[self.family == family].astype(np.int64)

    def wins(self, credited: CreditedNgrams) -> tuple[Ints, Ints]:
        """(F,) segments where A, and where B, has more matches of the family."""
        ends = np.append(0, np.cumsum(np.bincount(self.ngram, minlength=self.types)))
        number = self.types + len(SIGNS)
        most = int(np.abs(credited.gained).max(initial=0))
        bits = (2 * most).bit_length()
        segments, by_segment = sort_by_key(
            credited.segment.astype(np.int64), np.arange(len(credited.segment))
        )
        cuts = np.searchsorted(segments, segments[::BLOCK])
        lost, won = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
        for begin, end in pairwise(np.unique([*cuts, len(segments)]).tolist()):
            block = by_segment[begin:end]
            begins, sizes = ends[:-1][credited.ngram[block]], np.diff(ends)[credited.ngram[block]]
            # Each place where A and B differ, for each family of its n-gram: segment, family and
            # gain in one number, which sorts quickly.
            before = np.cumsum(sizes) - sizes
            which = np.repeat(begins - before, sizes) + np.arange(sizes.sum())
            local = (segments[begin:end] - segments[begin]) * number
            packed = np.repeat(local, sizes) + self.family[which] << bits
            packed |= np.repeat(credited.gained[block] + most, sizes)
            packed.sort()
            pairs = packed >> bits
            starts = np.flatnonzero(np.diff(pairs, prepend=-1))
            sums = np.append(0, np.cumsum((packed & ((1 << bits) - 1)) - most))
            gained = np.diff(sums[np.append(starts, len(pairs))])
            families = (pairs[starts] % number).astype(np.int32)
            lost.append(families[gained < 0])
            won.append(families[gained > 0])
        wins_a, wins_b = (np.bincount(np.concatenate(x), minlength=number) for x in (lost, won))
        return wins_a, wins_b

    def name(self, table: NgramTable, family: int) -> tuple[str, bool]:
        """The common text of a family, and whether it is a sign."""
        if family >= self.types:
            return list(SIGNS)[family - self.types], True
        row = slice(family, family + 1)
        texts = table.corpus.texts(table.credited.start[row], table.credited.order[row])
        return str(texts[0].as_py()), False


def _max_places(credited: CreditedNgrams, places: Floats) -> Floats:
    """(K,) an upper bound on the places of all n-grams that contain each.

    An n-gram that contains it in two ways, in its prefix and in its suffix, counts twice.
    """
    bounds = places.copy()
    for n in range(int(credited.order.max(initial=1)), 1, -1):
        own = credited.order == n
        for part in (credited.prefix[own], credited.suffix[own]):
            bounds += _sums(part, bounds[own], len(bounds))
    return bounds


def _sums(which: NDArray[np.integer], values: Floats, size: int = 0) -> Floats:
    return np.bincount(which, values, size).astype(np.float64)
