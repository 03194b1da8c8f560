"""Detectors of degenerate output by length and script, and of outputs of A and B that are alike.

Empty, cut-off and runaway outputs, and letters of a wrong script. Lengths are in characters, so
that source and output may be in any script; the usual length for a source is its length times the
characters of all references per source character.
"""

from __future__ import annotations

from collections.abc import Callable
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
    character_counts,
    matches_any,
    scripts_seen,
)
from bleu_core.segments.detectors.thresholds import Thresholds

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
