"""The answer about a comparison of a suite that failed: the segments that changed most."""

from __future__ import annotations

from typing import Any

import numpy as np

from bleu_core import Comparison
from bleu_core.present.comparison_report import ComparisonReport
from bleu_core.present.viewer.contents import part_contents
from bleu_core.present.viewer.overview import extreme_segments


def changed(comparison: Comparison, asked: dict[str, str]) -> dict[str, Any]:
    """The `Extremes` of overview/segments_card.js, and a document with these segments."""
    segments = extreme_segments(ComparisonReport(comparison))
    rows = np.array([one["row"] for one in segments["rows"]], np.int64)
    return {
        "segments": segments,
        "document": part_contents(comparison, rows) if len(rows) else None,
    }


ANSWERS = {"changed": changed}
