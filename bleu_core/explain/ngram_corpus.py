"""All tokens of a comparison in one array, and iteration over every n-gram in it.

Tokens are stored segment by segment. The occurrences of an order are sorted by n-gram, and by
segment within an n-gram, so that equal n-grams are neighbours. N-grams that begin with the same few
words are processed for all orders before the next ones: their data fit into a processor's cache,
and memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, mask, sort_by_key, spaces, string_array
from bleu_core.common.parallel import in_order, runs
from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.messages import scoring as messages
from bleu_core.text.encoding import LARGE, encode_columns
from bleu_core.text.evalset import InputError

# Signs whose n-grams are a family, by a regular expression of a token.
SIGNS = {"a hyphen or dash": r"\p{Pd}", "a digit": r"\p{Nd}"}

Ints = NDArray[np.int64]
Column = NDArray[np.int32]
Mask = NDArray[np.bool_]

# Occurrences per block: the arrays of one step fit into a processor's cache.
BLOCK = 100_000
# Occurrences per partition, at least, and partitions, at most: finding one reads the whole corpus.
PARTITION, PARTITIONS = 1_000_000, 20
# Distinct tokens of a partition: 16 bits are sorted three times as fast as more.
WORDS = 1 << 16
# Positions are numbers of 32 bits, which halves the memory.
MOST_TOKENS = (1 << 31) - 1
# Tokens counted at a time.
CHUNK = 1_000_000


@dataclass(frozen=True, eq=False)
class Corpus:
    """All tokens of a comparison as numbers, by segment; within it A, B, references.

    A text has a place: segment * streams + stream, where stream 0 is A, 1 is B, and the references
    follow.
    """

    ids: Column  # (T,) int32: tokens, as indices into the dictionary
    dictionary: pa.Array  # pyarrow large_string array (V,)
    segments: int
    streams: int
    ends: Column  # (segments * streams,) int32: where each text ends, by place
    places: Column  # (T,) int32: the place of the text of each token

    @classmethod
    def of(cls, comparison: Comparison, progress: Progress | None = None) -> Corpus:
        """Tokenize a comparison's two systems and all references.

        InputError if they have more than `MOST_TOKENS` tokens.
        """
        evalset = comparison.evalset
        systems = [evalset.systems[name] for name in (comparison.a, comparison.b)]
        columns = [*systems, *evalset.references]
        encoded, dictionary = encode_columns(evalset, columns, comparison.config, progress)
        lengths = np.stack([stream.lengths for stream in encoded], axis=1)
        ends = np.cumsum(lengths)
        size = int(ends[-1]) if len(ends) else 0
        if size > MOST_TOKENS:
            raise InputError([messages.too_many_tokens(size, MOST_TOKENS)])
        offsets = [stream.offsets for stream in encoded]
        ids = np.empty(size, np.int32)

        def lay(block: tuple[int, int]) -> None:
            """Put the tokens of some segments in their places."""
            some = slice(*block)
            start = int(ends[block[0] * len(encoded)] - lengths[block[0], 0])
            before = np.cumsum(lengths[some]).reshape(lengths[some].shape) - lengths[some]
            for stream, number, offset in zip(encoded, before.T, offsets, strict=True):
                own, counts = offset[block[0] : block[1]], stream.lengths[some]
                tokens = stream.ids[own[0] : offset[block[1]]]
                moved = np.repeat(number - own + own[0], counts)
                ids[start + np.arange(len(tokens)) + moved] = tokens

        if len(evalset) > LARGE:
            evalset.encodings.clear()
        by_segment = np.append(0, ends[len(encoded) - 1 :: len(encoded)])
        for _ in in_order(lay, runs(by_segment, BLOCK)):
            pass
        places = np.repeat(np.arange(lengths.size, dtype=np.int32), lengths.ravel())
        words = dictionary.cast(pa.large_string())
        segments, streams = lengths.shape
        return cls(ids, words, segments, streams, ends.astype(np.int32), places)

    @property
    def nbytes(self) -> int:
        """Bytes in memory, without the dictionary."""
        return self.ids.nbytes + self.ends.nbytes + self.places.nbytes

    def texts(self, starts: Column, orders: Column) -> pa.Array:
        """The n-grams that begin at positions `starts`, their tokens joined by a space."""
        ends = np.cumsum(orders, dtype=np.int64)
        moved = np.repeat(starts - ends + orders, orders)
        tokens = self.dictionary.take(as_arrow(self.ids[np.arange(len(moved)) + moved]))
        lists = pa.LargeListArray.from_arrays(as_arrow(np.concatenate([[0], ends])), tokens)
        return pc.binary_join(lists, spaces(len(lists)))

    def find_ngram(self, ngram: Sequence[str]) -> Ints:
        """The positions where an n-gram, given as tokens, begins; ascending."""
        numbers = self._numbers(ngram)
        last = len(numbers) - 1
        hits = np.flatnonzero(self.ids[: max(0, len(self.ids) - last)] == numbers[0])
        for i, number in enumerate(numbers[1:], 1):
            hits = hits[self.ids[hits + i] == number]
        return hits[hits + last < self.ends[self.places[hits]]]

    def find_key(self, key: Sequence[str], is_sign: bool) -> Column:
        """Where the key of a family occurs, given as tokens or as the name of a sign; ascending."""
        if is_sign:
            wanted = mask(pc.match_substring_regex(self.dictionary, SIGNS[key[0]]))
            return self._find(lambda ids: wanted[ids])
        return self.find_ngram(key).astype(np.int32)

    def around(self, positions: Column, length: int, order: int) -> Column:
        """Where n-grams of an order begin that contain one of `length` tokens at `positions`."""
        places = self.places[positions]
        first, last = self.ends[places - 1] * (places > 0), self.ends[places]
        starts = (positions - k for k in range(order - length + 1))
        found = np.concatenate([s[(s >= first) & (s + order <= last)] for s in starts])
        found.sort(kind="stable")  # merges the few ascending pieces in linear time
        return found[np.diff(found, prepend=-1) > 0]

    def number(self, starts: Column, order: int) -> Ints:
        """Numbers of the n-grams of an order that begin at `starts`, ascending as their tokens."""
        words = max(len(self.dictionary), 1)
        numbers, kinds = np.zeros(len(starts), np.int64), 1
        for i in range(order):
            if kinds >= (1 << 62) // words:
                values, numbers = np.unique(numbers, return_inverse=True)
                kinds = len(values)
            numbers = numbers * words + self.ids[starts + i]
            kinds *= words
        return np.unique(numbers, return_inverse=True)[1]

    def cells(self, numbers: Ints, positions: Column) -> tuple[Ints, Ints, Ints, Ints]:
        """Count the n-grams that begin at M positions, by number, in each segment.

        Returns the segment and the number of each of C cells, (M,) the cell of each position, and
        (C, streams) counts.
        """
        segments, streams = np.divmod(self.places[positions].astype(np.int64), self.streams)
        kinds = int(numbers.max(initial=0)) + 1
        cells, cell = np.unique(segments * kinds + numbers, return_inverse=True)
        counts = np.bincount(cell * self.streams + streams, minlength=len(cells) * self.streams)
        return *np.divmod(cells, kinds), cell, counts.reshape(len(cells), self.streams)

    def _numbers(self, tokens: Sequence[str]) -> list[int]:
        """The number of each token in the dictionary, -1 for one that no text has."""
        # Looking the dictionary up in the few tokens needs no hash table of the dictionary.
        distinct = list(dict.fromkeys(tokens))
        index = pc.index_in(self.dictionary, string_array(distinct))
        known = np.flatnonzero(as_numpy(index.is_valid()))
        which = as_numpy(index.take(as_arrow(known))).tolist()
        numbers = dict(zip((distinct[i] for i in which), known.tolist(), strict=True))
        return [numbers.get(token, -1) for token in tokens]

    def partitions(self) -> list[tuple[int, int]]:
        """Ranges of tokens, (first, last), that together occur about equally often."""
        words = len(self.dictionary)
        counts = np.zeros(words + 1, np.int64)
        for begin in range(0, len(self.ids), CHUNK):
            counts[1:] += np.bincount(self.ids[begin : begin + CHUNK], minlength=words)
        size = max(PARTITION, len(self.ids) // PARTITIONS)
        cuts = np.searchsorted(np.cumsum(counts), np.arange(0, len(self.ids), size))
        edges = np.unique([*cuts, *range(0, words, WORDS), words])
        return list(pairwise(edges.tolist()))

    def find(self, first: int, last: int) -> Column:
        """The positions of the tokens with numbers from `first` to `last` - 1, ascending."""
        # Numbers below `first` become very large.
        return self._find(lambda ids: (ids - np.int32(first)).view(np.uint32) < last - first)

    def _find(self, wanted: Callable[[Column], Mask]) -> Column:
        """The positions of wanted tokens, in blocks."""
        found = [np.zeros(0, np.int32)]
        for begin in range(0, len(self.ids), BLOCK):
            hits = np.flatnonzero(wanted(self.ids[begin : begin + BLOCK]))
            found.append((hits + begin).astype(np.int32))
        return np.concatenate(found)


class Block(NamedTuple):
    """Occurrences of some tokens, sorted by token, then by position."""

    # (N,) where they are, the places of their texts, and how many tokens of these are left.
    positions: Column
    places: Column
    room: Column
    starts: Ints  # (K + 1,) the first occurrence of each token, and N


class Ngrams(NamedTuple):
    """Occurrences of K n-grams of one order that begin in a block, by n-gram, then position."""

    order: int
    which: Ints  # (N,) the tokens of the block that they begin with
    starts: Ints  # (K + 1,) the first occurrence of each n-gram, and N


def blocks(corpus: Corpus, positions: Column, min_count: int) -> Iterator[Block]:
    """Blocks of the tokens at some positions, without those rarer than `min_count`.

    The positions, ascending, are those of tokens of one of the `partitions`.
    """
    tokens = corpus.ids[positions]
    tokens -= tokens.min(initial=len(corpus.dictionary))
    which, starts = _sort(tokens.astype(np.uint16), min_count)
    positions = positions[which]
    for own in _cut(starts):
        some = positions[own[0] : own[-1]]
        places = corpus.places[some]
        yield Block(some, places, corpus.ends[places] - some, own - own[0])


# Of n-grams of an order, returns the occurrences to follow to longer ones, a mask (N,).
Visit = Callable[[Ngrams], Mask]


def follow(
    corpus: Corpus,
    block: Block,
    max_order: int,
    min_count: int,
    visit: Visit,
    ngrams: Ngrams | None = None,
) -> None:
    """Visit the n-grams of all orders that begin in a block, but those rarer than `min_count`.

    Of an order, they are visited by the numbers of their tokens. With `ngrams` only these and
    longer ones that begin with them.
    """
    ngrams = ngrams or Ngrams(1, np.arange(len(block.positions)), block.starts)
    wanted = visit(ngrams)
    if ngrams.order == max_order:
        return
    which = ngrams.which
    kept = np.flatnonzero(wanted & (block.room[which] > ngrams.order))
    number = np.repeat(np.arange(len(ngrams.starts) - 1), np.diff(ngrams.starts))[kept]
    which = which[kept]
    # An n-gram is one of order - 1 and a token, so the numbers of the two are its key.
    keys = number * len(corpus.dictionary)
    keys += corpus.ids[block.positions[which] + ngrams.order]
    in_order, starts = _sort(keys, min_count)
    which = which[in_order]
    for own in _cut(starts):
        longer = Ngrams(ngrams.order + 1, which[own[0] : own[-1]], own - own[0])
        follow(corpus, block, max_order, min_count, visit, longer)


def _cut(starts: Ints) -> Iterator[Ints]:
    """Parts of (K + 1,) ascending numbers, each with the first of the next, of a size."""
    cuts = np.searchsorted(starts, np.arange(0, starts[-1], BLOCK), "right") - 1
    # A large part is one number alone.
    large = np.flatnonzero(np.diff(starts) > BLOCK)
    for first, last in pairwise(np.unique([*cuts, *large, *large + 1, len(starts) - 1]).tolist()):
        yield starts[first : last + 1]


def _sort(keys: NDArray[Any], min_count: int) -> tuple[Ints, Ints]:
    """Sort keys, without those that occur less than `min_count` times; equal ones stay in order.

    Returns the (N,) indices of the sorted keys, and (K + 1,) where those of each begin, and N.
    """
    if not keys.max(initial=0) >> 32:
        # numpy sorts 16 bits in linear time; in two passes it takes half as long as at once.
        which = np.argsort(keys.astype(np.uint16), kind="stable")
        if keys.dtype != np.uint16:
            which = which[np.argsort((keys >> 16).astype(np.uint16)[which], kind="stable")]
        keys = keys[which]
    else:
        keys, which = sort_by_key(keys, np.arange(len(keys)))
    new = np.ones(len(keys), bool)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    counts = np.diff(np.flatnonzero(new), append=len(keys))
    often = counts >= min_count
    return which[np.repeat(often, counts)], edges_of(counts[often])


def clipped(counts: Ints) -> Ints:
    """(C, 2) clipped matches of A and of B, from (C, streams) counts."""
    return np.minimum(counts[:, :2], counts[:, 2:].max(axis=1, keepdims=True))


def edges_of(counts: Ints) -> Ints:
    """(K + 1,) where groups of (K,) sizes begin, and where the last ends."""
    return np.append(0, np.cumsum(counts))


def runs_within(values: Column, starts: Ints) -> tuple[Ints, Ints, Ints]:
    """Runs of equal values, each within one of K groups that begin at `starts` (K + 1,).

    Where each run begins, the run of each value, and where the runs of each group begin, with
    the number of runs at the end.

    >>> runs_within(np.array([5, 5, 7, 7]), np.array([0, 3, 4]))
    (array([0, 2, 3]), array([0, 0, 1, 2]), array([0, 2, 3]))
    """
    new = np.ones(len(values), bool)
    np.not_equal(values[1:], values[:-1], out=new[1:])
    new[starts[:-1]] = True
    number = np.cumsum(new) - 1
    begins = np.flatnonzero(new)
    return begins, number, np.append(number[starts[:-1]], len(begins))


def sums_within(values: NDArray[Any], starts: Ints) -> Column:
    """(K,) sums of values in K groups that begin at `starts` (K + 1,)."""
    total = np.zeros(len(values) + 1, np.int32)
    np.cumsum(values, out=total[1:])
    return np.diff(total[starts])
