"""All texts of a comparison as one array of numbered tokens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_arrow, as_numpy, repeated
from bleu_core.common.progress import Progress
from bleu_core.explain.comparison import Comparison
from bleu_core.text.encoding import encode

Ints = NDArray[np.int64]
Column = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Corpus:
    """All tokens of a comparison as numbers, by segment; within it A, B, references.

    Attributes
    ----------
    ids : (T,) int32 array
        Tokens, as indices into the dictionary.
    places : (T,) int32 array
        The text of each token: segment * streams + stream, where stream 0 is A, 1 is B, and the
        references follow. Ascending.
    dictionary : pyarrow large_string array (V,)
    segments, streams : int
    """

    ids: Column
    places: Column
    dictionary: pa.Array
    segments: int
    streams: int

    @classmethod
    def of(cls, comparison: Comparison, progress: Progress | None = None) -> Corpus:
        """Tokenize a comparison's two systems and all references."""
        evalset = comparison.evalset
        systems = [evalset.systems[name] for name in (comparison.a, comparison.b)]
        encoded, dictionary = encode([*systems, *evalset.references], comparison.config, progress)
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
        return pc.binary_join(lists, repeated(" ", len(lists)))

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
