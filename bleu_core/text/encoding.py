"""Tokens as integers: one dictionary for all systems and references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_numpy
from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress
from bleu_core.text.config import BleuConfig
from bleu_core.text.evalset import Stream, present_mask, stream_lines
from bleu_core.text.tokenizers import tokenize_block

# Lines per block: their arrays stay within a processor's cache.
BLOCK = 4_000
# Up to this many lines threads cost more than they save; and on a busy server each switch to a
# thread has to wait for the interpreter's lock.
FEW = 1_000


@dataclass(frozen=True, eq=False)
class EncodedStream:
    """The tokens of a stream of segments as numbers."""

    # (T,) int32: tokens of all segments in order, as indices into the dictionary.
    ids: NDArray[np.int32]
    lengths: NDArray[np.int64]  # (S,) int64: tokens in each segment
    present: NDArray[np.bool_]  # (S,) bool: false where the stream has None: a missing reference

    @property
    def offsets(self) -> NDArray[np.int64]:
        """(S + 1,) offsets: segment i has ids[offsets[i] : offsets[i + 1]]."""
        return np.concatenate([[0], np.cumsum(self.lengths)])


def encode(
    streams: Sequence[Stream], config: BleuConfig, progress: Progress | None = None
) -> tuple[list[EncodedStream], pa.BinaryArray]:
    """Tokenize streams of segments and encode their tokens with one dictionary.

    Streams are systems and references; a token has the same number in all of them.

    Returns
    -------
    encoded : list of K EncodedStream
    dictionary : pyarrow binary array (V,)
        The token of each number, in UTF-8.

    Examples
    --------
    Tokens are numbered as they first appear; the reference of line 2 is missing:

    >>> (system, reference), words = encode([["the cat", "the"], ["a cat", None]], BleuConfig())
    >>> words.to_pylist()
    [b'the', b'cat', b'a']
    >>> system.ids.tolist(), system.lengths.tolist()
    ([0, 1, 0], [2, 1])
    >>> reference.ids.tolist(), reference.present.tolist()
    ([2, 1], [True, False])
    """

    def tokens_of(
        block: tuple[int, list[str]],
    ) -> tuple[int, pa.DictionaryArray, NDArray[np.int64]]:
        stream, lines = block
        tokenized = tokenize_block(lines, config)
        # One dictionary per block, made while its tokens are in the cache and merged below,
        # takes half the time of one dictionary for all.
        return stream, tokenized.tokens.dictionary_encode(), tokenized.lengths

    arrays: list[list[pa.DictionaryArray]] = [[] for _ in streams]
    lengths: list[list[NDArray[np.int64]]] = [[] for _ in streams]
    total, done = sum(map(len, streams)), 0
    in_turn = map if total <= FEW else in_order
    for stream, array, counts in in_turn(tokens_of, _blocks(streams)):
        arrays[stream].append(array)
        lengths[stream].append(counts)
        done += len(counts)
        if progress:
            progress(done / total)
    chunks = [chunk for stream_chunks in arrays for chunk in stream_chunks]
    chunks = chunks or [pa.nulls(0, pa.binary()).dictionary_encode()]
    merged = pa.chunked_array(chunks).unify_dictionaries().chunks
    numbers = (as_numpy(chunk.indices) for chunk in merged)
    encoded = [
        EncodedStream(
            # A stream without lines has no block.
            ids=np.concatenate([np.empty(0, np.int32), *(next(numbers) for _ in stream_chunks)]),
            lengths=np.concatenate([np.empty(0, np.int64), *counts]),
            present=present_mask(stream),
        )
        for stream, stream_chunks, counts in zip(streams, arrays, lengths, strict=True)
    ]
    return encoded, merged[0].dictionary


def _blocks(streams: Sequence[Stream]) -> Iterator[tuple[int, list[str]]]:
    for number, stream in enumerate(streams):
        for start in range(0, len(stream), BLOCK):
            yield number, [line or "" for line in stream_lines(stream, start, start + BLOCK)]
