"""Token ids: tokens as integers, with one dictionary for all systems and references."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from threading import Lock
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, ranges
from bleu_core.common.parallel import in_order
from bleu_core.common.progress import Progress
from bleu_core.text.config import WORD_CONFIG, BleuConfig
from bleu_core.text.evalset import EvalSet, Stream, present_mask, stream_lines
from bleu_core.text.tokenizers import tokenize_block

# Lines per block: their arrays stay within a processor's cache.
BLOCK = 4_000
# Blocks whose dictionaries are merged at a time.
MERGED = 64
# Up to this many lines threads cost more than they save; and on a busy server each switch to a
# thread has to wait for the interpreter's lock.
FEW = 1_000
# Tokens take as much memory as texts. Of more than LARGE segments they are forgotten after n-grams
# are counted; of more than HUGE, whose n-grams are rarely counted, at once.
LARGE, HUGE = 250_000, 1_000_000


@dataclass(frozen=True, eq=False)
class EncodedStream:
    """The tokens of a stream of segments as numbers."""

    # (T,) int32: tokens of all segments in order, as indices into the dictionary.
    ids: NDArray[np.int32]
    lengths: NDArray[np.int64]  # (S,) int64: tokens in each segment
    present: NDArray[np.bool_]  # (S,) bool: false where the stream has None: a missing reference

    @cached_property
    def offsets(self) -> NDArray[np.int64]:
        """(S + 1,) offsets: segment i has ids[offsets[i] : offsets[i + 1]]."""
        return np.concatenate([[0], np.cumsum(self.lengths)])


def encode(
    streams: Sequence[Stream], config: BleuConfig, progress: Progress | None = None
) -> tuple[list[EncodedStream], pa.BinaryArray]:
    """Tokenize streams of segments and encode their tokens with one dictionary.

    Streams are systems and references. Returns each encoded, and (V,) the token of each number in
    UTF-8. Tokens are numbered as they first appear; here the reference of line 2 is missing:

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
        tokens, lengths = tokenize_block(lines, config)
        # One dictionary per block, made while its tokens are in the cache and merged below,
        # takes half the time of one dictionary for all.
        return stream, tokens.dictionary_encode(), lengths

    dictionary = _Dictionary()
    ids: list[list[NDArray[np.int32]]] = [[] for _ in streams]
    lengths: list[list[NDArray[np.int64]]] = [[] for _ in streams]
    total, done = sum(map(len, streams)), 0
    in_turn = map if total <= FEW else in_order
    for stream, array, counts in in_turn(tokens_of, _blocks(streams)):
        dictionary.add(array, ids[stream])
        lengths[stream].append(counts)
        done += len(counts)
        if progress:
            progress(done / total)
    dictionary.merge()
    encoded = [
        EncodedStream(
            _joined(ids[i], np.int32), _joined(lengths[i], np.int64), present_mask(stream)
        )
        for i, stream in enumerate(streams)
    ]
    return encoded, dictionary.tokens


def _joined(parts: list[NDArray[Any]], kind: type) -> NDArray[Any]:
    """Parts as one array, which are then forgotten; a stream without lines has none."""
    together = np.concatenate([np.empty(0, kind), *parts])
    parts.clear()
    return together


class _Dictionary:
    """The tokens of blocks, numbered as they first appear."""

    def __init__(self) -> None:
        self.tokens = pa.nulls(0, pa.binary())
        self._waiting: list[tuple[pa.DictionaryArray, list[NDArray[np.int32]]]] = []

    def add(self, block: pa.DictionaryArray, ids: list[NDArray[np.int32]]) -> None:
        """Add the tokens of a block; their numbers are appended to `ids` when it is merged."""
        self._waiting.append((block, ids))
        if len(self._waiting) == MERGED:
            self.merge()

    def merge(self) -> None:
        """Number the tokens of all blocks that wait."""
        dictionaries = [self.tokens, *(block.dictionary for block, _ in self._waiting)]
        together = pa.concat_arrays(dictionaries).dictionary_encode()
        numbers, first = as_numpy(together.indices), len(self.tokens)
        for block, ids in self._waiting:
            last = first + len(block.dictionary)
            ids.append(numbers[first:last][as_numpy(block.indices)])
            first = last
        self.tokens = together.dictionary
        self._waiting.clear()


def encode_block(
    streams: Sequence[Sequence[str | None]], config: BleuConfig
) -> tuple[list[EncodedStream], pa.BinaryArray]:
    """`encode` for some thousand lines, in this thread."""
    tokenized = [tokenize_block([line or "" for line in lines], config) for lines in streams]
    together = pa.concat_arrays([tokens for tokens, _ in tokenized]).dictionary_encode()
    ends = np.cumsum([len(tokens) for tokens, _ in tokenized])
    encoded = [
        EncodedStream(ids, lengths, present_mask(lines))
        for ids, (_, lengths), lines in zip(
            np.split(as_numpy(together.indices), ends[:-1]), tokenized, streams, strict=True
        )
    ]
    return encoded, together.dictionary


def encode_columns(
    evalset: EvalSet,
    columns: Sequence[pa.Array],
    config: BleuConfig,
    progress: Progress | None = None,
) -> tuple[list[EncodedStream], pa.BinaryArray]:
    """`encode` for columns of a test set, which keeps them (4 bytes a token)."""
    key = config.tokenize, config.lowercase
    shared: _Vocabulary = evalset.encodings.setdefault(key, _Vocabulary())
    return shared.encode(columns, config, progress)


