"""Words in a script that they should not be in."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bleu_core.arrow import as_arrow, mask
from bleu_core.detectors.material import Mask, Material, fits
from bleu_core.detectors.thresholds import Thresholds

_NAMES = (
    "Latin Greek Cyrillic Armenian Hebrew Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil "
    "Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Georgian Hangul Ethiopic Khmer "
    "Mongolian"
)
# What Chinese and Japanese are written in is one.
SCRIPTS = {name: rf"\p{{{name}}}" for name in _NAMES.split()}
SCRIPTS["Han"] = r"\p{Han}\p{Hiragana}\p{Katakana}"
# A script is usual that this part of all references have.
USUAL = 0.5


def script(material: Material, side: str, _: Thresholds) -> Mask:
    """Has two letters in a row of a script that no reference of the segment has, and fewer than
    half of the references of the test set."""
    output = material.output(side)
    found = np.zeros(len(material), bool)
    for letters in SCRIPTS.values():
        rows = np.flatnonzero(fits([output], f"[{letters}]{{2}}"))
        if len(rows) and not _is_usual(material, letters):
            among = [reference.take(as_arrow(rows)) for reference in material.references]
            found[rows[~fits(among, f"[{letters}]")]] = True
    return found


def _is_usual(material: Material, letters: str) -> bool:
    hits = [_fitting(one, f"[{letters}]") for one in material.whole.references]
    total = sum(len(one) - one.null_count for one in material.whole.references)
    return sum(hits) >= USUAL * total


def _fitting(texts: pa.Array, pattern: str) -> int:
    return int(mask(pc.match_substring_regex(texts, pattern)).sum())
