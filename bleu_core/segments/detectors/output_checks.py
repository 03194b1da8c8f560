"""Detectors of degenerate output, and of outputs of A and B that are alike.

Copies of the source, repetition, empty, cut-off and runaway outputs, and letters of a wrong
script. Lengths are in characters, so that source and output may be in any script; the usual length
for a source is its length times the characters of all references per source character.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, fill_nulls
from bleu_core.segments.detectors.text_features import (
    SCRIPTS,
    DetectorInput,
    Mask,
    WordIndex,
    character_counts,
    matches_any,
    scripts_seen,
)
from bleu_core.segments.detectors.thresholds import Thresholds

WordRun = tuple[int, ...]
# Factor of a rolling hash: odd, with mixed bits.
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


def copy(material: DetectorInput, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs with exactly the words of the source, or a run of them that no reference has.

    Punctuation and case are ignored. A copy needs a letter, and at least half of the words of a run
    must have one, because numbers should stay as they are.
    """
    result = np.zeros(len(material), bool)
    if material.source is None:
        return result
    size = thresholds.copy_run
    rows = np.flatnonzero(_likely_copies(material.words, side, size))
    words = WordIndex.of(material.part(rows).texts)
    for i, row in enumerate(rows.tolist()):
        output, source = (
            tuple(words.without_punctuation(words.text(name, i))) for name in (side, "source")
        )
        references = [tuple(words.without_punctuation(one)) for one in words.references(i)]
        result[row] = copies(output, source, references, words.letters, size)
    return result


def copies(
    output: WordRun, source: WordRun, references: Sequence[WordRun], letters: Mask, size: int
) -> bool:
    """Whether one output copies its source."""
    if output == source and letters[list(output)].any():
        return output not in references
    shared = _word_runs(output, size) & _word_runs(source, size)
    shared -= {run for reference in references for run in _word_runs(reference, size)}
    return any(2 * letters[list(run)].sum() >= size for run in shared)


def _word_runs(text: WordRun, size: int) -> set[WordRun]:
    return {text[i : i + size] for i in range(len(text) - size + 1)}


def _likely_copies(words: WordIndex, side: str, size: int) -> Mask:
    """(S,) where output and source are equal or share a run, up to hash collisions."""
    output, source = (_run_hashes(words, name, size) for name in (side, "source"))
    here, there = (np.unique(runs) for runs in (output[1], source[1]))
    shared = np.intersect1d(here, there, assume_unique=True)
    result: Mask = output[0] == source[0]
    result[output[2][np.isin(output[1], shared)]] = True
    return result


