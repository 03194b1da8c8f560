"""Does the verdict hold? The same comparison under other settings.

`grid` scores it under each of `settings`; `summary` says which of them decide.
"""

from bleu_core.robustness.cells import Cell, Setting, grid, settings
from bleu_core.robustness.sentences import summary

__all__ = ["Cell", "Setting", "grid", "settings", "summary"]
