"""Texts as characters and words, which are integers; exact comparison of runs of words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, ranges, utf8_buffer
from bleu_core.text.encoding import EncodedStream, encode_words
from bleu_core.text.evalset import EvalSet

Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Characters = NDArray[np.uint32]

_UNSEEN = 255


def characters_of(texts: pa.Array) -> tuple[Characters, Ints]:
    """Code points of all texts, (C,), and where each text begins, (S,); no text is null."""
    data, offsets = utf8_buffer(texts)
    characters = np.frombuffer(data.tobytes().decode().encode("utf-32-le"), np.uint32)
    if len(characters) == len(data):
        return characters, offsets[:-1]
    # A character has one byte that does not continue another.
    before = np.append(0, np.cumsum(data & 0xC0 != 0x80))
    return characters, before[offsets[:-1]]


class CharacterKinds:
    """A property of characters, below 255, that is determined when one is first seen."""

    def __init__(self, kind: Callable[[str], int]) -> None:
        self._kind = kind
        self._known = np.zeros(0, np.uint8)

    def of(self, characters: Characters) -> NDArray[np.uint8]:
        """(C,) the property of each."""
        if not len(self._known):
            self._known = np.full(0x110000, _UNSEEN, np.uint8)
        kinds = self._known[characters]
        if len(new := np.flatnonzero(kinds == _UNSEEN)):
            for code in set(characters[new].tolist()):
                self._known[code] = self._kind(chr(code))
            kinds = self._known[characters]
        return kinds


# What a word needs for not being punctuation, and what a number lacks.
ALNUM, LETTER = 1, 2
_KINDS = CharacterKinds(lambda c: ALNUM * c.isalnum() | LETTER * c.isalpha())


class Words(NamedTuple):
    """The words of R texts without punctuation: `ids` (T,), and the text of each in `rows` (T,)."""

    ids: NDArray[np.int32]
    rows: Ints
    size: int

    @property
    def counts(self) -> Ints:
        """(R,) words in each text."""
        return np.bincount(self.rows, minlength=self.size)

    def of(self, rows: Ints) -> Words:
        """The words of some texts."""
        counts = self.counts
        places = ranges((np.cumsum(counts) - counts)[rows], counts[rows])
        return Words(self.ids[places], np.repeat(np.arange(len(rows)), counts[rows]), len(rows))


@dataclass(frozen=True, eq=False)
class WordIndex:
    """The words of texts, numbered by one dictionary of V words."""

    streams: Mapping[str, EncodedStream]  # by name, as in `DetectorInput.texts`
    plain: Mask  # (V,) words with a letter or a digit, not punctuation
    letters: Mask  # (V,) words with a letter

    @classmethod
    def of(cls, evalset: EvalSet, texts: Mapping[str, pa.Array]) -> WordIndex:
        """Words of columns of a test set, by name."""
        encoded, dictionary = encode_words(evalset, list(texts.values()))
        kinds = np.zeros(0, np.uint8)
        if len(dictionary):
            characters, starts = characters_of(dictionary.cast(pa.large_binary()))
            kinds = np.bitwise_or.reduceat(_KINDS.of(characters), starts)  # no word is empty
        plain, letters = ((kinds & kind).astype(bool) for kind in (ALNUM, LETTER))
        return cls(dict(zip(texts, encoded, strict=True)), plain, letters)

    def words(self, name: str, first: int, last: int) -> Words:
        """The words of consecutive texts."""
        stream = self.streams[name]
        ids = stream.ids[stream.offsets[first] : stream.offsets[last]]
        plain = self.plain[ids]
        lengths = stream.lengths[first:last]
        return Words(ids[plain], np.repeat(np.arange(last - first), lengths)[plain], last - first)

    def words_of(self, name: str, rows: Ints) -> Words:
        """The words of some texts, by number."""
        stream = self.streams[name]
        lengths = stream.lengths[rows]
        ids = stream.ids[ranges(stream.offsets[rows], lengths)]
        plain = self.plain[ids]
        return Words(ids[plain], np.repeat(np.arange(len(rows)), lengths)[plain], len(rows))


def equal_texts(one: Words, other: Words) -> Mask:
    """(R,) where two texts have the same words."""
    same = one.counts == other.counts
    rows = np.flatnonzero(same)
    ours, theirs = one.of(rows), other.of(rows)
    same[rows[ours.rows[ours.ids != theirs.ids]]] = False
    return same


def longer_runs(runs: Ints, step: int) -> Ints:
    """Runs of n words as numbers, (T,), to runs of n + step words, (T - step,); step <= n.

    Equal runs have equal numbers.

    >>> pairs = longer_runs(np.array([7, 8, 7, 8, 7]), 1)
    >>> pairs.tolist(), longer_runs(pairs, 2).tolist()
    ([0, 1, 0, 1], [0, 1])
    """
    if len(runs) <= step:
        return np.zeros(0, np.int64)
    pairs = runs[:-step] * (runs.max() + 1) + runs[step:]
    return as_numpy(as_arrow(pairs).dictionary_encode().indices).astype(np.int64)


class Runs(NamedTuple):
    """All runs of n words within texts: their numbers (K,), texts (K,) and first words (K,)."""

    numbers: Ints
    rows: Ints
    places: Ints


def runs_of(texts: Sequence[Words], size: int) -> list[Runs]:
    """Runs of `size` words of several texts each; equal runs have equal numbers in all of them."""
    runs, length = np.concatenate([text.ids for text in texts]).astype(np.int64), 1
    while length < size:
        step = min(length, size - length)
        runs, length = longer_runs(runs, step), length + step
    found, before = [], 0
    for text in texts:
        count = max(len(text.ids) - size + 1, 0)
        places = np.flatnonzero(text.rows[:count] == text.rows[size - 1 :])
        found.append(Runs(runs[before + places], text.rows[places], places))
        before += len(text.ids)
    return found
