"""Does the verdict hold? The same comparison under other settings.

`grid` scores it under each of `settings`; `summary` says what they change.
"""

from bleu_core.robustness.cells import Cell, Setting, expected_seconds, grid, settings
from bleu_core.robustness.sentences import summary

__all__ = ["Cell", "Setting", "expected_seconds", "grid", "settings", "summary"]