def _run_hashes(
    words: WordIndex, name: str, size: int
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


# Longest run that is counted; a longer loop repeats its parts.
LONGEST_RUN = 4
# Segments processed together, and bits for two words in a key beside the segment's.
REPEAT_BLOCK, PAIR_BITS = 4_000, 51


def repeat(material: DetectorInput, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs that repeat themselves more than source and references.

    r₁ is the largest number of times that a word is repeated in a row, and rₙ (n = 2, 3, 4) the
    largest count of any n-word run in the text. An output is flagged if, for some n, its rₙ exceeds
    1 and the rₙ of the source and of every reference by at least the threshold. Punctuation is
    ignored: quotation marks come in rows, and a loop of full stops is found by its length. Without
    a source only the references count.
    """
    result = np.zeros(len(material), bool)
    rows = np.flatnonzero(_likely_repeats(material.words, side, thresholds.repeat))
    few = material.part(rows)
    words = WordIndex.of(few.texts)
    for i, row in enumerate(rows.tolist()):
        others = words.references(i)
        if few.source is not None:
            others.append(words.text("source", i))
        output = words.without_punctuation(words.text(side, i))
        result[row] = repeats(output, map(words.without_punctuation, others), thresholds.repeat)
    return result


def repeats(output: Sequence[int], others: Iterable[Sequence[int]], more: int) -> bool:
    """Whether one output repeats itself."""
    usual = np.max([np.ones(LONGEST_RUN, np.int64), *map(_repetitions, others)], axis=0)
    return bool((_repetitions(output) >= usual + more).any())


def _repetitions(text: Sequence[int]) -> NDArray[np.int64]:
    """(LONGEST,) r₁, r₂ … of a text; 0 if it has no run of that length."""
    in_a_row, longest = 0, 0
    for i, word in enumerate(text):
        in_a_row = in_a_row + 1 if i and text[i - 1] == word else 1
        longest = max(longest, in_a_row)
    result = [longest]
    for n in range(2, LONGEST_RUN + 1):
        counts = Counter(tuple(text[i : i + n]) for i in range(len(text) - n + 1))
        result.append(max(counts.values(), default=0))
    return np.array(result)


def _likely_repeats(words: WordIndex, side: str, more: int) -> Mask:
    """(S,) where a word pair occurs more than `more` times, or a word `more` times after itself.

    No other output can be flagged, as `usual` is at least 1. False candidates are possible if V
    exceeds 2^26.
    """
    stream, size = words.streams[side], len(words.plain)
    result = np.zeros(len(stream.lengths), bool)
    offsets = stream.offsets
    for first in range(0, len(result), REPEAT_BLOCK):
        lengths = stream.lengths[first : first + REPEAT_BLOCK]
        ids = stream.ids[offsets[first] : offsets[first + len(lengths)]]
        is_word = words.plain[ids]
        segments = np.repeat(np.arange(len(lengths)), lengths)[is_word]
        ids = ids[is_word].astype(np.int64)
        inside = segments[1:] == segments[:-1]
        alike = np.bincount(segments[1:][inside & (ids[1:] == ids[:-1])], minlength=len(lengths))
        pairs = (ids[:-1] * size + ids[1:])[inside]
        keys = np.sort(segments[1:][inside] << PAIR_BITS | pairs & ((1 << PAIR_BITS) - 1))
        often = keys[more:][keys[more:] == keys[: len(keys) - more]] >> PAIR_BITS
        result[first + often] = True
        result[first : first + len(lengths)] |= alike >= more
    return result


# End of a sentence, with closing quotation marks or brackets after it.
SENTENCE_END = r"[.!?…。！？｡।॥؟۔։።][\p{Pe}\p{Pf}\p{Pi}\"'\s]*$"


def empty(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag outputs of white space only."""
    return character_counts(material.output(side)) == 0


def cut(material: DetectorInput, side: str, thresholds: Thresholds) -> Mask:
    """Flag short outputs without the sentence end that the source (or every reference) has."""
    output = material.output(side)
    lengths = character_counts(output)
    short = (lengths > 0) & (lengths < thresholds.short * _usual_length(material, np.fmin))
    if material.source is not None:
        ends = matches_any([material.source], SENTENCE_END)
    else:
        ends = np.all(
            [matches_any([r], SENTENCE_END) | ~as_numpy(r.is_valid()) for r in material.references],
            axis=0,
        )
    return short & ends & ~matches_any([output], SENTENCE_END)


def runaway(material: DetectorInput, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs much longer than source and references suggest."""
    return character_counts(material.output(side)) > thresholds.long * _usual_length(
        material, np.fmax
    )


def _usual_length(material: DetectorInput, choose: np.ufunc) -> NDArray[np.float64]:
    """(S,) the smallest or largest length that source and references suggest, in characters."""
    lengths = [
        np.where(as_numpy(reference.is_valid()), character_counts(reference), np.nan)
        for reference in material.references
    ]
    if material.source is not None:
        lengths.append(character_counts(material.source) * material.characters_per_source)
    result: NDArray[np.float64] = choose.reduce(lengths)
    return result


# A script is usual if this share of all references has it.
USUAL_SHARE = 0.5


def script(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag two letters in a row of a script that no reference of the segment has, and fewer than
    half of the test set's references."""
    beyond = scripts_seen(material.output(side), 2) & ~material.scripts
    result = np.zeros(len(material), bool)
    for number, letters in enumerate(SCRIPTS.values()):
        rows = (beyond >> number & 1).astype(bool)
        if rows.any() and not _is_usual(material, letters):
            result |= rows
    return result


def _is_usual(material: DetectorInput, letters: str) -> bool:
    references = material.whole.references
    hits = sum(int(matches_any([reference], f"[{letters}]").sum()) for reference in references)
    return hits >= USUAL_SHARE * sum(len(one) - one.null_count for one in references)


# Unicode white space; RE2's \s matches ASCII only.
_WHITE_SPACE = r"[\s\x{0b}\x{1c}-\x{1f}\x{85}\pZ]+"
_PUNCTUATION = r"[\pP\pS]+"


def same(material: DetectorInput) -> Mask:
    """A and B are the same, character by character."""
    return fill_nulls(pc.equal(material.a, material.b), bool)


def same_but_spacing(material: DetectorInput) -> Mask:
    """A and B differ only in white space."""
    return _same_after(material, partial(_without, pattern=_WHITE_SPACE))


def same_but_case(material: DetectorInput) -> Mask:
    """A and B differ only in case."""
    return _same_after(material, pc.utf8_lower)


def same_but_punctuation(material: DetectorInput) -> Mask:
    """A and B differ in punctuation or symbols, and otherwise only in spaces."""
    pattern = rf"{_PUNCTUATION}|{_WHITE_SPACE}"
    return _same_after(material, partial(_without, pattern=pattern)) & ~same_but_spacing(material)


def _same_after(material: DetectorInput, change: Callable[[pa.Array], pa.Array]) -> Mask:
    """(S,) where A and B differ, and are equal once changed."""
    result = np.zeros(len(material), bool)
    rows = np.flatnonzero(~same(material))
    a, b = (texts.take(as_arrow(rows)) for texts in (material.a, material.b))
    result[rows] = fill_nulls(pc.equal(change(a), change(b)), bool)
    return result


def _without(texts: pa.Array, pattern: str) -> pa.Array:
    return pc.replace_substring_regex(texts, pattern, "")
