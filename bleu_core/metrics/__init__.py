"""Other metrics beside BLEU, each a matrix with a row a segment and a formula over sums of rows.

They are second opinions: does BLEU's verdict stand, and where not, which segments disagree?
`metric.py` says what a metric is, `known.py` has them by name; `opinions.py` counts and tests
them on a comparison. `imported.py` takes numbers that were counted elsewhere, `score_files.py`
from files; `disagreement.py` says where two metrics disagree.
"""

from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.chrf import Chrf, chrf_statistics
from bleu_core.metrics.disagreement import opposed, percentile_ranks, rank_disagreement, tally
from bleu_core.metrics.imported import Imported, Scores, of_systems, opinion_of, statistics_of
from bleu_core.metrics.known import NAMES, known
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
from bleu_core.metrics.opinions import Judged, Opinion, judge_opinions, opinion
from bleu_core.metrics.rouge import RougeL, RougeS, rouge_l_statistics, rouge_s_statistics
from bleu_core.metrics.score_files import read_scores, scores_of
from bleu_core.metrics.ter import Ter, ter_statistics
from bleu_core.metrics.wer import Wer, wer_statistics

__all__ = [
    "NAMES",
    "About",
    "Bleu",
    "Chrf",
    "Imported",
    "Judged",
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
    "judge_opinions",
    "known",
    "measure",
    "meteor_exact_statistics",
    "nist_statistics",
    "of_systems",
    "opinion",
    "opinion_of",
    "opposed",
    "percentile_ranks",
    "rank_disagreement",
    "read_scores",
    "rouge_l_statistics",
    "rouge_s_statistics",
    "scores_of",
    "statistics_of",
    "tally",
    "ter_statistics",
    "wer_statistics",
]
