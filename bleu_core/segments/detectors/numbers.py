"""Detector of lost, added or changed numbers.

A number written as a word is not counted: if the source has "8" and the reference "eight", the
output may have either; if both have "8", "eight" is flagged.
"""

from __future__ import annotations

from bleu_core.segments.detectors.between import Things, unlike
from bleu_core.segments.detectors.material import Mask, Material
from bleu_core.segments.detectors.thresholds import Thresholds
from bleu_core.segments.detectors.written import apart, by_value


def numbers(material: Material, side: str, _: Thresholds) -> Mask:
    """Flag outputs whose numbers differ from those of source and references.

    An output is flagged only if both readings differ: numbers by value, where 1,000 is 1.000 and 1
    000; and groups of digits, where 10.30 is 10:30.
    """
    result = []
    for reading in (by_value, apart):
        output, *others = (
            Things(*material.numbers[name].read(reading), material.texts[name].is_valid())
            for name in material.compared_texts(side)
        )
        result.append(unlike(output, others))
    return result[0] & result[1]
