"""Detectors of empty, cut-off and runaway outputs.

Lengths are in characters, so source and output may be in any script. The usual length for a source
is its length times the characters of all references per source character.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from bleu_core.common.arrow import as_numpy, mask
from bleu_core.segments.detectors.material import Mask, Material, characters, fits
from bleu_core.segments.detectors.thresholds import Thresholds

# End of a sentence, with closing quotation marks or brackets after it.
FINAL = r"[.!?…。！？｡।॥؟۔։።][\p{Pe}\p{Pf}\p{Pi}\"'\s]*$"


def empty(material: Material, side: str, _: Thresholds) -> Mask:
    """Flag outputs of white space only."""
    return characters(material.output(side)) == 0


def cut(material: Material, side: str, thresholds: Thresholds) -> Mask:
    """Flag short outputs without the sentence end that the source (or every reference) has."""
    output = material.output(side)
    lengths = characters(output)
    short = (lengths > 0) & (lengths < thresholds.short * _usual(material, np.fmin))
    if material.source is not None:
        ends = fits([material.source], FINAL)
    else:
        ends = np.all([_ends_or_missing(reference) for reference in material.references], axis=0)
    return short & ends & ~fits([output], FINAL)


def runaway(material: Material, side: str, thresholds: Thresholds) -> Mask:
    """Flag outputs much longer than source and references suggest."""
    return characters(material.output(side)) > thresholds.long * _usual(material, np.fmax)


def _usual(material: Material, choose: np.ufunc) -> NDArray[np.float64]:
    """(S,) the smallest or largest length that source and references suggest, in characters."""
    lengths = []
    for reference in material.references:
        lengths.append(np.where(as_numpy(reference.is_valid()), characters(reference), np.nan))
    if material.source is not None:
        lengths.append(characters(material.source) * material.characters_per_source)
    result: NDArray[np.float64] = choose.reduce(lengths)
    return result


def _ends_or_missing(reference: pa.Array) -> Mask:
    return mask(pc.match_substring_regex(reference, FINAL)) | ~as_numpy(reference.is_valid())
