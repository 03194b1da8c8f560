"""Degenerate output: copies, loops, what was cut off, what was lost; each exact and documented.

`detector.py` says what a detector is, `thresholds.py` what can be set; `known.py` has them all by
name. The modules beside them are the detectors; `summary.py` counts them for A and B, and
says what BLEU points they carry.
"""

from bleu_core.detectors.thresholds import Thresholds

__all__ = ["Thresholds"]
