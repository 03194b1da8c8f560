"""Detectors of degenerate output: copies, repetition, truncation, lost items; exact and documented.

`registry.py` lists all detectors, `text_features.py` holds what they read, `thresholds.py` what can
be set; `output_checks.py` and `lost_items.py` are the detectors, and `summary.py` counts them for A
and B with the BLEU points they contribute.
"""

from bleu_core.segments.detectors.registry import DETECTORS, SAMENESS, Detector, Sameness
from bleu_core.segments.detectors.summary import (
    DetectorCounts,
    SamenessCounts,
    detector_summary,
    sameness_summary,
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
    "SamenessCounts",
    "Thresholds",
    "changed_thresholds",
    "detector_summary",
    "read_thresholds",
    "sameness_summary",
    "thresholds_from",
    "written_thresholds",
]
