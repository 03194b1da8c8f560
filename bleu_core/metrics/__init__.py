"""BLEU and other metrics: each is a matrix with one row per segment, and a formula over row sums.

- `additive`: the interface that significance, slices and history use
- `metric`: a metric as screens and reports use it
- `facts`: names, sources and units of the metrics
- `registry`: the metrics by key; importing it imports none of them
- `plugin_metric`: a metric of a plugin
- `bleu`: BLEU from texts and from statistics; its parts are `statistics`, `match_counting`,
  `formula` and `signature`
- `signature_reading`: settings from a signature or the name of a tool
- `precision`: the precision of each order, as counted and as scored
- `chrf`, `meteor`, `nist`, `ter`, `wer`: the other metrics
- `chrf_counting`, `ter_edits`: counting for chrF and TER
- `words`: the common part of word-based metrics
- `imported`: scores computed elsewhere
- `metric_comparison`: A and B by a metric, and disagreement of two metrics
"""

from typing import TYPE_CHECKING

from bleu_core.common import lazy

if TYPE_CHECKING:
    from bleu_core.metrics.bleu import Bleu
    from bleu_core.metrics.chrf import Chrf, chrf_statistics
    from bleu_core.metrics.facts import MetricInfo
    from bleu_core.metrics.imported import (
        ImportedMetric,
        ImportedScores,
        compare_imported,
        imported_statistics,
        scores_with_systems,
    )
    from bleu_core.metrics.meteor import MeteorExact, meteor_exact_statistics
    from bleu_core.metrics.metric import (
        MetricScore,
        MetricStatistics,
        TextMetric,
        UniformScores,
        measure,
    )
    from bleu_core.metrics.metric_comparison import (
        MetricComparison,
        percentile_ranks,
        rank_disagreement,
    )
    from bleu_core.metrics.nist import Nist, nist_statistics
    from bleu_core.metrics.registry import METRIC_KEYS, get_metric, is_metric, metric_keys
    from bleu_core.metrics.signature import format_signature
    from bleu_core.metrics.ter import Ter, ter_statistics
    from bleu_core.metrics.wer import Wer, wer_statistics

__all__ = [
    "METRIC_KEYS",
    "Bleu",
    "Chrf",
    "ImportedMetric",
    "ImportedScores",
    "MeteorExact",
    "MetricComparison",
    "MetricInfo",
    "MetricScore",
    "MetricStatistics",
    "Nist",
    "Ter",
    "TextMetric",
    "UniformScores",
    "Wer",
    "chrf_statistics",
    "compare_imported",
    "format_signature",
    "get_metric",
    "imported_statistics",
    "is_metric",
    "measure",
    "meteor_exact_statistics",
    "metric_keys",
    "nist_statistics",
    "percentile_ranks",
    "rank_disagreement",
    "scores_with_systems",
    "ter_statistics",
    "wer_statistics",
]

if not TYPE_CHECKING:
    __getattr__ = lazy.lazy_attributes(
        __name__,
        {
            "bleu": "Bleu",
            "chrf": "Chrf chrf_statistics",
            "metric_comparison": "percentile_ranks rank_disagreement MetricComparison",
            "imported": "ImportedMetric ImportedScores scores_with_systems compare_imported "
            "imported_statistics",
            "registry": "METRIC_KEYS get_metric is_metric metric_keys",
            "meteor": "MeteorExact meteor_exact_statistics",
            "facts": "MetricInfo",
            "metric": "MetricScore MetricStatistics TextMetric UniformScores measure",
            "nist": "Nist nist_statistics",
            "signature": "format_signature",
            "ter": "Ter ter_statistics",
            "wer": "Wer wer_statistics",
        },
    )
