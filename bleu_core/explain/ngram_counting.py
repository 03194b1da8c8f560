"""Every n-gram of a comparison counted over the corpus, without a loop over occurrences.

The tokens of all texts lie in one array, segment by segment. The occurrences of order n are sorted
by n-gram, and stay in the order of segments within it: what is counted lies side by side. An n-gram
of order n is one of order n - 1 and a token, so the numbers of the two are its key, exactly, for
any order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, repeat_character, sort_by_key
from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.text.encoding import encode_columns

Ints = NDArray[np.int64]
Column = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Corpus:
    """All tokens of a comparison as numbers, by segment; within it A, B, references."""

    ids: Column  # (T,) int32: tokens, as indices into the dictionary
    # (T,) int32: the text of each token: segment * streams + stream, where stream 0 is A, 1 is B,
    # and the references follow. Ascending.
    places: Column
    dictionary: pa.Array  # pyarrow large_string array (V,)
    segments: int
    streams: int

    @classmethod
    def of(cls, comparison: Comparison, progress: Progress | None = None) -> Corpus:
        """Tokenize a comparison's two systems and all references."""
        evalset = comparison.evalset
        systems = [evalset.systems[name] for name in (comparison.a, comparison.b)]
        columns = [*systems, *evalset.references]
        encoded, dictionary = encode_columns(evalset, columns, comparison.config, progress)
        lengths = np.stack([stream.lengths for stream in encoded], axis=1)
        begin = np.cumsum(lengths).reshape(lengths.shape) - lengths
        ids = np.empty(lengths.sum(), np.int32)
        for number, stream in enumerate(encoded):
            moved = np.repeat(begin[:, number] - stream.offsets[:-1], stream.lengths)
            ids[np.arange(len(moved)) + moved] = stream.ids
        places = np.repeat(np.arange(lengths.size, dtype=np.int32), lengths.ravel())
        return cls(ids, places, dictionary.cast(pa.large_string()), *lengths.shape)

    def texts(self, starts: Column, orders: Column) -> pa.Array:
        """The n-grams that begin at positions `starts`, their tokens joined by a space."""
        ends = np.cumsum(orders, dtype=np.int64)
        moved = np.repeat(starts - ends + orders, orders)
        tokens = self.dictionary.take(as_arrow(self.ids[np.arange(len(moved)) + moved]))
        lists = pa.LargeListArray.from_arrays(as_arrow(np.concatenate([[0], ends])), tokens)
        return pc.binary_join(lists, repeat_character(" ", len(lists)))

    def occurrences(self, ngram: Sequence[str]) -> Ints:
        """(S, streams) occurrences of an n-gram, given as tokens, in each text."""
        wanted = pc.index_in(pa.array(ngram, pa.large_string()), self.dictionary)
        # A token that no text has is null; no token has number -1.
        numbers = as_numpy(pc.fill_null(wanted, -1))
        last = len(numbers) - 1
        hits = np.flatnonzero(self.ids[: len(self.ids) - last] == numbers[0])
        for i, number in enumerate(numbers[1:], 1):
            hits = hits[self.ids[hits + i] == number]
        where = self.places[hits]
        where = where[where == self.places[hits + last]]
        counts = np.bincount(where, minlength=self.segments * self.streams)
        return counts.reshape(self.segments, self.streams)


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
    def over_delta(self) -> Column:
        """(K,) how many more B over-produces than A."""
        return self.over_b - self.over_a

    @property
    def missed_a(self) -> Column:
        """(K,) occurrences in a reference that A lacks."""
        return self.limit - self.matches_a

    @property
    def missed_b(self) -> Column:
        """(K,) occurrences in a reference that B lacks."""
        return self.limit - self.matches_b

    @property
    def missed_delta(self) -> Column:
        """(K,) how many more B misses than A."""
        return self.missed_b - self.missed_a


SUMS = [field.name for field in fields(NgramCounts)][4:]


@dataclass(frozen=True, eq=False)
class CreditedNgrams:
    """The K n-gram types with a clipped match in a system, and the D places where systems differ.

    All are int32 arrays. Every n-gram within a credited one is credited, too.
    """

    # (K,) as in `NgramCounts`, but `prefix` and `suffix` refer to these types.
    order: Column
    start: Column
    prefix: Column
    suffix: Column
    matches_a: Column
    matches_b: Column
    # (D,) for each type and segment where the clipped matches of A and B differ: the type, the
    # segment, and B's matches minus A's.
    ngram: Column
    segment: Column
    gained: Column


