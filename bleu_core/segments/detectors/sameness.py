"""Detectors of outputs of A and B that are the same, or the same except for one thing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrow import as_arrow, filled
from bleu_core.segments.detectors.material import Mask, Material

# Unicode white space; RE2's \s matches ASCII only.
_SPACES = r"[\s\x{0b}\x{1c}-\x{1f}\x{85}\pZ]+"
_MARKS = r"[\pP\pS]+"


def same(material: Material) -> Mask:
    """A and B are the same, character by character."""
    return _equal(material.a, material.b)


def same_but_spacing(material: Material) -> Mask:
    """A and B differ only in white space."""
    return _but_for(material, lambda texts: _without(texts, _SPACES))


def same_but_case(material: Material) -> Mask:
    """A and B differ only in case."""
    return _but_for(material, pc.utf8_lower)


def same_but_punctuation(material: Material) -> Mask:
    """A and B differ in punctuation or symbols, and otherwise only in spaces."""
    result = _but_for(material, lambda texts: _without(_without(texts, _MARKS), _SPACES))
    return result & ~same_but_spacing(material)


def _but_for(material: Material, change: Callable[[pa.Array], pa.Array]) -> Mask:
    """(S,) where A and B differ, and are equal once changed."""
    result = np.zeros(len(material), bool)
    rows = np.flatnonzero(~same(material))
    a, b = (texts.take(as_arrow(rows)) for texts in (material.a, material.b))
    result[rows] = _equal(change(a), change(b))
    return result


def _without(texts: pa.Array, pattern: str) -> pa.Array:
    return pc.replace_substring_regex(texts, pattern, "")


def _equal(one: pa.Array, other: pa.Array) -> Mask:
    return filled(pc.equal(one, other), bool)
