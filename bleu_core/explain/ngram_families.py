"""N-gram families with large contributions, which close to Δ.

The family of an n-gram is every n-gram that contains it; that of a sign, such as the hyphen,
every n-gram with a token that has one. A family of frequent words has many points only because
it is large. What counts is its surplus: the points beyond its share, if the matches of every
n-gram of an order had grown alike. Surpluses of all n-grams of an order add up to 0.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.formatting import LEVEL
from bleu_core.common.parallel import in_order
from bleu_core.common.stats import false_discovery_rates, sign_test
from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ledger import ROUNDING, PointSources, point_sources
from bleu_core.explain.ngram_corpus import (
    SIGNS,
    Block,
    Column,
    Corpus,
    Mask,
    Ngrams,
    blocks,
    clipped,
    edges_of,
    follow,
    runs_within,
    sums_within,
)
from bleu_core.explain.ngram_counting import Credit
from bleu_core.explain.ngrams import MIN_WINS, TESTABLE, NgramTable
from bleu_core.explain.substitutes import Substitute
from bleu_core.text.tokenizers import tokenize_block

# Scope of the columns in a table of families.
SCOPE = (
    "points and share of matches exclude n-grams of the families above; wins and q are of the "
    "whole family"
)
MIN_SURPLUS = 0.05  # the smallest surplus reported, relative to Δ

Bits = NDArray[Any]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


class Family(NamedTuple):
    """An n-gram family that contributes unusually much."""

    text: str  # The n-gram that all contain, its tokens joined by spaces, or a key of SIGNS
    is_sign: bool
    # BLEU points of the matches of its n-grams, B − A, without n-grams of earlier families.
    points: float
    share: float  # The share of these n-grams in all clipped matches of both systems
    # Segments where A, and where B, has more matches of the whole family.
    wins_a: int
    wins_b: int
    # The sign test on these, and Benjamini-Hochberg's q over all families tested.
    p: float
    q: float
    # What B has instead, or A where B gains; None if that varies, or if mostly other tokens differ.
    substitute: Substitute | None = None

    @property
    def search(self) -> str:
        """Search text for its n-grams in the evidence: see `NgramTable.rows`."""
        return f"/{SIGNS[self.text]}/" if self.is_sign else f'"{self.text}"'


class Phrase(NamedTuple):
    """An n-gram, the points of its matches and of the n-grams folded under it; what stands there
    instead."""

    text: str
    points: float
    substitute: Substitute | None


@dataclass(frozen=True)
class Families:
    """The causes, and the rest of Δ.

    `listed` + `others` = `sources.matches`; all of `point_sources` is Δ.
    """

    rows: list[Family]
    sources: PointSources
    phrase: Phrase | None = None  # The one that carries most, in the direction of Δ

    @property
    def listed(self) -> float:
        """Points of all causes together."""
        return sum(family.points for family in self.rows)

    @property
    def others(self) -> float:
        """Points of the matches of all other n-grams."""
        return self.sources.matches - self.listed


def find_families(comparison: Comparison, table: NgramTable, most: int = 8) -> Families | None:
    """The families with the largest surplus in either direction; each n-gram counts in one only.

    None if the ledger is undefined. A family is listed if the sign test is significant (q < LEVEL,
    over all families that differ in `TESTABLE` segments or more), if points, surplus and the
    segments won have the same sign, if points and surplus are at least MIN_SURPLUS of Δ, and if
    the surplus differs from 0 (p < LEVEL after Bonferroni's correction for all families of that
    size); none is on segments to which no test applies. The largest is chosen, by the smaller of
    points and surplus, its n-grams are removed from the others, and so on. Memory:
    4 bytes for each occurrence of a significant family.
    """
    ledger = comparison.ledger
    if not ledger.defined:
        return None
    prices = ledger.per_match
    windows = _Windows(table.corpus, table.credit.copy(), len(prices))
    groups = [] if comparison.evalset.no_test_reason else _significant(windows)
    sums = [stats.counts.sum(axis=0) for stats in (comparison.stats_a, comparison.stats_b)]
    grown = prices * (sums[1] - sums[0]) / np.maximum(sums[0] + sums[1], 1)
    left = [group.matches(windows) for group in groups]
    ends = np.cumsum([len(group) for group in groups])
    leads = np.concatenate([g.columns["wins_b"] - g.columns["wins_a"] for g in groups] or [[]])
    rows: list[Family] = []
    while groups and len(rows) < most:
        totals = np.concatenate(left)
        gained, matches = totals[:, 1] - totals[:, 0], totals.sum(axis=1)
        carried = gained @ prices
        beyond = carried - matches @ grown
        agree = (beyond * carried > 0) & (leads * carried > 0)
        sizes = np.where(agree, np.minimum(np.abs(beyond), np.abs(carried)), 0.0)
        wanted = np.flatnonzero(sizes > max(MIN_SURPLUS * abs(ledger.total), ROUNDING))
        for best in wanted[np.argsort(-sizes[wanted], kind="stable")].tolist():
            which = int(np.searchsorted(ends, best, "right"))
            group, number = groups[which], int(best - ends[which] + len(groups[which]))
            if group.p_of_surplus(windows, number, prices, grown) * len(wanted) < LEVEL:
                break
        else:
            break
        share = float(matches[best].sum() / np.sum(sums))
        rows.append(group.family(table.corpus, number, float(carried[best]), share))
        _remove(windows, group.occurrences(number), group.order, groups, left)
    for place, row in enumerate(rows):
        is_gain = row.points > 0
        segments = row.wins_b if is_gain else row.wins_a
        found = table.substitutes.find(row.text, row.is_sign, is_gain, segments)
        rows[place] = row._replace(substitute=found)
    sources = point_sources(ledger, comparison.stats_a, comparison.stats_b)
    return Families(rows, sources, _largest_phrase(table, ledger.total))


def _largest_phrase(table: NgramTable, delta: float) -> Phrase | None:
    """The n-gram with most points in the direction of a difference; None if none has any.

    Its matches differ in `MIN_WINS` segments or more, also where the table has rarer ones.
    """
    points = np.where(table.counts.wins < MIN_WINS, 0.0, table.points_with_folded)
    best = int((points * np.sign(delta)).argmax()) if len(points) else 0
    if not len(points) or points[best] * delta <= 0:
        return None
    text = table.texts(np.array([best]))[0].as_py()
    substitute = table.substitutes.find(text, lost_by_a=points[best] > 0)
    return Phrase(text, float(points[best]), substitute)


def family_points(comparison: Comparison, family: Family) -> float | None:
    """Points of a whole family, found under other settings, under those of this comparison.

    Its key is tokenized anew. None if that has too many tokens, or if the ledger is undefined.
    """
    orders = comparison.config.max_ngram_order
    key = [family.text]
    if not family.is_sign:
        tokens, _ = tokenize_block(key, comparison.config)
        key = [token.decode() for token in tokens.to_pylist()]
    if not comparison.ledger.defined or not 1 <= len(key) <= orders:
        return None
    corpus = Corpus.of(comparison)
    positions = corpus.find_key(key, family.is_sign)
    points = 0.0
    for order in range(len(key), orders + 1):
        starts = corpus.around(positions, len(key), order)
        *_, counts = corpus.cells(corpus.number(starts, order), starts)
        matches_a, matches_b = clipped(counts).sum(axis=0).tolist()
        points += (matches_b - matches_a) * float(comparison.ledger.per_match[order - 1])
    return points


class _Windows:
    """The credited n-grams around each token, and how many contain an n-gram that begins there.

    Every n-gram of a family contains the n-gram that names it, so the credited ones around the
    occurrences of that are the matches of the family. An n-gram may contain it more than once, and
    is counted at the first.

    Bit (k, n) of a token is set where the n-gram of order n that begins k tokens before it is
    credited, and reaches it: n > k.
    """

    def __init__(self, corpus: Corpus, credit: Credit, orders: int) -> None:
        self.corpus, self.credit, self.orders = corpus, credit, orders
        self.bits = [(k, n) for k in range(orders) for n in range(k + 1, orders + 1)]
        self.type = np.min_scalar_type((1 << len(self.bits)) - 1)

    def at(self, positions: Column) -> Bits:
        """The bits of some tokens."""
        found = np.zeros(len(positions), self.type)
        for k in range(self.orders):
            # No n-gram reaches over the end of the corpus to its beginning.
            before = self.credit.take(positions - k, mode="wrap") >> k
            found |= before.astype(self.type) << self.bits.index((k, k + 1))
        return found

    def mask(self, order: int, reach: int = 0, only: int = 0) -> Bits:
        """The bits of n-grams, of all orders or of one, with one of an order that begins here.

        With `reach` they begin less than so many tokens before.
        """
        wanted = (
            n >= order + k and k < (reach or self.orders) and only in (0, n) for k, n in self.bits
        )
        return np.array(sum(1 << i for i, is_wanted in enumerate(wanted) if is_wanted), self.type)

    def count(self, bits: Bits, order: int, apart: Column, only: int = 0) -> NDArray[np.uint8]:
        """(N,) n-grams that contain an n-gram first at each of its occurrences, from their bits.

        `apart` are the tokens from the occurrence before.
        """
        counts: NDArray[np.uint8] = np.bitwise_count(bits & self.mask(order, only=only))
        for reach in range(1, self.orders - order + 1):
            again = np.flatnonzero(apart == reach)
            counts[again] = np.bitwise_count(bits[again] & self.mask(order, reach, only))
        return counts

    def apart(self, positions: Column, starts: Ints) -> Column:
        """(N,) tokens since the occurrence before of the same n-gram; many for the first."""
        apart = np.diff(positions, prepend=np.int32(0))
        apart[starts[:-1]] = self.orders
        return apart


@dataclass(frozen=True)
class _Families:
    """F families named by n-grams of an order, or by a sign, and where these are."""

    order: int
    sign: str
    positions: Column  # (P,) occurrences of each family in credited n-grams, ascending
    starts: Ints  # (F + 1,) the first occurrence of each family, and P
    # (F,) arrays: segments where A, and where B, has more matches, and then the test on these.
    columns: dict[str, NDArray[Any]]

    def __len__(self) -> int:
        return len(self.starts) - 1

    def occurrences(self, family: int) -> Column:
        """The positions of one family."""
        return self.positions[self.starts[family] : self.starts[family + 1]]

    def among(self, wanted: Mask) -> _Families:
        """Only some families."""
        sizes = np.diff(self.starts)
        return replace(
            self,
            positions=self.positions[np.repeat(wanted, sizes)],
            starts=edges_of(sizes[wanted]),
            columns={name: column[wanted] for name, column in self.columns.items()},
        )

    @classmethod
    def joined(cls, groups: Sequence[_Families]) -> _Families:
        """All families of several groups of one order or sign."""
        first = groups[0]
        return replace(
            first,
            positions=np.concatenate([group.positions for group in groups]),
            starts=edges_of(np.concatenate([np.diff(group.starts) for group in groups])),
            columns={
                name: np.concatenate([group.columns[name] for group in groups])
                for name in first.columns
            },
        )

    def matches(self, windows: _Windows, touched: Mask | None = None) -> NDArray[np.int64]:
        """(F, 2, N) matches of A and of B by order; only those at tokens that are touched."""
        positions, apart = self.positions, windows.apart(self.positions, self.starts)
        family = np.repeat(np.arange(len(self)), np.diff(self.starts))
        if touched is not None:
            some = np.flatnonzero(touched[positions])
            positions, apart, family = positions[some], apart[some], family[some]
        stream = windows.corpus.places[positions] % windows.corpus.streams
        side, bits = 2 * family + stream, windows.at(positions)
        counts = [
            np.bincount(side, windows.count(bits, self.order, apart, n), 2 * len(self))
            for n in range(1, windows.orders + 1)
        ]
        return np.array(counts, np.int64).T.reshape(-1, 2, windows.orders)

    def p_of_surplus(self, windows: _Windows, family: int, prices: Floats, grown: Floats) -> float:
        """Two-sided p of the surplus of what is left: a normal approximation over segments."""
        positions = self.occurrences(family)
        bits, apart = windows.at(positions), windows.apart(positions, np.array([0, 0]))
        counts = [windows.count(bits, self.order, apart, n + 1) for n in range(windows.orders)]
        places, streams = windows.corpus.places[positions], windows.corpus.streams
        gained = np.where(places % streams == 1, 1, -1)
        surplus = np.bincount(places // streams, gained * (prices @ counts) - grown @ counts)
        z = surplus.sum() / max(math.sqrt(surplus @ surplus), ROUNDING)
        return math.erfc(abs(z) / math.sqrt(2))

    def family(self, corpus: Corpus, family: int, points: float, share: float) -> Family:
        """One family as it is reported."""
        start = self.occurrences(family)[:1]
        text = self.sign or corpus.texts(start, np.array([self.order], np.int32))[0].as_py()
        tests = {name: column[family].item() for name, column in self.columns.items()}
        return Family(text, bool(self.sign), points, share, **tests)


def _remove(
    windows: _Windows,
    positions: Column,
    order: int,
    groups: list[_Families],
    left: list[NDArray[np.int64]],
) -> None:
    """Remove the n-grams around some n-grams, and from the matches that are left."""
    touched = np.zeros(len(windows.credit), bool)
    for k in range(1 - windows.orders, windows.orders):
        near = positions + k
        touched[near[(near >= 0) & (near < len(touched))]] = True
    for number, group in enumerate(groups):
        left[number] -= group.matches(windows, touched)
    for k in range(windows.orders - order + 1):
        # Those that begin here and are shorter do not reach the end.
        shorter = np.array((1 << (order + k - 1)) - 1, windows.credit.dtype)
        windows.credit[positions[positions >= k] - k] &= shorter
    for number, group in enumerate(groups):
        left[number] += group.matches(windows, touched)


# The wins of families that can be tested, (2, F), and which of these have p < LEVEL, and maybe
# some more, (F,); those families.
_Tested = tuple[Ints, Mask, _Families]


def _significant(windows: _Windows) -> list[_Families]:
    """The significant families, by order, then by the numbers of their tokens; signs last."""
    corpus = windows.corpus

    def test(tokens: tuple[int, int]) -> list[list[_Tested]]:
        tested: list[list[_Tested]] = [[] for _ in range(windows.orders)]
        positions = corpus.find(*tokens)
        positions = positions[windows.at(positions) != 0]
        for block in blocks(corpus, positions, TESTABLE):
            bits = windows.at(block.positions)

            def visit(ngrams: Ngrams, block: Block = block, bits: Bits = bits) -> Mask:
                own = bits[ngrams.which]
                tested[ngrams.order - 1].append(_test(windows, block, ngrams, own))
                longer: Mask = (own & windows.mask(ngrams.order + 1)) > 0
                return longer

            follow(corpus, block, windows.orders, TESTABLE, visit)
        return tested

    by_part = list(in_order(test, corpus.partitions()))
    tested = [
        group for of_order in zip(*by_part, strict=True) for part in of_order for group in part
    ]
    tested += [_test_sign(windows, sign) for sign in SIGNS]
    p = sign_test(*np.hstack([wins for wins, _, _ in tested]))
    q = false_discovery_rates(p)
    groups: dict[tuple[int, str], list[_Families]] = {}
    before = 0
    for _, hopeful, families in tested:
        own = before + np.flatnonzero(hopeful)
        before += len(hopeful)
        significant = q[own] < LEVEL
        if significant.any():
            some = families.among(significant)
            columns = some.columns | {"p": p[own[significant]], "q": q[own[significant]]}
            same = groups.setdefault((families.order, families.sign), [])
            same.append(replace(some, columns=columns))
    return [_Families.joined(same) for same in groups.values()]


def _test(windows: _Windows, block: Block, ngrams: Ngrams, bits: Bits, sign: str = "") -> _Tested:
    """Test the families of some n-grams by the segments where A or B has more matches of each."""
    streams = windows.corpus.streams
    positions, places = block.positions[ngrams.which], block.places[ngrams.which]
    apart = windows.apart(positions, ngrams.starts)
    counts = windows.count(bits, ngrams.order, apart).astype(np.int32)
    segments = places // streams
    np.negative(counts, out=counts, where=places == segments * streams)
    cells, _, starts = runs_within(segments, ngrams.starts)
    gained = sums_within(counts, np.append(cells, len(counts)))
    wins_a, wins_b = (sums_within(wins, starts) for wins in (gained < 0, gained > 0))
    testable = wins_a + wins_b >= TESTABLE
    every = _Families(
        ngrams.order, sign, positions, ngrams.starts, {"wins_a": wins_a, "wins_b": wins_b}
    )
    wins = np.stack([wins_a, wins_b])[:, testable].astype(np.int64)
    # With p < 0.05 the difference is more than 1.8 standard deviations, √(wins), for any number.
    apart_enough = np.square(wins_b - wins_a, dtype=np.int64) >= 3 * (wins_a + wins_b)
    return wins, apart_enough[testable], every.among(testable & apart_enough)


def _test_sign(windows: _Windows, sign: str) -> _Tested:
    """Test the family of a sign, whose tokens count as one."""
    positions = windows.corpus.find_key([sign], is_sign=True)
    bits = windows.at(positions)
    positions, bits = positions[bits > 0], bits[bits > 0]
    places, edges = windows.corpus.places[positions], np.unique([0, len(positions)])
    ngrams = Ngrams(1, np.arange(len(positions)), edges)
    return _test(windows, Block(positions, places, places, edges), ngrams, bits, sign)
