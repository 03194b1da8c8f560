"""Detector of repetition: a word, or a run of two to four words, far more often than usual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.detectors.material import Mask, Material, Words
from bleu_core.segments.detectors.thresholds import Thresholds

# Longest run that is counted; a longer loop repeats its parts.
LONGEST = 4
# Segments processed together, and bits for two words in a key beside the segment's.
BLOCK, PAIR = 4_000, 51


def repeat(material: Material, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs that repeat themselves more than source and references.

    r₁ is the largest number of times that a word is repeated in a row, and rₙ (n = 2, 3, 4) the
    largest count of any n-word run in the text. An output is flagged if, for some n, its rₙ exceeds
    1 and the rₙ of the source and of every reference by at least the threshold. Punctuation is
    ignored: quotation marks come in rows, and a loop of full stops is found by its length. Without
    a source only the references count.
    """
    result = np.zeros(len(material), bool)
    rows = np.flatnonzero(_likely(material.words, side, thresholds.repeat))
    few = material.part(rows)
    words = Words.of(few.texts)
    for i, row in enumerate(rows.tolist()):
        others = words.references(i)
        if few.source is not None:
            others.append(words.text("source", i))
        output = words.without_punctuation(words.text(side, i))
        result[row] = repeats(output, map(words.without_punctuation, others), thresholds.repeat)
    return result


def repeats(output: Sequence[int], others: Iterable[Sequence[int]], more: int) -> bool:
    """Whether one output repeats itself."""
    usual = np.max([np.ones(LONGEST, np.int64), *map(_repetitions, others)], axis=0)
    return bool((_repetitions(output) >= usual + more).any())


def _repetitions(text: Sequence[int]) -> NDArray[np.int64]:
    """(LONGEST,) r₁, r₂ … of a text; 0 if it has no run of that length."""
    in_a_row, longest = 0, 0
    for i, word in enumerate(text):
        in_a_row = in_a_row + 1 if i and text[i - 1] == word else 1
        longest = max(longest, in_a_row)
    result = [longest]
    for n in range(2, LONGEST + 1):
        counts = Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))
        result.append(max(counts.values(), default=0))
    return np.array(result)


def _likely(words: Words, side: str, more: int) -> Mask:
    """(S,) where a word pair occurs more than `more` times, or a word `more` times after itself.

    No other output can be flagged, as `usual` is at least 1. False candidates are possible if V
    exceeds 2^26.
    """
    stream, size = words.streams[side], len(words.plain)
    result = np.zeros(len(stream.lengths), bool)
    offsets = stream.offsets
    for first in range(0, len(result), BLOCK):
        lengths = stream.lengths[first : first + BLOCK]
        ids = stream.ids[offsets[first] : offsets[first + len(lengths)]]
        is_word = words.plain[ids]
        segments = np.repeat(np.arange(len(lengths)), lengths)[is_word]
        ids = ids[is_word].astype(np.int64)
        inside = segments[1:] == segments[:-1]
        alike = np.bincount(segments[1:][inside & (ids[1:] == ids[:-1])], minlength=len(lengths))
        pairs = (ids[:-1] * size + ids[1:])[inside]
        keys = np.sort(segments[1:][inside] << PAIR | pairs & ((1 << PAIR) - 1))
        often = keys[more:][keys[more:] == keys[: len(keys) - more]] >> PAIR
        result[first + often] = True
        result[first : first + len(lengths)] |= alike >= more
    return result
