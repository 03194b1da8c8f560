"""PERM-BOTH: does one metric correlate better with human scores than another?

Deutsch, Dror and Roth 2021, "A Statistical Analysis of Summarization Evaluation Metrics Using
Resampling Methods": the standardized scores of two metrics are exchanged at random for each segment
of each system. A corpus score is not a mean of segment scores; a segment contributes its jackknife
pseudo-value (Tukey 1958), whose mean is the score up to a bias of order 1/n. For a mean, the
pseudo-values are the numbers themselves.
"""

from __future__ import annotations

import numpy as np

from bleu_core.common.progress import Progress
from bleu_core.metrics.additive import AdditiveMetric, FloatArray, score_of
from bleu_core.people.against.correlation import pearson
from bleu_core.people.against.standings import LEAST, Against
from bleu_core.significance import SEED, swap_masks
from bleu_core.significance.resampling import p_of

PERMUTATIONS = 1_000


def pseudo_values(stats: AdditiveMetric) -> FloatArray:
    """(n,) jackknife pseudo-values: n · score − (n − 1) · the score without the segment.

    >>> from bleu_core.metrics import Imported, MetricStatistics
    >>> mean = MetricStatistics(np.array([[3.0, 1], [5.0, 1], [10.0, 1]]), Imported("m", True))
    >>> pseudo_values(mean).tolist()
    [3.0, 5.0, 10.0]
    """
    size = len(stats.matrix)
    without = stats.scores(stats.matrix.sum(axis=0) - stats.matrix)
    return size * score_of(stats) - (size - 1) * without


def nearer_by_chance(
    one: Against,
    other: Against,
    trials: int = PERMUTATIONS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> float:
    """Two-sided p-value for the difference of two metrics' r with the same human scores.

    Parameters
    ----------
    one, other : Against
        Two metrics against the same human scores, on the same systems and segments.
    trials, seed : int
    progress : optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    float
        (#{|difference*| ≥ |difference|} + 1) / (trials + 1); NaN if an r is undefined.
    """
    x, y = (_on_one_scale(versus) for versus in (one, other))
    systems, size = x.shape
    means = one.means
    seen = _difference(x.mean(axis=1)[None], y.mean(axis=1)[None], means)[0]
    if systems < LEAST or np.isnan(seen):
        return float("nan")
    differences: list[FloatArray] = []
    for masks in swap_masks(systems * size, trials, seed):
        masks = masks.reshape(len(masks), systems, size)
        moved = np.stack([masks[:, k] @ (y[k] - x[k]) for k in range(systems)], axis=1) / size
        differences.append(_difference(x.mean(axis=1) + moved, y.mean(axis=1) - moved, means))
        if progress is not None:
            progress(sum(map(len, differences)) / trials)
    return p_of(np.abs(np.concatenate(differences)) >= abs(seen) - 1e-12)


def _on_one_scale(versus: Against) -> FloatArray:
    """(K, n) pseudo-values, turned so that higher is better, with mean 0 and deviation 1."""
    values = versus.signs[0] * np.stack([pseudo_values(one) for one in versus.metric])
    deviation = values.std()
    return (values - values.mean()) / (deviation if deviation > 0 else 1.0)


def _difference(x: FloatArray, y: FloatArray, means: FloatArray) -> FloatArray:
    people = np.broadcast_to(means, x.shape)
    return pearson(y, people) - pearson(x, people)