def encode_words(
    evalset: EvalSet, columns: Sequence[pa.Array]
) -> tuple[list[EncodedStream], pa.BinaryArray]:
    """Lower-case words of columns: the tokens of 13a, each split as `WORD_CONFIG` splits a text.

    A typographic apostrophe between letters is part of its word, as ' is, and equal to it. Words do
    not depend on the settings of a score. The columns are encoded by `encode_columns`, so that most
    often no text is read again: only the distinct tokens are.

    >>> evalset = EvalSet({"A": ["The 猫猫."], "B": ["the"]}, [["The"]])
    >>> (a, b), words = encode_words(evalset, list(evalset.systems.values()))
    >>> a.ids.tolist(), b.ids.tolist(), words.cast("string").to_pylist()
    ([0, 1, 1, 2], [0], ['the', '猫', '.'])
    """
    key = _TOKENS.tokenize, _TOKENS.lowercase
    shared: _Vocabulary = evalset.encodings.setdefault(key, _Vocabulary())
    return shared.encode_words(columns)


_TOKENS = BleuConfig()
# A typographic apostrophe between letters, and what it is read as.
_STRAIGHTENED = r"([\pL\pM])[’ʼ＇]([\pL\pM])", r"\1'\2"


@dataclass(eq=False)
class _Vocabulary:
    """One dictionary of tokens, and the columns encoded with it."""

    # By the address of a column; the column is held so that no other gets its address.
    streams: dict[int, tuple[pa.Array, EncodedStream]] = field(default_factory=dict)
    dictionary: Any = None
    first: tuple[list[int], int] = field(default_factory=lambda: ([], 0))
    # The words of each token of the dictionary, and the dictionary of words.
    words: tuple[EncodedStream, pa.BinaryArray] | None = None
    lock: Lock = field(default_factory=Lock)

    def encode(
        self, columns: Sequence[pa.Array], config: BleuConfig, progress: Progress | None
    ) -> tuple[list[EncodedStream], pa.BinaryArray]:
        streams = self._streams(columns, config, progress)
        addresses, size = self.first
        if addresses == [id(column) for column in columns]:
            return streams, self.dictionary[:size]
        return _renumbered(streams, self.dictionary)

    def encode_words(
        self, columns: Sequence[pa.Array]
    ) -> tuple[list[EncodedStream], pa.BinaryArray]:
        streams = self._streams(columns, _TOKENS)
        with self.lock:
            tokens = self.dictionary
            if self.words is None or len(self.words[0].lengths) < len(tokens):
                texts = tokens.cast(pa.large_string())
                for _ in range(2):  # matches share letters, as in "rock’n’roll"
                    texts = pc.replace_substring_regex(texts, *_STRAIGHTENED)
                (words,), dictionary = encode([texts], WORD_CONFIG)
                self.words = words, dictionary
            words, dictionary = self.words
        return [_words_of(stream, words) for stream in streams], dictionary

    def _streams(
        self, columns: Sequence[pa.Array], config: BleuConfig, progress: Progress | None = None
    ) -> list[EncodedStream]:
        """The columns, each encoded once; the dictionary may have tokens of others, too."""
        with self.lock:
            new = list({id(c): c for c in columns if id(c) not in self.streams}.values())
            if new:
                self._add(new, *encode(new, config, progress))
        if progress:
            progress(1)
        return [self.streams[id(column)][1] for column in columns]

    def _add(
        self, columns: list[pa.Array], encoded: list[EncodedStream], dictionary: pa.BinaryArray
    ) -> None:
        if self.dictionary is None:
            self.first = [id(column) for column in columns], len(dictionary)
        else:
            chunks = [part.dictionary_encode() for part in (self.dictionary, dictionary)]
            merged = pa.chunked_array(chunks).unify_dictionaries().chunks
            numbers = as_numpy(merged[1].indices)
            dictionary = merged[0].dictionary
            encoded = [replace(stream, ids=numbers[stream.ids]) for stream in encoded]
        self.dictionary = dictionary
        for column, stream in zip(columns, encoded, strict=True):
            self.streams[id(column)] = column, stream


def _words_of(stream: EncodedStream, words: EncodedStream) -> EncodedStream:
    """The words of texts, from the words of each token."""
    if (words.lengths == 1).all():
        return replace(stream, ids=words.ids[stream.ids])
    counts = words.lengths[stream.ids]
    places = ranges(words.offsets[stream.ids], counts)
    lengths = np.diff(np.append(0, np.cumsum(counts))[stream.offsets])
    return replace(stream, ids=words.ids[places], lengths=lengths)


def _renumbered(
    streams: list[EncodedStream], dictionary: pa.BinaryArray
) -> tuple[list[EncodedStream], pa.BinaryArray]:
    """The same tokens, numbered as they first appear in these streams."""
    numbers = as_arrow(np.concatenate([stream.ids for stream in streams])).dictionary_encode()
    ends = np.cumsum([len(stream.ids) for stream in streams])
    parts = np.split(as_numpy(numbers.indices), ends[:-1])
    renumbered = [replace(stream, ids=ids) for stream, ids in zip(streams, parts, strict=True)]
    return renumbered, dictionary.take(numbers.dictionary)


def _blocks(streams: Sequence[Stream]) -> Iterator[tuple[int, list[str]]]:
    for number, stream in enumerate(streams):
        for start in range(0, len(stream), BLOCK):
            yield number, [line or "" for line in stream_lines(stream, start, start + BLOCK)]
