"""Other metrics beside BLEU, each a matrix with a row a segment and a formula over sums of rows.

They are second opinions: does BLEU's verdict stand, and where not, which segments disagree?
`metric.py` says what a metric is, `known.py` has them by name; `opinions.py` counts and tests
them on a comparison.
"""

from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.known import NAMES, known
from bleu_core.metrics.metric import (
    About,
    Metric,
    MetricScore,
    MetricStatistics,
    TextMetric,
    measure,
)
from bleu_core.metrics.opinions import Judged, Opinion, judge_opinions, opinion
from bleu_core.metrics.wer import Wer

__all__ = [
    "NAMES",
    "About",
    "Bleu",
    "Judged",
    "Metric",
    "MetricScore",
    "MetricStatistics",
    "Opinion",
    "TextMetric",
    "Wer",
    "judge_opinions",
    "known",
    "measure",
    "opinion",
]
