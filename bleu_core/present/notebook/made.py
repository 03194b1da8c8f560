"""The n-grams and the report of a comparison, computed once for notebooks.

They are cached in the comparison.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from bleu_core.explain.comparison import Comparison
from bleu_core.explain.ngrams import NgramTable, evidence
from bleu_core.present.report import MOST_FOR_NGRAMS
from bleu_core.present.report.content import Content
from bleu_core.present.report.gathering import gather
from bleu_core.significance import judge

Made = TypeVar("Made")


def evidence_of(comparison: Comparison, min_count: int = 2) -> NgramTable:
    """The n-grams of a comparison, without points if the ledger is undefined."""
    per_match = np.nan_to_num(comparison.ledger.per_match)
    return _once(
        comparison, f"ngrams {min_count}", lambda: evidence(comparison, per_match, min_count)
    )


def content_of(comparison: Comparison) -> Content:
    """The report of `bleuscope compare`, without other metrics and detectors."""

    def made() -> Content:
        counts = len(comparison) <= MOST_FOR_NGRAMS
        ngrams = evidence_of(comparison) if counts else None
        return gather(comparison, judge(comparison), ngrams)

    return _once(comparison, "content", made)


def _once(comparison: Comparison, name: str, make: Callable[[], Made]) -> Made:
    if name not in comparison.made:
        comparison.made[name] = make()
    found: Made = comparison.made[name]
    return found
