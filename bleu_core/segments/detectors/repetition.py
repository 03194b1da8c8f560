"""Loops: words, or a run of two to four, far more often than anything in source or references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.detectors.material import Mask, Material, Words
from bleu_core.segments.detectors.thresholds import Thresholds

# Words in the longest run that is counted: a longer loop repeats its parts.
LONGEST = 4
# Segments looked at together, and the bits of two words in one number beside that of the segment.
BLOCK, PAIR = 4_000, 51


def repeat(material: Material, side: str, thresholds: Thresholds) -> Mask:
    """Repeats itself beyond source and references.

    A text repeats itself r₁ times where the same word stands r₁ times in a row, and rₙ times
    (n = 2, 3, 4) where the same n words in a row stand rₙ times anywhere in it. An output is
    found if for an n its rₙ is above that of the source and of every reference, and above 1,
    by the threshold at least. Punctuation does not count: quotation marks come in rows, and a loop
    of full stops is found by its length. Without a source the references speak alone.
    """
    found = np.zeros(len(material), bool)
    rows = np.flatnonzero(_likely(material.words, side, thresholds.repeat))
    few = material.part(rows)
    words = Words.of(few.texts)
    for i, row in enumerate(rows.tolist()):
        others = words.references(i)
        if few.source is not None:
            others.append(words.text("source", i))
        output = words.spoken(words.text(side, i))
        found[row] = repeats(output, map(words.spoken, others), thresholds.repeat)
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


def _likely(words: Words, side: str, more: int) -> Mask:
    """(S,) where two words stand so more than `more` times, or one `more` times beside itself.

    Nothing else can be found, as `usual` is 1 at least. Too many may be, where V is beyond 2^26.
    """
    stream, size = words.streams[side], len(words.plain)
    found = np.zeros(len(stream.lengths), bool)
    offsets = stream.offsets
    for first in range(0, len(found), BLOCK):
        lengths = stream.lengths[first : first + BLOCK]
        ids = stream.ids[offsets[first] : offsets[first + len(lengths)]]
        spoken = words.plain[ids]
        segments = np.repeat(np.arange(len(lengths)), lengths)[spoken]
        ids = ids[spoken].astype(np.int64)
        inside = segments[1:] == segments[:-1]
        alike = np.bincount(segments[1:][inside & (ids[1:] == ids[:-1])], minlength=len(lengths))
        pairs = (ids[:-1] * size + ids[1:])[inside]
        keys = np.sort(segments[1:][inside] << PAIR | pairs & ((1 << PAIR) - 1))
        often = keys[more:][keys[more:] == keys[: len(keys) - more]] >> PAIR
        found[first + often] = True
        found[first : first + len(lengths)] |= alike >= more
    return found
