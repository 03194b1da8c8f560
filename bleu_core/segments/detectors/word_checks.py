"""Detectors of copies of the source and of repetition, by words without punctuation.

A quick test of all texts selects candidates, which are then compared exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bleu_core.segments.detectors.text_features import DetectorInput
from bleu_core.segments.detectors.thresholds import Thresholds
from bleu_core.segments.detectors.words import Ints, Mask, Words, equal_texts, longer_runs, runs_of

# Texts processed together: they fit into the processor's cache, and their numbers into 12 bits.
BLOCK = 4_096
# The words of a text share these slots; its pairs of words share 2 to the power of these bits.
SLOTS, SLOT_BITS = 1024, 7


def copy(material: DetectorInput, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs with exactly the words of the source, or a run of them that no reference has.

    Punctuation and case are ignored. A copy needs a letter, and at least half of the words of a run
    must have one, because numbers should stay as they are.
    """
    result = np.zeros(len(material), bool)
    if material.source is None:
        return result
    words, size = material.words, thresholds.copy_run
    likely = np.zeros(len(material), bool)
    for block in _blocks(len(material)):
        output, source = (words.words(name, *block) for name in (side, "source"))
        likely[slice(*block)] = _likely_copies(output, source, size)
    every = np.flatnonzero(likely)
    for block in _blocks(len(every)):
        rows = every[slice(*block)]
        texts = [words.words_of(name, rows) for name in material.compared_texts(side)]
        result[rows] = _copies(texts, words.letters, size)
    return result


def _blocks(size: int) -> Iterator[tuple[int, int]]:
    return ((first, min(first + BLOCK, size)) for first in range(0, size, BLOCK))


def _likely_copies(output: Words, source: Words, size: int) -> Mask:
    """(R,) where output and source may be equal or share a run: no other text can be flagged."""
    table = np.zeros(output.size * SLOTS, bool)
    table[source.rows * SLOTS + source.ids % SLOTS] = True
    # Few words are in it only because they share a slot with one of the source.
    shared = table[output.rows * SLOTS + output.ids % SLOTS]
    counts = output.counts
    result = np.bincount(output.rows[shared], minlength=output.size) == counts
    result &= counts == source.counts
    new_text = np.ones(len(shared) + 1, bool)
    new_text[1:-1] = output.rows[1:] != output.rows[:-1]
    begins = np.flatnonzero(shared & (new_text[:-1] | ~np.append(False, shared[:-1])))
    ends = np.flatnonzero(shared & (new_text[1:] | ~np.append(shared[1:], False)))
    result[output.rows[begins[ends - begins >= size - 1]]] = True
    return result


def _copies(texts: Sequence[Words], letters: Mask, size: int) -> Mask:
    """(R,) whether each output copies its source; `texts` are output, source and references."""
    output, source, *references = texts
    equal = equal_texts(output, source)
    has_letter = np.zeros(output.size, bool)
    has_letter[output.rows[letters[output.ids]]] = True
    whole = equal & has_letter
    own, original, *others = runs_of(texts, size)
    lettered = np.append(0, np.cumsum(letters[output.ids]))
    most = 2 * (lettered[own.places + size] - lettered[own.places]) >= size
    kinds = max(int(runs.numbers.max(initial=0)) for runs in (own, original, *others)) + 1
    keys, original_keys, *other_keys = (
        runs.rows * kinds + runs.numbers for runs in (own, original, *others)
    )
    copied = most & np.isin(keys, original_keys)
    for each in other_keys:
        copied &= ~np.isin(keys, each)
    result = np.zeros(output.size, bool)
    result[own.rows[copied]] = True
    in_reference = np.any([equal_texts(output, one) for one in references], axis=0)
    return np.where(whole, ~in_reference, result)


# Longest run that is counted; a longer loop repeats its parts.
LONGEST_RUN = 4


def repeat(material: DetectorInput, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs that repeat themselves more than source and references.

    r₁ is the largest number of times that a word is repeated in a row, and rₙ (n = 2, 3, 4) the
    largest count of any n-word run in the text. An output is flagged if, for some n, its rₙ exceeds
    1 and the rₙ of the source and of every reference by at least the threshold. Punctuation is
    ignored: quotation marks come in rows, and a loop of full stops is found by its length. Without
    a source only the references count.
    """
    words, more = material.words, thresholds.repeat
    result = np.zeros(len(material), bool)
    likely = np.zeros(len(material), bool)
    for block in _blocks(len(material)):
        likely[slice(*block)] = _likely_repeats(words.words(side, *block), more)
    every = np.flatnonzero(likely)
    for block in _blocks(len(every)):
        rows = every[slice(*block)]
        own, *others = (
            _repetitions(words.words_of(name, rows)) for name in material.compared_texts(side)
        )
        usual = np.maximum(1, np.max(others, axis=0))
        result[rows] = (own >= usual + more).any(axis=0)
    return result


def _likely_repeats(words: Words, more: int) -> Mask:
    """(R,) where a word pair occurs more than `more` times, or a word `more` times after itself.

    No other output can be flagged, as usual is at least 1. Few others are likely because pairs
    share one of 2^20 numbers; to sort fewer of them, those that share a slot are counted first.
    """
    result = np.zeros(words.size, bool)
    ids = words.ids.astype(np.uint32)
    inside = words.rows[1:] == words.rows[:-1]
    rows = words.rows[1:][inside]
    alike = (ids[1:] == ids[:-1])[inside]
    pairs = (ids[:-1] * np.uint32(0x9E3779B1) + ids[1:] * np.uint32(0x85EBCA77))[inside]
    slots = np.bincount(rows << SLOT_BITS | pairs >> np.uint32(32 - SLOT_BITS))
    result[np.flatnonzero(slots > more) >> SLOT_BITS] = True
    crowded = np.flatnonzero(result[rows])
    keys = rows[crowded].astype(np.uint32) << np.uint32(20) | pairs[crowded] >> np.uint32(12)
    keys.sort()
    often = keys[more:][keys[more:] == keys[: max(len(keys) - more, 0)]]
    result = np.bincount(rows[alike], minlength=words.size) >= more
    result[often >> np.uint32(20)] = True
    return result


def _repetitions(words: Words) -> Ints:
    """(LONGEST_RUN, R) r₁, r₂ … of each text; 0 if it has no run of that length."""
    result = np.zeros((LONGEST_RUN, words.size), np.int64)
    runs = words.ids.astype(np.int64)
    # Words in a row are counted where they stand, longer runs wherever they are.
    _count_equal(result[0], words.rows, runs)
    for n in range(2, LONGEST_RUN + 1):
        runs = longer_runs(runs, 1)
        rows = words.rows[: len(runs)]
        inside = rows == words.rows[len(words.rows) - len(runs) :]
        kinds = runs.max(initial=0) + 1
        keys = np.sort((rows * kinds + runs)[inside])
        _count_equal(result[n - 1], keys // kinds, keys)
    return result


def _count_equal(most: Ints, rows: Ints, values: Ints) -> None:
    """Set (R,) `most` to the largest number of equal values in a row in each text."""
    new = np.ones(len(values), bool)
    new[1:] = (values[1:] != values[:-1]) | (rows[1:] != rows[:-1])
    begins = np.flatnonzero(new)
    np.maximum.at(most, rows[begins], np.diff(np.append(begins, len(values))))
