"""Loops: words, or a run of two to four, far more often than anything in source or references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bleu_core.detectors.material import Mask, Material
from bleu_core.detectors.thresholds import Thresholds

# Words in the longest run that is counted: a longer loop repeats its parts.
LONGEST = 4


def repeat(material: Material, side: str, thresholds: Thresholds) -> Mask:
    """Repeats itself beyond source and references.

    A text repeats itself r₁ times where the same word stands r₁ times in a row, and rₙ times
    (n = 2, 3, 4) where the same n words in a row stand rₙ times anywhere in it. An output is
    found if for an n its rₙ is above that of the source and of every reference, and above 1,
    by the threshold at least. Punctuation does not count: quotation marks come in rows, and a loop
    of full stops is found by its length. Without a source the references speak alone.
    """
    found = np.zeros(len(material), bool)
    words, more = material.words, thresholds.repeat
    for i in np.flatnonzero(_bigrams_at_least(material, side, more)).tolist():
        others = words.references(i)
        if material.source is not None:
            others.append(words.of("source", i))
        found[i] = repeats(words.spoken(words.of(side, i)), map(words.spoken, others), more)
    return found


def repeats(output: Sequence[int], others: Iterable[Sequence[int]], more: int) -> bool:
    """Whether one output does."""
    usual = np.max([np.ones(LONGEST, np.int64), *map(_repetitions, others)], axis=0)
    return bool((_repetitions(output) >= usual + more).any())


def _repetitions(text: Sequence[int]) -> NDArray[np.int64]:
    """(LONGEST,) r₁, r₂ … of a text; 0 where it has no run of so many words."""
    in_a_row, longest = 0, 0
    for i, word in enumerate(text):
        in_a_row = in_a_row + 1 if i and text[i - 1] == word else 1
        longest = max(longest, in_a_row)
    found = [longest]
    for n in range(2, LONGEST + 1):
        counts = Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))
        found.append(max(counts.values(), default=0))
    return np.array(found)


def _bigrams_at_least(material: Material, side: str, times: int) -> Mask:
    """(S,) where two words stand so often in a row: whatever is repeated more has such."""
    stream = material.words.streams[side]
    spoken = material.words.plain[stream.ids]
    segments = np.repeat(np.arange(len(stream.lengths)), stream.lengths)[spoken]
    inside = segments[1:] == segments[:-1]
    ids = stream.ids[spoken].astype(np.int64)
    pairs = (ids[:-1] * (len(material.words.plain) + 1) + ids[1:])[inside]
    kinds, pair = np.unique(pairs, return_inverse=True)
    keys, counts = np.unique(segments[1:][inside] * len(kinds) + pair, return_counts=True)
    found = np.zeros(len(stream.lengths), bool)
    found[keys[counts >= times] // max(len(kinds), 1)] = True
    return found
