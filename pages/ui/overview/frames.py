"""The data frames behind the Overview's figures."""

from __future__ import annotations

import numpy as np
import pandas as pd

from bleu_core import Comparison
from bleu_core.present import figures
from bleu_core.present.account.parts import Parts


def components_frame(parts: Parts) -> pd.DataFrame:
    """Return the steps of the waterfall."""
    return pd.DataFrame(
        {"component": list(parts.points), "BLEU points": list(parts.points.values())}
    )


def parts_frame(parts: Parts) -> pd.DataFrame:
    """Return counts, totals and precisions of both systems, raw and as scored."""
    columns: dict[str, list[float]] = {}
    for side, found in zip("AB", zip(*parts.precisions, strict=True), strict=True):
        columns |= {
            f"matches {side}": [p.count for p in found],
            f"n-grams {side}": [p.total for p in found],
            f"precision {side}, %": [p.percent for p in found],
            f"smoothed {side}, %": [p.taken for p in found],
        }
    return pd.DataFrame({"order": range(1, len(parts.precisions) + 1)} | columns)


def histogram_frame(comparison: Comparison) -> pd.DataFrame:
    """Return the bars of the histogram of sentence Δ."""
    counts, edges = figures.histogram(comparison.sentence_deltas)
    return pd.DataFrame({"Δ from": edges[:-1], "Δ to": edges[1:], "segments": counts})


def points_frame(comparison: Comparison) -> pd.DataFrame:
    """Return the BLEU points of each segment, in descending order."""
    carried = comparison.ledger.segments
    order = np.argsort(-np.abs(carried), kind="stable")
    return pd.DataFrame({"line": comparison.evalset.lines[order], "BLEU points": carried[order]})