# Occurrences per block: the arrays of one step stay within a few megabytes.
BLOCK = 100_000


def count_ngrams(
    corpus: Corpus,
    max_order: int,
    min_count: int,
    documents: Column | None = None,
    progress: Progress | None = None,
) -> tuple[NgramCounts, CreditedNgrams]:
    """Count the n-grams of orders 1 to `max_order`.

    Rows are n-grams whose matches differ in `min_count` segments, 1 or 2 (`wins_a` + `wins_b`), or
    that a system over-produces (`count` - `matches`) or misses (`limit` - `matches`) this often.
    `documents` is the (S,) number of each segment's document.

    Examples
    --------
    "a" occurs twice in A, once in B and in the reference: one match each, and one too many in A.
    "c" is only in the reference.

    >>> from bleu_core import Comparison, EvalSet
    >>> texts = EvalSet({"A": ["a a"], "B": ["a"]}, [["a c"]])
    >>> counts, _ = count_ngrams(Corpus.of(Comparison.of(texts)), max_order=1, min_count=1)
    >>> counts.count_a.tolist(), counts.matches_a.tolist(), counts.over_a.tolist()
    ([2, 0], [1, 0], [1, 0])
    >>> counts.count_b.tolist(), counts.matches_b.tolist(), counts.missed_b.tolist()
    ([1, 0], [1, 0], [0, 1])
    """
    size = len(corpus.ids)
    keys, positions = corpus.ids.astype(np.int64), np.arange(size)
    before, row_of, credited_of = (np.zeros(0, np.int32) for _ in range(3))
    listed: list[dict[str, Column]] = []
    credited: list[dict[str, Column]] = []
    rows = credited_rows = 0
    for order in range(1, max_order + 1):
        # An n-gram that occurs only once is credited nowhere, nor are longer ones around it.
        positions, numbers, types = _number_ngrams(keys, positions, min_count)
        sums = _sum_ngrams(corpus, numbers, positions, min_count, documents)
        example = np.empty(types, np.int32)
        example[numbers] = positions
        listed.append(_identity_columns(sums.rows, example, order, before, row_of))
        listed[-1] |= dict(zip(SUMS, sums.of_rows, strict=True))
        now_credited = np.full(types, -1, np.int32)
        now_credited[sums.credited] = credited_rows + np.arange(len(sums.credited))
        credited.append(_identity_columns(sums.credited, example, order, before, credited_of))
        credited[-1] |= {"matches_a": sums.matches[0], "matches_b": sums.matches[1]}
        credited[-1] |= {"ngram": now_credited[sums.differing]}
        credited[-1] |= {"segment": sums.segments, "gained": sums.gained}
        if progress:
            progress(order / max_order)
        if order == max_order:
            break
        row_of, credited_of = np.full(types, -1, np.int32), now_credited
        row_of[sums.rows] = np.arange(rows, rows + len(sums.rows))
        rows, credited_rows = rows + len(sums.rows), credited_rows + len(sums.credited)
        # The n-gram of this order that begins at each position; -1: too rare to extend.
        before = np.full(size + 1, -1, np.int32)
        before[positions] = numbers
        positions = np.flatnonzero((before[:-1] >= 0) & (before[1:] >= 0))
        if order == 1:
            # Two words may be in different texts; two overlapping n-grams cannot.
            positions = positions[corpus.places[positions] == corpus.places[positions + 1]]
        vocabulary = len(corpus.dictionary)
        keys = before[positions].astype(np.int64) * vocabulary + corpus.ids[positions + order]
    return NgramCounts(**_concatenate_columns(listed)), CreditedNgrams(
        **_concatenate_columns(credited)
    )


def _identity_columns(
    chosen: Ints, example: Column, order: int, before: Column, row_of: Column
) -> dict[str, Column]:
    """Order, an example, and the rows of the parts of some n-grams of an order."""
    start = example[chosen]
    parts = [np.full(len(chosen), -1, np.int32)] * 2
    if order > 1:
        parts = [row_of[before[start]], row_of[before[start + 1]]]
    orders = np.full(len(chosen), order, np.int32)
    return {"order": orders, "start": start, "prefix": parts[0], "suffix": parts[1]}


def _concatenate_columns(columns: list[dict[str, Column]]) -> dict[str, Column]:
    return {name: np.concatenate([c[name] for c in columns]) for name in columns[0]}


