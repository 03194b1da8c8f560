"""Lasting losses: what each step of a sequence of outputs lost and no later one won back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.rounding import rounded
from bleu_core.metrics.additive import FloatArray


def lasting_losses(scores: FloatArray) -> FloatArray:
    """The lasting loss of each segment in each step, in points of the segment's score.

    The lasting loss of the step from run k − 1 to run k is s_{k−1} − max(s_k, …, s_K), or 0 if
    that is negative: the score before, minus the best score from then on. A segment that recovers
    at any later time has no lasting loss. The lasting losses of all steps of a segment sum to its
    best score minus that of the last run.

    Parameters
    ----------
    scores : (K, S) array
        Scores of S segments in K runs, in order; higher is better.

    Returns
    -------
    (K − 1, S) array

    Examples
    --------
    40 falls to 10 and recovers to 30: a lasting loss of 10. Then it falls to 25 and stays there:
    5 more. Together they are 40 − 25.

    >>> lasting_losses(np.array([[40.0], [10.0], [30.0], [25.0]]))[:, 0].tolist()
    [10.0, 0.0, 5.0]
    """
    best_from_then = np.maximum.accumulate(scores[::-1], axis=0)[::-1]
    return np.maximum(rounded(scores[:-1] - best_from_then[1:]), 0.0)


def breaking_steps(losses: FloatArray) -> NDArray[np.int64]:
    """(S,) the step of each segment's largest lasting loss, from 0; −1 without a loss.

    The earliest of equal losses. `losses` is (K − 1, S), from `lasting_losses`.

    >>> breaking_steps(np.array([[10.0, 5.0, 0.0], [0.0, 5.0, 0.0], [20.0, 0.0, 0.0]])).tolist()
    [2, 0, -1]
    """
    if not len(losses):  # a single run
        return np.full(losses.shape[1], -1)
    return np.where(losses.any(axis=0), losses.argmax(axis=0), -1)
