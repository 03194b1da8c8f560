"""Other metrics of a comparison: Δ, significance, and agreement with BLEU."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bleu_core.common.progress import Progress, sub_progress
from bleu_core.explain.comparison import Comparison
from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.metric import MetricStatistics, TextMetric, measure
from bleu_core.metrics.metric_comparison import MetricComparison
from bleu_core.significance import (
    LEVEL,
    MIN_SEGMENTS,
    SAMPLES,
    SEED,
    TRIALS,
    Bootstrap,
    Randomization,
    resample_together,
)
from bleu_core.significance.units import clusters_that_count


@dataclass(frozen=True, eq=False)
class MetricSignificance:
    """Comparison by a metric, with its tests; without them below `MIN_SEGMENTS` segments."""

    metric_pair: MetricComparison
    randomization: Randomization | None = None
    bootstrap: Bootstrap | None = None

    @property
    def p(self) -> float | None:
        return None if self.randomization is None else self.randomization.p_value

    @property
    def smallest_p(self) -> float:
        """The smallest value that p could have; 0 if it was not tested."""
        return 0.0 if self.randomization is None else self.randomization.smallest_p

    @property
    def significant(self) -> bool:
        """p < 0.05."""
        return self.p is not None and self.p < LEVEL


def compare_with_metric(
    comparison: Comparison, metric: TextMetric, progress: Progress | None = None
) -> MetricComparison:
    """Compare the two systems by another metric.

    For BLEU under the settings of the comparison, its counts are reused.

    Parameters
    ----------
    comparison : Comparison
    metric : TextMetric
        For example `bleu_core.metrics.Chrf()`, or a result of `get_metric`.
    progress : callable, optional
        Called with the part done, 0 to 1; may raise to stop.

    Returns
    -------
    MetricComparison
        `score_a`, `score_b` and `delta`, in points of the metric.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> from bleu_core.metrics import Wer
    >>> outputs = {"old": ["a cat sat", "it rains"], "new": ["the cat sat", "it rained"]}
    >>> comparison = Comparison.of(EvalSet(outputs, [["the cat sat", "it rains"]]))
    >>> wer = compare_with_metric(comparison, Wer())
    >>> wer.score_a, wer.score_b, wer.delta
    (20.0, 20.0, 0.0)
    """
    if metric == Bleu(comparison.config):
        pair = comparison.stats_a, comparison.stats_b
        return MetricComparison(*(MetricStatistics(s.matrix, metric, s.num_refs) for s in pair))
    evalset = comparison.evalset
    systems = [evalset.systems[name] for name in (comparison.a, comparison.b)]
    return MetricComparison(*measure(metric, systems, evalset.references, progress))


def compare_metrics(
    metric_pairs: Sequence[MetricComparison],
    clusters: NDArray[np.int64] | None,
    trials: int = TRIALS,
    samples: int = SAMPLES,
    seed: int = SEED,
    progress: Progress | None = None,
) -> list[MetricSignificance]:
    """Test the differences of several metrics on the same segments, with the same draws.

    p-values are not corrected for the number of metrics.

    Parameters
    ----------
    metric_pairs : list of MetricComparison
        On the same S segments.
    clusters : (S,) whole numbers or None
        Document of each segment, or None for single segments. `clusters_of` the test set gives the
        unit of BLEU's test. Where a metric counts segments of too few of them, it is tested by
        segment.
    trials, samples, seed, progress
        As in `paired_approximate_randomization` and `paired_bootstrap`.

    Returns
    -------
    list of MetricSignificance
        One per metric, with `randomization` and `bootstrap`; these are None below `MIN_SEGMENTS`
        segments, and where Δ is undefined.

    Examples
    --------
    >>> from bleu_core import EvalSet
    >>> from bleu_core.metrics import Wer
    >>> reference = [f"they came home on day {i}" for i in range(40)]
    >>> outputs = {"old": [line.replace("home", "back") for line in reference], "new": reference}
    >>> comparison = Comparison.of(EvalSet(outputs, [reference]))
    >>> wer = compare_with_metric(comparison, Wer())
    >>> (judged,) = compare_metrics([wer], clusters=None, trials=1000)
    >>> round(judged.metric_pair.delta, 2), judged.significant
    (-16.67, True)
    """
    enough = [
        pair for pair in metric_pairs if pair.counted >= MIN_SEGMENTS and math.isfinite(pair.delta)
    ]
    if not enough:
        return [MetricSignificance(pair) for pair in metric_pairs]
    own = [clusters_that_count(clusters, pair.there) for pair in enough]
    tested: dict[MetricComparison, MetricSignificance] = {}
    for by in (clusters, None) if clusters is not None else (None,):
        group = [pair for pair, these in zip(enough, own, strict=True) if these is by]
        if group:
            statistics = [(pair.a, pair.b) for pair in group]
            part = sub_progress(
                progress, len(tested) / len(own), (len(tested) + len(group)) / len(own)
            )
            resampled = resample_together(statistics, trials, samples, seed, by, part)
            for pair, draws in zip(group, resampled, strict=True):
                randomization, bootstrap = draws.tests()
                tested[pair] = MetricSignificance(pair, randomization, bootstrap)
    return [tested.get(pair) or MetricSignificance(pair) for pair in metric_pairs]


Agreement = Literal["agrees", "silent", "opposite", "finds"]


def significant_direction(judged: MetricSignificance) -> int:
    """1 if B is significantly better, -1 if A is; 0 if Δ is not significant, or not tested.

    If lower is better, the sign still says which system is better, not which is higher.
    """
    return judged.metric_pair.better if judged.significant else 0


def group_by_agreement(
    bleu: MetricSignificance, others: Sequence[MetricSignificance]
) -> dict[Agreement, list[MetricSignificance]]:
    """The metrics grouped by their agreement with BLEU's result, in the given order.

    "agrees": the same output is significantly better, or none is by either; "opposite": the other
    output is; "silent": Δ is significant by BLEU only; "finds": by the other metric only.
    """
    groups: dict[Agreement, list[MetricSignificance]] = {}
    of_bleu = significant_direction(bleu)
    for other in others:
        of_other = significant_direction(other)
        if of_other == of_bleu:
            agreement: Agreement = "agrees"
        elif of_other == 0:
            agreement = "silent"
        else:
            agreement = "opposite" if of_bleu else "finds"
        groups.setdefault(agreement, []).append(other)
    return groups
