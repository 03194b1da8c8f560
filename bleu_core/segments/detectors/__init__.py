"""Detectors of degenerate output: copies, repetition, truncation, lost items.

- `registry`: the list of the detectors, their types, and counts with tests and BLEU points
- `output_checks`: detectors by length and script, and of identical outputs
- `word_checks`: detectors of copies and repetition
- `lost_items`: detectors of lost or added numbers, placeholders, markup and names
- `text_features`: properties of the texts for detectors, computed once
- `words`: texts as integers for characters and for words
- `written_numbers`, `placeholders`, `names`: items in texts
- `thresholds`: thresholds and their limits
"""

from bleu_core.segments.detectors.registry import (
    DETECTORS,
    SAMENESS,
    Detector,
    DetectorCounts,
    Sameness,
    detector_summary,
)
from bleu_core.segments.detectors.text_features import DetectorInput
from bleu_core.segments.detectors.thresholds import (
    Thresholds,
    changed_thresholds,
    read_thresholds,
    thresholds_from,
    written_thresholds,
)

__all__ = [
    "DETECTORS",
    "SAMENESS",
    "Detector",
    "DetectorCounts",
    "DetectorInput",
    "Sameness",
    "Thresholds",
    "changed_thresholds",
    "detector_summary",
    "read_thresholds",
    "thresholds_from",
    "written_thresholds",
]
