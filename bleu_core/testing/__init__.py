"""Checks that a plugin can run on itself; the built-in parts pass them too.

Each raises AssertionError with a sentence on what is wrong.

- `texts`: the texts of the checks
- `metrics`, `tokenizers`: a check of one kind of plugin each
"""

from bleu_core.testing.metrics import check_metric
from bleu_core.testing.tokenizers import check_tokenizer

__all__ = ["check_metric", "check_tokenizer"]
