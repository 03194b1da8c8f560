"""Detectors of degenerate output: copies, repetition, truncation, lost items; exact and documented.

`registry.py` lists all detectors, `text_features.py` holds what they read, `thresholds.py` what can
be set; `output_checks.py` and `lost_items.py` are the detectors, and `summary.py` counts them for A
and B with the BLEU points they contribute.
"""

from bleu_core.segments.detectors.detector import Detector, Sameness
from bleu_core.segments.detectors.known import DETECTORS, SAMENESS
from bleu_core.segments.detectors.material import Material
from bleu_core.segments.detectors.summary import Alike, Counts, alike, summary
from bleu_core.segments.detectors.thresholds import Thresholds, read_thresholds, written_thresholds

__all__ = [
    "DETECTORS",
    "SAMENESS",
    "Alike",
    "Counts",
    "Detector",
    "Material",
    "Sameness",
    "Thresholds",
    "alike",
    "read_thresholds",
    "summary",
    "written_thresholds",
]
