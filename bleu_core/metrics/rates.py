"""Error rates: edits in per cent of the reference's words, as WER and TER have them."""

from __future__ import annotations

import numpy as np

from bleu_core.metrics.additive import FloatArray, Rows


def error_rates(sums: Rows) -> FloatArray:
    """(R,) per cent of each of (R, 2) rows: edits, and words of the reference.

    Edits for a reference without a word are 100 %, none are 0 %: sacreBLEU's convention for TER.

    >>> error_rates(np.array([[1, 4], [3, 2], [7, 0], [0, 0]])).tolist()
    [25.0, 150.0, 100.0, 0.0]
    """
    edits, words = sums[:, 0], sums[:, 1]
    without: FloatArray = (edits > 0).astype(np.float64)
    return 100 * np.divide(edits, words, out=without, where=words > 0)
