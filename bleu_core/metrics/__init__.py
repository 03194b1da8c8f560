"""BLEU and other metrics: each a matrix with a row per segment, and a formula over sums of rows.

`additive` is the interface that all of them share; `metric` adds what screens and reports need.
Each metric is a module of its name, and `registry` lists them by key. `metric_comparison` compares
A and B by a metric, and two metrics with each other; `imported` takes scores computed elsewhere.
"""

from typing import TYPE_CHECKING

from bleu_core.common import lazy

if TYPE_CHECKING:
    from bleu_core.metrics.bleu import Bleu
    from bleu_core.metrics.chrf import Chrf, chrf_statistics
    from bleu_core.metrics.disagreement import opposed, percentile_ranks, rank_disagreement, tally
    from bleu_core.metrics.imported import Imported, Scores, of_systems, opinion_of, statistics_of
    from bleu_core.metrics.meteor import MeteorExact, meteor_exact_statistics
    from bleu_core.metrics.metric import (
        About,
        Metric,
        MetricScore,
        MetricStatistics,
        TextMetric,
        measure,
    )
    from bleu_core.metrics.nist import Nist, nist_statistics
    from bleu_core.metrics.registry import NAMES, known
    from bleu_core.metrics.rouge import RougeL, RougeS, rouge_l_statistics, rouge_s_statistics
    from bleu_core.metrics.ter import Ter, ter_statistics
    from bleu_core.metrics.two_systems import Opinion
    from bleu_core.metrics.wer import Wer, wer_statistics

__all__ = [
    "NAMES",
    "About",
    "Bleu",
    "Chrf",
    "Imported",
    "MeteorExact",
    "Metric",
    "MetricScore",
    "MetricStatistics",
    "Nist",
    "Opinion",
    "RougeL",
    "RougeS",
    "Scores",
    "Ter",
    "TextMetric",
    "Wer",
    "chrf_statistics",
    "known",
    "measure",
    "meteor_exact_statistics",
    "nist_statistics",
    "of_systems",
    "opinion_of",
    "opposed",
    "percentile_ranks",
    "rank_disagreement",
    "rouge_l_statistics",
    "rouge_s_statistics",
    "statistics_of",
    "tally",
    "ter_statistics",
    "wer_statistics",
]

if not TYPE_CHECKING:
    __getattr__ = lazy.names(
        __name__,
        {
            "bleu": "Bleu",
            "chrf": "Chrf chrf_statistics",
            "disagreement": "opposed percentile_ranks rank_disagreement tally",
            "imported": "Imported Scores of_systems opinion_of statistics_of",
            "registry": "NAMES known",
            "meteor": "MeteorExact meteor_exact_statistics",
            "metric": "About Metric MetricScore MetricStatistics TextMetric measure",
            "nist": "Nist nist_statistics",
            "two_systems": "Opinion",
            "rouge": "RougeL RougeS rouge_l_statistics rouge_s_statistics",
            "ter": "Ter ter_statistics",
            "wer": "Wer wer_statistics",
        },
    )
