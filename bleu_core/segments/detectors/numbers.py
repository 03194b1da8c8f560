"""Numbers that were lost, added or changed.

A number written as a word is none here: where the source has "8" and the reference "eight", an
output may have either; where all have "8", one with "eight" is found.
"""

from __future__ import annotations

from bleu_core.segments.detectors.between import Things, unlike
from bleu_core.segments.detectors.material import Mask, Material
from bleu_core.segments.detectors.thresholds import Thresholds
from bleu_core.segments.detectors.written import apart, by_value


def numbers(material: Material, side: str, _: Thresholds) -> Mask:
    """Has not the numbers of source and references.

    Two readings are tried, and where one finds nothing there is nothing: numbers by their
    value, so that 1,000 is 1.000 and 1 000; and their digits apart, so that 10.30 is 10:30.
    """
    found = []
    for reading in (by_value, apart):
        output, *others = (
            Things(*material.numbers[name].read(reading), material.texts[name].is_valid())
            for name in material.held_against(side)
        )
        found.append(unlike(output, others))
    return found[0] & found[1]
