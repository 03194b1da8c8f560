"""Names that an output lacks: capitalized words that source and references share."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, nulls_as_empty, ranges
from bleu_core.segments.detectors.words import CharacterKinds, characters_of

Ints = NDArray[np.int64]
Hashes = NDArray[np.uint64]

_NAME_WORD = re.compile(r"[^\W_]{2,}")
# No sentence begins after a word, or after a comma that follows one.
_INSIDE_SENTENCE = re.compile(r"(?<=[^\W_][\s,]|[\w,]\s)[^\W_]{2,}")


def lost_names(output: str, source: str, references: Sequence[str]) -> set[str]:
    """The names that an output lacks.

    A name is a word of at least two letters or digits with a capital that occurs in the source and
    every reference in the same spelling; not only at the start of a sentence, unless it has a
    capital after its first letter. The output may have it in any case.

    >>> sorted(lost_names("Peter sah ihn.", "Then Peter met Anna.", ["Peter traf Anna."]))
    ['Anna']
    """
    texts = [source, *references]
    words: list[set[str]] = [set(_NAME_WORD.findall(text)) for text in texts]
    shared = {word for word in set.intersection(*words) if word != word.lower()}
    if not shared:
        return shared
    inside = {word for text in texts for word in _INSIDE_SENTENCE.findall(text)}
    own = {word.casefold() for word in _NAME_WORD.findall(output)}
    names = {word for word in shared if word in inside or not word[1:].islower()}
    return {name for name in names if name.casefold() not in own}


WORD, CAPITAL = 1, 2
_KINDS = CharacterKinds(lambda c: WORD * c.isalnum() | CAPITAL * (c != c.lower()))
# Texts processed together; characters take four bytes each.
BLOCK = 4_000


def capital_words(texts: pa.Array) -> tuple[Ints, Hashes]:
    """Words with a capital in texts: the text of each, and a hash of the text and the word.

    >>> a, b = (pa.array([line], pa.large_string()) for line in ("An arm, Kiki X.", "Kiki KIKI"))
    >>> rows, hashes = capital_words(a)
    >>> rows.tolist(), is_in(hashes, capital_words(b)[1]).tolist()
    ([0, 0], [False, True])
    """
    rows, hashes = [np.zeros(0, np.int64)], [np.zeros(0, np.uint64)]
    for first in range(0, len(texts), BLOCK):
        there, words = _words_of_block(nulls_as_empty(texts[first : first + BLOCK]), first)
        rows.append(there)
        hashes.append(words)
    return np.concatenate(rows), np.concatenate(hashes)


def _words_of_block(texts: pa.Array, first: int) -> tuple[Ints, Hashes]:
    characters, starts = characters_of(texts)
    kinds = _KINDS.of(characters)
    inside = np.zeros(len(characters) + 2, bool)
    inside[1:-1] = kinds & WORD
    # A text also ends a word.
    border = np.zeros(len(characters) + 1, bool)
    border[starts] = border[-1] = True
    begins = np.flatnonzero(inside[1:-1] & (~inside[:-2] | border[:-1]))
    ends = np.flatnonzero(inside[1:-1] & (~inside[2:] | border[1:])) + 1
    capitals = np.flatnonzero(kinds == WORD | CAPITAL)
    which = np.searchsorted(begins, capitals, side="right") - 1
    which = which[np.append(True, which[1:] != which[:-1])] if len(which) else which
    which = which[ends[which] - begins[which] >= 2]
    begins, sizes = begins[which], ends[which] - begins[which]
    rows = np.searchsorted(starts, begins, side="right") - 1 + first
    if not len(rows):
        return rows, np.zeros(0, np.uint64)
    before = np.cumsum(sizes) - sizes
    # Each character by its place in the word.
    places = np.arange(before[-1] + sizes[-1]) - np.repeat(before, sizes)
    letters = characters[ranges(begins, sizes)].astype(np.uint64)
    hashes = np.add.reduceat(_mixed(letters | places.astype(np.uint64) << np.uint64(21)), before)
    return rows, _mixed(hashes + _mixed(~rows.astype(np.uint64)))


def _mixed(numbers: Hashes) -> Hashes:
    """Numbers whose bits all depend on all bits: the finalizer of SplitMix64."""
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ numbers >> np.uint64(shift)) * np.uint64(factor)
    return numbers ^ numbers >> np.uint64(31)


def likely_names(source: pa.Array, references: Sequence[pa.Array]) -> tuple[Ints, Hashes]:
    """The words of `capital_words` that the source and every present reference have."""
    rows, hashes = capital_words(source)
    for reference in references:
        missing = ~as_numpy(reference.is_valid())[rows]
        shared = missing | is_in(hashes, capital_words(reference)[1])
        rows, hashes = rows[shared], hashes[shared]
    return rows, hashes


def is_in(hashes: Hashes, others: Hashes) -> NDArray[np.bool_]:
    """(K,) which hashes are among others."""
    return as_numpy(pc.is_in(as_arrow(hashes), value_set=as_arrow(others)))
