"""Detector of words in a wrong script."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.common.arrow import mask
from bleu_core.segments.detectors.material import Mask, Material
from bleu_core.segments.detectors.scripts_seen import SCRIPTS, scripts_seen
from bleu_core.segments.detectors.thresholds import Thresholds

# A script is usual if this share of all references has it.
USUAL = 0.5


def script(material: Material, side: str, _: Thresholds) -> Mask:
    """Flag two letters in a row of a script that no reference of the segment has, and fewer than
    half of the test set's references."""
    beyond = scripts_seen(material.output(side), 2) & ~material.scripts
    result = np.zeros(len(material), bool)
    for number, letters in enumerate(SCRIPTS.values()):
        rows = (beyond >> number & 1).astype(bool)
        if rows.any() and not _is_usual(material, letters):
            result |= rows
    return result


def _is_usual(material: Material, letters: str) -> bool:
    hits = [_fitting(reference, f"[{letters}]") for reference in material.whole.references]
    total = sum(len(reference) - reference.null_count for reference in material.whole.references)
    return sum(hits) >= USUAL * total


def _fitting(texts: pa.Array, pattern: str) -> int:
    return int(mask(pc.match_substring_regex(texts, pattern)).sum())
