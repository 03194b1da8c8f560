"""Checks for plugins. Each raises AssertionError with a sentence on what is wrong.

>>> from bleuscope import testing
>>> testing.check_metric(str)  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
AssertionError: A metric must have about, count, scores, quick_scores, ... and signature.
"""

from bleu_core.testing import (
    check_column,
    check_detector,
    check_metric,
    check_reader,
    check_tokenizer,
)

__all__ = ["check_column", "check_detector", "check_metric", "check_reader", "check_tokenizer"]
