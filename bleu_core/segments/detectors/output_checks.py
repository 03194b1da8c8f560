"""Detectors of degenerate output by length and script, and of similar outputs of A and B.

They find empty, cut-off and runaway outputs, and letters of a wrong script. Lengths are in
characters, so that source and output may be in any script. The expected length for a source is its
length times the number of characters of all references per source character.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrays import as_arrow, as_numpy, fill_nulls, nulls_as_empty, utf8_buffer
from bleu_core.common.scripts import SCRIPTS
from bleu_core.segments.detectors.text_features import (
    DetectorInput,
    Ints,
    Mask,
    matches_any,
    scripts_seen,
)
from bleu_core.segments.detectors.thresholds import Thresholds

# End of a sentence, with closing quotation marks or brackets after it.
SENTENCE_END = r"[.!?…。！？｡।॥؟۔։።][\p{Pe}\p{Pf}\p{Pi}\"'\s]*$"


def empty(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag outputs of white space only."""
    return material.lengths[side] == 0


def cut(material: DetectorInput, side: str, thresholds: Thresholds) -> Mask:
    """Flag short outputs without the sentence end that the source (or every reference) has."""
    output = material.output(side)
    lengths = material.lengths[side]
    short = (lengths > 0) & (lengths < thresholds.short * _usual_length(material, np.fmin))
    rows = np.flatnonzero(short)
    few = as_arrow(rows)
    if material.source is not None:
        ends = matches_any([material.source.take(few)], SENTENCE_END)
    else:
        references = [reference.take(few) for reference in material.references]
        ends = np.all(
            [matches_any([r], SENTENCE_END) | ~as_numpy(r.is_valid()) for r in references], axis=0
        )
    result = np.zeros(len(material), bool)
    result[rows] = ends & ~matches_any([output.take(few)], SENTENCE_END)
    return result


def runaway(material: DetectorInput, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs much longer than source and references suggest."""
    return material.lengths[side] > thresholds.long * _usual_length(material, np.fmax)


def _usual_length(material: DetectorInput, choose: np.ufunc) -> NDArray[np.float64]:
    """(S,) the smallest or largest length that source and references suggest, in characters."""
    lengths = [
        np.where(as_numpy(reference.is_valid()), material.lengths[f"reference {i}"], np.nan)
        for i, reference in enumerate(material.references)
    ]
    if material.source is not None:
        lengths.append(material.lengths["source"] * material.characters_per_source)
    result: NDArray[np.float64] = choose.reduce(lengths)
    return result


# A script is usual if this share of all references has it.
USUAL_SHARE = 0.5


def script(material: DetectorInput, side: str, _: Thresholds) -> Mask:
    """Flag two letters in a row of a script that no reference of the segment has, and fewer than
    half of the test set's references."""
    beyond = scripts_seen(material.output(side), 2) & ~material.scripts
    references = material.whole.references
    result = np.zeros(len(material), bool)
    for number, letters in enumerate(list(SCRIPTS.values())[:-1]):  # without "another script"
        rows = (beyond >> number & 1).astype(bool)
        if not rows.any():
            continue
        hits = sum(int(matches_any([text], letters).sum()) for text in references)
        if hits < USUAL_SHARE * sum(len(text) - text.null_count for text in references):
            result |= rows
    return result


# Unicode white space; RE2's \s matches ASCII only.
_WHITE_SPACE = r"[\s\x{0b}\x{1c}-\x{1f}\x{85}\pZ]+"
_PUNCTUATION = r"[\pP\pS]+"
_ASCII_LETTERS = bytes(chr(code).isalnum() for code in range(128)).ljust(256, b"\0")
TEXT_BLOCK = 4_000


def same(material: DetectorInput) -> Mask:
    """A and B are the same, character by character."""
    return fill_nulls(pc.equal(material.a, material.b), bool)


def same_but_spacing(material: DetectorInput) -> Mask:
    """A and B differ only in white space."""
    likely = ~same(material) & _equal_letters(material)
    return _same_after(material, likely, partial(_without, pattern=_WHITE_SPACE))


def same_but_case(material: DetectorInput) -> Mask:
    """A and B differ only in case."""
    return _same_after(material, ~same(material), pc.utf8_lower)


def same_but_punctuation(material: DetectorInput) -> Mask:
    """A and B differ in punctuation or symbols, and otherwise only in spaces."""
    likely = ~same(material) & _equal_letters(material) & ~same_but_spacing(material)
    return _same_after(
        material, likely, partial(_without, pattern=rf"{_PUNCTUATION}|{_WHITE_SPACE}")
    )


def _equal_letters(material: DetectorInput) -> Mask:
    """(S,) where A and B may be equal without punctuation and white space: a quick test."""
    a, b = (_ascii_letters(texts) for texts in (material.a, material.b))
    return np.asarray(a == b)


def _ascii_letters(texts: pa.Array) -> Ints:
    """(S,) the number of letters and digits of ASCII in each text."""
    counts = [np.zeros(0, np.int64)]
    for first in range(0, len(texts), TEXT_BLOCK):
        data, offsets = utf8_buffer(nulls_as_empty(texts[first : first + TEXT_BLOCK]))
        letters = np.frombuffer(data.tobytes().translate(_ASCII_LETTERS), np.uint8)
        before = np.append(0, np.cumsum(letters, dtype=np.int64))
        counts.append(np.diff(before[offsets]))
    return np.concatenate(counts)


def _same_after(
    material: DetectorInput, likely: Mask, change: Callable[[pa.Array], pa.Array]
) -> Mask:
    """(S,) where A and B are equal once changed, among those that are likely."""
    result = np.zeros(len(material), bool)
    every = np.flatnonzero(likely)
    for first in range(0, len(every), TEXT_BLOCK):
        rows = every[first : first + TEXT_BLOCK]
        a, b = (texts.take(as_arrow(rows)) for texts in (material.a, material.b))
        result[rows] = fill_nulls(pc.equal(change(a), change(b)), bool)
    return result


def _without(texts: pa.Array, pattern: str) -> pa.Array:
    return pc.replace_substring_regex(texts, pattern, "")
