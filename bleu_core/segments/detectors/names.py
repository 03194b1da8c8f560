"""Detector of lost names and words in capitals."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from bleu_core.segments.detectors.material import Mask, Material, fits
from bleu_core.segments.detectors.thresholds import Thresholds

_WORD = re.compile(r"[^\W_]{2,}")
# No sentence begins after a word, or after a comma that follows one.
_INSIDE = re.compile(r"(?<=[^\W_][\s,]|[\w,]\s)[^\W_]{2,}")


def names(material: Material, side: str, _: Thresholds) -> Mask:
    """Flag outputs that lack a name of source and references."""
    result = np.zeros(len(material), bool)
    if material.source is None:
        return result
    for i, output, others in material.rows(fits([material.source], r"\p{Lu}"), side):
        result[i] = len(others) > 1 and bool(lost_names(output, others[0], others[1:]))
    return result


def lost_names(output: str, source: str, references: Sequence[str]) -> set[str]:
    """The names that an output lacks.

    A name is a word of at least two letters or digits with a capital that occurs in the source and
    every reference in the same spelling; not only at the start of a sentence, unless it has a
    capital after its first letter. The output may have it in any case.

    >>> sorted(lost_names("Peter sah ihn.", "Then Peter met Anna.", ["Peter traf Anna."]))
    ['Anna']
    """
    texts = [source, *references]
    shared = set.intersection(*(_capitalised(_WORD.findall(text)) for text in texts))
    if not shared:
        return shared
    inside = {word for text in texts for word in _INSIDE.findall(text)}
    meant = {word for word in shared if word in inside or not word[1:].islower()}
    return meant - _in_any_case(meant, output)


def _capitalised(words: list[str]) -> set[str]:
    return {word for word in words if word != word.lower()}


def _in_any_case(names: set[str], output: str) -> set[str]:
    words = {word.casefold() for word in _WORD.findall(output)}
    return {name for name in names if name.casefold() in words}
