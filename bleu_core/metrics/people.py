"""How often people agreed with a metric, by the size of its difference between systems.

Kocmi, Zouhar, Federmann and Post (2024), Navigating the Metrics Maze: the share of system pairs
(collection ToShip23) of which people preferred the one that the metric preferred, as a curve of
the metric's difference. Their program, mt-thresholds, has the same curves.
"""

from __future__ import annotations

import math
from dataclasses import replace

from bleu_core.metrics.bleu import Bleu
from bleu_core.metrics.two_systems import Opinion
from bleu_core.text.config import BleuConfig

# (ceiling, slope) of accuracy % = ceiling / (1 + e^(-slope |Δ|)), by key of the metric.
CURVES = {"bleu": (88.333, 0.96639), "chrf": (93.0, 1.11427)}


def agreement(key: str, delta: float) -> float | None:
    """The share of pairs with this Δ on which people agreed, 0.5 to 1; None without evidence.

    At Δ = 0 the curve is at half its ceiling, which is below 0.5, no better than a coin toss. So
    it is no evidence for |Δ| below `least(key)`.

    >>> round(agreement("bleu", -2.0), 3), agreement("bleu", 0.2)
    (0.772, None)
    """
    ceiling, slope = CURVES[key]
    share = ceiling / 100 / (1 + math.exp(-slope * abs(delta)))
    return share if share >= 0.5 else None


def least(key: str) -> float:
    """The |Δ| at which the curve reaches one half.

    >>> round(least("bleu"), 2), round(least("chrf"), 2)
    (0.27, 0.14)
    """
    ceiling, slope = CURVES[key]
    return -math.log(ceiling / 50 - 1) / slope


def is_known(opinion: Opinion) -> bool:
    """Whether the curve holds for this metric under these settings.

    It was fitted for sacreBLEU's defaults; only the tokenizer may follow the language.
    """
    metric = opinion.a.metric
    if isinstance(metric, Bleu):
        return metric.config == replace(BleuConfig(), tokenize=metric.config.tokenize)
    return metric.about.key in CURVES and metric == type(metric)()
