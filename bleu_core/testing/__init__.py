"""Checks that a plugin can run on itself; the built-in parts pass them too.

Each raises AssertionError with a sentence on what is wrong.

- `texts`: the texts of the checks
- `metrics`: `check_metric`
- `tokenizers`: `check_tokenizer`
- `segments`: `check_detector` and `check_column`
- `readers`: `check_reader`
"""

from bleu_core.testing.metrics import check_metric
from bleu_core.testing.readers import check_reader
from bleu_core.testing.segments import check_column, check_detector
from bleu_core.testing.tokenizers import check_tokenizer

__all__ = ["check_column", "check_detector", "check_metric", "check_reader", "check_tokenizer"]