def _number_ngrams(keys: Ints, positions: Ints, min_count: int) -> tuple[Ints, Column, int]:
    """Sort occurrences by n-gram, then position, without n-grams rarer than `min_count`.

    Returns their positions, the ascending number of the n-gram of each, and the number of n-grams.
    An n-gram that is too rare is so in every longer n-gram, too.
    """
    keys, positions = sort_by_key(keys, positions)
    counts = np.diff(_starts(keys[1:] != keys[:-1]), append=len(keys))
    often = counts >= min_count
    positions = positions[np.repeat(often, counts)]
    numbers = np.repeat(np.arange(often.sum(), dtype=np.int32), counts[often])
    return positions, numbers, int(often.sum())


def _starts(changes: NDArray[np.bool_]) -> Ints:
    """Where runs of equal neighbours start; changes[i]: item i + 1 differs from item i."""
    return np.concatenate([[0], np.flatnonzero(changes) + 1])


class NgramSums(NamedTuple):
    """Sums of the n-grams of an order, which are numbers here."""

    # (G,) n-grams that get a row, ascending, and their sums (len(SUMS), G).
    rows: Ints
    of_rows: Column
    # (K,) n-grams credited to either system, and the clipped matches of A and of B (2, K).
    credited: Ints
    matches: Column
    # (D,) as `ngram`, `segment` and `gained` of `CreditedNgrams`.
    differing: Ints
    segments: Column
    gained: Column


def _sum_ngrams(
    corpus: Corpus, numbers: Column, positions: Ints, min_count: int, documents: Column | None
) -> NgramSums:
    cuts = np.searchsorted(numbers, numbers[::BLOCK])
    none, nothing = np.zeros(0, np.int64), np.zeros((len(SUMS), 0), np.int32)
    blocks = [NgramSums(none, nothing, none, nothing[:2], none, nothing[0], nothing[0])]
    for first, last in pairwise(np.unique([*cuts, len(numbers)]).tolist()):
        part = slice(first, last)
        blocks.append(_sum_block(corpus, numbers[part], positions[part], min_count, documents))
    return NgramSums(*(np.concatenate(column, axis=-1) for column in zip(*blocks, strict=True)))


def _sum_block(
    corpus: Corpus, numbers: Column, positions: Ints, min_count: int, documents: Column | None
) -> NgramSums:
    # From occurrences to texts, to segments, to n-grams: each step adds up equal neighbours.
    places = corpus.places[positions]
    starts = _starts((numbers[1:] != numbers[:-1]) | (places[1:] != places[:-1]))
    occurrences = np.diff(starts, append=len(numbers))
    numbers = numbers[starts]
    segments, streams = np.divmod(places[starts], np.int32(corpus.streams))

    starts = _starts((numbers[1:] != numbers[:-1]) | (segments[1:] != segments[:-1]))
    cell = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(numbers)))
    table = np.zeros((corpus.streams, len(starts)), np.int64)
    table[streams, cell] = occurrences
    numbers, segments = numbers[starts].astype(np.int64), segments[starts]
    a, b, limit = table[0], table[1], table[2:].max(axis=0)
    matches_a, matches_b = np.minimum(a, limit), np.minimum(b, limit)
    differ = matches_a != matches_b

    starts = _starts(numbers[1:] != numbers[:-1])
    wins_a, wins_b = matches_a > matches_b, matches_b > matches_a
    cells = np.stack([a, b, limit, matches_a, matches_b, wins_a, wins_b])
    sums = np.add.reduceat(cells, starts, axis=1).astype(np.int32)
    spread = np.zeros(len(starts), np.int32)
    if documents is not None:
        own = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(numbers)))
        kinds = int(documents.max()) + 1
        pairs = np.unique(own[differ] * kinds + documents[segments[differ]])
        spread = np.bincount(pairs // kinds, minlength=len(starts)).astype(np.int32)
    all_a, all_b, limits, matched_a, matched_b, won_a, won_b = sums
    excess = np.maximum(all_a - matched_a, all_b - matched_b)
    missed = limits - np.minimum(matched_a, matched_b)
    listed = np.maximum.reduce([won_a + won_b, excess, missed]) >= min_count
    credited = matched_a + matched_b > 0
    return NgramSums(
        rows=numbers[starts][listed],
        of_rows=np.vstack([sums, spread])[:, listed],
        credited=numbers[starts][credited],
        matches=sums[3:5, credited],
        differing=numbers[differ],
        segments=segments[differ],
        gained=(matches_b - matches_a)[differ].astype(np.int32),
    )
