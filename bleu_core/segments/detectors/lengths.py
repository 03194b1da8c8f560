"""Nothing, too little, too much: outputs that are empty, cut off or run away.

Lengths are in characters, which need no words: source and output may be in any script. What is
usual for a source is its length times the characters of all references for one of their sources.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy, mask
from bleu_core.segments.detectors.material import Mask, Material, characters, fits
from bleu_core.segments.detectors.thresholds import Thresholds

# Ends a sentence, whatever closes after it: quotation marks, brackets.
FINAL = r"[.!?…。！？｡।॥؟۔։።][\p{Pe}\p{Pf}\p{Pi}\"'\s]*$"


def empty(material: Material, side: str, _: Thresholds) -> Mask:
    """Has no character but white space."""
    return characters(material.output(side)) == 0


def cut(material: Material, side: str, thresholds: Thresholds) -> Mask:
    """Is short, and does not end a sentence where the source (or every reference) does."""
    output = material.output(side)
    lengths = characters(output)
    short = (lengths > 0) & (lengths < thresholds.short * _usual(material, np.fmin))
    if material.source is not None:
        ends = fits([material.source], FINAL)
    else:
        ends = np.all([_ends_or_missing(one) for one in material.references], axis=0)
    return short & ends & ~fits([output], FINAL)


def runaway(material: Material, side: str, thresholds: Thresholds) -> Mask:
    """Is longer than source and references have it."""
    return characters(material.output(side)) > thresholds.long * _usual(material, np.fmax)


def _usual(material: Material, choose: np.ufunc) -> NDArray[np.float64]:
    """(S,) the least or greatest length that source and references speak for, in characters."""
    lengths = []
    for reference in material.references:
        lengths.append(np.where(as_numpy(reference.is_valid()), characters(reference), np.nan))
    if material.source is not None:
        lengths.append(characters(material.source) * material.characters_per_source)
    found: NDArray[np.float64] = choose.reduce(lengths)
    return found


def _ends_or_missing(reference: pa.Array) -> Mask:
    return mask(pc.match_substring_regex(reference, FINAL)) | ~as_numpy(reference.is_valid())
