"""Checks that a plugin can run on itself; the built-in parts pass them too.

Each raises AssertionError with a sentence on what is wrong.

- `texts`: the texts of the checks
- `metrics`: `check_metric`
"""

from bleu_core.testing.metrics import check_metric

__all__ = ["check_metric"]
