"""How many segments one system wins against another, by sentence scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import FloatArray


class Sentences(Protocol):
    """Statistics with sentence scores."""

    def sentence_scores(self) -> FloatArray:
        """(S,) sentence scores; NaN where a segment has none."""


def segments_won(systems: Sequence[Sentences], higher_is_better: bool = True) -> NDArray[np.int64]:
    """The number of segments on which each system beats each other; ties count for neither.

    Parameters
    ----------
    systems : list of K SegmentStatistics or MetricStatistics
        On the same segments, under the same settings.
    higher_is_better : bool

    Returns
    -------
    (K, K) array
        [i, j]: the number of segments that system j wins against i.
    """
    sign = 1 if higher_is_better else -1
    scores = sign * np.stack([system.sentence_scores() for system in systems])
    # Row by row, so that only one array of K × S is needed besides the scores.
    return np.stack([np.count_nonzero(scores > row, axis=1) for row in scores])
