"""How many segments one system wins against another, by their scores of each segment alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from bleu_core.metrics.additive import FloatArray


class Sentences(Protocol):
    """What has a score for each segment alone."""

    def sentence_scores(self) -> FloatArray:
        """(S,) the score of every segment alone; NaN where a segment has none."""


def segments_won(systems: Sequence[Sentences], higher_is_better: bool = True) -> NDArray[np.int64]:
    """On how many segments each system is better than each other; alike counts for neither.

    Parameters
    ----------
    systems : list of K SegmentStatistics or MetricStatistics
        Of the same segments, under the same settings.
    higher_is_better : bool

    Returns
    -------
    (K, K) array
        At [i, j] the segments that system j wins against i.
    """
    sign = 1 if higher_is_better else -1
    scores = sign * np.stack([one.sentence_scores() for one in systems])
    # A row against all, so that no more than one array of K × S is held beside the scores.
    return np.stack([np.count_nonzero(scores > row, axis=1) for row in scores])
