"""Degenerate output: copies, loops, what was cut off, what was lost; each exact and documented.

`detector.py` says what a detector is, `material.py` what it looks at, `thresholds.py` what can be
set; `known.py` has them all by name. The modules beside them are the detectors, by kind;
`summary.py` counts them for A and B, and says what BLEU points they carry.
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
