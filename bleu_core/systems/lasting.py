"""What a sequence of outputs lost and did not win back: the lasting loss of each of its steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics.additive import FloatArray


def lasting_losses(scores: FloatArray) -> FloatArray:
    """What each step takes from each segment for good, in points of the segment's score.

    The lasting loss of the step from run k − 1 to run k is s_{k−1} − max(s_k, …, s_K) if that
    is above 0, and else 0: the score before, less the best that there is from then on. A segment
    that is back at any later time has lost nothing for good. The lasting losses of all steps of
    a segment sum to the best score that it ever had less that of the last run.

    Parameters
    ----------
    scores : (K, S) array
        Of S segments in K runs, the first run first; higher is better.

    Returns
    -------
    (K − 1, S) array

    Examples
    --------
    40 falls to 10 and comes back to 30, so 10 of it is lost for good. Then it falls to 25, and
    stays there: 5 more. That is 40 − 25 together.

    >>> lasting_losses(np.array([[40.0], [10.0], [30.0], [25.0]]))[:, 0].tolist()
    [10.0, 0.0, 5.0]
    """
    best_from_then = np.maximum.accumulate(scores[::-1], axis=0)[::-1]
    return np.maximum(rounded(scores[:-1] - best_from_then[1:]), 0.0)


def breaking_steps(losses: FloatArray) -> NDArray[np.int64]:
    """(S,) the step of each segment's largest lasting loss, from 0; −1 where nothing is lost.

    Of equal losses the earliest. `losses` is (K − 1, S), as `lasting_losses` gives them.

    >>> breaking_steps(np.array([[10.0, 5.0, 0.0], [0.0, 5.0, 0.0], [20.0, 0.0, 0.0]])).tolist()
    [2, 0, -1]
    """
    if not len(losses):  # a single run
        return np.full(losses.shape[1], -1)
    return np.where(losses.any(axis=0), losses.argmax(axis=0), -1)
