"""Detector of copies of the source: all of it, or a long run of its words."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from bleu_core.segments.detectors.material import Mask, Material, Words
from bleu_core.segments.detectors.thresholds import Thresholds

Run = tuple[int, ...]
# Factor of a rolling hash: odd, with mixed bits.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def copy(material: Material, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs with exactly the words of the source, or a run of them that no reference has.

    Punctuation and case are ignored. A copy needs a letter, and at least half of the words of a run
    must have one, because numbers should stay as they are.
    """
    result = np.zeros(len(material), bool)
    if material.source is None:
        return result
    size = thresholds.copy_run
    rows = np.flatnonzero(_likely(material.words, side, size))
    words = Words.of(material.part(rows).texts)
    for i, row in enumerate(rows.tolist()):
        output, source = (
            tuple(words.without_punctuation(words.text(name, i))) for name in (side, "source")
        )
        references = [tuple(words.without_punctuation(one)) for one in words.references(i)]
        result[row] = copies(output, source, references, words.letters, size)
    return result


def copies(output: Run, source: Run, references: Sequence[Run], letters: Mask, size: int) -> bool:
    """Whether one output copies its source."""
    if output == source and letters[list(output)].any():
        return output not in references
    shared = _runs(output, size) & _runs(source, size)
    shared -= {run for reference in references for run in _runs(reference, size)}
    return any(2 * letters[list(run)].sum() >= size for run in shared)


def _runs(text: Run, size: int) -> set[Run]:
    return {text[i : i + size] for i in range(len(text) - size + 1)}


def _likely(words: Words, side: str, size: int) -> Mask:
    """(S,) where output and source are equal or share a run, up to hash collisions."""
    output, source = (_hashed(words, name, size) for name in (side, "source"))
    here, there = (np.unique(runs) for runs in (output[1], source[1]))
    shared = np.intersect1d(here, there, assume_unique=True)
    result: Mask = output[0] == source[0]
    result[output[2][np.isin(output[1], shared)]] = True
    return result


def _hashed(
    words: Words, name: str, size: int
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int64]]:
    """Hash of each text without punctuation, (S,); hashes of its runs, (K,); and their segments,
    (K,)."""
    stream = words.streams[name]
    is_word = words.plain[stream.ids]
    segments = np.repeat(np.arange(len(stream.lengths)), stream.lengths)[is_word]
    ids = stream.ids[is_word].astype(np.uint64) + np.uint64(1)
    mixed = (ids * _FACTOR) ^ (ids << np.uint64(17))
    lengths = np.bincount(segments, minlength=len(stream.lengths))
    places = np.arange(len(ids)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    whole = np.zeros(len(stream.lengths), np.uint64)
    np.add.at(whole, segments, mixed * (2 * places + 1).astype(np.uint64))
    count = max(len(ids) - size + 1, 0)
    runs = np.zeros(count, np.uint64)
    for k in range(min(size, len(ids))):
        runs = runs * _FACTOR + mixed[k : k + count]
    owners = segments[:count]
    inside = owners == segments[size - 1 :] if count else np.zeros(0, bool)
    runs = (runs ^ (owners.astype(np.uint64) * np.uint64(0xD6E8FEB86659FD93)))[inside]
    return whole, runs, owners[inside]
