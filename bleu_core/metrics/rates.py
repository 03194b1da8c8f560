"""Error rates of WER and TER: edits in per cent of the reference's words."""

from __future__ import annotations

import numpy as np

from bleu_core.metrics.additive import FloatArray, Rows


def error_rates(sums: Rows) -> FloatArray:
    """(R,) error rates in per cent, from (R, 2) rows of edits and words of the reference.

    For an empty reference the rate is 100 % with any edit, else 0 %, as in sacreBLEU's TER.

    >>> error_rates(np.array([[1, 4], [3, 2], [7, 0], [0, 0]])).tolist()
    [25.0, 150.0, 100.0, 0.0]
    """
    edits, words = sums[:, 0], sums[:, 1]
    without: FloatArray = (edits > 0).astype(np.float64)
    return 100 * np.divide(edits, words, out=without, where=words > 0)
