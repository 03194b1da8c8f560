"""Robustness: BLEU and its tests under other settings.

For BLEU only, whose text is counted again under other tokenizers, case and references.
"""

from bleu_core.significance.robustness.cell import Cell
from bleu_core.significance.robustness.scoring import (
    Setting,
    expected_seconds,
    grid,
    settings,
)
from bleu_core.significance.robustness.sentences import summary

__all__ = ["Cell", "Setting", "expected_seconds", "grid", "settings", "summary"]
