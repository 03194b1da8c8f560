"""Does the verdict hold under other settings? What BLEU and its tests say under each of them.

Of BLEU alone: it counts the text anew under other tokenizers, case and references.

Stands on a comparison and the tests; reports and screens stand on it.
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
