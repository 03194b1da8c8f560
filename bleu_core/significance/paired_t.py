"""The test of the BLEU paper: BLEU on blocks of the corpus, and a paired t-test on them.

Papineni et al. (2002), section 3: 500 sentences in 20 blocks of 25; mean and variance of BLEU over
the blocks, and paired t-statistics between systems. "Since a paired t-statistic of 1.7 or above is
95% significant": 1.729 is the one-sided limit for 19 degrees of freedom. For teaching and
comparison.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from bleu_core.common.binomial import student_coverage, student_limit
from bleu_core.messages import significance
from bleu_core.metrics.additive import AdditiveMetric, FloatArray, require_pair


@dataclass(frozen=True, eq=False)
class BlockTTest:
    """The result of `block_t_test`, in points; differences are B − A.

    Attributes
    ----------
    scores_a, scores_b : (blocks,) arrays
        The score of each block.
    mean_a, mean_b, variance_a, variance_b : float
        Over blocks; variances have the denominator blocks − 1. The means are near the corpus score,
        but not equal to it.
    t : float
        Mean difference over its standard error; 0 if all blocks are equal.
    degrees : int
        Degrees of freedom, blocks − 1.
    critical : float
        |t| from which the difference is significant at 95 %, two-sided.
    critical_one_sided : float
        The paper's limit: t from which it is, if B was expected to be better.
    p_value : float
        Two-sided.
    """

    scores_a: FloatArray
    scores_b: FloatArray
    mean_a: float
    mean_b: float
    variance_a: float
    variance_b: float
    t: float
    degrees: int
    critical: float
    critical_one_sided: float
    p_value: float


def block_t_test(stats_a: AdditiveMetric, stats_b: AdditiveMetric, blocks: int = 20) -> BlockTTest:
    """Compare two systems by their scores on contiguous blocks of segments, as in the paper.

    Parameters
    ----------
    stats_a, stats_b : SegmentStatistics, or another AdditiveMetric
        The baseline and the candidate on the same segments, under the same settings.
    blocks : int
        Number of blocks, 2 or more; their sizes differ by at most one segment.

    Raises
    ------
    ValueError
        If the statistics differ in segments or settings, or there are fewer segments than
        blocks.

    Examples
    --------
    Words only, two blocks of one segment: A matches 8 and 8 of 10, B 9 and 10. The mean of
    the differences 10 and 20 is 15, its standard error 7.07/√2 = 5: t = 3.

    >>> from bleu_core import BleuConfig, SegmentStatistics
    >>> config = BleuConfig(max_ngram_order=1)
    >>> a = SegmentStatistics(np.array([[10, 10, 8, 10], [10, 10, 8, 10]]), config)
    >>> b = SegmentStatistics(np.array([[10, 10, 9, 10], [10, 10, 10, 10]]), config)
    >>> round(block_t_test(a, b, blocks=2).t, 6)
    3.0
    """
    require_pair(stats_a, stats_b)
    size = len(stats_a.matrix)
    if not 2 <= blocks <= size:
        raise ValueError(significance.number_of_blocks(size, blocks))
    a, b = (_block_scores(stats, blocks) for stats in (stats_a, stats_b))
    differences, degrees = b - a, blocks - 1
    mean, error = differences.mean(), differences.std(ddof=1) / math.sqrt(blocks)
    with np.errstate(divide="ignore"):
        t = float(np.divide(mean, error)) if mean else 0.0
    return BlockTTest(
        scores_a=a,
        scores_b=b,
        mean_a=float(a.mean()),
        mean_b=float(b.mean()),
        variance_a=float(a.var(ddof=1)),
        variance_b=float(b.var(ddof=1)),
        t=t,
        degrees=degrees,
        critical=student_limit(0.95, degrees),
        critical_one_sided=student_limit(0.90, degrees),
        p_value=1 - student_coverage(abs(t), degrees),
    )


def _block_scores(stats: AdditiveMetric, blocks: int) -> FloatArray:
    starts = np.arange(blocks) * len(stats.matrix) // blocks
    return stats.scores(np.add.reduceat(stats.matrix, starts, axis=0))
